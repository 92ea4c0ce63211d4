package svgp

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/kernel"
	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/linalg"
)

// point is what the bound is a function of.
type point struct {
	mean   []float64  // m
	factor *mat.Dense // C, lower triangular
	theta  []float64  // kernel parameters
	z      *mat.Dense // inducing inputs
}

// newPoint returns space for m inducing inputs of d attributes and p kernel
// parameters.
func newPoint(m, d, p int) *point {
	return &point{mean: make([]float64, m), factor: mat.NewDense(m, m, nil), theta: make([]float64, p), z: mat.NewDense(m, d, nil)}
}

// bound evaluates (19) and its derivatives on a batch of rows. All matrices
// are space that is used again.
type bound struct {
	whiten bool
	link   likelihood.Link
	train  *data.Examples
	scale  float64 // N / b

	kernel kernel.Kernel // of the starting parameters
	prior  *sparse.Prior
	at     *point // what prior was worked out for: theta and z only

	pos   []int
	class []int
	y     []float64 // +-1
	pr    *sparse.Projection
	ac    *mat.Dense
	mean  []float64
	vars  []float64
	e     []float64 // expectations of log p(y | f)
	g, h  []float64 // derivatives of the bound with respect to mean and vars
	pull  *sparse.Pullback
	m     []float64  // of q(v)
	c     *mat.Dense // of q(v)
	s     *mat.Dense // of q(v)
	grad  *point

	growths func(int) // is told how often the jitter grew
}

// newBound returns the bound for batches of b of the rows of train.
func newBound(cfg *Config, train *data.Examples, b int, link likelihood.Link, prior *sparse.Prior, growths func(int)) *bound {
	m, d := prior.Z.Dims()
	p := prior.Kernel.NumParams()
	f := &bound{
		whiten: cfg.Whiten, link: link, train: train, scale: float64(train.Len()) / float64(b),
		kernel: prior.Kernel, prior: prior, at: newPoint(m, d, p),
		pos: make([]int, b), class: make([]int, b), y: make([]float64, b),
		pr: sparse.NewProjection(b, m, d), ac: mat.NewDense(b, m, nil),
		mean: make([]float64, b), vars: make([]float64, b), e: make([]float64, b), g: make([]float64, b), h: make([]float64, b),
		pull: sparse.NewPullback(b, m), m: make([]float64, m), c: mat.NewDense(m, m, nil), s: mat.NewDense(m, m, nil),
		grad: newPoint(m, d, p), growths: growths,
	}
	prior.Kernel.Params(f.at.theta)
	f.at.z.Copy(prior.Z)
	return f
}

// load reads the rows at positions f.pos.
func (f *bound) load() {
	f.train.Read(f.pr.X, f.class, f.pos)
	for i, c := range f.class {
		f.y[i] = float64(2*c - 1)
	}
}

// moveTo works out the prior at p's kernel parameters and inducing inputs, if
// they are not those it has.
func (f *bound) moveTo(p *point) error {
	if equal(p.theta, f.at.theta) && mat.Equal(p.z, f.at.z) {
		return nil
	}
	copy(f.at.theta, p.theta)
	f.at.z.Copy(p.z)
	f.prior.Z.Copy(p.z)
	growths, err := f.prior.Set(f.kernel.With(p.theta))
	f.growths(growths)
	if err != nil {
		f.at.theta[0] = math.NaN() // the prior is that of no point
	}
	return err
}

// value returns the bound at p for the rows that were read. The error is of
// the decomposition of Kuu.
func (f *bound) value(p *point) (float64, error) {
	if err := f.moveTo(p); err != nil {
		return 0, err
	}
	copy(f.m, p.mean)
	f.c.Copy(p.factor)
	if !f.whiten {
		f.prior.Whiten(f.m, f.c)
	}
	f.prior.Project(f.pr)
	linalg.MulFactor(f.ac, f.pr.A, f.c)
	f.pr.Moments(f.mean, f.vars, f.m, f.ac)
	return f.scale*f.expect() - sparse.Divergence(f.m, f.c), nil
}

// expect returns the sum of the expectations of log p(y | f) under the marginals,
// and writes the derivatives of scale times that to g and h.
func (f *bound) expect() float64 {
	f.link.Expectations(f.e, f.g, f.h, f.y, f.mean, f.vars)
	var sum float64
	for i, e := range f.e {
		sum += e
		f.g[i] *= f.scale
		f.h[i] *= f.scale
	}
	return sum
}

// gradient writes the derivatives at the point of the last value to grad: of
// m and C, and with kernel those of kernel parameters and inducing inputs.
func (f *bound) gradient(kernel bool) {
	f.pull.Means(f.pr, f.g)
	f.pull.Variances(f.pr, f.h)
	if kernel {
		linalg.MulLower(f.s, false, true, 1, f.c, f.c, 0)
		linalg.MirrorLower(f.s)
		fixed := sparse.QU
		if f.whiten {
			fixed = sparse.QV
		}
		f.pull.Covariances(f.prior, f.pr, f.m, f.s, f.g, f.h, fixed)
		clear(f.grad.theta)
		f.grad.z.Zero()
		f.pull.Kernel(f.grad.theta, f.grad.z, f.prior, f.pr, f.h)
	}
	f.pull.Gaussian(f.grad.mean, f.grad.factor, f.m, f.c)
	if !f.whiten {
		f.prior.Unwhitened(f.grad.mean, f.grad.factor)
	}
}

// whitened returns the mean and factor of q(v) at p.
func (f *bound) whitened(p *point) ([]float64, *mat.Dense, error) {
	if err := f.moveTo(p); err != nil {
		return nil, nil, err
	}
	m, c := append([]float64(nil), p.mean...), mat.DenseCopyOf(p.factor)
	if !f.whiten {
		f.prior.Whiten(m, c)
	}
	return m, c, nil
}

// equal says whether a and b are the same numbers.
func equal(a, b []float64) bool {
	for i, v := range a {
		if v != b[i] {
			return false
		}
	}
	return true
}
