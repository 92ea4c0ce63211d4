package ep

import (
	"io"
	"slices"

	"gpcbench/gp/optim"
	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/methods/method"
)

// state is all that iteration t+1 needs from earlier iterations, besides the
// configuration and the task. Parts are those before the last step, from X0 to
// X, which is then repeated.
type state struct {
	X, X0 []float64
	Parts []savedNatural
	Added int
	Hyper *hyperStep

	Converged  bool
	FixedPoint *optim.Anderson // nil unless the fit is to end there
	Turns      *optim.Turns    // likewise

	Best *best // nil if the last state is the result
}

// savedNatural is a sparse.Natural as it is marshalled.
type savedNatural struct{ Precision, Shift []float64 }

// restore takes n to s and says whether s is of its size.
func (s savedNatural) restore(n *sparse.Natural) bool {
	to := n.Precision.RawMatrix().Data
	if len(s.Precision) != len(to) || len(s.Shift) != len(n.Shift) {
		return false
	}
	copy(to, s.Precision)
	copy(n.Shift, s.Shift)
	return true
}

// save writes the state after the present iteration, and then the sites, if
// there are any.
func (f *run) save(w io.Writer) error {
	st := state{X: f.x, X0: f.good, Hyper: f.hyper, Added: f.goodAdded, Converged: f.converged, Best: f.best}
	if f.fixed != nil {
		st.FixedPoint, st.Turns = f.fixed.Anderson, f.fixed.turns
	}
	for _, c := range f.classes {
		for _, p := range c.good {
			linalg.MirrorLower(p.Precision)
			st.Parts = append(st.Parts, savedNatural{p.Precision.RawMatrix().Data, p.Shift})
		}
	}
	return method.SaveState(w, append([]any{st}, f.ofAllRows().parts()...)...)
}

// resume goes back to the state that an earlier part of this fit left with the
// recorder, if any, and returns the iteration it was saved after.
func (f *run) resume() (int, error) {
	var st state
	own := f.ofAllRows()
	var kept *sites
	if own != nil {
		kept = &sites{}
	}
	t, err := method.ResumeState(f.rec, "ep", append([]any{&st}, kept.parts()...)...)
	if t == 0 || err != nil {
		return 0, err
	}
	if !f.sameShape(&st) || own != nil && !own.sameSize(kept) {
		return 0, method.OtherCheckpoint("ep")
	}
	copy(f.good, st.X0)
	f.hyper, f.converged = st.Hyper, st.Converged
	if f.best != nil {
		f.best = st.Best
	}
	if f.fixed != nil {
		f.fixed.Anderson, f.fixed.turns = st.FixedPoint, st.Turns
	}
	f.siteStore.resume(kept)
	f.goodAdded = st.Added
	for _, c := range f.classes {
		for _, p := range c.good {
			if !st.Parts[0].restore(p) {
				return 0, method.OtherCheckpoint("ep")
			}
			st.Parts = st.Parts[1:]
		}
	}
	if err := f.back(); err != nil {
		return 0, err
	}
	if slices.Equal(st.X, f.x) {
		return t, nil
	}
	copy(f.x, st.X)
	_, err = f.moveTo(f.x)
	return t, err
}

// sameShape says whether a state belongs to this run, judging by its
// lengths.
func (f *run) sameShape(st *state) bool {
	if len(st.X) != len(f.x) || len(st.X0) != len(f.x) || !st.Hyper.sameShape(f.hyper) {
		return false
	}
	if f.fixed != nil && (st.FixedPoint == nil || st.Turns == nil || !st.FixedPoint.Fits(f.fixed.Anderson)) {
		return false
	}
	if f.best != nil && !st.Best.sameShape(f.best) {
		return false
	}
	return len(st.Parts) == len(f.classes)*len(f.classes[0].parts) && st.Added >= 0 && st.Added <= f.n
}
