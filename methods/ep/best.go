package ep

import (
	"math"

	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/methods/method"
)

// patience is the number of iterations without a higher log Z_q after which a fit that keeps
// its best state ends, if it has a tolerance.
const patience = 250

// convergedChange is the largest change of a mean or variance of a_i'v in a sweep for which the
// factors count as those of the present kernel, so that (9) gives its log Z_q.
const convergedChange = 0.05

// best is the state of the highest log Z_q so far: parameters, and the products of sites of
// every class.
type best struct {
	Value float64 `saved:"infinite"` // minus infinity before there is a state
	Since int     // iterations
	X     []float64
	Sites []savedNatural
}

// newBest returns the tracker before any state is kept, nil if none is to be kept: (12) on
// minibatches says too little about log Z_q.
func (f *run) newBest() *best {
	if !f.keepBest || !f.full() {
		return nil
	}
	b := &best{Value: math.Inf(-1), X: make([]float64, len(f.x))}
	m := f.classes[0].prior.M()
	for range f.classes {
		b.Sites = append(b.Sites, savedNatural{make([]float64, m*m), make([]float64, m)})
	}
	return b
}

// sameShape says whether a state that was saved is of the same sizes.
func (b *best) sameShape(other *best) bool {
	if b == nil || len(b.X) != len(other.X) || len(b.Sites) != len(other.Sites) {
		return false
	}
	for k, s := range b.Sites {
		if len(s.Precision) != len(other.Sites[k].Precision) || len(s.Shift) != len(other.Sites[k].Shift) {
			return false
		}
	}
	return true
}

// follow keeps the present state if its log Z_q, which has been computed, is the highest.
func (b *best) follow(f *run) {
	if b == nil {
		return
	}
	b.Since++
	if f.value <= b.Value || f.onlyConverged && f.change() > convergedChange {
		return
	}
	b.Value, b.Since = f.value, 0
	copy(b.X, f.x)
	for k, c := range f.classes {
		linalg.MirrorLower(c.sites.Precision)
		copy(b.Sites[k].Precision, c.sites.Precision.RawMatrix().Data)
		copy(b.Sites[k].Shift, c.sites.Shift)
	}
}

// has says whether there is a state.
func (b *best) has() bool { return b != nil && !math.IsInf(b.Value, -1) }

// empty says that states are to be kept, but there is none yet.
func (b *best) empty() bool { return b != nil && !b.has() }

// exhausted says that no better state was found for a long time.
func (b *best) exhausted() bool { return b != nil && b.Since >= patience }

// inBestState runs do in the best state, and returns to the present one.
func (b *best) inBestState(f *run, do func() error) error {
	if !b.has() {
		return do()
	}
	now := append([]float64(nil), f.x...)
	before := make([]*sparse.Natural, len(f.classes))
	for k, c := range f.classes {
		before[k] = sparse.NewNatural(c.prior.M())
		before[k].CopyFrom(c.sites)
		b.Sites[k].restore(c.sites)
	}
	if _, err := f.place(b.X); err != nil {
		return err
	}
	err := do()
	for k, c := range f.classes {
		c.sites.CopyFrom(before[k])
	}
	if _, back := f.place(now); err == nil {
		err = back
	}
	return err
}

// lost counts a fit that ends at a lower log Z_q than the state that it keeps.
func (b *best) lost(f *run) {
	if b.has() {
		method.BestKept(f.rec, f.value, b.Value, f.n)
	}
}
