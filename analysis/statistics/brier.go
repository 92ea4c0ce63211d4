package statistics

// Brier is the Brier score of the forecast that the most probable class is right, in its parts (Murray 1973):
//
//	sum_b n_b/n (confidence_b - accuracy_b)^2  reliability, 0 for a perfect calibration
//	sum_b n_b/n (accuracy_b - accuracy)^2      resolution, the more the better
//	accuracy (1 - accuracy)                    uncertainty
//
// over bins b of the confidence. The score is reliability - resolution + uncertainty; differences of
// confidences within a bin are ignored.
type Brier struct{ Reliability, Resolution, Uncertainty float64 }

// NewBrier returns the parts with the correction of Ferro and Fricker (2012): accuracies of few rows are
// noisy, which adds accuracy_b (1 - accuracy_b) / (n_b - 1) to the expectation of a square. It leaves their sum
// as it is. A reliability near 0 may be below it.
func NewBrier(bins []Bin) Brier {
	n, accuracy, noise := rowsOf(bins), 0.0, 0.0
	for _, b := range bins {
		accuracy += float64(b.Count) / n * b.Accuracy
	}
	var out Brier
	for _, b := range bins {
		weight, off, apart := float64(b.Count)/n, b.Confidence-b.Accuracy, b.Accuracy-accuracy
		out.Reliability += weight * off * off
		out.Resolution += weight * apart * apart
		if b.Count > 1 {
			noise += weight * b.Accuracy * (1 - b.Accuracy) / float64(b.Count-1)
		}
	}
	whole := accuracy * (1 - accuracy) / (n - 1)
	return Brier{out.Reliability - noise, out.Resolution - noise + whole, accuracy*(1-accuracy) + whole}
}

// Score is the Brier score from its parts.
func (b Brier) Score() float64 { return b.Reliability - b.Resolution + b.Uncertainty }
