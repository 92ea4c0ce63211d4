package replication

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/report/analysis"
)

// betterBy are the mean differences over repeats by which methods are better than others,
// d_i = b_i - a_i where less of the metric is better. The interval is that of the t-test
// by which the report compares pairs (Nadeau and Bengio 2003), over folds or splits. Of
// one split it is normal, over the test rows: from the differences row by row where they are
// known, or else from the standard errors of both, as though their rows were not the same,
// which makes it wide.
func (p *Experiment) betterBy(c Claim) []effect {
	var out []effect
	for _, q := range p.pairs(c) {
		if c.ThanPublished != nil {
			if e, ok := p.betterThanPublished(c, q); ok {
				out = append(out, e)
			}
			continue
		}
		of, than := p.records(c, q)
		larger, smaller := than, of
		if metrics.Get(c.Metric).HigherIsBetter {
			larger, smaller = of, than
		}
		d := analysis.Differences(larger, smaller, c.Metric)
		e := effect{at: q.at, method: q.method, than: q.than, repeats: len(d)}
		switch len(d) {
		case 0:
			continue
		case 1:
			p.ofOneSplit(&e, d[0], of, than, c.Metric)
		default:
			e.ofRepeats(d, p.Overlap(q.at["dataset"], of).Share(d, analysis.RowsSE(of, than, c.Metric)))
		}
		out = append(out, e)
	}
	return out
}

// ofRepeats takes the mean of what repeats come to, with the interval of the corrected
// t-test; of one repeat there is none.
func (e *effect) ofRepeats(d []float64, share float64) {
	if len(d) == 1 {
		e.value, e.low, e.high = d[0], math.NaN(), math.NaN()
		return
	}
	t := analysis.CorrectedT(d, share)
	e.value, e.low, e.high = t.Mean, t.Low, t.High
	if !math.IsNaN(t.Low) {
		e.ends = t.At
	}
}

// ofTestRows takes a mean over test rows with its normal interval; none where the standard error
// is not known.
func (e *effect) ofTestRows(mean, se float64) {
	e.over = "test rows"
	e.normal(mean, se)
}

// normal takes a mean with the interval of its standard error.
func (e *effect) normal(mean, se float64) {
	e.value = mean
	e.ends = func(coverage float64) (low, high float64) {
		half := distuv.UnitNormal.Quantile((1+coverage)/2) * se
		return mean - half, mean + half
	}
	e.low, e.high = e.ends(analysis.Level)
}

// ofOneSplit takes a difference of one split, with the interval that its test rows give.
func (p *Experiment) ofOneSplit(e *effect, d float64, of, than []record.Record, metric string) {
	if rows := p.rowsApart(sameRepeats(of, than)[0], metric); len(rows) > 1 {
		e.ofRows(rows)
		return
	}
	se := math.Hypot(analysis.Summarise(of, metric, "mean").SE, analysis.Summarise(than, metric, "mean").SE)
	if !math.IsNaN(se) {
		e.notes = append(e.notes, "rows not paired, so a wide interval")
	}
	e.ofTestRows(d, se)
}

// betterThanPublished is by how much a method's mean is better than a published number, false
// where one of them is missing. The interval is normal, from the standard errors of both. Of a
// number that the paper prints without one it is taken to be that of ours, as of as many test
// rows.
func (p *Experiment) betterThanPublished(c Claim, q pair) (effect, bool) {
	e := effect{at: q.at, method: q.method, than: q.than}
	ours := analysis.Summarise(p.Group(q.at.With("label", q.method)).OK, c.Metric, "mean")
	v, ok := c.ThanPublished.Find(q.at.With("dataset", p.publishedName(q.at["dataset"])).With("label", q.than), c.Metric)
	theirs, isNumber := v.Number()
	if !ok || !isNumber || ours.N == 0 {
		return e, false
	}
	d := ours.Value - theirs
	if !metrics.Get(c.Metric).HigherIsBetter {
		d = -d
	}
	se := c.ThanPublished.SE(v)
	if se == 0 {
		se = ours.SE
	}
	e.repeats = ours.N
	e.normal(d, math.Hypot(ours.SE, se))
	if ours.N == 1 {
		e.over = "test rows"
	}
	return e, true
}

// rowsApart returns by how much the first of two fits is better at each test row, none where
// the rows of both are not known: an NLL's are where predictions were kept, those of P@k where
// the records have hits.
func (p *Experiment) rowsApart(both [2]record.Record, metric string) []float64 {
	switch metric {
	case "nll":
		return p.lossesApart(both)
	case "p_at_1":
		return hitsApart(both, 1)
	case "p_at_3":
		return hitsApart(both, 3)
	case "p_at_5":
		return hitsApart(both, 5)
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
func (p *Experiment) lossesApart(both [2]record.Record) []float64 {
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

// sameRepeats pairs the records of two methods by repeat.
func sameRepeats(a, b []record.Record) [][2]record.Record {
	byRepeat := map[int]record.Record{}
	for _, r := range b {
		byRepeat[r.Repeat] = r
	}
	var out [][2]record.Record
	for _, r := range a {
		if other, ok := byRepeat[r.Repeat]; ok {
			out = append(out, [2]record.Record{r, other})
		}
	}
	return out
}
