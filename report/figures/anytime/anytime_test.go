package anytime

import (
	"math"
	"testing"

	"gpcbench/analysis"
)

// Two methods on two data sets: the first has 0.5 from 2 s and 0.2 from 8 s on, the second 0.3 from 1 s on; the
// shares have 0.7. On the second data set all is higher by 1.
func courses() []analysis.Course {
	var out []analysis.Course
	for _, more := range []float64{0, 1} {
		for _, c := range []analysis.Course{
			{Label: "A", Trace: analysis.Trace{X: []float64{2, 8}, Y: []float64{0.5 + more, 0.2 + more}}},
			{Label: "B", Trace: analysis.Trace{X: []float64{1}, Y: []float64{0.3 + more}}},
		} {
			c.Least, c.Shares, c.Weight = 0.2+more, 0.7+more, 1
			out = append(out, c)
		}
	}
	return out
}

func TestRegrets(t *testing.T) {
	curves, shares, ok := regrets([]string{"A", "B", "without a trace"}, courses(), 2)
	if !ok || len(curves) != 2 || math.Abs(shares-0.5) > 1e-12 {
		t.Fatalf("%v, %g, %v", curves, shares, ok)
	}
	a, b := curves[0], curves[1]
	for i, at := range a.X {
		want := 0.5
		switch {
		case at >= 8:
			want = 0
		case at >= 2:
			want = 0.3
		}
		if math.Abs(a.Y[i]-want) > 1e-12 || math.Abs(b.Y[i]-0.1) > 1e-12 {
			t.Errorf("at %g s: %g and %g, want %g and 0.1", at, a.Y[i], b.Y[i], want)
		}
	}
	if _, _, ok := regrets([]string{"A"}, nil, 0); ok {
		t.Error("there is nothing to draw")
	}
}
