package gibbs

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"

	"gpcbench/gp/polyagamma"
)

// smallest is the least S = sum_c (1 - t_c) that is told from a smaller one, so that counts
// stay numbers. Latent values of all classes are below -690 there.
const smallest = 1e-300

// logisticSoftmax is the likelihood of several classes, with its three augmentations.
type logisticSoftmax struct {
	class []int
	b, t  []float64 // of a row, by class
}

func newLogisticSoftmax(classes int, class []int) *logisticSoftmax {
	return &logisticSoftmax{class: class, b: make([]float64, classes), t: make([]float64, classes)}
}

// draw draws lambda with the counts summed out, then the counts, then omega.
func (l *logisticSoftmax) draw(half, omega, latent [][]float64, residual []float64, rng *rand.Rand) {
	for i, y := range l.class {
		sum := 0.0
		for c, values := range latent {
			var accept float64
			l.b[c], accept = tilt(values[i], residual[i])
			l.t[c] = 1 - accept
			sum += accept
		}
		lambda := rng.ExpFloat64() / max(sum, smallest)
		for c, b := range l.b {
			n := distuv.Poisson{Lambda: lambda * l.t[c], Src: rng}.Rand()
			own := 0.0
			if c == y {
				own = 1
			}
			half[c][i] = 0.5 * (own - n)
			omega[c][i] = polyagamma.DrawSum(rng, n+own, b)
		}
	}
}

// log returns the logarithm of the likelihood, with the auxiliary variables summed out, where
// the latent means of all classes are moved by shift.
func (l *logisticSoftmax) log(latent [][]float64, residual, shift []float64) float64 {
	total := 0.0
	for i, y := range l.class {
		sum := 0.0
		for _, values := range latent {
			_, accept := tilt(values[i]+shift[i], residual[i])
			sum += accept
		}
		m := latent[y][i] + shift[i]
		b := math.Sqrt(residual[i] + m*m)
		total += 0.5*(m-b) - math.Log1p(math.Exp(-b)) - math.Log(max(sum, smallest))
	}
	return total
}

// tilt returns b = sqrt(r + m^2) and 1 - t, t = exp(-m/2) / (2 cosh(b/2)), of a latent value
// of mean m and variance r. 1 - t is written as a sum of positive terms,
//
//	(exp(-b) + 1 - exp(-(m + b)/2)) / (1 + exp(-b)),
//
// and so is m + b for a negative m.
func tilt(m, r float64) (b, accept float64) {
	b = math.Sqrt(r + m*m)
	sum := m + b
	if m < 0 {
		sum = r / (b - m)
	}
	e := math.Exp(-b)
	return b, (e - math.Expm1(-0.5*sum)) / (1 + e)
}
