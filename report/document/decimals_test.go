package document

import (
	"encoding/json"
	"testing"
)

func TestDecimals(t *testing.T) {
	for _, c := range []struct {
		numbers Decimals
		want    string
	}{
		{Decimals{}, `[0]`},
		{Decimals{3}, `[0,3]`},
		{Decimals{0.25, 0.1, 0.125}, `[3,250,-150,25]`},
		{Decimals{-1.5, 20, 20}, `[1,-15,215,0]`},
		{Decimals{1e14, 0.125}, `[1,1000000000000000,-999999999999999]`}, // what the largest leaves room for
	} {
		got, err := json.Marshal(c.numbers)
		if err != nil || string(got) != c.want {
			t.Errorf("%v is written as %s (error %v), want %s", []float64(c.numbers), got, err, c.want)
		}
	}
}
