package ep

import (
	"context"
	"errors"
	"io"
	"math"
	"slices"

	"gpcbench/gp/optim"
	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/methods/method"
)

// moves are the rules by which kernel parameters and inducing inputs move, two
// of one kind and none of the other, and how failures have slowed them down.
type moves struct {
	SignRate []*optim.SignRate
	Adam     []*optim.Adam
	// Pace multiplies damping and steps. A failure halves it, two successes in
	// a row double it again, up to 1.
	Pace      float64
	Successes int
}

func newMoves(cfg Options, size, kernels int) *moves {
	m := &moves{Pace: 1}
	if cfg.HyperOptimiser == "adam" {
		m.Adam = []*optim.Adam{optim.NewAdam(kernels, cfg.HyperRate), optim.NewAdam(size-kernels, cfg.HyperRate*cfg.InducingRate)}
	} else {
		m.SignRate = []*optim.SignRate{optim.NewSignRate(kernels, cfg.HyperRate), optim.NewSignRate(size-kernels, cfg.HyperRate*cfg.InducingRate)}
	}
	return m
}

// step moves part i of the parameters along its gradient.
func (m *moves) step(i int, x, grad []float64) bool {
	if m.Adam != nil {
		return m.Adam[i].Ascend(x, grad)
	}
	return m.SignRate[i].Ascend(x, grad)
}

func (m *moves) failed() { m.Pace, m.Successes = m.Pace/2, 0 }

func (m *moves) succeeded() {
	if m.Successes++; m.Pace < 1 && m.Successes == 2 {
		m.Pace, m.Successes = min(1, 2*m.Pace), 0
	}
}

// walk does the iterations.
func (f *run) walk(ctx context.Context) error {
	t, err := f.resume()
	if err != nil {
		return err
	}
	f.load(max(t-1, 0))
	return f.cfg.Run(ctx, f.rec, t, method.Loop{
		Iterate: func(t int) error { return f.iterate(ctx, t) },
		Settled: func(int) bool { return f.settled },
		Trace:   f.trace,
		Save:    f.save,
	})
}

// iterate does iteration t, counted from 1: the factors, then a step of kernel
// and inducing inputs. It settles if the measure of change is below the
// tolerance. If q or the objective is lost all goes back to where the posterior
// was last worked out, and things go on at half the pace.
func (f *run) iterate(ctx context.Context, t int) error {
	f.load(t - 1)
	f.project()
	if err := f.infer(ctx, t); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return f.revert()
	}
	f.moves.succeeded()
	f.keep()
	change := f.change()
	moved, err := f.climb()
	f.settled = max(change, moved) < f.cfg.Tolerance
	return err
}

// infer refines the factors once, or to convergence, and evaluates log Z_q and
// its gradient.
func (f *run) infer(ctx context.Context, t int) error {
	rho := f.cfg.Damping * math.Pow(f.cfg.DampingDecay, float64(t-1)) * f.moves.Pace
	sweeps := 1
	if f.cfg.Gradient == "outer" {
		sweeps = f.cfg.Sweeps
	}
	for s := range sweeps {
		if err := f.posterior(false); err != nil {
			return err
		}
		if s > 0 && f.change() < f.cfg.EPTolerance {
			break
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		f.refine(t-1, rho)
	}
	if err := f.evaluate(len(f.cfg.Learn) > 0); err != nil {
		return err
	}
	if f.value-f.value != 0 {
		return errLost
	}
	return nil
}

var errLost = errors.New("ep: the objective is not finite")

// keep remembers the state that the posterior was worked out for.
func (f *run) keep() {
	copy(f.good, f.x)
	switch {
	case f.store != nil:
		f.sites.scatter(f.store, f.pos, f.n)
	case f.sites != nil:
		f.goodSites.copyFrom(f.sites)
	}
	f.goodAdded = f.added
	for _, c := range f.classes {
		for i, p := range c.parts {
			c.good[i].CopyFrom(p)
		}
	}
}

// revert goes back to what keep remembers and halves the pace.
func (f *run) revert() error {
	f.rec.Event(eventReverted, 1)
	f.moves.failed()
	switch {
	case f.store != nil:
		f.sites.gather(f.store, f.pos, f.n)
	case f.sites != nil:
		f.sites.copyFrom(f.goodSites)
	}
	return f.back()
}

// back takes parameters and products of sites to what keep remembers.
func (f *run) back() error {
	copy(f.x, f.good)
	f.added = f.goodAdded
	for _, c := range f.classes {
		for i, p := range c.good {
			c.parts[i].CopyFrom(p)
		}
		c.combine(f.rest())
	}
	_, err := f.place(f.x)
	return err
}

// climb takes a step of what is learnt, unless some Kuu or q then has no
// decomposition, and returns the largest change of a parameter.
func (f *run) climb() (moved float64, err error) {
	k := f.lay.KernelSize()
	for i, u := range f.units {
		f.x[i] /= u
		f.grad[i] *= u
	}
	if f.cfg.Has("kernel") && !f.moves.step(0, f.x[:k], f.grad[:k]) {
		f.rec.Event(method.EventNotFinite, 1)
	}
	if f.cfg.Has("inducing") && !f.moves.step(1, f.x[k:], f.grad[k:]) {
		f.rec.Event(method.EventNotFinite, 1)
	}
	for i, u := range f.units {
		f.x[i] *= u
	}
	for i, v := range f.good {
		f.x[i] = v + f.moves.Pace*(f.x[i]-v)
		moved = max(moved, math.Abs(f.x[i]-v))
	}
	if slices.Equal(f.x, f.good) {
		return 0, nil
	}
	growths, err := f.moveTo(f.x)
	method.Jitter(f.rec, growths)
	if err == nil && f.keepsProducts() {
		err = f.proper()
	}
	if err != nil {
		f.rec.Event(method.EventRefused, 1)
		return 0, f.back()
	}
	return moved, nil
}

// proper returns an error unless q has a positive definite precision.
func (f *run) proper() error {
	for _, c := range f.classes {
		if err := c.q.SetPosterior(c.sites, 1); err != nil {
			return err
		}
	}
	return nil
}

// trace offers the state after iteration t to the recorder.
func (f *run) trace(t int) error {
	objective := func() float64 {
		f.project()
		if err := f.evaluate(false); err != nil {
			return math.NaN()
		}
		return f.value
	}
	if f.moving() {
		objective = nil // the factors of a batch say little about log Z_q: see the package
	}
	return f.rec.Trace(t, objective, func() (method.Predictor, error) { return f.predictor() })
}

var errAnother = errors.New("ep: the checkpoint is of another model")

// state is all that iteration t+1 needs of the iterations before it, beside
// the configuration and the task. Parts are those before the last step, from X0
// to X, which is then repeated.
type state struct {
	X, X0 []float64
	Parts []saved
	Added int
	Moves *moves

	Settled bool
}

// saved is a sparse.Natural as it is marshalled.
type saved struct{ Precision, Shift []float64 }

// restore takes n to s and says whether s is of its size.
func (s saved) restore(n *sparse.Natural) bool {
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
	st := state{X: f.x, X0: f.good, Moves: f.moves, Added: f.goodAdded, Settled: f.settled}
	for _, c := range f.classes {
		for _, p := range c.good {
			linalg.MirrorLower(p.Precision)
			st.Parts = append(st.Parts, saved{p.Precision.RawMatrix().Data, p.Shift})
		}
	}
	return method.SaveState(w, append([]any{st}, f.kept().parts()...)...)
}

// resume goes back to the state that an earlier part of this fit left with the
// recorder, if any, and returns the iteration it was saved after.
func (f *run) resume() (int, error) {
	var st state
	own := f.kept()
	var kept *sites
	if own != nil {
		kept = &sites{}
	}
	t, err := method.ResumeState(f.rec, "ep", append([]any{&st}, kept.parts()...)...)
	if t == 0 || err != nil {
		return 0, err
	}
	if !f.fits(&st) || own != nil && !own.sameSize(kept) {
		return 0, errAnother
	}
	copy(f.good, st.X0)
	f.moves, f.settled = st.Moves, st.Settled
	switch {
	case f.store != nil:
		f.store.copyFrom(kept)
	case f.sites != nil:
		f.sites.copyFrom(kept)
		f.goodSites.copyFrom(kept)
	}
	f.goodAdded = st.Added
	for _, c := range f.classes {
		for _, p := range c.good {
			if !st.Parts[0].restore(p) {
				return 0, errAnother
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

// kept returns the sites that a checkpoint has: those of all rows.
func (f *run) kept() *sites {
	if f.full() {
		return f.sites
	}
	return f.store
}

// fits says whether a state is of this run, as far as its lengths tell.
func (f *run) fits(st *state) bool {
	if len(st.X) != len(f.x) || len(st.X0) != len(f.x) || st.Moves == nil || len(st.Moves.Adam) != len(f.moves.Adam) {
		return false
	}
	return len(st.Parts) == len(f.classes)*len(f.classes[0].parts) && st.Added >= 0 && st.Added <= f.n
}
