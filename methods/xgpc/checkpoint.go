package xgpc

import (
	"fmt"
	"io"

	"gpcbench/gp/optim"
	"gpcbench/methods/method"
)

// state is all that iteration t+1 needs of the iterations before it, beside
// the configuration and the task.
type state struct {
	Theta, Z       []float64
	Eta1, Prec     []float64
	Rate           adaptive
	Past, Last     []float64
	Kernel, Inputs *optim.Adam
}

// save writes the state after the present iteration.
func (f *fit) save(w io.Writer) error {
	s := state{
		Theta: make([]float64, f.prior.Kernel.NumParams()), Z: f.prior.Z.RawMatrix().Data,
		Eta1: f.q.eta1, Prec: f.q.prec.RawMatrix().Data,
		Rate: f.rate, Past: f.past, Last: f.last,
	}
	f.prior.Kernel.Params(s.Theta)
	if f.moves != nil {
		s.Kernel, s.Inputs = f.moves.kernel, f.moves.inputs
	}
	return method.SaveState(w, s)
}

// resume goes back to the state that an earlier part of this fit left with the
// recorder, if any, and returns the iteration it was saved after.
func (f *fit) resume() (int, error) {
	var s state
	t, err := method.ResumeState(f.rec, "xgpc", &s)
	if t == 0 || err != nil {
		return 0, err
	}
	m, d := f.prior.Z.Dims()
	if len(s.Theta) != f.prior.Kernel.NumParams() || len(s.Z) != m*d || len(s.Eta1) != m || len(s.Prec) != m*m {
		return 0, fmt.Errorf("xgpc: the checkpoint is of another model")
	}
	copy(f.prior.Z.RawMatrix().Data, s.Z)
	if _, err := f.prior.Set(f.prior.Kernel.With(s.Theta)); err != nil {
		return 0, err
	}
	copy(f.q.eta1, s.Eta1)
	copy(f.q.prec.RawMatrix().Data, s.Prec)
	f.rate, f.past, f.last = s.Rate, s.Past, s.Last
	if f.moves != nil {
		f.moves.kernel, f.moves.inputs = s.Kernel, s.Inputs
	}
	return t, f.q.refresh()
}
