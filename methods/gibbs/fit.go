package gibbs

import (
	"context"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/mcmc"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
)

// Fit samples the posterior of a task of two or more classes.
func (c *Config) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	r, err := c.start(ctx, task, rec)
	if err != nil {
		return nil, err
	}
	t, err := r.resume()
	if err != nil {
		return nil, err
	}
	if err := c.Sample(ctx, c.Schedule, rec, t, method.Sampler{
		BurnIn: r.sweep, Sweep: r.sweep, Keep: r.keep,
		Summaries: func() []mcmc.Summary { return r.model().inducing() },
		Predictor: func() (method.Predictor, error) { return r.model(), nil },
		Save:      r.save,
	}); err != nil {
		return nil, err
	}
	model := r.model()
	rec.OffClock(func() { r.judge(model) })
	return model, nil
}

// run is a sampler at work.
type run struct {
	cfg    *Config
	rec    method.Recorder
	prior  *sparse.Prior
	target *target
	chains []*chain
}

// chain is one Markov chain.
type chain struct {
	source *rand.PCG
	rng    *rand.Rand // of source
	v      []float64  // of the functions, one after the other
	kept   []float64  // draws of v, one after the other
}

// start returns the run before its burn-in.
func (c *Config) start(ctx context.Context, task method.Task, rec method.Recorder) (*run, error) {
	if err := c.check(task); err != nil {
		return nil, err
	}
	prior, err := method.StartPrior(ctx, task, c.Sparse, c.Prior, method.Learning{}, rec)
	if err != nil {
		return nil, err
	}
	if c.FitKernel {
		if err := c.setKernel(ctx, prior, task, rec); err != nil {
			return nil, err
		}
	}
	prior.Own = c.Inducing.All() // without noise too: the chain is on f at the training rows
	r := &run{cfg: c, rec: rec, prior: prior, target: newTarget(task, prior)}
	seeds := task.Stream("sampler")
	for range c.Chains {
		source := rand.NewPCG(seeds.Uint64(), seeds.Uint64())
		ch := &chain{source: source, rng: rand.New(source), v: make([]float64, len(r.target.latent)*prior.M())}
		normal(ch.v, ch.rng)
		r.chains = append(r.chains, ch)
	}
	return r, nil
}

// sweep moves every chain once.
func (r *run) sweep() error {
	for _, c := range r.chains {
		if err := r.target.sweep(c.v, c.rng); err != nil {
			return err
		}
	}
	return nil
}

// keep keeps the draw of every chain.
func (r *run) keep() {
	for _, c := range r.chains {
		c.kept = append(c.kept, c.v...)
	}
}

// judge gives the model its diagnosis and counts what has not converged.
func (r *run) judge(m *Model) {
	all := m.inducing()
	if all != nil {
		m.diagnosis = worst(all)
	}
	method.CountUnconverged(r.rec, all, len(r.target.latent)*r.prior.M())
}

// worst returns the worst value of every measure.
func worst(all []mcmc.Summary) diagnosis {
	d := diagnosis{Judged: true, RHat: all[0].RHat, ESS: min(all[0].ESS, all[0].ESSVariance)}
	for _, s := range all {
		d.RHat = max(d.RHat, s.RHat)
		d.ESS = min(d.ESS, s.ESS, s.ESSVariance)
		d.MCSEMean = max(d.MCSEMean, s.MCSEMean)
		d.MCSEVariance = max(d.MCSEVariance, s.MCSEVariance)
	}
	return d
}

// model returns the model of the draws so far, chain by chain.
func (r *run) model() *Model {
	m := len(r.target.latent) * r.prior.M()
	var all []float64
	for _, c := range r.chains {
		all = append(all, c.kept...)
	}
	return &Model{prior: r.prior, chains: len(r.chains), draws: mat.NewDense(len(all)/m, m, all)}
}
