package statistic

import (
	"fmt"
	"math"

	"gpcbench/analysis"
	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// How methods differ from others in a metric: by how much they are better, that they are no worse by
// more than a margin, that they differ by no more than one.
var (
	better = Statistic{
		Name: "better", Pairs: true, Directed: true, Needs: []string{"than"}, Keys: []string{"than_published", "at_least", "most"},
		Cases: betterBy, Measures: difference,
	}
	noninferior = Statistic{
		Name: "noninferior", Pairs: true, OneSided: true, Needs: []string{"than", "margin"}, Keys: []string{"than_published"},
		Cases: betterBy, Measures: difference,
	}
	similar = Statistic{
		Name: "similar", Pairs: true, Needs: []string{"than", "margin"}, Keys: []string{"than_published"},
		Cases: betterBy, Measures: difference,
	}
)

// difference is by how much methods are better than others.
func difference(n Terms) string {
	less, more := n.Methods, n.Than
	if metrics.Get(n.Claim.Metric).HigherIsBetter {
		less, more = more, less
	}
	return fmt.Sprintf("%s of %s less that of %s", n.Metric, more, less)
}

// betterBy are the mean differences over repeats by which methods are better than others, b_i - a_i
// where less of the metric is better, or than published numbers.
func betterBy(p *Records, c Claim) []Case {
	if c.Numbers != nil {
		return betterThanPublished(p, c)
	}
	return overRepeats(func(c Claim, own, than record.Record) (value, se float64, ok bool) {
		m := metrics.Get(c.Metric)
		a, ok := m.Value(own)
		b, also := m.Value(than)
		return sign(m) * (b - a), math.Hypot(rowsSE(own, c.Metric), rowsSE(than, c.Metric)), ok && also
	}, (*Records).rowsApart)(p, c)
}

// sign is 1 where less of a metric is better, and -1 where more is.
func sign(m metrics.Metric) float64 {
	if m.HigherIsBetter {
		return -1
	}
	return 1
}

// betterThanPublished are by how much methods' means are better than published numbers. The interval
// is normal, from the standard errors of both. Of a number that the paper prints without one it is
// taken to be that of ours, as of as many test rows.
func betterThanPublished(p *Records, c Claim) []Case {
	return p.cases(c, func(e *Case, of, _ []record.Record) bool {
		ours := analysis.Summarise(of, c.Metric, "mean")
		theirs, se, ok := c.Numbers.Number(e.At.With(spec.DatasetKey, PublishedName(p.Spec, e.At[spec.DatasetKey])).With(spec.LabelKey, e.Than), c.Metric)
		if !ok || ours.N == 0 {
			return false
		}
		if se == 0 {
			se = ours.SE
		}
		e.Repeats = ours.N
		e.normal(sign(metrics.Get(c.Metric))*(theirs-ours.Value), math.Hypot(ours.SE, se))
		if ours.N > 1 {
			e.Over = ""
		}
		return true
	})
}

// rowsApart returns by how much the first of each pair of fits is better at each test row, none where the
// rows of both are not known: those of the NLL, the error and a distance to the reference are where
// predictions were kept, those of P@k where the records have hits.
func (p *Records) rowsApart(c Claim, pairs [][2]record.Record) []float64 {
	m := metrics.Get(c.Metric)
	rows := func(r record.Record) []float64 {
		if m.Cutoff == 0 {
			return p.RowsOf(r.ID, c.Metric)
		}
		var out []float64
		for _, hits := range r.Details().Hits.At(m.Cutoff) {
			out = append(out, float64(hits)/float64(m.Cutoff))
		}
		return out
	}
	var out []float64
	for _, both := range pairs {
		x, y := rows(both[0]), rows(both[1])
		if len(x) != len(y) || both[0].Data() != both[1].Data() {
			return nil
		}
		for i := range x {
			out = append(out, sign(m)*(y[i]-x[i]))
		}
	}
	return out
}
