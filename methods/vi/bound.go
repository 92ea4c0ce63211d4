package vi

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/linalg"
)

// bound evaluates (15) and its derivatives on a batch of rows. All matrices
// are space that is used again.
type bound struct {
	lay    layout
	whiten bool
	fixed  sparse.Fixed // what stays put while a kernel moves
	shared bool         // one prior for all classes
	right  float64      // log p(y | f) where f_y is largest
	wrong  float64      // and where it is not
	train  *data.Examples
	scale  float64 // N / b

	priors []*sparse.Prior // by class
	theta  [][]float64     // by class: the kernel parameters that priors were worked out for

	pos   []int
	class []int
	pr    []*sparse.Projection // by class, of the same rows
	ac    []*mat.Dense         // by class, A C
	mean  *mat.Dense           // b x C
	vars  *mat.Dense           // b x C
	odds  *likelihood.Argmax
	prob  []float64   // that f_y is largest
	dMean *mat.Dense  // of prob by mean, b x C
	dVars *mat.Dense  // of prob by vars, b x C
	col   []float64   // a column of mean
	colV  []float64   // a column of vars
	g, h  [][]float64 // by class: derivatives of the bound by mean and vars
	pull  *sparse.Pullback
	m     [][]float64  // of q(v), by class
	c     []*mat.Dense // of q(v), by class
	s     *mat.Dense   // of q(v)

	growths func(int) // is told how often the jitter grew
}

// newBound returns the bound for batches of b of the rows of train; the priors
// are those of the classes, which it keeps, in shares as lay says.
func newBound(cfg *Config, lay layout, train *data.Examples, b int, priors []*sparse.Prior, growths func(int)) *bound {
	noise := cfg.Epsilon / float64(lay.classes)
	f := &bound{
		lay: lay, whiten: cfg.Whiten, shared: lay.priors.Kernels == 1 && lay.priors.Inputs == 1,
		right: math.Log(1 - cfg.Epsilon + noise), wrong: math.Log(noise),
		train: train, scale: float64(train.Len()) / float64(b), priors: priors,
		pos: make([]int, b), class: make([]int, b),
		mean: mat.NewDense(b, lay.classes, nil), vars: mat.NewDense(b, lay.classes, nil),
		odds: likelihood.NewArgmax(lay.classes), prob: make([]float64, b),
		dMean: mat.NewDense(b, lay.classes, nil), dVars: mat.NewDense(b, lay.classes, nil),
		col: make([]float64, b), colV: make([]float64, b),
		pull: sparse.NewPullback(b, lay.priors.M), s: mat.NewDense(lay.priors.M, lay.priors.M, nil),
		growths: growths,
	}
	if f.whiten {
		f.fixed = sparse.QV
	}
	for k, prior := range priors {
		if k > 0 && !f.shared && lay.priors.Inputs == 1 {
			prior.Z = mat.DenseCopyOf(prior.Z) // it tells what the prior was worked out for
		}
		theta := make([]float64, lay.priors.P)
		prior.Kernel.Params(theta)
		f.theta = append(f.theta, theta)
		pr := sparse.NewProjection(b, lay.priors.M, lay.priors.D)
		if k > 0 {
			pr.X = f.pr[0].X
		}
		if f.alias(k) {
			pr = f.pr[0]
		}
		f.pr = append(f.pr, pr)
		f.ac = append(f.ac, mat.NewDense(b, lay.priors.M, nil))
		f.g = append(f.g, make([]float64, b))
		f.h = append(f.h, make([]float64, b))
		f.m = append(f.m, make([]float64, lay.priors.M))
		f.c = append(f.c, mat.NewDense(lay.priors.M, lay.priors.M, nil))
	}
	return f
}

// alias says whether the prior and projection of class k are those of class 0.
func (f *bound) alias(k int) bool { return f.shared && k > 0 }

// load reads the rows at positions f.pos.
func (f *bound) load() { f.train.Read(f.pr[0].X, f.class, f.pos) }

// moveTo works out the priors at p's kernel parameters and inducing inputs,
// those that are not there already.
func (f *bound) moveTo(p *point) error {
	for k, prior := range f.priors {
		theta, z := p.thetaOf(k), p.zOf(k)
		if f.alias(k) || slices.Equal(theta, f.theta[k]) && mat.Equal(z, prior.Z) {
			continue
		}
		copy(f.theta[k], theta)
		prior.Z.Copy(z)
		growths, err := prior.Set(prior.Kernel.With(theta))
		f.growths(growths)
		if err != nil {
			f.theta[k][0] = math.NaN() // the prior is that of no point
			return err
		}
	}
	return nil
}

// value returns the bound at p for the rows that were read. The error is of
// the decomposition of a class's Kuu.
func (f *bound) value(p *point) (float64, error) {
	if err := f.moveTo(p); err != nil {
		return 0, err
	}
	divergence := 0.0
	for k, prior := range f.priors {
		f.setQ(p, k)
		divergence += sparse.Divergence(f.m[k], f.c[k])
		if !f.alias(k) {
			prior.Project(f.pr[k])
		}
		linalg.MulFactor(f.ac[k], f.pr[k].A, f.c[k])
		f.pr[k].Moments(f.col, f.colV, f.m[k], f.ac[k])
		f.mean.SetCol(k, f.col)
		f.vars.SetCol(k, f.colV)
	}
	return f.scale*f.expect() - divergence, nil
}

// setQ writes q(v) of class k at p to f.m and f.c.
func (f *bound) setQ(p *point, k int) {
	copy(f.m[k], p.mean[k])
	f.c[k].Copy(p.factor[k])
	if !f.whiten {
		f.priors[k].Whiten(f.m[k], f.c[k])
	}
}

// expect returns the sum of the expectations of log p(y | f) under the
// marginals, and writes the derivatives of scale times that to g and h.
func (f *bound) expect() float64 {
	f.odds.Derivatives(f.prob, f.dMean, f.dVars, f.class, f.mean, f.vars)
	sum := 0.0
	for _, p := range f.prob {
		sum += p*f.right + (1-p)*f.wrong
	}
	slope := f.scale * (f.right - f.wrong)
	for k := range f.g {
		for i := range f.g[k] {
			f.g[k][i] = slope * f.dMean.At(i, k)
			f.h[k][i] = slope * f.dVars.At(i, k)
		}
	}
	return sum
}

// gradient writes the derivatives at the point of the last value to grad: of
// means and factors, and with kernel those of kernel parameters and inducing
// inputs.
func (f *bound) gradient(grad *point, kernel bool) {
	if kernel {
		for _, theta := range grad.theta {
			clear(theta)
		}
		for _, z := range grad.z {
			z.Zero()
		}
	}
	for k, prior := range f.priors {
		f.pull.Means(f.pr[k], f.g[k])
		f.pull.Variances(f.pr[k], f.h[k])
		if kernel && !f.shared {
			f.ownKernel(grad, k)
		}
		f.pull.Gaussian(grad.mean[k], grad.factor[k], f.m[k], f.c[k])
		if !f.whiten {
			prior.Unwhitened(grad.mean[k], grad.factor[k])
		}
	}
	if kernel && f.shared {
		f.sharedKernel(grad)
	}
}

// ownKernel adds what class k has to the derivatives of its kernel parameters
// and inducing inputs, after Means and Variances.
func (f *bound) ownKernel(grad *point, k int) {
	linalg.MulLower(f.s, false, true, 1, f.c[k], f.c[k], 0)
	linalg.MirrorLower(f.s)
	f.pull.Covariances(f.priors[k], f.pr[k], f.m[k], f.s, f.g[k], f.h[k], f.fixed)
	f.pull.Kernel(grad.thetaOf(k), grad.zOf(k), f.priors[k], f.pr[k], f.h[k])
}

// sharedKernel does the same for all classes at once, where they have one
// prior, with a solve and a pullback to the kernel for all.
func (f *bound) sharedKernel(grad *point) {
	sum := f.colV
	clear(sum)
	for _, h := range f.h {
		for i, v := range h {
			sum[i] += v
		}
	}
	f.pull.SharedCovariances(f.priors[0], f.pr[0], f.m, f.c, f.ac, f.g, f.h, sum, f.fixed)
	f.pull.Kernel(grad.theta[0], grad.z[0], f.priors[0], f.pr[0], sum)
}
