package optim

import (
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// curvature is the limited-memory BFGS matrix of the last steps s and changes y of the
// gradient, in the compact form of byrd1995 (3.2) to (3.4):
//
//	B = theta I - W M W',  W = [Y, theta S],  M = [-D, L'; L, theta S'S]^-1
//
// with the m pairs in the columns of S and Y, D the diagonal of S'Y and L what is below it.
// Before the first pair B = I.
type curvature struct {
	theta   float64
	s, y    [][]float64 // oldest first
	inverse *mat.Dense  // of M
	factor  mat.LU      // of inverse
}

// forget drops all pairs.
func (c *curvature) forget() { *c = curvature{theta: 1} }

// size returns 2m.
func (c *curvature) size() int { return 2 * len(c.s) }

// add takes a pair, instead of the oldest where there are limit of them. s'y is positive.
func (c *curvature) add(s, y []float64, limit int) {
	if len(c.s) == limit {
		c.s, c.y = c.s[1:], c.y[1:]
	}
	c.s, c.y = append(c.s, slices.Clone(s)), append(c.y, slices.Clone(y))
	c.theta = floats.Dot(y, y) / floats.Dot(s, y)
	m := len(c.s)
	c.inverse = mat.NewDense(2*m, 2*m, nil)
	for i := range m {
		c.inverse.Set(i, i, -floats.Dot(c.s[i], c.y[i]))
		for j := range i {
			below := floats.Dot(c.s[i], c.y[j])
			c.inverse.Set(m+i, j, below)
			c.inverse.Set(j, m+i, below)
		}
		for j := range m {
			c.inverse.Set(m+i, m+j, c.theta*floats.Dot(c.s[i], c.s[j]))
		}
	}
	c.factor.Factorize(c.inverse)
}

// row writes row i of W.
func (c *curvature) row(dst []float64, i int) {
	m := len(c.s)
	for j := range m {
		dst[j], dst[m+j] = c.y[j][i], c.theta*c.s[j][i]
	}
}

// times returns M v. If M is singular to rounding the result is unusable, and the
// line search refuses the resulting direction.
func (c *curvature) times(v []float64) []float64 { return solve(&c.factor, v) }

func solve(factor *mat.LU, v []float64) []float64 {
	out := mat.NewVecDense(len(v), nil)
	factor.SolveVecTo(out, false, mat.NewVecDense(len(v), v)) // an ill condition is no failure
	return out.RawVector().Data
}
