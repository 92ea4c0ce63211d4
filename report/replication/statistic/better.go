package statistic

import (
	"math"
	"slices"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/report/analysis"
	"gpcbench/report/wording"
)

// better: by how much methods are better than others in a metric.
var better = Statistic{
	Name: "better", Than: true, Pairs: true, Keys: []string{"than_published", "at_least", "most"},
	Cases: (*Records).betterBy, Region: reaching,
	Measures: difference, Shown: pairwise,
}

// pairwise is the section that compares the methods of one experiment in its first variant.
func pairwise(p *analysis.Experiment, c Claim) string {
	if c.Variant != "" || c.outside() || !slices.Contains(p.Scores(), c.Metric) {
		return ""
	}
	return wording.PairwiseTitle
}

// betterBy are the mean differences over repeats by which methods are better than others,
// d_i = b_i - a_i where less of the metric is better. The interval is that of the t-test
// by which the report compares pairs (Nadeau and Bengio 2003), over folds or splits. Of
// one split it is normal, over the test rows: from the differences row by row where they are
// known, or else from the standard errors of both, as though their rows were not the same,
// which makes it wide.
func (p *Records) betterBy(c Claim) []Case {
	return p.cases(c, func(e *Case, of, than []record.Record) bool {
		if c.Numbers != nil {
			return p.betterThanPublished(e, c, of)
		}
		larger, smaller := than, of
		if metrics.Get(c.Metric).HigherIsBetter {
			larger, smaller = of, than
		}
		d := analysis.Differences(larger, smaller, c.Metric)
		e.Repeats = len(d)
		switch len(d) {
		case 0:
			return false
		case 1:
			p.ofOneSplit(e, d[0], of, than, c.Metric)
		default:
			e.ofRepeats(d, p.Overlap(e.At["dataset"], of).Share(d, analysis.RowsSE(of, than, c.Metric)))
		}
		return true
	})
}

// ofOneSplit takes a difference of one split, with the interval that its test rows give.
func (p *Records) ofOneSplit(e *Case, d float64, of, than []record.Record, metric string) {
	if rows := p.rowsApart(sameRepeats(of, than)[0], metric); len(rows) > 1 {
		e.ofRows(rows)
		return
	}
	se := math.Hypot(analysis.Summarise(of, metric, "mean").SE, analysis.Summarise(than, metric, "mean").SE)
	if !math.IsNaN(se) {
		e.Notes = append(e.Notes, "rows not paired, so a wide interval")
	}
	e.ofTestRows(d, se)
}

// betterThanPublished takes by how much a method's mean is better than a published number, and
// says whether there are both. The interval is normal, from the standard errors of both. Of a
// number that the paper prints without one it is taken to be that of ours, as of as many test
// rows.
func (p *Records) betterThanPublished(e *Case, c Claim, of []record.Record) bool {
	ours := analysis.Summarise(of, c.Metric, "mean")
	theirs, se, ok := c.Numbers.Number(e.At.With("dataset", PublishedName(p.Spec, e.At["dataset"])).With("label", e.Than), c.Metric)
	if !ok || ours.N == 0 {
		return false
	}
	d := ours.Value - theirs
	if !metrics.Get(c.Metric).HigherIsBetter {
		d = -d
	}
	if se == 0 {
		se = ours.SE
	}
	e.Repeats = ours.N
	e.normal(d, math.Hypot(ours.SE, se))
	if ours.N == 1 {
		e.Over = "over test rows"
	}
	return true
}

// rowsApart returns by how much the first of two fits is better at each test row, none where
// the rows of both are not known: an NLL's are where predictions were kept, those of P@k where
// the records have hits.
func (p *Records) rowsApart(both [2]record.Record, metric string) []float64 {
	m := metrics.Get(metric)
	switch {
	case m.Loss:
		return p.lossesApart(both)
	case m.Cutoff > 0:
		return hitsApart(both, m.Cutoff)
	}
	return nil
}

// hitsApart returns by how much the P@k of a row of the first of two fits is higher.
func hitsApart(both [2]record.Record, k int) []float64 {
	if both[0].Provenance["data"] != both[1].Provenance["data"] {
		return nil
	}
	x, y := both[0].Hits.At(k), both[1].Hits.At(k)
	if len(x) != len(y) {
		return nil
	}
	out := make([]float64, len(x))
	for i := range x {
		out[i] = float64(x[i]-y[i]) / float64(k)
	}
	return out
}

// lossesApart returns by how much the second of two fits has the larger loss at each test
// row, none where predictions were not kept of both.
func (p *Records) lossesApart(both [2]record.Record) []float64 {
	a, ok := p.Matches[both[0].ID]
	b, also := p.Matches[both[1].ID]
	if !ok || !also {
		return nil
	}
	x, known := a.Own.Losses()
	y, alsoKnown := b.Own.Losses()
	if !known || !alsoKnown || len(x) != len(y) {
		return nil
	}
	for i := range x {
		x[i] = y[i] - x[i]
	}
	return x
}
