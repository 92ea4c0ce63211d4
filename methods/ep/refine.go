package ep

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/linalg/threads"
)

// refine updates all factors of batch t, counted from 0, in parallel with
// damping rho, and the products of sites; supplement E. A factor without a
// cavity stays as it is.
func (f *run) refine(t int, rho float64) {
	if f.factors.skipped > 0 {
		f.rec.Event(eventSkipped, f.factors.skipped)
	}
	switch {
	case f.fixed != nil && f.tie != untied:
		f.accelerateProducts(rho)
	case f.tie != untied:
		f.refineTied(rho)
	case f.replacesWhileLearning():
		f.refineWhileLearning(t, rho)
	case f.store != nil:
		f.refineBatch(t, rho)
	default:
		if f.fixed != nil {
			f.accelerateFactors(rho)
		} else {
			f.factors.update(f.sites, rho)
		}
		f.sum(f.sites, nil)
		f.addRows(func(int) float64 { return 0 })
	}
}

// refineTied replaces as many of the tied factors by those of the batch: a
// share of the product, all of it on the full batch.
func (f *run) refineTied(rho float64) {
	f.spare.clear()
	f.factors.update(f.spare, 1)
	f.sum(f.spare, nil)
	rows := make([]int, len(f.classes))
	for _, y := range f.factors.y {
		rows[y]++
	}
	for _, c := range f.classes {
		for i := range c.prec {
			c.prec[i] *= rho
			c.shift[i] *= rho
		}
	}
	f.addRows(func(k int) float64 {
		share := float64(f.b) / float64(f.n)
		if f.tie == tiedByClass {
			share = min(1, touching(f.b, rows[k], len(rows))/f.classes[k].n)
		}
		return 1 - rho*share
	})
}

// refineBatch replaces the old factors of the batch by the new ones in the
// products, while the kernel, and with it a_i, is fixed.
func (f *run) refineBatch(t int, rho float64) {
	f.spare.copyFrom(f.sites)
	f.factors.update(f.sites, rho)
	f.forgetRepeated(f.cut(t))
	f.sum(f.sites, f.spare)
	f.addRows(func(int) float64 { return 1 })
}

// cut returns the number of rows of batch t that belong to the epoch in which
// it starts; later rows belong to the next one.
func (f *run) cut(t int) int { return min(f.b, f.n-t*f.b%f.n) }

// ends says whether an epoch ends with batch t or within it.
func (f *run) ends(t int) bool { return t*f.b%f.n+f.b >= f.n }

// refineWhileLearning adds the new factors of the batch to fresh, the product of
// this epoch's factors, and removes as large a share of old, the product at the
// start of the epoch. At the end of the epoch fresh, then of all rows, becomes
// old.
//
// Removing the batch's own old factors would leave a remainder of either sign:
// they were included along an a_i from up to an epoch earlier.
func (f *run) refineWhileLearning(t int, rho float64) {
	f.spare.copyFrom(f.sites)
	f.factors.update(f.sites, rho)
	cut := f.cut(t)
	f.forgetRepeated(cut)
	f.sum(f.sites, nil)
	f.added += cut
	within, ends := f.rest(), f.ends(t)
	if ends {
		f.added = f.b - cut
	}
	threads.Do(len(f.classes), func(worker, k int) {
		c, rows := f.classes[k], f.work[worker].rows
		c.addRows(c.parts[fresh], 0, cut, rows)
		if ends {
			c.combine(within)
			c.parts[old].CopyFrom(c.sites)
			c.parts[fresh].Clear()
			c.addRows(c.parts[fresh], cut, f.b, rows)
		}
		c.combine(f.rest())
	})
	f.weighAfter(t)
}

// weighBefore fills inside before the update of batch t: rest of the factors of
// rows that this epoch has not seen, and those of the next epoch's rows, which
// it has.
func (f *run) weighBefore(t int) {
	cut := f.cut(t)
	f.weigh(func(i int) (replaced, present float64) {
		if i < cut {
			return 0, f.rest()
		}
		return 0, 1
	})
}

// weighAfter fills inside after the update of batch t: the new factors in
// fresh, and the share of the earlier ones in old; for rows of an epoch that
// has ended the new ones are in old.
func (f *run) weighAfter(t int) {
	cut, ended := f.cut(t), f.ends(t)
	f.weigh(func(i int) (replaced, present float64) {
		if ended && i < cut {
			return 0, f.rest()
		}
		return f.rest(), 1
	})
}

// weigh sets inside to shares, by row, of the factors that were replaced and of
// the present ones.
func (f *run) weigh(share func(i int) (replaced, present float64)) {
	for i := range f.b {
		was, is := share(i)
		for k := range f.classes {
			at := k*f.b + i
			for side := range sides {
				f.inside.Prec[side][at] = is*f.sites.Prec[side][at] + was*f.spare.Prec[side][at]
				f.inside.Shift[side][at] = is*f.sites.Shift[side][at] + was*f.spare.Shift[side][at]
			}
		}
	}
}

// addRows adds the sites of rows from..to-1 of the batch, as sum left them, to n.
func (c *class) addRows(n *sparse.Natural, from, to int, scratch *mat.Dense) {
	if from == to {
		return
	}
	m := c.prior.M()
	a := c.pr.A.Slice(from, to, 0, m).(*mat.Dense)
	n.AddRows(a, c.prec[from:to], c.shift[from:to], 1, scratch.Slice(from, to, 0, m).(*mat.Dense))
}

// forgetRepeated counts the update of a row only once if the batch holds it
// twice, at the end of one epoch and, from cut on, at the start of the next: the
// second time it already has the new factors.
func (f *run) forgetRepeated(cut int) {
	if cut == f.b {
		return
	}
	first := map[int]int{}
	for i, p := range f.positions[:cut] {
		first[p] = i
	}
	for i, p := range f.positions[cut:] {
		from, ok := first[p]
		if !ok {
			continue
		}
		for k := range f.classes {
			to, at := k*f.b+cut+i, k*f.b+from
			for side := range sides {
				f.sites.Prec[side][to], f.sites.Shift[side][to] = f.sites.Prec[side][at], f.sites.Shift[side][at]
				f.spare.Prec[side][to], f.spare.Shift[side][to] = f.sites.Prec[side][at], f.sites.Shift[side][at]
			}
		}
	}
}
