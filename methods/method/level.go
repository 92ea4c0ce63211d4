package method

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gpcbench/gp/kernel"
)

const (
	// faint is a mean prior variance of f about its mean over the rows. Below that derivatives by the kernel are as
	// small wherever it is: a gradient that is flat says little.
	faint = 1e-3
	// alone is a correlation that is none.
	alone = 1e-12
	// looked is how many rows are looked at, which stand all over the table.
	looked = 100
)

// Faint says whether under a kernel f hardly differs from row to row of x: its variance is next to nothing, or its
// lengthscale far beyond the distances between rows. Rows that are all the same are none such.
func Faint(k kernel.Kernel, x *mat.Dense) bool {
	c := between(k, x)
	return c != nil && stat.Mean(diagonal(c), nil)-stat.Mean(c.RawMatrix().Data, nil) < faint
}

// apart says whether under a kernel no row of x has to do with another.
func apart(k kernel.Kernel, x *mat.Dense) bool {
	c := between(k, x)
	if c == nil {
		return false
	}
	n, _ := c.Dims()
	least := alone * stat.Mean(diagonal(c), nil)
	for i := range n {
		for j := range i {
			if math.Abs(c.At(i, j)) > least {
				return false
			}
		}
	}
	return true
}

// between returns the covariances, without noise, of some rows of x from all over it; nil if these are all the same.
func between(k kernel.Kernel, x *mat.Dense) *mat.Dense {
	n, d := x.Dims()
	m := min(n, looked)
	some, differ := mat.NewDense(m, d, nil), false
	for i := range m {
		some.SetRow(i, x.RawRowView(i*n/m))
		differ = differ || !floats.Equal(some.RawRowView(i), some.RawRowView(0))
	}
	if !differ {
		return nil
	}
	c := mat.NewDense(m, m, nil)
	k.Cov(c, some, some)
	return c
}

// diagonal returns the diagonal of a square matrix.
func diagonal(a *mat.Dense) []float64 {
	n, _ := a.Dims()
	out := make([]float64, n)
	for i := range out {
		out[i] = a.At(i, i)
	}
	return out
}

// OnALevel says whether all kernels are where an objective of the rows of x has next to no slope by them.
func OnALevel(x *mat.Dense, kernels ...kernel.Kernel) bool {
	return !slices.ContainsFunc(kernels, func(k kernel.Kernel) bool { return !Faint(k, x) && !apart(k, x) })
}
