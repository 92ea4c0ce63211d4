package likelihood

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The noise of the largest function has the moments of its density, by a sum over a grid.
func TestNoiseOfTheLargest(t *testing.T) {
	l, err := NewArgmax(3, 0.25)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, f := range [][]float64{{0, 0, 0}, {3, -2, 1}, {-30, 20, 0}, {1, -40, 2}} {
		log := func(e float64) float64 {
			value := -e * e / 2
			for _, other := range []float64{f[0], f[2]} {
				log, _, _ := Probit{}.LogProb(1, e+(f[1]-other)/0.5)
				value += log
			}
			return value
		}
		highest, total, first, second := math.Inf(-1), 0.0, 0.0, 0.0
		for e := -20.0; e < 120; e += 1e-3 {
			highest = max(highest, log(e))
		}
		for e := -20.0; e < 120; e += 1e-3 {
			w := math.Exp(log(e) - highest)
			total, first, second = total+w, first+w*e, second+w*e*e
		}
		mean, sd := first/total, math.Sqrt(second/total-first*first/total/total)
		const draws = 40_000
		var sum, squares float64
		for range draws {
			e := l.largest(rng, 1, f)
			sum += e
			squares += e * e
		}
		got, gotSD := sum/draws, math.Sqrt(squares/draws-sum*sum/draws/draws)
		if math.Abs(got-mean) > 5*sd/math.Sqrt(draws) || math.Abs(gotSD/sd-1) > 0.03 {
			t.Errorf("%v: mean %.4f, standard deviation %.4f; want %.4f, %.4f", f, got, gotSD, mean, sd)
		}
	}
}
