package sparse

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
)

// Layout is the order of the parameters of several priors in a vector: those of
// every kernel, then every set of inducing inputs row by row. What the priors
// share is stored once.
type Layout struct {
	Kernels int // 1, or one for each prior
	Inputs  int // sets of inducing inputs: 1, or one for each prior
	P, M, D int // parameters of a kernel, inducing inputs, attributes
}

// NewLayout returns the layout of priors of one size, which share their kernel
// parameters, their inducing inputs, both or neither.
func NewLayout(priors []*Prior, kernels, inputs bool) Layout {
	m, d := priors[0].Z.Dims()
	l := Layout{Kernels: len(priors), Inputs: len(priors), P: priors[0].Kernel.NumParams(), M: m, D: d}
	if kernels {
		l.Kernels = 1
	}
	if inputs {
		l.Inputs = 1
	}
	return l
}

// KernelSize returns how many numbers, from the first, are kernel parameters.
func (l Layout) KernelSize() int { return l.Kernels * l.P }

// Size returns the length of the vector.
func (l Layout) Size() int { return l.KernelSize() + l.Inputs*l.M*l.D }

// Lengthscales returns which kernel parameters are logarithms of lengthscales, for
// kernels of the form of k.
func (l Layout) Lengthscales(k kernel.Kernel) []int {
	var out []int
	for first := 0; first < l.KernelSize(); first += l.P {
		for i, name := range k.Names() {
			if kernel.IsLengthscale(name) {
				out = append(out, first+i)
			}
		}
	}
	return out
}

// Theta returns the part of x that is prior k's kernel parameters.
func (l Layout) Theta(x []float64, k int) []float64 {
	return x[min(k, l.Kernels-1)*l.P:][:l.P]
}

// Z returns the part of x that is prior k's inducing inputs, M x D.
func (l Layout) Z(x []float64, k int) *mat.Dense {
	size := l.M * l.D
	return mat.NewDense(l.M, l.D, x[l.KernelSize()+min(k, l.Inputs-1)*size:][:size])
}

// Pack writes the priors to x.
func (l Layout) Pack(x []float64, priors []*Prior) {
	for k, p := range priors {
		p.Kernel.Params(l.Theta(x, k))
		l.Z(x, k).Copy(p.Z)
	}
}

// Unpack sets prior k to x, with a kernel of the form of like. growths is how
// often the jitter grew; the error is that of the decomposition of Kuu.
func (l Layout) Unpack(prior *Prior, like kernel.Kernel, x []float64, k int) (growths int, err error) {
	prior.Z.Copy(l.Z(x, k))
	return prior.Set(like.With(l.Theta(x, k)))
}
