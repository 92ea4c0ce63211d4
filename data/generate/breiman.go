package generate

import (
	"math"
	"math/rand/v2"
)

func twonorm(x []float64, rng *rand.Rand) (class int) {
	a := 2 / math.Sqrt(20)
	class = rng.IntN(2)
	for j := range x {
		x[j] = rng.NormFloat64() + a*float64(1-2*class)
	}
	return class
}

func ringnorm(x []float64, rng *rand.Rand) (class int) {
	a := 2 / math.Sqrt(20)
	class = rng.IntN(2)
	for j := range x {
		if class == 0 {
			x[j] = 2 * rng.NormFloat64()
		} else {
			x[j] = rng.NormFloat64() + a
		}
	}
	return class
}

// triangle returns h1(j) = max(6 - |j - 11|, 0) with its peak moved from 11 to peak.
// j is counted from 1.
func triangle(j, peak int) float64 {
	return math.Max(6-math.Abs(float64(j-peak)), 0)
}

func waveform(x []float64, rng *rand.Rand) (class int) {
	// Peaks of h1, h2(j) = h1(j - 4) and h3(j) = h1(j + 4), and of the two triangles
	// that each class mixes.
	const h1, h2, h3 = 11, 15, 7
	mixed := [3][2]int{{h1, h2}, {h1, h3}, {h2, h3}}
	class = rng.IntN(3)
	u := rng.Float64()
	for j := range x {
		x[j] = u*triangle(j+1, mixed[class][0]) + (1-u)*triangle(j+1, mixed[class][1]) + rng.NormFloat64()
	}
	return class
}

func waveformBinary(x []float64, rng *rand.Rand) (class int) {
	if waveform(x, rng) == 1 {
		return 1
	}
	return 0
}
