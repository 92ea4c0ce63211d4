package method

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
)

const (
	// faint is a mean prior variance of f about its mean over the rows. Below it, derivatives by the
	// kernel are small everywhere, so a flat gradient says little.
	faint = 1e-3
	// alone is a correlation that counts as none.
	alone = 1e-12
	// looked is how many rows are examined, spread over the whole table.
	looked = 100
)

// Faint says whether under a kernel f hardly differs from row to row of x: its variance is next to
// nothing, or its lengthscale is far beyond the distances between rows. Rows that are all the same
// do not count.
func Faint(k kernel.Kernel, x *mat.Dense) bool {
	rows := spread(x)
	return rows != nil && isFaint(between(k, rows))
}

// Stuck returns a function that says at the end of a fit whether the fit began and ended where the
// objective of the rows of x has next to no slope in the kernel parameters, if kernels are learnt.
// kernels returns the kernels at the time of the call.
func (l Learning) Stuck(x *mat.Dense, kernels func() []kernel.Kernel) func() bool {
	rows := spread(x)
	sloped := func(k kernel.Kernel) bool {
		c := between(k, rows)
		return !isFaint(c) && !isApart(c)
	}
	onALevel := func() bool {
		return l.LearnsKernel() && rows != nil && !slices.ContainsFunc(kernels(), sloped)
	}
	began := onALevel()
	return func() bool { return began && onALevel() }
}

// spread returns some rows of x from all over it; nil if these are all the same.
func spread(x *mat.Dense) *mat.Dense {
	n, d := x.Dims()
	m := min(n, looked)
	rows, differ := mat.NewDense(m, d, nil), false
	for i := range m {
		rows.SetRow(i, x.RawRowView(i*n/m))
		differ = differ || !floats.Equal(rows.RawRowView(i), rows.RawRowView(0))
	}
	if !differ {
		return nil
	}
	return rows
}

// between returns the covariances of rows, without noise.
func between(k kernel.Kernel, rows *mat.Dense) *mat.Dense {
	m, _ := rows.Dims()
	c := mat.NewDense(m, m, nil)
	k.Cov(c, rows, rows)
	return c
}

// isFaint says whether f hardly differs from row to row under covariances c.
func isFaint(c *mat.Dense) bool {
	m, _ := c.Dims()
	return mat.Trace(c)/float64(m)-mat.Sum(c)/float64(m*m) < faint
}

// isApart says whether no row is correlated with another under
// covariances c.
func isApart(c *mat.Dense) bool {
	m, _ := c.Dims()
	least := alone * mat.Trace(c) / float64(m)
	for i := range m {
		for j := range i {
			if math.Abs(c.At(i, j)) > least {
				return false
			}
		}
	}
	return true
}
