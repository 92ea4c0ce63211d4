package gibbs

import (
	"context"
	"time"

	"gpcbench/gp/kernel"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/scmgpc"
	"gpcbench/methods/svgp"
)

// fitInputs is the largest number of inducing inputs in the fit that gives the kernel.
const fitInputs = 100

// setKernel gives the prior the kernel of a fit. A sampler that resumes from a checkpoint fits
// the kernel again, with the clock stopped, and gets the same one.
func (c *Config) setKernel(ctx context.Context, prior *sparse.Prior, task method.Task, rec method.Recorder) (err error) {
	t, _ := rec.Resume()
	fit := func() {
		var k kernel.Kernel
		if k, err = c.fitKernel(ctx, task, quiet{rec: rec, first: t == 0}); err != nil {
			return
		}
		var growths int
		if growths, err = prior.Set(k); t == 0 {
			method.Jitter(rec, growths)
		}
	}
	if t > 0 {
		rec.OffClock(fit)
	} else {
		fit()
	}
	return err
}

// fitKernel returns the kernel at which a variational bound of the sampler's own likelihood is
// largest, by a sparse fit with inducing inputs that are learnt too. Functions share the kernel.
func (c *Config) fitKernel(ctx context.Context, task method.Task, rec method.Recorder) (kernel.Kernel, error) {
	inputs := method.Inputs(min(fitInputs, task.Train.Len()))
	if task.Classes == 2 {
		f := svgp.New()
		f.Prior, f.Inducing, f.Link.Likelihood = c.Prior, inputs, "logit"
		f.BudgetSeconds = c.OfChoice(1)
		f.Optimiser = "auto-natural" // that of records
		return kernelOf(f.Fit(ctx, task, rec))
	}
	f := scmgpc.New()
	f.BudgetSeconds = c.OfChoice(1)
	f.Prior, f.Inducing, f.Share = c.Prior, inputs, []string{"kernel", "inducing"}
	f.Collapse, f.Tolerance = false, 0 // those of records
	return kernelOf(f.Fit(ctx, task, rec))
}

// kernelOf returns the kernel of a fit.
func kernelOf(p method.Predictor, err error) (kernel.Kernel, error) {
	if err != nil {
		return nil, err
	}
	return p.(method.Parametrised).Kernels()[0], nil
}

// quiet is the recorder of an inner fit: it passes on the clock, and events unless they were
// counted before.
type quiet struct {
	method.Silent
	rec   method.Recorder
	first bool
}

func (q quiet) Event(name string, n int) {
	if q.first {
		q.rec.Event(name, n)
	}
}

func (q quiet) Elapsed() time.Duration { return q.rec.Elapsed() }

func (q quiet) Part(name string, f func()) { q.rec.Part(name, f) }
