package vi

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
)

// point is what the bound is a function of: q of every class, and kernel
// parameters and inducing inputs of every class, or of all in common.
type point struct {
	mean   [][]float64  // C of m
	factor []*mat.Dense // C of the lower triangular factor
	theta  [][]float64  // C of kernel parameters, or one
	z      []*mat.Dense // C of inducing inputs, or one
}

// thetaOf returns the kernel parameters of class k.
func (p *point) thetaOf(k int) []float64 { return p.theta[k%len(p.theta)] }

// zOf returns the inducing inputs of class k.
func (p *point) zOf(k int) *mat.Dense { return p.z[k%len(p.z)] }

// layout is the shape of a point, and its order in a vector: mean and lower
// triangle of the factor row by row for each class, then the priors.
type layout struct {
	classes int // C
	priors  sparse.Layout
}

// q returns the numbers in all means and factors.
func (l layout) q() int { return l.classes * (l.priors.M + l.priors.M*(l.priors.M+1)/2) }

// theta returns the numbers in all kernel parameters.
func (l layout) theta() int { return l.priors.KernelSize() }

// z returns the numbers in all inducing inputs.
func (l layout) z() int { return l.priors.Size() - l.priors.KernelSize() }

// size returns the numbers in all.
func (l layout) size() int { return l.q() + l.priors.Size() }

// newPoint returns the point that x says, or one of zeros where x is nil. Its
// kernel parameters and inducing inputs are those of x, not copies; means and
// factors are.
func (l layout) newPoint(x []float64) *point {
	if x == nil {
		x = make([]float64, l.size())
	}
	p := &point{theta: make([][]float64, l.priors.Kernels), z: make([]*mat.Dense, l.priors.Inputs)}
	for range l.classes {
		p.mean = append(p.mean, make([]float64, l.priors.M))
		p.factor = append(p.factor, mat.NewDense(l.priors.M, l.priors.M, nil))
	}
	l.at(p, x)
	return p
}

// at makes p the point that x says, as newPoint does. If x ends after q the
// rest of p stays.
func (l layout) at(p *point, x []float64) {
	l.unpack(p, x)
	if len(x) == l.q() {
		return
	}
	rest := x[l.q():]
	for k := range p.theta {
		p.theta[k] = l.priors.Theta(rest, k)
	}
	for k := range p.z {
		p.z[k] = l.priors.Z(rest, k)
	}
}

// unpack reads means and factors from x.
func (l layout) unpack(p *point, x []float64) {
	n := 0
	for k, mean := range p.mean {
		n += copy(mean, x[n:])
		for i := range l.priors.M {
			n += copy(p.factor[k].RawRowView(i)[:i+1], x[n:])
		}
	}
}

// pack writes means and factors to x.
func (l layout) pack(x []float64, p *point) {
	n := 0
	for k, mean := range p.mean {
		n += copy(x[n:], mean)
		for i := range l.priors.M {
			n += copy(x[n:], p.factor[k].RawRowView(i)[:i+1])
		}
	}
}
