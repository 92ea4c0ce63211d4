package analysis

import (
	"math"
	"testing"

	"gpcbench/report/recordtest"
)

// Values of SciPy 1.10.1, scipy.stats.wilcoxon (zero_method "wilcox", without
// continuity correction); the ones with ties up to 25 differences by
// enumeration of all signs.
func TestWilcoxon(t *testing.T) {
	var big, tied []float64
	for i := range 40 {
		x := float64((i*37)%61-25) / 2
		big = append(big, x)
		tied = append(tied, math.RoundToEven(x/3))
	}
	for _, c := range []struct {
		name        string
		differences []float64
		n           int
		plus, p     float64
	}{
		{"depression, Hollander and Wolfe", []float64{1.83 - 0.878, 0.50 - 0.647, 1.62 - 0.598, 2.48 - 2.05, 1.68 - 1.06, 1.88 - 1.29, 1.55 - 1.06, 3.06 - 3.14, 1.30 - 1.29}, 9, 40, 0.0390625},
		{"Darwin's maize", []float64{6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75}, 15, 96, 0.041259765625},
		{"ties and zeros", []float64{1, 2, 2, -1, 3, -4, 5, 5, 5, 0, 0, -2}, 10, 42.5, 0.130859375},
		{"all tied", []float64{1, 1, 1, 1, 1, -1}, 6, 17.5, 0.21875},
		{"balanced", []float64{0.5, -0.5}, 2, 1.5, 1},
		{"zeros only", []float64{0, 0, 0}, 0, 0, 1},
		{"normal", big, 39, 39*40/2 - 289, 0.15866017587668102},
		{"normal with ties", tied, 35, 35*36/2 - 234.5, 0.18415705374171698},
	} {
		r := wilcoxon(c.differences)
		if r.n != c.n || r.zeros != len(c.differences)-c.n || r.exact != (c.n <= 25) {
			t.Errorf("%s: n %d, zeros %d, exact %v", c.name, r.n, r.zeros, r.exact)
		}
		total := float64(r.n*(r.n+1)) / 2
		if r.plus != c.plus && r.plus != total-c.plus {
			t.Errorf("%s: rank sum %g, want %g or %g", c.name, r.plus, c.plus, total-c.plus)
		}
		recordtest.Near(t, c.name, r.P, c.p)
	}
}

// The sign of the differences decides which rank sum is which, and nothing
// else.
func TestWilcoxonSigns(t *testing.T) {
	d := []float64{3, -1, 2, 5, -4, 7}
	var minus []float64
	for _, x := range d {
		minus = append(minus, -x)
	}
	a, b := wilcoxon(d), wilcoxon(minus)
	if a.plus != 16 || a.plus+b.plus != 21 || a.P != b.P {
		t.Errorf("rank sums %g and %g, p %g and %g", a.plus, b.plus, a.P, b.P)
	}
}
