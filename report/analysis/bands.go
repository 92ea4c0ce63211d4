package analysis

import (
	"cmp"
	"math"
	"slices"

	"gpcbench/harness/record"
	"gpcbench/report/statistics"
)

// mostBands is how many bands of data sets there are by a feature.
const mostBands = 3

// Band is the data sets of a field on which a feature lies in a range.
type Band struct {
	Span
	Field
}

// Bands are the data sets in three parts of about the same size by a feature, fewer where values are the same; none
// where all are.
func (f Field) Bands(feature int) []Band {
	value := func(s SetFits) float64 { return f.Features(s, -1)[feature] }
	sets := slices.DeleteFunc(slices.Clone(f.Sets), func(s SetFits) bool { return math.IsNaN(value(s)) })
	slices.SortStableFunc(sets, func(a, b SetFits) int { return cmp.Compare(value(a), value(b)) })
	var out []Band
	part := -1
	for i, s := range sets {
		if i == 0 || value(s) != value(sets[i-1]) {
			if now := i * mostBands / len(sets); now > part {
				part = now
				out = append(out, Band{Nothing, Field{f.Worth, f.Labels, f.Linear, nil}})
			}
		}
		last := &out[len(out)-1]
		last.Span, last.Sets = last.Include(value(s)), append(last.Sets, s)
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// Best is the label with the least mean regret.
func (f Field) Best() string {
	return slices.MinFunc(f.Labels, func(a, b string) int { return cmp.Compare(f.Of(a).Regret, f.Of(b).Regret) })
}

// Overall is what a method comes to, in the mean over data sets. Calibration is that of bins over all repeats of a
// data set, NaN where records have none.
type Overall struct {
	Loss, Regret float64
	ECE          float64
	Brier        statistics.Brier
	Seconds      float64 // median over data sets of the time to within 2% of a fit's own best loss
}

// Of is what a label comes to.
func (f Field) Of(label string) Overall {
	var out Overall
	var seconds []float64
	weight := 1 / float64(len(f.Sets))
	for _, s := range f.Sets {
		out.Loss += weight * s.Loss(label, -1)
		out.Regret += weight * s.Regrets[label]
		seconds = append(seconds, s.Settled[label])
	}
	if out.Seconds = math.NaN(); len(Numeric(seconds)) > 0 {
		out.Seconds = MedianOf(Numeric(seconds))
	}
	return out
}

// Calibrated is what a label comes to, with its calibration.
func (f Field) Calibrated(label string) Overall {
	out := f.Of(label)
	weight := 1 / float64(len(f.Sets))
	for _, s := range f.Sets {
		var fits [][]record.Bin
		for _, fit := range s.Fits[label] {
			fits = append(fits, fit.Record.Details().Calibration)
		}
		var bins []statistics.Bin
		rows, off := 0.0, 0.0
		for _, b := range record.PoolBins(fits) {
			bins = append(bins, statistics.Bin(b))
			rows += float64(b.Count)
			off += float64(b.Count) * math.Abs(b.Accuracy-b.Confidence)
		}
		brier := statistics.NewBrier(bins)
		out.ECE += weight * off / rows
		out.Brier.Reliability += weight * brier.Reliability
		out.Brier.Resolution += weight * brier.Resolution
		out.Brier.Uncertainty += weight * brier.Uncertainty
	}
	return out
}
