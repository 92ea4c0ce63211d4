package natgrad

import (
	"slices"
	"testing"

	"gpcbench/gp/optim"
	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/methods/methodtest"
)

// BenchmarkPhases measures the phases of an iteration of one function: package xgpc
// measures whole ones.
func BenchmarkPhases(b *testing.B) {
	for _, size := range methodtest.Sizes {
		b.Run(size.String(), func(b *testing.B) {
			f := started(b, oneVersusRest{1}, nil, map[string]any{
				"inducing_init": "first", "inducing": size.M, "batch": size.Batch, "hyper_every": 1,
			}, size.Task(2000), &methodtest.Recorder{})
			for t := range firstHyperStep {
				if err := f.Iterate(t + 1); err != nil {
					b.Fatal(err)
				}
			}
			methodtest.Breakdown(b, phases(b, f))
		})
	}
}

// phases takes an iteration to pieces that leave the run as it is, but for the
// space it works in.
func phases(b *testing.B, f *Fit) []methodtest.Phase {
	must := func(err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	fn, h := f.functions[0], f.hyper
	theta, z := slices.Clone(h.theta[0]), slices.Clone(fn.prior.Z.RawMatrix().Data)
	onTheta, onZ := optim.NewAdam(len(theta), 1e-6), optim.NewAdam(len(z), 1e-6)
	f.load(firstHyperStep + 1)
	f.local()
	f.setTarget(fn, f.work[0])
	f.kernelStep()
	return []methodtest.Phase{
		{Name: "rows", Do: func() {
			f.minibatches.At(f.positions, firstHyperStep)
			f.train.Read(fn.pr.X, f.class, f.positions)
		}},
		{Name: "kernel matrix", Do: func() {
			fn.prior.Kernel.Cov(fn.pr.Kfu, fn.pr.X, fn.prior.Z)
			fn.prior.Kernel.Var(fn.pr.Residual, fn.pr.X)
		}},
		{Name: "projection solve", Do: func() {
			fn.pr.A.Copy(fn.pr.Kfu)
			linalg.SolveRightT(fn.pr.A, fn.prior.L)
		}},
		{Name: "local step", Do: f.local},
		{Name: "natural gradient", Do: func() {
			f.setTarget(fn, f.work[0])
			fn.q.Step(fn.rate.next(&fn.q.Natural, &f.work[0].target.Natural), &f.work[0].target.Natural)
		}},
		{Name: "Cholesky of P", Do: func() { must(fn.q.Refresh()) }},
		{Name: "hyper: covariance", Do: fn.q.Covariance},
		{Name: "hyper: pullback", Do: func() { f.addGradient(fn.group, f.work[0]) }},
		{Name: "hyper: Adam", Do: func() {
			onTheta.Ascend(theta, h.kernel[0].grad)
			onZ.Ascend(z, h.inputs[0].grad)
		}},
		{Name: "hyper: Gram and Cholesky", Do: func() {
			_, err := fn.next.Set(fn.prior.Kernel)
			must(err)
		}},
		{Name: "hyper: q in new coordinates", Do: func() {
			sparse.Change(f.work[0].change, fn.prior.L, fn.next.L)
			fn.q.Move(&fn.nextQ.Natural, f.work[0].change, f.work[0].square)
			must(fn.nextQ.Refresh())
		}},
	}
}
