package ep

import "gpcbench/linalg/threads"

// keep saves the state for which the posterior was computed.
func (f *run) keep() {
	threads.Chunks(len(f.x), func(from, to int) { copy(f.good[from:to], f.x[from:to]) })
	f.siteStore.keep(f.positions, f.n)
	f.goodAdded = f.added
	threads.Do(len(f.classes), func(_, k int) {
		c := f.classes[k]
		for i, p := range c.parts {
			c.good[i].CopyFrom(p)
		}
	})
}

// revert returns to the saved state and halves the pace.
func (f *run) revert() error {
	f.rec.Event(eventReverted, 1)
	f.hyper.failed()
	if f.fixed != nil {
		f.fixed.Forget()
	}
	f.siteStore.revert(f.positions, f.n)
	return f.back()
}

// back restores parameters and products of sites from the saved state.
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
