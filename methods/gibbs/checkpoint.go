package gibbs

import (
	"io"

	"gpcbench/methods/method"
)

// state is what iteration t+1 needs of the iterations before it: a chain an
// element.
type state struct {
	Sources [][]byte
	V       [][]float64
	Kept    [][]float64
}

// save writes the state after the present iteration.
func (r *run) save(w io.Writer) error {
	var s state
	for _, c := range r.chains {
		source, err := c.source.MarshalBinary()
		if err != nil {
			return err
		}
		s.Sources = append(s.Sources, source)
		s.V = append(s.V, c.v)
		s.Kept = append(s.Kept, c.kept)
	}
	return method.SaveState(w, s)
}

// resume goes back to the state that an earlier part of this fit left with the
// recorder, if any, and returns the iteration it was saved after.
func (r *run) resume() (int, error) {
	var s state
	t, err := method.ResumeState(r.rec, "gibbs", &s)
	if t == 0 || err != nil {
		return 0, err
	}
	n := len(r.chains)
	if len(s.Sources) != n || len(s.V) != n || len(s.Kept) != n {
		return 0, method.OtherCheckpoint("gibbs")
	}
	want := r.cfg.Kept(t)
	for i, c := range r.chains {
		if len(s.V[i]) != len(c.v) || len(s.Kept[i]) != want*len(c.v) {
			return 0, method.OtherCheckpoint("gibbs")
		}
		if err := c.source.UnmarshalBinary(s.Sources[i]); err != nil {
			return 0, method.OtherCheckpoint("gibbs")
		}
		copy(c.v, s.V[i])
		c.kept = s.Kept[i]
	}
	return t, nil
}
