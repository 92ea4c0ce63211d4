package svgp

import (
	"slices"
	"testing"

	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// BenchmarkIteration measures whole training iterations by Adam on minibatches,
// the kernel and the inducing inputs learnt, and the phases that they are made of.
func BenchmarkIteration(b *testing.B) {
	for _, size := range methodtest.Sizes {
		b.Run(size.String(), func(b *testing.B) {
			task := size.Task(2000)
			f, t := begun(b, task, size), 0
			s := newSteps(f.cfg, f.lay)
			b.Run("iteration", func(b *testing.B) {
				methodtest.Fastest(b, func() {
					t++
					if err := f.iterate(t, s); err != nil {
						b.Fatal(err)
					}
				})
			})
			methodtest.Breakdown(b, phases(b, begun(b, task, size)))
		})
	}
}

// begun returns a run before its first iteration.
func begun(b *testing.B, task method.Task, size methodtest.Size) *fit {
	cfg := New()
	cfg.InducingInit, cfg.Inducing, cfg.Batch = "first", method.Inputs(size.M), size.Batch
	f, err := cfg.start(task, &methodtest.Recorder{})
	if err != nil {
		b.Fatal(err)
	}
	return f
}

// phases takes iterate to pieces that leave the run as it is, but for the space
// it works in.
func phases(b *testing.B, f *fit) []methodtest.Phase {
	l := f.f
	s, x := newSteps(f.cfg, f.lay), slices.Clone(f.x)
	for i := range s.Adam {
		s.Adam[i].Rate = 1e-6
	}
	if err := f.iterate(1, newSteps(f.cfg, f.lay)); err != nil {
		b.Fatal(err)
	}
	return []methodtest.Phase{
		{Name: "rows", Do: func() {
			f.deal.At(l.pos, 1)
			l.load()
		}},
		{Name: "kernel matrix", Do: func() {
			l.prior.Kernel.Cov(l.pr.Kfu, l.pr.X, l.prior.Z)
			l.prior.Kernel.Var(l.pr.Residual, l.pr.X)
		}},
		{Name: "projection solve", Do: func() {
			l.pr.A.Copy(l.pr.Kfu)
			linalg.SolveRightT(l.pr.A, l.prior.L)
		}},
		{Name: "marginals", Do: func() {
			linalg.MulFactor(l.ac, l.pr.A, l.c)
			l.pr.Moments(l.mean, l.vars, l.m, l.ac)
		}},
		{Name: "expectations", Do: func() { l.expect() }},
		{Name: "divergence", Do: func() { sparse.Divergence(l.m, l.c) }},
		{Name: "gradient of q", Do: func() {
			l.pull.Means(l.pr, l.g)
			l.pull.Variances(l.pr, l.h)
			l.pull.Gaussian(l.grad.mean, l.grad.factor, l.m, l.c)
		}},
		{Name: "pullback to K", Do: func() {
			linalg.MulLower(l.s, false, true, 1, l.c, l.c, 0)
			linalg.MirrorLower(l.s)
			l.pull.Covariances(l.prior, l.pr, l.m, l.s, l.g, l.h, sparse.QV)
		}},
		{Name: "pullback to kernel", Do: func() {
			l.pull.Kernel(l.grad.theta, l.grad.z, l.prior, l.pr, l.h)
		}},
		{Name: "Adam", Do: func() {
			q, k := f.lay.q(), f.lay.q()+f.lay.p
			s.Adam[0].Ascend(x[:q], f.grad[:q])
			s.Adam[1].Ascend(x[q:k], f.grad[q:k])
			s.Adam[2].Ascend(x[k:], f.grad[k:])
		}},
		{Name: "to and from a vector", Do: func() {
			f.lay.pack(f.grad, l.grad)
			f.lay.unpack(f.p, f.x)
			f.lay.unpack(f.p, f.x)
		}},
		{Name: "Gram and Cholesky", Do: func() {
			if _, err := l.prior.Set(l.prior.Kernel); err != nil {
				b.Fatal(err)
			}
		}},
	}
}
