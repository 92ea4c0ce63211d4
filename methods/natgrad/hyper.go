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
	x, grad        []float64         // the parameters of all priors, and the derivatives of the bound by them
	kernels        int               // kernel parameters, which come first
	kernel, inputs *optim.Adam       // nil if not learnt
	at             []parameters      // by group, parts of x
	slope          []sparse.Gradient // by group, parts of grad, nil if not learnt
	change         *mat.Dense        // M x M, from the coordinates of one prior to those of the next
}

// parameters are those of a group's prior, as a part of the vector of all. What
// groups share is the same part.
type parameters struct {
	theta []float64
	z     *mat.Dense // M x D
}

// newHyperStep returns the steps for what the options learn.
func newHyperStep(o *Options, share method.Sharing, groups []*group) *hyperStep {
	var priors []*sparse.Prior
	for _, g := range groups {
		priors = append(priors, g.prior)
	}
	layout, m := sparse.NewLayout(priors, share.Shares("kernel"), share.Shares("inducing")), priors[0].M()
	h := &hyperStep{
		x: make([]float64, layout.Size()), grad: make([]float64, layout.Size()),
		kernels: layout.KernelSize(), change: mat.NewDense(m, m, nil),
	}
	if o.Has("kernel") {
		h.kernel = optim.NewAdam(h.kernels, o.HyperRate)
	}
	if o.Has("inducing") {
		h.inputs = optim.NewAdam(len(h.x)-h.kernels, o.HyperRate*o.InducingRate)
	}
	for k := range groups {
		h.at = append(h.at, parameters{layout.Theta(h.x, k), layout.Z(h.x, k)})
		slope := sparse.Gradient{}
		if h.kernel != nil {
			slope.Theta = layout.Theta(h.grad, k)
		}
		if h.inputs != nil {
			slope.Z = layout.Z(h.grad, k)
		}
		h.slope = append(h.slope, slope)
	}
	return h
}

// pack takes the parameters from the priors.
func (h *hyperStep) pack(groups []*group) {
	for k, g := range groups {
		g.prior.Kernel.Params(h.at[k].theta)
		h.at[k].z.Copy(g.prior.Z)
	}
}

// kernelGradient works out the derivatives of the bound by the parameters of what
// is learnt, at fixed q and auxiliary variables.
func (f *Fit) kernelGradient() {
	h := f.hyper
	clear(h.grad)
	for k, g := range f.groups {
		var fs []sparse.Function
		for _, fn := range g.functions {
			fn.q.Covariance()
			linalg.MulVec(fn.mean, false, 1, g.pr.A, fn.q.Mean, 0)
			for i, mu := range fn.mean {
				fn.g[i] = f.scale * (fn.shift[i] - fn.precision[i]*mu)
			}
			fs = append(fs, sparse.Function{Mean: fn.q.Mean, Cov: fn.q.Cov, G: fn.g, H: fn.h, Curvature: fn.curvature})
		}
		if len(fs) == 1 {
			f.pull.Function(h.slope[k], g.prior, g.pr, fs[0], f.options.fixed())
		} else {
			f.pull.Shared(h.slope[k], g.prior, g.pr, fs, f.options.fixed())
		}
	}
}

// kernelUpdate takes a step of the kernels and the inducing inputs up the gradient,
// unless some Kuu or q then has no Cholesky factor.
func (f *Fit) kernelUpdate() {
	h := f.hyper
	h.pack(f.groups)
	if h.kernel != nil && !h.kernel.Ascend(h.x[:h.kernels], h.grad[:h.kernels]) {
		f.rec.Event(method.EventNotFinite, 1)
	}
	if h.inputs != nil && !h.inputs.Ascend(h.x[h.kernels:], h.grad[h.kernels:]) {
		f.rec.Event(method.EventNotFinite, 1)
	}
	if err := f.prepareNext(); err != nil {
		f.rec.Event(method.EventRefused, 1)
		return
	}
	for _, g := range f.groups {
		g.prior, g.next = g.next, g.prior
	}
	for _, fn := range f.functions {
		fn.q, fn.nextQ = fn.nextQ, fn.q
	}
	f.fresh = false
}

// prepareNext works out the next priors, and in their coordinates the next q.
func (f *Fit) prepareNext() error {
	h, growths := f.hyper, 0
	defer func() { method.Jitter(f.rec, growths) }()
	for k, g := range f.groups {
		g.next.Z.Copy(h.at[k].z)
		n, err := g.next.Set(g.prior.Kernel.With(h.at[k].theta))
		growths += n
		if err != nil {
			return err
		}
	}
	for _, g := range f.groups {
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
