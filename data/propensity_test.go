package data

import (
	"math"
	"testing"
)

// 100 training rows, against an independent computation.
func TestPropensity(t *testing.T) {
	for _, c := range []struct {
		of   Propensity
		want []float64
	}{
		{Propensity{}, []float64{0.59424475, 0.52776248, 0.47529519, 0.31933323, 0.21714724}},
		{Propensity{A: 0.55, B: 1.5}, []float64{0.59424475, 0.52776248, 0.47529519, 0.31933323, 0.21714724}},
		{Propensity{A: 0.5, B: 0.4}, []float64{0.62466358, 0.56380430, 0.51428670, 0.35265124, 0.21714724}},
		{Propensity{A: 0.6, B: 2.6}, []float64{0.58095631, 0.50991322, 0.45508159, 0.30279144, 0.21714724}},
	} {
		for l, v := range c.of.Inverse([]int{50, 30, 20, 5, 1}, 100) {
			if math.Abs(1/v-c.want[l]) > 5e-9 {
				t.Errorf("%v: label %d has the propensity %.8f, want %.8f", c.of, l, 1/v, c.want[l])
			}
		}
	}
	if got := (Propensity{}).Inverse([]int{1, 0}, 1); got[0] != 1 || got[1] != 1 {
		t.Errorf("of one row: %v", got)
	}
}
