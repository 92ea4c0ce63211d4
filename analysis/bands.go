package analysis

import (
	"cmp"
	"math"
	"slices"

	"gpcbench/analysis/statistics"
	"gpcbench/harness/record"
)

// mostBands is how many bands of data sets there are by a feature.
const mostBands = 3

// Band is the data sets of a field on which a feature lies in a range.
type Band struct {
	Span
	Fits
}

// Bands are the data sets in three parts of about the same size by a feature. There are fewer if values are equal,
// and none if all are.
func (f Fits) Bands(feature int) []Band {
	value := func(s SetFits) float64 { return f.Features(s)[feature] }
	sets := slices.DeleteFunc(slices.Clone(f.Sets), func(s SetFits) bool { return math.IsNaN(value(s)) })
	slices.SortStableFunc(sets, func(a, b SetFits) int { return cmp.Compare(value(a), value(b)) })
	var out []Band
	part := -1
	for i, s := range sets {
		if i == 0 || value(s) != value(sets[i-1]) {
			if now := i * mostBands / len(sets); now > part {
				part = now
				out = append(out, Band{Nothing, Fits{f.Worth, f.Labels, f.Linear, nil}})
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
func (f Fits) Best() string {
	return slices.MinFunc(f.Labels, func(a, b string) int { return cmp.Compare(f.Regret(a), f.Regret(b)) })
}

// Regret is the mean regret of a label.
func (f Fits) Regret(label string) (mean float64) {
	for _, s := range f.Sets {
		mean += s.Regrets[label] / float64(len(f.Sets))
	}
	return mean
}

// Settled is the median over data sets of the mean time of a label's fits to within 2% of their own best loss.
func (f Fits) Settled(label string) float64 {
	seconds := []float64{}
	for _, s := range f.Sets {
		seconds = append(seconds, s.Settled[label])
	}
	if seconds = Numeric(seconds); len(seconds) == 0 {
		return math.NaN()
	}
	return MedianOf(seconds)
}

// Calibration returns the calibration error of a label and its Brier score in parts, means over data sets of those of
// bins over all repeats; NaN where records have none.
func (f Fits) Calibration(label string) (ece float64, parts statistics.Brier) {
	weight := 1 / float64(len(f.Sets))
	for _, s := range f.Sets {
		var fits []record.Record
		for _, c := range s.Fits[label] {
			fits = append(fits, c.Record)
		}
		bins := PooledBins(fits)
		of := statistics.NewBrier(bins)
		ece += weight * statistics.CalibrationError(bins)
		parts.Reliability += weight * of.Reliability
		parts.Resolution += weight * of.Resolution
		parts.Uncertainty += weight * of.Uncertainty
	}
	return ece, parts
}
