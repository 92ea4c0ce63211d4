package exact

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/gp/likelihood"
	"gpcbench/gp/mcmc"
	"gpcbench/linalg/threads"
	"gpcbench/methods/method"
)

// Fit samples the posterior of a task of two or more classes.
func (c *Config) Fit(ctx context.Context, task method.Task, rec method.Recorder) (method.Predictor, error) {
	r, err := c.start(task, rec)
	if err != nil {
		return nil, err
	}
	t, err := r.resume()
	if err != nil {
		return nil, err
	}
	if err := c.Sample(ctx, c.Schedule, rec, t, method.Sampler{
		BurnIn: r.burn(), Sweep: r.sweep, Keep: r.keep,
		Summaries: func() []mcmc.Summary { return r.model().quantities() },
		Predictor: func() (method.Predictor, error) { return r.model(), nil },
		Save:      r.save,
	}); err != nil {
		return nil, err
	}
	model := r.model()
	rec.OffClock(func() {
		r.judge(model)
		if c.EvidenceRuns > 0 {
			model.diagnosis.Evidence, err = c.anneal(ctx, r.spaces[0], task.Stream("evidence"))
		}
	})
	return model, err
}

// run is a sampler at work.
type run struct {
	cfg    *Config
	rec    method.Recorder
	chains []*chain
	spaces []*posterior // the same distribution, for each chain that moves at a time

	predictive predictive // of its models
}

// start returns the run before its burn-in.
func (c *Config) start(task method.Task, rec method.Recorder) (*run, error) {
	if err := c.check(task); err != nil {
		return nil, err
	}
	k, err := c.Prior.Start(task)
	if err != nil {
		return nil, err
	}
	l, k, err := c.likelihood(task, k)
	if err != nil {
		return nil, err
	}
	x, y := task.Train.ReadAll()
	r := &run{cfg: c, rec: rec}
	if c.Draws > 0 {
		r.predictive = predictive{c.Draws, task.Stream("prediction").Uint64()}
	}
	for range threads.Workers(c.Chains) {
		post, err := c.posterior(l, k, x, y)
		if err != nil {
			return nil, err
		}
		r.spaces = append(r.spaces, post)
	}
	seeds := task.Stream("sampler")
	for range c.Chains {
		ch, err := newChain(r.spaces[0], seeds)
		if err != nil {
			return nil, fmt.Errorf("exact: %w", err)
		}
		r.chains = append(r.chains, ch)
	}
	rec.Inducing(len(y))
	return r, nil
}

// errNoPoints is the error of frames by points with another likelihood than a softmax.
var errNoPoints = errors.New("exact: frame_points needs the likelihood \"softmax\", \"logistic-softmax\" or \"robust-max\"; set frame_points = false")

// posterior returns the distribution that is sampled, with the frames and moves of the options.
func (c *Config) posterior(l likelihood.Observation, k kernel.Kernel, x *mat.Dense, y []int) (*posterior, error) {
	post := newPosterior(l, x, y, newHyperprior(k, c.LearnsKernel(), c.LengthscaleSD, c.VarianceSD))
	post.adapted, post.leapfrogs, post.batched = c.AdaptedFrame, c.Leapfrogs, c.BatchedMoves
	if c.PriorFrame {
		post.frames = priorFrame
	}
	if c.FrameCurvature > 0 {
		post.curvature = c.FrameCurvature
	}
	switch {
	case c.SurrogateData:
		post.kernelMove = kernelBySurrogate
	case c.Estimates > 0:
		post.kernelMove, post.estimates = kernelByEstimates, c.Estimates
	}
	if c.FramePoints {
		softmax, ok := post.guide.(likelihood.Softmax)
		if !ok {
			return nil, errNoPoints
		}
		post.guide = softmax.AtPoints()
	}
	if c.CoupledFrame {
		if err := post.couple(); err != nil {
			return nil, err
		}
	}
	if c.Truncated {
		if err := post.truncate(); err != nil {
			return nil, err
		}
	}
	if c.MatchedFrame {
		if err := post.matchMoments(); err != nil {
			return nil, err
		}
	}
	return post, nil
}

// sweep moves every chain once, as many at a time as there are cores.
func (r *run) sweep() error {
	threads.Do(len(r.chains), func(worker, i int) {
		c := r.chains[i]
		c.posterior = r.spaces[worker]
		c.sweep(r.cfg.KernelMoves, r.cfg.LatentMoves)
	})
	return nil
}

// burn returns a sweep of the burn-in. With fitted ellipses, that of z is fitted halfway through
// and at the end, to the draws of all chains in the second half of the sweeps so far.
func (r *run) burn() func() error {
	if !r.cfg.FittedEllipse {
		return r.sweep
	}
	var seen [][]float64 // z of all chains, by sweep
	return func() error {
		if err := r.sweep(); err != nil {
			return err
		}
		var z []float64
		for _, c := range r.chains {
			z = append(z, c.z...)
		}
		seen = append(seen, z)
		if n := len(seen); n == r.cfg.BurnIn/2 || n == r.cfg.BurnIn {
			return r.fitEllipse(slices.Concat(seen[n/2:]...))
		}
		return nil
	}
}

// fitEllipse makes all chains move z by the ellipse of the given draws.
func (r *run) fitEllipse(z []float64) error {
	if p := len(r.spaces[0].prior.free); p > 0 {
		r.moveBy(fitEllipse(z, p))
	}
	for _, c := range r.chains {
		if err := c.restart(); err != nil {
			return err
		}
	}
	return nil
}

// moveBy makes moves of z use an ellipse as their prior; nil is the prior itself.
func (r *run) moveBy(e *ellipse) {
	for _, post := range r.spaces {
		post.ellipse = e
	}
}

// keep keeps the draw of every chain.
func (r *run) keep() {
	for _, c := range r.chains {
		c.keep()
	}
}

// judge gives the model its diagnostics and counts what has not
// converged.
func (r *run) judge(m *Model) {
	all := m.quantities()
	if all != nil {
		m.diagnosis = worst(all)
	}
	method.CountUnconverged(r.rec, all, len(m.prior.free)+1)
}

// model returns the model of the draws so far, chain by chain.
func (r *run) model() *Model {
	post := r.spaces[0]
	m := &Model{likelihood: post.likelihood, prior: post.prior, x: post.x, chains: len(r.chains), predictive: r.predictive}
	for _, c := range r.chains {
		m.draws.Z = append(m.draws.Z, c.kept.Z...)
		m.draws.V = append(m.draws.V, c.kept.V...)
		m.draws.LogLikelihood = append(m.draws.LogLikelihood, c.kept.LogLikelihood...)
	}
	return m
}

// state is what iteration t+1 needs of the iterations before it: a chain an element.
type state struct {
	Sources [][]byte
	Z       [][]float64
	Eta     [][][]float64
	Kept    []draws
	Ellipse *ellipse
}

// save writes the state after the present iteration.
func (r *run) save(w io.Writer) error {
	s := state{Ellipse: r.spaces[0].ellipse}
	for _, c := range r.chains {
		source, err := c.source.MarshalBinary()
		if err != nil {
			return err
		}
		s.Sources = append(s.Sources, source)
		s.Z = append(s.Z, c.z)
		s.Eta = append(s.Eta, c.eta)
		s.Kept = append(s.Kept, c.kept)
	}
	return method.SaveState(w, s)
}

// resume goes back to the state that an earlier part of this fit left with the recorder, if any,
// and returns the iteration it was saved after.
func (r *run) resume() (int, error) {
	var s state
	t, err := method.ResumeState(r.rec, "exact", &s)
	if t == 0 || err != nil {
		return 0, err
	}
	if len(s.Sources) != len(r.chains) || len(s.Z) != len(r.chains) || len(s.Eta) != len(r.chains) || len(s.Kept) != len(r.chains) {
		return 0, method.OtherCheckpoint("exact")
	}
	if s.Ellipse != nil && !s.Ellipse.fits(len(r.chains[0].z)) {
		return 0, method.OtherCheckpoint("exact")
	}
	r.moveBy(s.Ellipse)
	kept := r.cfg.Kept(t)
	for i, c := range r.chains {
		if !c.fits(s.Z[i], s.Eta[i], s.Kept[i], kept) {
			return 0, method.OtherCheckpoint("exact")
		}
		if err := c.source.UnmarshalBinary(s.Sources[i]); err != nil {
			return 0, fmt.Errorf("%w: %w", method.OtherCheckpoint("exact"), err)
		}
		c.z, c.eta, c.kept = s.Z[i], s.Eta[i], s.Kept[i]
		if err := c.restart(); err != nil {
			return 0, fmt.Errorf("%w: %w", method.OtherCheckpoint("exact"), err)
		}
	}
	return t, nil
}

// fits says whether a state is of this chain after so many kept draws.
func (c *chain) fits(z []float64, eta [][]float64, kept draws, count int) bool {
	functions, n := len(c.eta), len(c.y)
	if len(z) != len(c.z) || len(eta) != functions ||
		len(kept.Z) != count*len(z) || len(kept.V) != count*functions*n || len(kept.LogLikelihood) != count {
		return false
	}
	for _, e := range eta {
		if len(e) != n {
			return false
		}
	}
	return c.prior.has(z)
}
