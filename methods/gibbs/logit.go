package gibbs

import (
	"math"
	"math/rand/v2"

	"gpcbench/gp/polyagamma"
)

// logit is the likelihood of two classes, with a Polya-Gamma variable a row.
type logit struct{ class []int }

// draw draws omega given v.
func (l logit) draw(half, omega, latent [][]float64, residual []float64, rng *rand.Rand) {
	for i, f := range latent[0] {
		half[0][i] = float64(l.class[i]) - 0.5
		omega[0][i] = polyagamma.Draw(rng, math.Sqrt(residual[i]+f*f))
	}
}
