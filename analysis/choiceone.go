package analysis

import (
	"math"
	"slices"

	"gpcbench/analysis/statistics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// onOne chooses on one data set; false if nothing can be compared there.
func (p *Experiment) onOne(at Coordinates) (Choice, bool) {
	worth := worthOf(p.Dataset(at[spec.DatasetKey]))
	c := p.newChoice(at, worth, at[spec.DatasetKey])
	labels, absent := p.comparable(at, worth.Loss)
	c.NotCompared = absent
	clock, _ := p.Clock()
	records := map[string][]record.Record{}
	for i, of := range p.common(labels, at, worth.Loss) {
		s := p.standing(labels[i], worth, of)
		s.Seconds = Summarise(of, clock, "mean").Value
		c.Standings, c.Repeats, records[labels[i]] = append(c.Standings, s), len(of), of
		c.Planned = max(c.Planned, p.Group(at.With(spec.LabelKey, labels[i])).Planned)
	}
	if !c.sort() {
		return c, false
	}
	rows := map[string][]float64{} // of one split, whose rows are paired where predictions were kept
	for label, of := range records {
		if c.Repeats == 1 {
			rows[label] = p.RowsOf(of[0].ID, worth.Loss)
		}
	}
	test := func(a, b Standing) statistics.Mean {
		if x, y := rows[a.Label], rows[b.Label]; len(x) > 1 && len(x) == len(y) {
			return statistics.MeanInterval(difference(x, y), 0)
		}
		return p.Test(records[a.Label], records[b.Label], at[spec.DatasetKey], worth.Loss)
	}
	for i := range c.Standings {
		c.hold(i, test)
	}
	return c, true
}

// hold compares a standing on one data set with all others: its regret, the upper bound of its distance to each,
// and P of the least distance, corrected for the number of others (Bonferroni).
func (c *Choice) hold(i int, test func(a, b Standing) statistics.Mean) {
	s := &c.Standings[i]
	s.Regret = s.Loss - c.Best().Loss
	if slices.ContainsFunc(c.Standings, func(other Standing) bool { return other.Stands == Floor && s.Loss > other.Loss }) {
		s.AboveShares = 1
	}
	rivals, least := 0.0, math.Inf(1)
	s.Upper = math.Inf(-1)
	for j, other := range c.Standings {
		if i == j || other.Stands == Floor {
			continue
		}
		t := test(*s, other)
		if j == 0 {
			s.ToBest = t
		}
		rivals++
		_, high := t.At(2*statistics.Level - 1)
		if math.IsNaN(t.P) {
			high = t.P
		} else {
			least = min(least, t.Above())
		}
		s.Upper = max(s.Upper, high)
	}
	if !math.IsInf(least, 1) {
		s.P = min(1, rivals*least)
	}
	if rivals > 0 {
		s.decide(c.Worth)
	}
}
