package collapsed

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/linalg/threads"
	"gpcbench/methods/nested"
)

// posterior is q of all functions with the bound, worked out from its sites.
type posterior struct {
	rows      Expectations
	class     []int
	functions []*function
	sites     []float64 // of every function lambda, then nu

	mean, variance *mat.Dense // of f_i, n x F
	g, h           *mat.Dense // slopes of the expectations by them, n x F
	fit            float64    // the rows' terms of the bound
	value          float64    // the bound
	errs           []error    // by function
}

// function is q of one latent function.
type function struct {
	group      *nested.Group
	lambda, nu []float64 // its part of the sites

	q       *sparse.Gaussian
	half    *mat.Dense // space, N x M
	mean, s []float64  // mean and variance of a_i'v
	g, h    []float64  // columns of those of all functions
	kept    []float64  // nu before a step of the means
}

// sitesOf is how many numbers the sites of n rows and that many functions are.
func sitesOf(n, functions int) int { return 2 * n * functions }

// newPosterior returns the prior, whose sites are 0. It keeps them in the given space.
func newPosterior(rows Expectations, class []int, groups []*nested.Group, sites []float64) *posterior {
	n, functions := len(class), len(groups)
	p := &posterior{rows: rows, class: class, sites: sites, errs: make([]error, functions)}
	for _, m := range []**mat.Dense{&p.mean, &p.variance, &p.g, &p.h} {
		*m = mat.NewDense(n, functions, nil)
	}
	for k, g := range groups {
		values := p.sites[2*n*k:]
		m := g.Prior.M()
		f := &function{group: g, lambda: values[:n], nu: values[n : 2*n], q: sparse.NewGaussian(m), half: mat.NewDense(n, m, nil)}
		for _, v := range []*[]float64{&f.mean, &f.s, &f.g, &f.h, &f.kept} {
			*v = make([]float64, n)
		}
		p.functions = append(p.functions, f)
	}
	return p
}

// refresh works out everything at the sites. The error says that q of a function is no density.
func (p *posterior) refresh() error {
	threads.Do(len(p.functions), func(_, k int) { p.errs[k] = p.functions[k].refresh() })
	if err := threads.First(p.errs); err != nil {
		return err
	}
	p.expect()
	return nil
}

func (f *function) refresh() error {
	f.q.AddRows(f.group.Projection.A, f.lambda, f.nu, 0, f.half)
	f.q.AddPrior()
	if err := f.q.Refresh(); err != nil {
		return err
	}
	f.q.Marginals(f.mean, f.s, f.group.Projection.A, f.half)
	return nil
}

// setMean works out the means at nu, with the variances as they are.
func (f *function) setMean() {
	a := f.group.Projection.A
	linalg.MulVec(f.q.Shift, true, 1, a, f.nu, 0)
	copy(f.q.Mean, f.q.Shift)
	linalg.SolveVec(f.q.Chol, f.q.Mean)
	linalg.SolveVecT(f.q.Chol, f.q.Mean)
	linalg.MulVec(f.mean, false, 1, a, f.q.Mean, 0)
}

// expect works out the expectations and the bound at means and variances.
func (p *posterior) expect() {
	for k, f := range p.functions {
		p.mean.SetCol(k, f.mean)
		for i, s := range f.s {
			p.variance.Set(i, k, s+f.group.Projection.Residual[i])
		}
	}
	p.fit = p.rows.Expectations(p.g, p.h, p.class, p.mean, p.variance, 1)
	p.value = p.fit
	for k, f := range p.functions {
		p.value -= 0.5 * (linalg.Dot(f.q.Mean, f.q.Mean) + linalg.LogDet(f.q.Chol) - linalg.Dot(f.lambda, f.s))
		mat.Col(f.g, k, p.g)
		mat.Col(f.h, k, p.h)
	}
}

// gradient adds the derivatives of the bound at fixed q(v) by kernel and inducing inputs of a
// group.
func (p *posterior) gradient(to sparse.Gradient, g *nested.Group, pull *sparse.Pullback) {
	var of []sparse.Function
	for _, f := range p.functions {
		if f.group == g {
			f.q.Covariance()
			of = append(of, sparse.Function{Mean: f.q.Mean, Cov: f.q.Cov, G: f.g, H: f.h})
		}
	}
	if len(of) == 1 {
		pull.Function(to, g.Prior, g.Projection, of[0], sparse.QV)
		return
	}
	pull.Shared(to, g.Prior, g.Projection, of, sparse.QV)
}
