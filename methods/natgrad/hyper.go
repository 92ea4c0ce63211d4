package natgrad

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/optim"
	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/methods/method"
)

// firstHyperStep is the iteration that first moves the kernel (the authors' code of
// wenzel2019): until then q has seen too little for a gradient worth following.
const firstHyperStep = 3

// hyperStep is what a step of the kernels and the inducing inputs takes.
type hyperStep struct {
	kernel, inputs []ascent          // of a kernel, of a set of inducing inputs: one, or one for each group; none if not learnt
	at             []parameters      // by group; what groups share is the same memory
	slope          []sparse.Gradient // by group: the derivatives of the bound by them, nil if not learnt
	change         *mat.Dense        // M x M, from the coordinates of one prior to those of the next
}

// parameters are those of a group's prior.
type parameters struct {
	theta []float64
	z     *mat.Dense // M x D
}

// ascent are the steps of one kernel, or of one set of inducing inputs: its parameters, the
// derivatives of the bound by them and the state of the optimiser.
type ascent struct {
	x, grad []float64
	*optim.Adam
}

// newHyperStep returns the steps for what the options learn.
func newHyperStep(o *Options, share method.Sharing, groups []*group) *hyperStep {
	var priors []*sparse.Prior
	for _, g := range groups {
		priors = append(priors, g.prior)
	}
	layout, m := sparse.NewLayout(priors, share.Shares("kernel"), share.Shares("inducing")), priors[0].M()
	x, grad := make([]float64, layout.Size()), make([]float64, layout.Size())
	h := &hyperStep{change: mat.NewDense(m, m, nil)}
	for k := range groups {
		at, slope := parameters{layout.Theta(x, k), layout.Z(x, k)}, sparse.Gradient{}
		if o.Has("kernel") {
			slope.Theta = layout.Theta(grad, k)
			if k < layout.Kernels {
				h.kernel = append(h.kernel, ascent{at.theta, slope.Theta, optim.NewAdam(layout.P, o.HyperRate)})
			}
		}
		if o.Has("inducing") {
			slope.Z = layout.Z(grad, k)
			if k < layout.Inputs {
				of := slope.Z.RawMatrix().Data
				h.inputs = append(h.inputs, ascent{at.z.RawMatrix().Data, of, optim.NewAdam(len(of), o.HyperRate*o.InducingRate)})
			}
		}
		h.at, h.slope = append(h.at, at), append(h.slope, slope)
	}
	h.packInputs(groups)
	return h
}

// packInputs takes the inducing inputs from the priors. They stay those of the priors, unless
// a step is taken back.
func (h *hyperStep) packInputs(groups []*group) {
	for _, g := range groups {
		h.at[g.index].z.Copy(g.prior.Z)
	}
}

// packKernels takes the kernels' parameters from the priors.
func (h *hyperStep) packKernels(groups []*group) {
	for _, g := range groups {
		g.prior.Kernel.Params(h.at[g.index].theta)
	}
}

// of returns those of all kernels, or of all inducing inputs, which active groups have.
func (f *Fit) of(all []ascent) []ascent {
	if len(all) <= 1 {
		return all
	}
	var have []ascent
	for _, g := range f.activeGroups {
		have = append(have, all[g.index])
	}
	return have
}

// moving returns the groups whose prior a step moves.
func (f *Fit) moving() []*group {
	if len(f.hyper.kernel) == 1 || len(f.hyper.inputs) == 1 {
		return f.groups
	}
	return f.activeGroups
}

// kernelGradient works out the derivatives of the bound by the parameters of what
// is learnt, at fixed q and auxiliary variables. If functions were drawn, it is an estimate
// by them of what all functions share, and else has the parameters of those drawn.
func (f *Fit) kernelGradient() {
	h := f.hyper
	for _, all := range [][]ascent{h.kernel, h.inputs} {
		for _, a := range f.of(all) {
			clear(a.grad)
		}
	}
	f.addGradients()
	for _, all := range [][]ascent{h.kernel, h.inputs} {
		if f.sample != nil && len(all) == 1 {
			for i := range all[0].grad {
				all[0].grad[i] *= f.sample.weight()
			}
		}
	}
}

// addGradients adds the derivatives of the active functions.
func (f *Fit) addGradients() {
	h := f.hyper
	for _, g := range f.activeGroups {
		var fs []sparse.Function
		for _, fn := range g.active {
			fn.q.Covariance()
			linalg.MulVec(fn.mean, false, 1, g.pr.A, fn.q.Mean, 0)
			for i, mu := range fn.mean {
				fn.g[i] = f.scale * (fn.shift[i] - fn.precision[i]*mu)
			}
			fs = append(fs, sparse.Function{Mean: fn.q.Mean, Cov: fn.q.Cov, G: fn.g, H: fn.h, Curvature: fn.curvature})
		}
		if len(fs) == 1 {
			f.pull.Function(h.slope[g.index], g.prior, g.pr, fs[0], f.options.fixed())
		} else {
			f.pull.Shared(h.slope[g.index], g.prior, g.pr, fs, f.options.fixed())
		}
	}
}

// kernelUpdate takes a step of the kernels and the inducing inputs up the gradient,
// unless some Kuu or q then has no Cholesky factor.
func (f *Fit) kernelUpdate() {
	moving := f.moving()
	f.hyper.packKernels(moving)
	for _, all := range [][]ascent{f.hyper.kernel, f.hyper.inputs} {
		for _, a := range f.of(all) {
			if !a.Ascend(a.x, a.grad) {
				f.rec.Event(method.EventNotFinite, 1)
			}
		}
	}
	if err := f.prepareNext(moving); err != nil {
		f.rec.Event(method.EventRefused, 1)
		f.hyper.packInputs(moving)
		return
	}
	for _, g := range moving {
		g.prior, g.next = g.next, g.prior
		for _, fn := range g.functions {
			fn.q, fn.nextQ = fn.nextQ, fn.q
		}
	}
	f.fresh = false
}

// prepareNext works out the next priors of groups, and in their coordinates the next q of
// all their functions.
func (f *Fit) prepareNext(moving []*group) error {
	h, growths := f.hyper, 0
	defer func() { method.Jitter(f.rec, growths) }()
	for _, g := range moving {
		g.next.Z.Copy(h.at[g.index].z)
		n, err := g.next.Set(g.prior.Kernel.With(h.at[g.index].theta))
		growths += n
		if err != nil {
			return err
		}
	}
	for _, g := range moving {
		if !f.options.Whiten {
			sparse.Change(h.change, g.prior.L, g.next.L)
		}
		for _, fn := range g.functions {
			if f.options.Whiten {
				fn.nextQ.CopyFrom(fn.q)
				continue
			}
			fn.q.Move(&fn.nextQ.Natural, h.change, f.square)
			if err := fn.nextQ.Refresh(); err != nil {
				return err
			}
		}
	}
	return nil
}
