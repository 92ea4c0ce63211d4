package variational

import (
	"context"

	"gpcbench/gp/likelihood"
	"gpcbench/methods/method"
	"gpcbench/methods/natgrad"
)

// The rates of natural gradients: natural steps are (ratePlus + t)^-ratePower long in iteration
// t, fullRate on the full batch; those of Adam begin kernelFaster times as long as hyper_rate
// and are as long after kernelFaster^2 - 1 times kernelDecay iterations. Those of inducing inputs
// are inputsFaster times what inducing_rate says of them, up to those of the kernel. On 2,000 rows
// of image with M = 100 and batches of 100 that takes 800 iterations to within 0.01 nats a row of
// the optimum, 1,100 without it.
const (
	ratePlus     = 1
	ratePower    = 0.7
	fullRate     = 0.5
	kernelFaster = 10
	kernelDecay  = 20
	inputsFaster = 3
)

// fitNatural is Fit by natural gradients, which package natgrad takes.
func fitNatural(ctx context.Context, task method.Task, rec method.Recorder, s Settings, full bool, lik likelihood.Likelihood) (method.Predictor, error) {
	f, err := startNatural(ctx, task, rec, s, full, lik)
	if err != nil {
		return nil, err
	}
	return f.Run(ctx)
}

// startNatural returns the run before its first iteration, on batches of all rows or not.
func startNatural(ctx context.Context, task method.Task, rec method.Recorder, s Settings, full bool, lik likelihood.Likelihood) (*natgrad.Fit, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	var run *natgrad.Fit
	run, err := natgrad.Start(ctx, s.naturalOptions(full), natgrad.Method{
		Name: s.Name, Functions: lik.Functions(), Sharing: s.Sharing, Likelihood: natgrad.NewExpected(lik),
		Freeze: s.Freeze, Holdout: s.Holdout, Tilted: s.Tilted,
		Predictor: func(p *natgrad.Posterior) (method.Predictor, error) {
			now := lik
			if l, ok := lik.(learnt); ok {
				run.Bound() // chooses the parameters for the present q
				now = l.Fixed()
			}
			m, err := p.Model(now)
			if err != nil {
				return nil, err
			}
			return s.Predictor(m), nil
		},
	}, task, rec)
	return run, err
}

// naturalOptions returns the options of natural gradients on batches of all rows or not.
func (s Settings) naturalOptions(full bool) *natgrad.Options {
	o := &natgrad.Options{
		Sparse: s.Sparse, Prior: s.Prior, Learning: s.Learning, Schedule: s.Schedule, Batching: s.Batching,
		Rate: natgrad.RateRobbinsMonro, Delay: ratePlus, Power: ratePower,
		HyperRate: kernelFaster * s.HyperRate, HyperDecay: kernelDecay, HyperEvery: 1, InducingRate: max(s.InducingRate, min(1, inputsFaster*s.InducingRate)),
		Whiten: s.Whiten, Dual: s.Dual,
	}
	o.Tolerance = 0 // it applies to the searches only, as with adam
	if full {
		o.Rate, o.Value = natgrad.RateFixed, fullRate
	}
	if s.NaturalRate > 0 {
		o.Rate, o.Value = natgrad.RateFixed, s.NaturalRate
	}
	return o
}
