package natgrad

import (
	"math"

	"gpcbench/gp/optim"
	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/linalg/threads"
	"gpcbench/methods/method"
)

// firstHyperStep is the iteration that first moves the kernel (the authors' code of
// wenzel2019), unless it is frozen for longer: until then q has seen too little for a gradient
// worth following.
const firstHyperStep = 3

// learns says whether iteration t takes a step of what is learnt beside q.
func (f *Fit) learns(t int) bool {
	first := max(firstHyperStep, f.method.Freeze+1)
	return f.hyper != nil && t >= first && (t-first)%f.options.HyperEvery == 0
}

// hyperStep is what a step of the kernels and the inducing inputs takes.
type hyperStep struct {
	kernel, inputs []ascent          // of a kernel, of a set of inducing inputs: one, or one for each group; none if not learnt
	theta          [][]float64       // by group, of the next kernel; what groups share is the same memory
	slope          []sparse.Gradient // by group: the derivatives of the bound by them, nil if not learnt
	refused        error             // why there are no next priors
}

// ascent are the steps of one kernel, or of one set of inducing inputs: the derivatives of
// the bound by its parameters and the state of the optimiser.
type ascent struct {
	grad []float64
	*optim.Adam
}

// newHyperStep returns the steps for what the options learn.
func newHyperStep(o *Options, share method.Sharing, groups []*group) *hyperStep {
	var priors []*sparse.Prior
	for _, g := range groups {
		priors = append(priors, g.prior)
	}
	layout := sparse.NewLayout(priors, share.SharesKernel(), share.SharesInducing())
	theta, grad := make([]float64, layout.KernelSize()), make([]float64, layout.Size())
	h := &hyperStep{}
	for k := range groups {
		slope := sparse.Gradient{}
		if o.LearnsKernel() {
			slope.Theta = layout.Theta(grad, k)
			if k < layout.Kernels {
				h.kernel = append(h.kernel, ascent{slope.Theta, optim.NewAdam(layout.P, o.HyperRate)})
			}
		}
		if o.LearnsInducing() {
			slope.Z = layout.Z(grad, k)
			if k < layout.Inputs {
				values := slope.Z.RawMatrix().Data
				h.inputs = append(h.inputs, ascent{values, optim.NewAdam(len(values), o.HyperRate*o.InducingRate)})
			}
		}
		h.theta, h.slope = append(h.theta, layout.Theta(theta, k)), append(h.slope, slope)
	}
	return h
}

// setSteps gives the optimisers the steps of iteration t.
func (h *hyperStep) setSteps(o *Options, t int) {
	if o.HyperDecay == 0 {
		return
	}
	rate := o.HyperRate / math.Sqrt(1+float64(t)/o.HyperDecay)
	for _, a := range h.kernel {
		a.Rate = rate
	}
	for _, a := range h.inputs {
		a.Rate = rate * o.InducingRate
	}
}

// shares says whether groups share what is learnt of their kernels, or of their inducing
// inputs; one group is taken to share it with itself.
func (h *hyperStep) shares() (kernel, inputs bool) { return len(h.kernel) == 1, len(h.inputs) == 1 }

// moving returns the groups whose prior a step moves.
func (f *Fit) moving() []*group {
	if kernel, inputs := f.hyper.shares(); kernel || inputs {
		return f.groups
	}
	return f.activeGroups
}

// kernelStep takes a step of the kernels and the inducing inputs up the gradient of the
// bound at fixed q and auxiliary variables, to the next priors. If functions were drawn, the
// gradient is an estimate by them of what all functions share, and else has the parameters
// of those drawn. What groups do not share is processed one group at a time, while it is in
// the cache.
func (f *Fit) kernelStep() {
	f.hyper.setSteps(f.options, f.iteration)
	h, moving := f.hyper, f.moving()
	kernel, inputs := h.shares()
	for _, g := range moving {
		g.prior.Kernel.Params(h.theta[g.index])
	}
	f.clearGradient(kernel, inputs, 0)
	if kernel || inputs {
		for _, g := range f.activeGroups { // one after the other: they add to the same
			f.clearGradient(!kernel, !inputs, g.index)
			f.addGradient(g, f.work[0])
			f.notFinite(f.ascend(!kernel, !inputs, g.index))
		}
		f.weigh(kernel, inputs)
		f.notFinite(f.ascend(kernel, inputs, 0))
		f.prepareNext(moving)
		return
	}
	lost := make([]int, len(f.activeGroups))
	growths, errs := make([]int, len(f.activeGroups)), make([]error, len(f.activeGroups))
	threads.Do(len(f.activeGroups), func(worker, i int) {
		g := f.activeGroups[i]
		f.clearGradient(true, true, g.index)
		f.addGradient(g, f.work[worker])
		lost[i] = f.ascend(true, true, g.index)
		growths[i], errs[i] = f.next(g)
	})
	for _, n := range lost {
		f.notFinite(n)
	}
	f.prepared(growths, errs)
}

// notFinite counts steps that were skipped.
func (f *Fit) notFinite(n int) {
	if n > 0 {
		f.rec.Event(method.EventNotFinite, n)
	}
}

// clearGradient clears the derivatives by kernel or inducing inputs i, or both.
func (f *Fit) clearGradient(kernel, inputs bool, i int) {
	if h := f.hyper; kernel && h.kernel != nil {
		clear(h.kernel[i].grad)
	}
	if h := f.hyper; inputs && h.inputs != nil {
		clear(h.inputs[i].grad)
	}
}

// weigh scales the derivatives by shared parameters to all functions, if some were drawn.
func (f *Fit) weigh(kernel, inputs bool) {
	if f.sample == nil {
		return
	}
	scale := func(grad []float64) {
		for i := range grad {
			grad[i] *= f.sample.weight()
		}
	}
	if kernel {
		scale(f.hyper.kernel[0].grad)
	}
	if inputs {
		scale(f.hyper.inputs[0].grad)
	}
}

// ascend takes a step of kernel or inducing inputs i, or both: of h.theta, and from the
// inducing inputs of a group's prior to those of its next. It returns how many steps were
// not taken, because a derivative is not finite.
func (f *Fit) ascend(kernel, inputs bool, i int) (lost int) {
	h := f.hyper
	if kernel && h.kernel != nil && !h.kernel[i].Ascend(h.theta[i], h.kernel[i].grad) {
		lost++
	}
	if !inputs || h.inputs == nil {
		return lost
	}
	from, to := f.groups[i].prior.Z.RawMatrix().Data, f.groups[i].next.Z.RawMatrix().Data
	if !h.inputs[i].AscendFrom(to, from, h.inputs[i].grad) {
		lost++
	}
	return lost
}

// addGradient adds the derivatives of the active functions of a group.
func (f *Fit) addGradient(g *group, w *work) {
	if f.energy != nil {
		if n := f.energy.addGradient(f.hyper.slope[g.index], w.pull, g.active[0], f.class, f.scale); n > 0 {
			f.rec.Event(eventNoCavity, n)
		}
		return
	}
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
		w.pull.Function(f.hyper.slope[g.index], g.prior, g.pr, fs[0], f.fixed())
	} else {
		w.pull.Shared(f.hyper.slope[g.index], g.prior, g.pr, fs, f.fixed())
	}
}

// prepareNext works out the next priors of groups.
func (f *Fit) prepareNext(groups []*group) {
	growths, errs := make([]int, len(groups)), make([]error, len(groups))
	threads.Do(len(groups), func(_, i int) { growths[i], errs[i] = f.next(groups[i]) })
	f.prepared(growths, errs)
}

// prepared records the outcome of the next priors, up to the first that failed.
func (f *Fit) prepared(growths []int, errs []error) {
	f.hyper.refused = nil
	total := 0
	for i, n := range growths {
		total += n
		if f.hyper.refused = errs[i]; errs[i] != nil {
			break
		}
	}
	method.Jitter(f.rec, total)
}

// next works out the next prior of a group, and says how often jitter grew.
func (f *Fit) next(g *group) (growths int, err error) {
	h := f.hyper
	switch {
	case h.inputs == nil, len(h.inputs) > 1 && len(g.active) == 0:
		g.next.Z.Copy(g.prior.Z)
	case len(h.inputs) == 1 && g.index > 0:
		g.next.Z.Copy(f.groups[0].next.Z)
	}
	return g.next.Set(g.prior.Kernel.With(h.theta[g.index]))
}

// kernelUpdate moves to the next priors, unless some Kuu or q has no Cholesky factor there.
func (f *Fit) kernelUpdate() {
	moving := f.moving()
	if f.hyper.refused == nil {
		f.hyper.refused = f.moveFunctions(moving)
	}
	if f.hyper.refused != nil {
		f.rec.Event(method.EventRefused, 1)
		return
	}
	for _, g := range moving {
		g.prior, g.next = g.next, g.prior
		if f.fixed() == sparse.QV {
			continue // q has the coordinates that stay
		}
		for _, fn := range g.functions {
			fn.q, fn.nextQ = fn.nextQ, fn.q
		}
	}
	f.fresh = false
}

// moveFunctions computes q of all functions of groups in the coordinates of the next priors, except
// at fixed q(v), which no prior moves.
func (f *Fit) moveFunctions(moving []*group) error {
	errs := make([]error, len(moving))
	threads.Do(len(moving), func(worker, i int) { errs[i] = f.moveGroup(moving[i], f.work[worker]) })
	return threads.First(errs)
}

// moveGroup is moveFunctions of one group.
func (f *Fit) moveGroup(g *group, w *work) error {
	fixed := f.fixed()
	if fixed == sparse.QV {
		return nil
	}
	sparse.Change(w.change, g.prior.L, g.next.L)
	for _, fn := range g.functions {
		if fixed == sparse.Sites {
			fn.q.MoveSites(&fn.nextQ.Natural, w.change, w.square)
		} else {
			fn.q.Move(&fn.nextQ.Natural, w.change, w.square)
		}
		if err := fn.nextQ.Refresh(); err != nil {
			return err
		}
	}
	return nil
}
