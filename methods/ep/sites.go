package ep

// sites are the approximate factors (20)-(23) of n rows. Factor (i, k) is at
// k*n + i; where k is the row's class there is none, and zeros.
type sites struct {
	Prec  [sides][]float64 // C1
	Shift [sides][]float64 // C2

	values []float64 // all of them: C1 and C2 of a side after those of the other
}

func newSites(slots int) *sites {
	s := &sites{values: make([]float64, 2*sides*slots)}
	for side := range s.Prec {
		at := 2 * side * slots
		s.Prec[side], s.Shift[side] = s.values[at:][:slots:slots], s.values[at+slots:][:slots:slots]
	}
	return s
}

// clear makes all factors 1.
func (s *sites) clear() {
	for side := range s.Prec {
		clear(s.Prec[side])
		clear(s.Shift[side])
	}
}

// copyFrom copies all of t, which has as many slots.
func (s *sites) copyFrom(t *sites) {
	for side := range s.Prec {
		copy(s.Prec[side], t.Prec[side])
		copy(s.Shift[side], t.Shift[side])
	}
}

// sameSize says whether t has as many slots.
func (s *sites) sameSize(t *sites) bool {
	for side := range s.Prec {
		if len(s.Prec[side]) != len(t.Prec[side]) || len(s.Shift[side]) != len(t.Shift[side]) {
			return false
		}
	}
	return true
}

// parts returns pointers to what a checkpoint keeps of s: nothing if s
// is nil.
func (s *sites) parts() []any {
	if s == nil {
		return nil
	}
	var out []any
	for side := range s.Prec {
		out = append(out, &s.Prec[side], &s.Shift[side])
	}
	return out
}

// gather copies the factors of the rows at pos of t, which has n rows, to s.
func (s *sites) gather(t *sites, pos []int, n int) { exchange(s, t, pos, n, false) }

// scatter copies s to the factors of the rows at pos of t, which has n rows.
func (s *sites) scatter(t *sites, pos []int, n int) { exchange(s, t, pos, n, true) }

func exchange(s, t *sites, pos []int, n int, out bool) {
	b := len(pos)
	for side := range s.Prec {
		for k := range len(s.Prec[side]) / b {
			for i, p := range pos {
				near, far := k*b+i, k*n+p
				if out {
					t.Prec[side][far], t.Shift[side][far] = s.Prec[side][near], s.Shift[side][near]
				} else {
					s.Prec[side][near], s.Shift[side][near] = t.Prec[side][far], t.Shift[side][far]
				}
			}
		}
	}
}

// siteStore keeps the factors of a run. Which of its fields are not nil depends on the run:
//
//	EP, full batch               sites, inside (the same value), goodSites
//	EP, minibatches              sites, inside (the same value), store, spare
//	  while the kernel moves     the same, inside a value of its own
//	tied factors                 spare, for only their product is kept
//	a fit to the fixed point     also spare
type siteStore struct {
	sites     *sites // of the rows of the batch
	inside    *sites // the share of them, or of those they replaced, in the product
	goodSites *sites // sites when the posterior was last worked out
	store     *sites // of all rows
	spare     *sites // space, of the size of the batch
}

// ofAllRows returns the factors of all rows, nil where they are tied.
func (s *siteStore) ofAllRows() *sites {
	if s.store != nil {
		return s.store
	}
	return s.sites
}

// keep saves the factors of the batch, which are those of the rows at pos of n.
func (s *siteStore) keep(pos []int, n int) {
	switch {
	case s.store != nil:
		s.sites.scatter(s.store, pos, n)
	case s.sites != nil:
		s.goodSites.copyFrom(s.sites)
	}
}

// revert restores the saved factors of the batch.
func (s *siteStore) revert(pos []int, n int) {
	switch {
	case s.store != nil:
		s.sites.gather(s.store, pos, n)
	case s.sites != nil:
		s.sites.copyFrom(s.goodSites)
	}
}

// resume takes the factors of all rows from a checkpoint.
func (s *siteStore) resume(from *sites) {
	switch {
	case s.store != nil:
		s.store.copyFrom(from)
	case s.sites != nil:
		s.sites.copyFrom(from)
		s.goodSites.copyFrom(from)
	}
}
