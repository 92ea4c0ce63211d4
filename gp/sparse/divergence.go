package sparse

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
)

// Divergence returns KL(N(m, C C') || N(0, I)) for a triangular C, M x M, of
// either side; the signs of its diagonal do not matter. Cost O(M^2).
func Divergence(m []float64, c *mat.Dense) float64 {
	squares, logDet := linalg.Dot(m, m), 0.0
	for i := range m {
		row := c.RawRowView(i)
		squares += linalg.Dot(row, row)
		logDet += 2 * math.Log(math.Abs(c.At(i, i)))
	}
	return 0.5 * (squares - float64(len(m)) - logDet)
}
