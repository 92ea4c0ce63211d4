package statistics

import "math"

// Bin is the rows of a split whose largest probability is in one bin.
type Bin struct {
	Count      int
	Confidence float64 // the mean of the largest probabilities
	Accuracy   float64 // the share of rows that are right
}

// CalibrationError returns sum_b n_b/n |d_b|, d_b the accuracy less the confidence of bin b.
func CalibrationError(bins []Bin) (off float64) {
	for _, b := range bins {
		off += float64(b.Count) * math.Abs(b.Accuracy-b.Confidence)
	}
	return off / rowsOf(bins)
}

// rowsOf is the number of rows in bins.
func rowsOf(bins []Bin) (n float64) {
	for _, b := range bins {
		n += float64(b.Count)
	}
	return n
}

// CalibrationInterval returns the interval of a [CalibrationError].
//
// An absolute value of a noisy d_b is too large in the mean, so that rows that are perfectly
// calibrated show an error above 0, and a mean with two standard errors misses it. Here the true d_b
// are assumed to be t times the measured ones, with the noise of a share of n_b rows. The measured
// error would then be a sum of folded normals, whose mean m(t) and variance v(t) are known. The
// interval is all t >= 0 with |error - m(t)| <= z sqrt(v(t)), times the measured error. If an error
// is next to nothing compared with that noise, it says nothing about the size of the true d_b; the
// interval then comes from those of the accuracies.
func CalibrationInterval(bins []Bin, coverage float64) (low, high float64) {
	n, measured := rowsOf(bins), CalibrationError(bins)
	z := NormalQuantile((1 + coverage) / 2)
	noise := 0.0
	for _, b := range bins {
		if b.Count > 0 {
			noise += float64(b.Count) / n * math.Sqrt(accuracyVariance(b, 0))
		}
	}
	if measured <= nothing*noise {
		return 0, farthest(bins, coverage)
	}
	apart := func(t float64) float64 { // falls with t
		mean, variance := 0.0, 0.0
		for _, b := range bins {
			if b.Count == 0 {
				continue
			}
			m, v := folded(t*(b.Accuracy-b.Confidence), accuracyVariance(b, t))
			weight := float64(b.Count) / n
			mean, variance = mean+weight*m, variance+weight*weight*v
		}
		return (measured - mean) / math.Sqrt(variance)
	}
	return measured * crossing(apart, z), min(1, measured*crossing(apart, -z))
}

// nothing is the share of its noise up to which an error counts as next to nothing.
const nothing = 0.1

// farthest returns how far the accuracies of bins may be from their confidences, by their intervals.
func farthest(bins []Bin, coverage float64) (off float64) {
	for _, b := range bins {
		if b.Count > 0 {
			n := float64(b.Count)
			low, high := ClopperPearson(math.Round(b.Accuracy*n), n, coverage)
			off += n * max(b.Confidence-low, high-b.Confidence)
		}
	}
	return off / rowsOf(bins)
}

// accuracyVariance is the variance of the share of rows that are right if the true share is t of the way from the
// confidence to the measured share, or the measured share for t above 1. One more row is added that is right with
// the bin's confidence, so that a bin whose rows are all right has a variance.
func accuracyVariance(b Bin, t float64) float64 {
	n := float64(b.Count)
	p := (n*(b.Confidence+min(t, 1)*(b.Accuracy-b.Confidence)) + b.Confidence) / (n + 1)
	return p * (1 - p) / n
}

// folded returns mean and variance of |x| of a normal x.
func folded(mean, variance float64) (m, v float64) {
	s := math.Sqrt(variance)
	if s == 0 {
		return math.Abs(mean), 0
	}
	m = s*math.Sqrt(2/math.Pi)*math.Exp(-mean*mean/(2*variance)) + mean*math.Erf(mean/(s*math.Sqrt2))
	return m, max(0, mean*mean+variance-m*m)
}

// crossing returns the least t >= 0 at which a falling function is at most y, 0 where it
// begins below. It is at most a thousand.
func crossing(f func(float64) float64, y float64) float64 {
	if !(f(0) > y) {
		return 0
	}
	low, high := 0.0, 1000.0
	for range 60 {
		if middle := (low + high) / 2; f(middle) > y {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}
