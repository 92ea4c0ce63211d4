package natgrad

import (
	"io"
	"slices"

	"gpcbench/gp/optim"
	"gpcbench/gp/saved"
	"gpcbench/methods/method"
)

// state is all that iteration t+1 needs of the iterations before it, beside
// the options and the task.
type state struct {
	Priors         []savedPrior
	Functions      []savedFunction
	Changes, Last  []float64
	Rising         float64
	Kernel, Inputs []*optim.Adam // empty if not learnt
	NLL            []float64     // of the held-out rows
}

type savedPrior struct{ Theta, Z []float64 }

type savedFunction struct {
	Precision, Shift []float64
	Rate             *adaptive
}

// save writes the state after the present iteration.
func (f *Fit) save(w io.Writer) error {
	s := state{Changes: f.stop.changes, Last: f.stop.last, Rising: f.rising}
	for _, g := range f.groups {
		theta := make([]float64, g.prior.Kernel.NumParams())
		g.prior.Kernel.Params(theta)
		s.Priors = append(s.Priors, savedPrior{theta, g.prior.Z.RawMatrix().Data})
	}
	for _, fn := range f.functions {
		s.Functions = append(s.Functions, savedFunction{fn.q.Precision.RawMatrix().Data, fn.q.Shift, fn.rate})
	}
	if f.held != nil {
		s.NLL = f.held.NLL
	}
	if f.hyper != nil {
		s.Kernel, s.Inputs = optimisers(f.hyper.kernel), optimisers(f.hyper.inputs)
	}
	return method.SaveState(w, s)
}

// resume goes back to the state that an earlier part of this fit left with the
// recorder, if any, and returns the iteration it was saved after.
func (f *Fit) resume() (int, error) {
	var s state
	t, err := method.ResumeState(f.rec, f.method.Name, &s)
	if t == 0 || err != nil {
		return 0, err
	}
	if !f.fits(&s) {
		return 0, method.OtherCheckpoint(f.method.Name)
	}
	for k, g := range f.groups {
		copy(g.prior.Z.RawMatrix().Data, s.Priors[k].Z)
		if _, err := g.prior.Set(g.prior.Kernel.With(s.Priors[k].Theta)); err != nil {
			return 0, err
		}
	}
	for k, fn := range f.functions {
		of := s.Functions[k]
		copy(fn.q.Precision.RawMatrix().Data, of.Precision)
		copy(fn.q.Shift, of.Shift)
		fn.rate.restore(of.Rate)
		if err := fn.q.Refresh(); err != nil {
			return 0, err
		}
	}
	f.rising = s.Rising
	f.stop.changes = s.Changes
	copy(f.stop.last, s.Last)
	if f.held != nil {
		f.held.NLL = s.NLL
	}
	if f.hyper != nil {
		for i, a := range s.Kernel {
			f.hyper.kernel[i].Adam = a
		}
		for i, a := range s.Inputs {
			f.hyper.inputs[i].Adam = a
		}
	}
	return t, nil
}

// optimisers returns the states of the optimisers.
func optimisers(all []ascent) (states []*optim.Adam) {
	for _, a := range all {
		states = append(states, a.Adam)
	}
	return states
}

// fits says whether a state belongs to this run, judging by its
// lengths.
func (f *Fit) fits(s *state) bool {
	m, d := f.groups[0].prior.Z.Dims()
	p := f.groups[0].prior.Kernel.NumParams()
	if f.hyper != nil && !(saved.SameShape(s.Kernel, optimisers(f.hyper.kernel)) && saved.SameShape(s.Inputs, optimisers(f.hyper.inputs))) {
		return false
	}
	return len(s.Changes) <= window && len(s.Priors) == len(f.groups) && len(s.Functions) == len(f.functions) && len(s.Last) == len(f.stop.last) &&
		!slices.ContainsFunc(s.Priors, func(g savedPrior) bool { return len(g.Theta) != p || len(g.Z) != m*d }) &&
		!slices.ContainsFunc(s.Functions, func(q savedFunction) bool {
			return len(q.Shift) != m || len(q.Precision) != m*m || q.Rate == nil || len(q.Rate.Mean) != m+m*m
		})
}
