package ep

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
	"gpcbench/linalg/threads"
)

// load reads batch t, counted from 0.
func (f *run) load(t int) {
	f.minibatches.At(f.positions, t)
	f.task.Train.Read(f.groups[0].pr.X, f.factors.y, f.positions)
	if f.store != nil {
		f.sites.gather(f.store, f.positions, f.n)
	}
	if f.replacesWhileLearning() {
		f.weighBefore(t)
	}
}

// project works out the projections of the batch at the present priors, and the
// products of sites that are not kept.
func (f *run) project() {
	threads.Do(len(f.groups), func(_, i int) {
		g := f.groups[i]
		g.prior.ProjectTraining(g.pr, f.positions)
	})
	if !f.keepsProducts() {
		f.sum(f.sites, nil)
		f.addRows(func(int) float64 { return 0 })
	}
}

// addRows raises the product of every class to the power beta and multiplies it by the
// sites as left by sum.
func (f *run) addRows(beta func(class int) float64) {
	threads.Do(len(f.classes), func(worker, k int) {
		c := f.classes[k]
		c.sites.AddRows(c.pr.A, c.prec, c.shift, beta(k), f.work[worker].rows)
	})
}

// sum fills (26) and (27) of every class for sites s, less those of minus if it
// is not nil.
func (f *run) sum(s, minus *sites) {
	for _, c := range f.classes {
		clear(c.prec)
		clear(c.shift)
	}
	for k := range f.classes {
		for i, y := range f.factors.y {
			at := k*f.b + i
			for side, c := range [sides]int{k, y} {
				p, h := s.Prec[side][at], s.Shift[side][at]
				if minus != nil {
					p, h = p-minus.Prec[side][at], h-minus.Shift[side][at]
				}
				f.classes[c].prec[i] += p
				f.classes[c].shift[i] += h
			}
		}
	}
}

// posterior works out q, or the cavity of tied factors, its marginals at the
// batch and the cavities of the factors. With whole it also computes all
// that gradients and log Z_q need.
func (f *run) posterior(whole bool) error {
	err := f.eachClass(func(worker int, c *class) error { return c.posterior(whole, f.work[worker].rows) })
	if err != nil {
		return err
	}
	f.factors.remove(f.views, f.inside)
	return nil
}

// posterior is the part of a class in that of the run.
func (c *class) posterior(whole bool, rows *mat.Dense) error {
	copy(c.last.mean, c.at.mean)
	copy(c.last.variance, c.at.variance)
	v := c.view()
	if err := v.SetPosterior(c.sites, c.power()); err != nil {
		return err
	}
	if !whole {
		v.Marginals(c.at.mean, c.at.variance, c.pr.A, rows)
		return nil
	}
	v.Covariance()
	linalg.MulVec(c.at.mean, false, 1, c.pr.A, v.Mean, 0)
	linalg.RowQuadratic(c.at.variance, c.pr.A, v.Cov, c.av)
	if c.cavity == nil {
		return nil
	}
	if err := c.q.SetPosterior(c.sites, 1); err != nil {
		return err
	}
	c.q.Covariance()
	return nil
}

// eachClass calls do for all classes, side by side, and returns the error of the first
// that has one.
func (f *run) eachClass(do func(worker int, c *class) error) error {
	errs := make([]error, len(f.classes))
	threads.Do(len(f.classes), func(worker, k int) { errs[k] = do(worker, f.classes[k]) })
	return threads.First(errs)
}

// change is the largest change of a mean or variance of a_i'v in the batch
// between the last two posteriors.
func (f *run) change() float64 {
	var most float64
	for _, c := range f.classes {
		for i, m := range c.at.mean {
			most = max(most, math.Abs(m-c.last.mean[i]), math.Abs(c.at.variance[i]-c.last.variance[i]))
		}
	}
	return most
}

// evaluate works out log Z_q, or its estimate from the batch, at the present
// sites, and with gradient its derivatives (10), or (12).
func (f *run) evaluate(gradient bool) error {
	if err := f.posterior(true); err != nil {
		return err
	}
	f.value = f.scale() * f.factors.value(f.views, f.inside)
	for _, c := range f.classes {
		f.value += c.q.LogNorm
	}
	for _, c := range f.classes {
		if f.tie == untied {
			break
		}
		f.value += c.n * (c.cavity.LogNorm - c.q.LogNorm)
	}
	if gradient {
		f.gradient()
	}
	return nil
}
