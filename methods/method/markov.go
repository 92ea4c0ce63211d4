package method

import (
	"context"
	"io"
	"math"

	"gpcbench/gp/mcmc"
)

// lookEvery is the number of iterations of chains between checks of the tolerance.
const lookEvery = 100

// Sampler is Markov chains at work.
type Sampler struct {
	BurnIn    func() error // a sweep before those that count
	Sweep     func() error // moves every chain once
	Keep      func()       // keeps the present draw of every chain
	Summaries func() []mcmc.Summary
	Predictor func() (Predictor, error) // of the draws kept so far, as Summaries
	Save      func(w io.Writer) error   // as of a Loop
}

// Sample does the iterations that follow t, each of them a sweep, and the burn-in before
// the first.
func (m Markov) Sample(ctx context.Context, s Schedule, rec Recorder, t int, c Sampler) error {
	if t == 0 {
		if err := m.warm(ctx, func() bool { return s.Expired(rec.Elapsed()) }, c.BurnIn); err != nil {
			return err
		}
	}
	return s.Run(ctx, rec, t, Loop{
		Iterate: func(t int) error {
			err := c.Sweep()
			if err == nil && m.keeps(t) {
				c.Keep()
			}
			return err
		},
		Converged: func(t int) bool { return m.precise(s.Tolerance, t, c.Summaries) },
		Trace:     func(t int) error { return rec.Trace(t, nil, c.Predictor) },
		Save:      c.Save,
	})
}

// warm does the burn-in sweeps, in which chains forget where they started, or stops when the budget
// is spent: the diagnostics then tell whether they have converged.
func (m Markov) warm(ctx context.Context, over func() bool, sweep func() error) error {
	for range m.BurnIn {
		if over() {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := sweep(); err != nil {
			return err
		}
	}
	return nil
}

// keeps says whether the draws of iteration t, counted from 1, are kept: the first are, and every thinning-th after them.
func (m Markov) keeps(t int) bool { return (t-1)%m.Thinning == 0 }

// Kept returns how many draws of a chain are kept after iteration t.
func (m Markov) Kept(t int) int { return (t-1)/m.Thinning + 1 }

// precise says whether the draws after iteration t are good enough for a tolerance: at a multiple
// of 100 iterations, all summaries have converged and no standard error of a mean is above
// tolerance standard deviations. A tolerance of 0 is never reached, nor is any tolerance without
// summaries.
func (m Markov) precise(tolerance float64, t int, summaries func() []mcmc.Summary) bool {
	if tolerance == 0 || t%lookEvery != 0 {
		return false
	}
	all := summaries()
	for _, s := range all {
		if !s.Converged() || s.MCSEMean > tolerance*math.Sqrt(s.Variance) {
			return false
		}
	}
	return len(all) > 0
}

// CountUnconverged counts the summaries that have not converged as an event, or the given number if
// chains are too short to be judged.
func CountUnconverged(rec Recorder, all []mcmc.Summary, unjudged int) {
	bad := 0
	for _, s := range all {
		if !s.Converged() {
			bad++
		}
	}
	if all == nil {
		bad = unjudged
	}
	if bad > 0 {
		rec.Event(EventNotConverged, bad)
	}
}
