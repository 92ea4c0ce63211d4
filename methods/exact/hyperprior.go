package exact

import (
	"math"
	"slices"

	"gpcbench/gp/kernel"
)

// hyperprior is the prior of the kernel's parameters theta, logarithms: independent Gaussians.
// z ~ N(0, I) stands for those that are sampled, theta = centre + sd z.
type hyperprior struct {
	kernel kernel.Kernel // at the centre
	free   []int         // parameters that are sampled, by their number in theta
	sd     []float64     // of these
}

// newHyperprior returns the prior about the parameters of k, which are all fixed unless learn; the
// noise is always fixed.
func newHyperprior(k kernel.Kernel, learn bool, lengthscaleSD, varianceSD float64) hyperprior {
	p := hyperprior{kernel: k}
	for i, name := range k.Names() {
		switch {
		case !learn || kernel.IsNoise(name):
		case kernel.IsLengthscale(name):
			p.free, p.sd = append(p.free, i), append(p.sd, lengthscaleSD)
		default:
			p.free, p.sd = append(p.free, i), append(p.sd, varianceSD)
		}
	}
	return p
}

// kernelAt returns the kernel at z.
func (p hyperprior) kernelAt(z []float64) kernel.Kernel {
	return p.kernel.With(p.theta(z))
}

// theta returns the parameters at z.
func (p hyperprior) theta(z []float64) []float64 {
	theta := make([]float64, p.kernel.NumParams())
	p.kernel.Params(theta)
	for i, at := range p.free {
		theta[at] += p.sd[i] * z[i]
	}
	return theta
}

// farthest is the largest logarithm of a parameter: beyond it, kernels are not
// finite.
const farthest = 100

// has says whether there is a kernel at z.
func (p hyperprior) has(z []float64) bool {
	return !slices.ContainsFunc(p.theta(z), func(v float64) bool { return !(math.Abs(v) <= farthest) })
}
