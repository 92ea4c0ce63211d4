package analysis

import (
	"math"
	"slices"
	"testing"
)

func TestThin(t *testing.T) {
	var y []float64
	for i := range 240 {
		y = append(y, math.Exp(-float64(i)/40)+0.01*math.Sin(float64(i)))
	}
	for _, c := range []struct {
		tolerance float64
		most      int
	}{{0.05, 200}, {0.004, 200}, {0.001, 20}} {
		at := Thin(y, c.tolerance, c.most)
		if len(at) > c.most || at[0] != 0 || at[len(at)-1] != len(y)-1 {
			t.Errorf("tolerance %g: %d points from %d to %d", c.tolerance, len(at), at[0], at[len(at)-1])
		}
		worst := 0.0
		for k := range at[1:] {
			for i := at[k]; i <= at[k+1]; i++ {
				line := y[at[k]] + (y[at[k+1]]-y[at[k]])*float64(i-at[k])/float64(at[k+1]-at[k])
				worst = max(worst, math.Abs(y[i]-line))
			}
		}
		if c.most == 200 && worst > c.tolerance {
			t.Errorf("tolerance %g: missed by %g with %d points", c.tolerance, worst, len(at))
		}
	}
	if got := Thin([]float64{1, 2, 3, 4}, 0, 200); !slices.Equal(got, []int{0, 3}) {
		t.Errorf("a line keeps %v", got)
	}
	if got := Thin([]float64{5}, 0, 200); !slices.Equal(got, []int{0}) {
		t.Errorf("one point keeps %v", got)
	}
}
