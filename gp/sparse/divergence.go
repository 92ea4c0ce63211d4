package sparse

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Divergence returns KL(N(m, C C') || N(0, I)) for a triangular C, M x M, of
// either side; the signs of its diagonal do not matter. Cost O(M^2).
func Divergence(m []float64, c *mat.Dense) float64 {
	var squares, logDet float64
	for i, v := range m {
		squares += v * v
		for _, e := range c.RawRowView(i) {
			squares += e * e
		}
		logDet += 2 * math.Log(math.Abs(c.At(i, i)))
	}
	return 0.5 * (squares - float64(len(m)) - logDet)
}
