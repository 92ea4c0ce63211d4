package metrics

import (
	"math"

	"gpcbench/harness/record"
)

// calibration is the error sum_b n_b/n |accuracy_b - confidence_b| over bins b of the largest
// probability, the mean excess of that probability over the accuracy, and the confident errors.
var calibration = Kind{Of: Classes, New: func(Set) Accumulator { return &Bins{} }, Metrics: []Metric{
	{Name: "ece", Title: "Calibration error (ECE)", Axis: "ECE", Calibration: true, Bounds: share, RowsSE: ofBins},
	{Name: "overconfidence", Title: "Overconfidence (mean confidence less accuracy)", Axis: "Overconfidence", Unranked: true, Bounds: Bounds{-1, 1}, ofRecord: overconfidence},
	{Name: "confident_errors", Title: "Share of rows that are wrong at a confidence of 14/15 or more", Axis: "Confident errors", Bounds: share, ofRecord: confidentErrors, RowsSE: binomial},
}}

// Bins counts rows in bins of equal width by their largest probability.
type Bins struct {
	rows       int
	count      [record.CalibrationBins]int
	confidence [record.CalibrationBins]float64 // sum of the largest probabilities
	right      [record.CalibrationBins]int
}

// Add adds a row.
func (b *Bins) Add(r *Row) {
	p, bin := r.P[r.Best], record.CalibrationBins-1
	if at := int(p * record.CalibrationBins); at < bin && !math.IsNaN(p) {
		bin = max(at, 0)
	}
	b.rows++
	b.count[bin]++
	b.confidence[bin] += p
	if r.Best == r.Class {
		b.right[bin]++
	}
}

// Of returns the bins of all rows added.
func (b *Bins) Of() []record.Bin {
	out := make([]record.Bin, len(b.count))
	for i, n := range b.count {
		if n > 0 {
			m := float64(n)
			out[i] = record.Bin{Count: n, Confidence: b.confidence[i] / m, Accuracy: float64(b.right[i]) / m}
		}
	}
	return out
}

// Values writes the calibration error.
func (b *Bins) Values(to map[string]float64) {
	ece := 0.0
	for _, bin := range b.Of() {
		ece += float64(bin.Count) / float64(b.rows) * math.Abs(bin.Accuracy-bin.Confidence)
	}
	to["ece"] = ece
}

// ofBins returns the standard error of a calibration error over n rows. It propagates that of the
// accuracy of each bin, with bins and confidences fixed.
func ofBins(_, n float64, r record.Record) (float64, bool) {
	squares, bins := 0.0, r.Details().Calibration
	for _, b := range bins {
		squares += float64(b.Count) * b.Accuracy * (1 - b.Accuracy)
	}
	return math.Sqrt(squares) / n, len(bins) > 0
}

// overconfidence returns the mean largest probability over test rows minus the share of rows
// that are right.
func overconfidence(r record.Record) (float64, bool) {
	rows, above := 0, 0.0
	for _, b := range r.Details().Calibration {
		rows += b.Count
		above += float64(b.Count) * (b.Confidence - b.Accuracy)
	}
	return above / float64(rows), rows > 0
}

// confidentErrors returns the share of test rows that are predicted wrongly with a confidence in the last bin.
func confidentErrors(r record.Record) (float64, bool) {
	rows, wrong := 0, 0.0
	for i, b := range r.Details().Calibration {
		rows += b.Count
		if i == record.CalibrationBins-1 {
			wrong = float64(b.Count) * (1 - b.Accuracy)
		}
	}
	return wrong / float64(rows), rows > 0
}
