package xgpc

import (
	"math"
	"slices"
	"testing"

	"gpcbench/gp/optim"
	"gpcbench/linalg"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// BenchmarkIteration measures whole training iterations on minibatches that move
// the kernel and the inducing inputs, such that do not (by default they take
// turns), and the phases that they are made of.
func BenchmarkIteration(b *testing.B) {
	for _, size := range methodtest.Sizes {
		b.Run(size.String(), func(b *testing.B) {
			task := size.Task(2000)
			for _, c := range []struct {
				name  string
				every int
			}{{"iteration", 1}, {"iteration without a move", math.MaxInt}} {
				f, t := begun(b, task, size, c.every), firstMove
				b.Run(c.name, func(b *testing.B) {
					methodtest.Fastest(b, func() {
						t++
						if err := f.iterate(t); err != nil {
							b.Fatal(err)
						}
					})
				})
			}
			methodtest.Breakdown(b, phases(b, begun(b, task, size, 1)))
		})
	}
}

// begun returns a run after the first iteration that moved the kernel.
func begun(b *testing.B, task method.Task, size methodtest.Size, every int) *fit {
	cfg := New()
	cfg.InducingInit, cfg.Inducing, cfg.Batch, cfg.HyperEvery = "first", method.Inputs(size.M), size.Batch, every
	f, err := cfg.start(task, &methodtest.Recorder{})
	if err != nil {
		b.Fatal(err)
	}
	for t := range firstMove {
		if err := f.iterate(t + 1); err != nil {
			b.Fatal(err)
		}
	}
	return f
}

// phases takes iterate to pieces that leave the run as it is, but for the space
// it works in.
func phases(b *testing.B, f *fit) []methodtest.Phase {
	must := func(err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	theta, z := slices.Clone(f.moves.theta), slices.Clone(f.moves.prior.Z.RawMatrix().Data)
	onTheta, onZ := optim.NewAdam(len(theta), 1e-6), optim.NewAdam(len(z), 1e-6)
	f.load(firstMove + 1)
	f.locals()
	f.targets()
	f.kernelGradient()
	return []methodtest.Phase{
		{Name: "rows", Do: func() {
			f.deal.At(f.pos, firstMove)
			f.train.Read(f.pr.X, f.class, f.pos)
		}},
		{Name: "kernel matrix", Do: func() {
			f.prior.Kernel.Cov(f.pr.Kfu, f.pr.X, f.prior.Z)
			f.prior.Kernel.Var(f.pr.Residual, f.pr.X)
		}},
		{Name: "projection solve", Do: func() {
			f.pr.A.Copy(f.pr.Kfu)
			linalg.SolveRightT(f.pr.A, f.prior.L)
		}},
		{Name: "local updates", Do: f.locals},
		{Name: "natural gradient", Do: func() {
			f.targets()
			f.q.step(f.rate.next(f.q, f.pull.G, f.prec), f.pull.G, f.prec)
		}},
		{Name: "Cholesky of P", Do: func() { must(f.q.refresh()) }},
		{Name: "move: covariance", Do: f.q.covariance},
		{Name: "move: pullback to K", Do: func() {
			f.pull.Covariances(f.prior, f.pr, f.q.mean, f.q.cov, f.g, f.h, f.cfg.fixed())
		}},
		{Name: "move: pullback to kernel", Do: func() {
			f.pull.Kernel(f.moves.dTheta, f.moves.dZ, f.prior, f.pr, f.h)
		}},
		{Name: "move: Adam", Do: func() {
			onTheta.Ascend(theta, f.moves.dTheta)
			onZ.Ascend(z, f.moves.dZ.RawMatrix().Data)
		}},
		{Name: "move: Gram and Cholesky", Do: func() {
			_, err := f.moves.prior.Set(f.prior.Kernel)
			must(err)
		}},
		{Name: "move: q in new coordinates", Do: func() {
			f.q.reexpress(f.moves.q, f.prior.L, f.moves.prior.L)
			must(f.moves.q.refresh())
		}},
	}
}
