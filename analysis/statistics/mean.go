package statistics

import "math"

// Mean is the mean of differences over repeats. All but the mean is NaN where there is no test.
type Mean struct {
	Mean, Low, High float64 // with the 95% interval
	P               float64 // two-sided, of a true mean of 0

	se, nu float64 // standard error of the mean and its degrees of freedom
}

// MeanInterval returns the mean of d_1 to d_J with the interval of
//
//	t = mean / sqrt((1/J + c) s^2), with J - 1 degrees of freedom,
//
// s^2 their variance and c what repeats have in common ([Design.C]; 0 if nothing). The form is that of the
// corrected resampled t-test of Nadeau and Bengio (2003, Machine Learning 52).
func MeanInterval(d []float64, c float64) Mean {
	n := float64(len(d))
	mean := 0.0
	for _, x := range d {
		mean += x
	}
	mean /= n
	ss := 0.0
	for _, x := range d {
		ss += (x - mean) * (x - mean)
	}
	se := math.Sqrt((1/n + c) * ss / (n - 1))
	out := Mean{Mean: mean, se: se, nu: n - 1}
	out.Low, out.High = out.At(Level)
	switch {
	case math.IsNaN(se):
		out.P = se
	case mean == 0: // also where se is 0
		out.P = 1
	case se <= Rounding*math.Abs(mean):
		out.Low, out.High, out.P = math.NaN(), math.NaN(), math.NaN()
	default:
		out.P = studentP(mean/se, out.nu)
	}
	return out
}

// Rounding is the spread, as a share of the mean, up to which numbers are equal but for rounding.
// Their variance is no estimate then.
const Rounding = 1e-12

// At returns the ends of the interval of another coverage.
func (m Mean) At(coverage float64) (low, high float64) {
	if m.nu < 1 { // a single difference
		return math.NaN(), math.NaN()
	}
	half := StudentQuantile((1+coverage)/2, m.nu) * m.se
	return m.Mean - half, m.Mean + half
}

// Above is the one-sided p-value of the mean being above 0.
func (m Mean) Above() float64 {
	if m.Mean > 0 {
		return m.P / 2
	}
	return 1 - m.P/2
}
