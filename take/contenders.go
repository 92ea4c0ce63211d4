package take

import (
	"slices"

	"gonum.org/v1/gonum/stat"

	"gpcbench/analysis"
	"gpcbench/analysis/statistics"
	"gpcbench/harness/record"
)

// choosable are the records of a label on the repeats of the first half.
func (r *Race) choosable(label string) []record.Record { return r.on(label, r.choosing) }

// gaps are the mean differences between each label's loss and that of the label with most repeats,
// over the repeats that both have.
func (r *Race) gaps() map[string]float64 {
	most, contenders := "", r.contenders()
	for _, label := range contenders {
		if most == "" || len(r.choosable(label)) > len(r.choosable(most)) {
			most = label
		}
	}
	out := map[string]float64{}
	for _, label := range r.Labels {
		if !r.races(label) && r.gone[label] != beaten && !slices.Contains(contenders, label) {
			continue
		}
		if d := analysis.Differences(r.choosable(label), r.choosable(most), r.worth.Loss); len(d) > 0 {
			out[label] = stat.Mean(d, nil)
		}
	}
	return out
}

// contenders are the labels that may lead: those with records that still race. If none is left, because the label that
// beat all others failed or was given up later, they are the beaten labels, or else those given up.
func (r *Race) contenders() []string {
	for _, gone := range []string{"", beaten, tooSlow} {
		of := slices.DeleteFunc(slices.Clone(r.Labels), func(label string) bool {
			return r.gone[label] != gone || slices.Contains(r.Floors(), label) || len(r.choosable(label)) == 0
		})
		if len(of) > 0 {
			return of
		}
	}
	return nil
}

// leader is the label with the lowest loss so far, "" if there is none.
func (r *Race) leader() string {
	best, at := "", r.gaps()
	for _, label := range r.contenders() {
		if of, ok := at[label]; ok && (best == "" || of < at[best]) {
			best = label
		}
	}
	return best
}

// drop removes from the race the labels that the leader beats by more than the interval of the difference.
func (r *Race) drop() {
	best := r.leader()
	for _, label := range r.Labels {
		if label == best || best == "" || !r.races(label) {
			continue
		}
		d, rows := r.paired(r.choosable(label), r.choosable(best))
		if low, _ := d.At(statistics.Level); low > 0 && rows >= leastRows {
			r.gone[label] = beaten
		}
	}
}

// paired is the mean difference of two labels' losses over the rows of the repeats that both have, with the least
// possible number of different rows. If the losses of rows are unknown, or rows are tested in several repeats, the
// mean is over repeats.
func (r *Race) paired(a, b []record.Record) (d statistics.Mean, rows int) {
	var all []float64
	for _, both := range analysis.Paired(a, b) {
		x, y := r.rowsOf(both[0].ID), r.rowsOf(both[1].ID)
		if !r.once || len(x) == 0 || len(x) != len(y) {
			return r.Test(a, b, r.dataset, r.worth.Loss), r.different(a)
		}
		for k := range x {
			all = append(all, x[k]-y[k])
		}
	}
	if len(all) == 0 {
		return statistics.MeanInterval(nil, 0), 0
	}
	return statistics.MeanInterval(all, 0), len(all)
}

// different is a lower bound on the number of different rows that records of a label were tested on: if repeats test
// the same rows again, the rows of one repeat.
func (r *Race) different(records []record.Record) int {
	all, most := 0, 0
	for _, rec := range records {
		n := rec.TestRows()
		if n == 0 {
			return 0
		}
		all, most = all+n, max(most, n)
	}
	if r.once {
		return all
	}
	return most
}

// rowsOf is the loss at each test row of a cell.
func (r *Race) rowsOf(cell string) []float64 {
	if _, known := r.rows[cell]; !known {
		r.rows[cell] = r.RowsOf(cell, r.worth.Loss)
	}
	return r.rows[cell]
}
