package gfitc

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/gp/sparse"
)

// layout is the order of what is optimised in a vector: the parameters of every
// kernel, then every set of inducing inputs row by row. What is shared stands
// there once.
type layout struct {
	kernels int // 1, or one for each prior
	inputs  int // 1, or one for each prior
	p, m, d int // parameters of a kernel, inducing inputs, attributes
}

func (l layout) size() int { return l.kernels*l.p + l.inputs*l.m*l.d }

// theta returns the part of x that is prior k's kernel parameters.
func (l layout) theta(x []float64, k int) []float64 {
	from := min(k, l.kernels-1) * l.p
	return x[from : from+l.p]
}

// z returns the part of x that is prior k's inducing inputs.
func (l layout) z(x []float64, k int) []float64 {
	from := l.kernels*l.p + min(k, l.inputs-1)*l.m*l.d
	return x[from : from+l.m*l.d]
}

// pack writes the priors to x.
func (l layout) pack(x []float64, priors []*sparse.Prior) {
	for k, p := range priors {
		p.Kernel.Params(l.theta(x, k))
		copy(l.z(x, k), p.Z.RawMatrix().Data)
	}
}

// unpack moves prior k to x, with a kernel of the form of like. growths says how
// often the jitter grew.
func (l layout) unpack(prior *sparse.Prior, like kernel.Kernel, x []float64, k int) (growths int, err error) {
	prior.Z.Copy(mat.NewDense(l.m, l.d, l.z(x, k)))
	return prior.Set(like.With(l.theta(x, k)))
}
