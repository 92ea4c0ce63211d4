package metrics

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// propensityScoredAt is precision at k with a gain of 1/propensity for each label: the gain of all
// rows over the largest possible gain, as in the Extreme Classification repository. It needs a row
// with labels.
func propensityScoredAt(k int) Kind {
	name := fmt.Sprintf("psp_at_%d", k)
	return Kind{
		Metrics: []Metric{{Name: name, Title: fmt.Sprintf("Propensity-scored precision at %d (PSP@%d)", k, k), Axis: fmt.Sprintf("PSP@%d", k),
			HigherIsBetter: true, Bounds: share, RowsSE: spreadIn(name + "_sd")}},
		Of: LabelSets, Labels: k, Propensities: true,
		New: func(s Set) Accumulator { return &gains{name: name, k: k, of: s.Gains} },
	}
}

// gains holds, for each row, the gains of the k labels ranked first and of the best ranking.
type gains struct {
	name       string
	k          int
	of         []float64 // by label
	gain, most numbers
	space      []float64
}

func (g *gains) Add(r *Row) {
	g.space = g.space[:0]
	for _, l := range r.Labels {
		g.space = append(g.space, g.of[l])
	}
	slices.SortFunc(g.space, func(a, b float64) int { return cmp.Compare(b, a) })
	gain, most := r.undefined, 0.0
	for j := range min(g.k, len(r.Ranked)) {
		if r.hit(j) {
			gain += g.of[r.Ranked[j]]
		}
		if j < len(g.space) {
			most += g.space[j]
		}
	}
	g.gain.add(gain)
	g.most.add(most)
}

func (g *gains) forget() bool { return g.gain.forget() && g.most.forget() }

func (g *gains) Values(to map[string]float64) {
	if g.most.sum == 0 {
		return
	}
	to[g.name] = g.gain.sum / g.most.sum
	if !g.gain.forgotten {
		to[g.name+"_sd"] = ratioSD(g.gain, g.most)
	}
}

// ratioSD returns the standard deviation of (a - ratio b) / mean b, where ratio is sum a / sum b.
// Divided by the root of the number of rows, it is the ratio's standard error to first order.
func ratioSD(a, b numbers) float64 {
	ratio := a.sum / b.sum
	squares := 0.0
	for i := range a.each {
		d := a.each[i] - ratio*b.each[i]
		squares += d * d
	}
	n := float64(a.rows)
	return math.Sqrt(squares/n) / (b.sum / n)
}
