package laplace

import "math"

// A difference is the sum over rows of how much better one prediction is than another.
type difference struct{ sum, squares, n float64 }

func (d *difference) add(x float64) { d.sum, d.squares, d.n = d.sum+x, d.squares+x*x, d.n+1 }

// surelyPositive says whether the sum is above 0 by more than two standard errors.
func (d *difference) surelyPositive() bool {
	return d.sum > surely*math.Sqrt(max(0, d.squares-d.sum*d.sum/d.n))
}

const (
	// surely is by how many standard errors the probabilities at the mode must be better.
	surely = 2
	// leastLeft is the least fraction of the precision of a latent value that remains without its own
	// row.
	leastLeft = 0x1p-40
)
