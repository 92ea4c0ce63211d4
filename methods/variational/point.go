package variational

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/linalg/threads"
)

// point is the argument of the bound: q of every latent function, and kernel
// parameters and inducing inputs of every function, or shared by all.
type point struct {
	mean   [][]float64  // F of m
	factor []*mat.Dense // F of the lower triangular C
	theta  [][]float64  // F of kernel parameters, or one
	z      []*mat.Dense // F of inducing inputs, or one
}

// thetaOf returns the kernel parameters of function k.
func (p *point) thetaOf(k int) []float64 { return p.theta[k%len(p.theta)] }

// zOf returns the inducing inputs of function k.
func (p *point) zOf(k int) *mat.Dense { return p.z[k%len(p.z)] }

// layout is the shape of a point, and its order in a vector: mean and lower triangle
// of the factor row by row for each function, then the priors.
type layout struct {
	functions int // F
	priors    sparse.Layout
}

// q returns the numbers in all means and factors.
func (l layout) q() int {
	return l.functions * (l.priors.M + l.priors.M*(l.priors.M+1)/2)
}

// theta returns the numbers in all kernel parameters.
func (l layout) theta() int { return l.priors.KernelSize() }

// z returns the numbers in all inducing inputs.
func (l layout) z() int { return l.priors.Size() - l.priors.KernelSize() }

// size returns the numbers in all.
func (l layout) size() int { return l.q() + l.priors.Size() }

// split returns the parts of a vector: q, kernel parameters, inducing inputs.
func (l layout) split(x []float64) (q, theta, z []float64) {
	kernels, inputs := l.q(), l.q()+l.theta()
	return x[:kernels], x[kernels:inputs], x[inputs:]
}

// newPoint returns the point given by x. Its kernel parameters and inducing inputs
// are those of x, not copies; means and factors are copies.
func (l layout) newPoint(x []float64) *point {
	p := &point{theta: make([][]float64, l.priors.Kernels), z: make([]*mat.Dense, l.priors.Inputs)}
	for range l.functions {
		p.mean = append(p.mean, make([]float64, l.priors.M))
		p.factor = append(p.factor, mat.NewDense(l.priors.M, l.priors.M, nil))
	}
	l.point(p, x)
	return p
}

// point sets p to the point given by x, as newPoint does. If x ends after q the rest
// of p is unchanged.
func (l layout) point(p *point, x []float64) {
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
	threads.Do(l.functions, func(_, k int) {
		n := k * l.q() / l.functions
		n += copy(p.mean[k], x[n:])
		for i := range l.priors.M {
			n += copy(p.factor[k].RawRowView(i)[:i+1], x[n:])
		}
	})
}

// pack writes means and factors to x.
func (l layout) pack(x []float64, p *point) {
	threads.Do(l.functions, func(_, k int) {
		n := k * l.q() / l.functions
		n += copy(x[n:], p.mean[k])
		for i := range l.priors.M {
			n += copy(x[n:], p.factor[k].RawRowView(i)[:i+1])
		}
	})
}
