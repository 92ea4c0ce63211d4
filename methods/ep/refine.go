package ep

import (
	"gonum.org/v1/gonum/mat"
)

// refine updates all factors of batch t, counted from 0, in parallel with
// damping rho, and the products of sites; supplement E. A factor without a
// cavity stays as it is.
func (f *run) refine(t int, rho float64) {
	if f.factors.skipped > 0 {
		f.rec.Event(EventSkipped, f.factors.skipped)
	}
	switch {
	case f.tie != "":
		f.refineTied(rho)
	case f.store != nil:
		f.refineBatch(t, rho)
	default:
		f.factors.update(f.sites, rho)
		f.sum(f.sites, nil)
		for _, c := range f.classes {
			c.sites.add(c.pr.A, c.prec, c.shift, 0, f.rows)
		}
	}
}

// refineTied puts the factors of the batch in the place of as many of the tied
// ones: a share of the product, all of it on the full batch.
func (f *run) refineTied(rho float64) {
	f.spare.clear()
	f.factors.update(f.spare, 1)
	f.sum(f.spare, nil)
	rows := make([]int, len(f.classes))
	for _, y := range f.factors.y {
		rows[y]++
	}
	for k, c := range f.classes {
		share := float64(f.b) / float64(f.n)
		if f.tie == "class" {
			share = min(1, touching(f.b, rows[k], len(rows))/c.n)
		}
		for i := range c.prec {
			c.prec[i] *= rho
			c.shift[i] *= rho
		}
		c.sites.add(c.pr.A, c.prec, c.shift, 1-rho*share, f.rows)
	}
}

// refineBatch takes the old factors of the batch out of the products and puts
// the new ones in, along a_i as it is now. The old ones went in along an a_i of
// up to an epoch earlier, and what that leaves behind must not pile up: fresh
// sums the factors that went in during this epoch, and at the epoch's end, when
// that is all of them, takes the product's place.
func (f *run) refineBatch(t int, rho float64) {
	f.spare.copyFrom(f.sites)
	f.factors.update(f.sites, rho)
	left := f.n - t*f.b%f.n // rows of this epoch from the batch on
	cut := min(f.b, left)
	f.forgetRepeated(cut)

	f.sum(f.sites, f.spare)
	for _, c := range f.classes {
		if left > f.b {
			c.addRows(c.sites, 0, f.b, f.rows)
		} else {
			c.addRows(c.fresh, cut, f.b, f.rows) // the difference of rows of the next epoch
		}
	}
	f.sum(f.sites, nil)
	for _, c := range f.classes {
		c.addRows(c.fresh, 0, cut, f.rows)
		if left <= f.b {
			c.sites, c.fresh = c.fresh, c.sites
			c.fresh.clear()
			c.addRows(c.fresh, cut, f.b, f.rows)
		}
	}
}

// addRows adds the sites of rows from..to-1 of the batch, as sum left them, to n.
func (c *class) addRows(n *natural, from, to int, scratch *mat.Dense) {
	if from == to {
		return
	}
	m := c.prior.M()
	a := c.pr.A.Slice(from, to, 0, m).(*mat.Dense)
	n.add(a, c.prec[from:to], c.shift[from:to], 1, scratch.Slice(from, to, 0, m).(*mat.Dense))
}

// forgetRepeated makes the update of a row that the batch holds twice, at the
// end of one epoch and at the start of the next from cut on, count once.
func (f *run) forgetRepeated(cut int) {
	if cut == f.b {
		return
	}
	seen := map[int]bool{}
	for _, p := range f.pos[:cut] {
		seen[p] = true
	}
	for i, p := range f.pos[cut:] {
		if !seen[p] {
			continue
		}
		for k := range f.classes {
			at := k*f.b + cut + i
			for side := range sides {
				f.spare.Prec[side][at], f.spare.Shift[side][at] = f.sites.Prec[side][at], f.sites.Shift[side][at]
			}
		}
	}
}
