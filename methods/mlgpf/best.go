package mlgpf

import (
	"math"

	"gpcbench/methods/method"
)

// best is the state of the highest bound so far. It is known only on the full batch, because
// bounds of minibatches are of different rows. A nil *best keeps nothing.
type best struct {
	at    *parameters
	bound float64
}

// newBest returns the state before there is any, nil where none is kept.
func (f *fit) newBest() *best {
	if !f.KeepBest || len(f.pos) < f.task.Train.Len() || f.sampled != nil {
		return nil
	}
	b := &best{at: f.at.like(), bound: math.Inf(-1)}
	b.at.copyFrom(f.at)
	return b
}

// follow keeps a state, with its bound, if that is the highest.
func (b *best) follow(at *parameters, bound float64) {
	if b != nil && bound > b.bound {
		b.bound = bound
		b.at.copyFrom(at)
	}
}

// lost counts a fit whose last bound is below that of the state that is kept.
func (b *best) lost(f *fit) {
	if b != nil {
		method.BestKept(f.rec, f.bound, b.bound, f.task.Train.Len())
	}
}

// result returns the state that is the fit's result so far.
func (f *fit) result() *parameters {
	if f.best != nil {
		return f.best.at
	}
	return f.at
}

// followed returns the bound of all rows, nil where there is none: on minibatches, or of a sample of labels.
func (f *fit) followed() func() float64 {
	if len(f.pos) < f.task.Train.Len() || f.sampled != nil {
		return nil
	}
	return func() float64 {
		bound, _ := f.objective() // which is known already
		return bound
	}
}

// objective returns the recorded bound: that of the result, or its estimate on a minibatch. Without
// keep_best it is the bound before the last step.
func (f *fit) objective() (float64, error) {
	switch {
	case f.best != nil:
		return f.best.bound, nil
	case f.KeepBest:
		return f.elbo.value(f.slope, f.at, &f.batch, f.scale())
	}
	return f.bound, nil
}
