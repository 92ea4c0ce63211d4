package xgpc

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/gp/optim"
	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/methods/method"
)

// firstMove is the iteration that first moves the kernel (the authors' code):
// until then q has seen too little for a gradient worth following.
const firstMove = 3

// moves is what moving the kernel and the inducing inputs takes.
type moves struct {
	kernel, inputs *optim.Adam // nil if not learnt
	theta, dTheta  []float64
	dZ             *mat.Dense
	prior          *sparse.Prior // where the next prior is built
	q              *natural
}

// newMoves returns the steps for what cfg learns.
func newMoves(cfg *Config, k kernel.Kernel, m, d int) *moves {
	p := k.NumParams()
	mv := &moves{
		theta: make([]float64, p), dTheta: make([]float64, p),
		prior: &sparse.Prior{Z: mat.NewDense(m, d, nil), Gram: mat.NewDense(m, m, nil), L: mat.NewDense(m, m, nil)},
		q:     newNatural(m),
	}
	if cfg.Has("kernel") {
		mv.kernel = optim.NewAdam(p, cfg.HyperRate)
	}
	if cfg.Has("inducing") {
		mv.dZ = mat.NewDense(m, d, nil)
		mv.inputs = optim.NewAdam(m*d, cfg.HyperRate*cfg.InducingRate)
	}
	return mv
}

// fixed is what stays put while the kernel moves.
func (c *Config) fixed() sparse.Fixed {
	if c.Whiten {
		return sparse.QV
	}
	return sparse.QU
}

// kernelGradient writes the derivatives of the bound with respect to the
// kernel's parameters and the inducing inputs, at fixed q and c, to moves.
func (f *fit) kernelGradient() {
	mv := f.moves
	f.q.covariance()
	linalg.MulVec(f.mean, false, 1, f.pr.A, f.q.mean, 0)
	for i, mu := range f.mean {
		f.g[i] = f.scale * (0.5*f.y[i] - f.theta[i]*mu)
	}
	f.pull.Means(f.pr, f.g)
	f.pull.Covariances(f.prior, f.pr, f.q.mean, f.q.cov, f.g, f.h, f.cfg.fixed())
	clear(mv.dTheta)
	if mv.dZ != nil {
		mv.dZ.Zero()
	}
	f.pull.Kernel(mv.dTheta, mv.dZ, f.prior, f.pr, f.h)
}

// moveKernel takes a step of the kernel and the inducing inputs up the bound,
// unless Kuu or q then have no Cholesky factor.
func (f *fit) moveKernel() {
	mv := f.moves
	f.kernelGradient()
	f.prior.Kernel.Params(mv.theta)
	mv.prior.Z.Copy(f.prior.Z)
	if mv.kernel != nil && !mv.kernel.Ascend(mv.theta, mv.dTheta) {
		f.rec.Event(method.EventNotFinite, 1)
	}
	if mv.inputs != nil && !mv.inputs.Ascend(mv.prior.Z.RawMatrix().Data, mv.dZ.RawMatrix().Data) {
		f.rec.Event(method.EventNotFinite, 1)
	}
	growths, err := mv.prior.Set(f.prior.Kernel.With(mv.theta))
	method.Jitter(f.rec, growths)
	if err == nil {
		if f.cfg.Whiten {
			mv.q.copy(f.q)
		} else {
			f.q.reexpress(mv.q, f.prior.L, mv.prior.L)
			err = mv.q.refresh()
		}
	}
	if err != nil {
		f.rec.Event(method.EventRefused, 1)
		return
	}
	f.prior, mv.prior = mv.prior, f.prior
	f.q, mv.q = mv.q, f.q
	f.fresh = false
}
