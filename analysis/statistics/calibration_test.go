package statistics

import "testing"

// SciPy 1.10: stats.foldnorm.stats(0.7/0.4, scale=0.4).
func TestFolded(t *testing.T) {
	m, v := folded(-0.7, 0.16)
	near(t, "mean", m, 0.7129390354518653, 1e-12)
	near(t, "variance", v, 0.14171793172896388, 1e-12)
}

// SciPy 1.10: the root of error - m(t) = z sqrt(v(t)) by optimize.brentq, m and v by stats.foldnorm.
func TestCalibrationInterval(t *testing.T) {
	low, high := CalibrationInterval([]Bin{{20, 0.55, 0.5}, {30, 0.7, 0.8}, {}, {50, 0.95, 0.9}}, Level)
	near(t, "low where calibration may be perfect", low, 0, 0)
	near(t, "high there", high, 0.12829305292644122, 1e-9)
	low, high = CalibrationInterval([]Bin{{200, 0.55, 0.3}, {300, 0.7, 0.85}, {500, 0.95, 0.9}}, Level)
	near(t, "low", low, 0.09761500562578834, 1e-9)
	near(t, "high", high, 0.141949219146234, 1e-9)
}

// An error of 0, or next to it, has the interval of Clopper and Pearson of the accuracy, SciPy 1.10's stats.beta.ppf.
func TestCalibrationIntervalOfNothing(t *testing.T) {
	for _, c := range []struct {
		bins []Bin
		want float64
	}{
		{[]Bin{{100, 0.5, 0.5}}, 0.10167887049669894},
		{[]Bin{{100, 0.50001, 0.5}}, 0.10168887049669894},
		{[]Bin{{}, {40, 1, 1}}, 0.08809730287880235},
	} {
		low, high := CalibrationInterval(c.bins, Level)
		near(t, "low", low, 0, 0)
		near(t, "high", high, c.want, 1e-12)
	}
}
