package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"gpcbench/analysis/statistics"
)

// calibrationBins is the number of bins, as in a record.
const calibrationBins = 15

// calibration writes how often intervals for a calibration error contain the true one. Log odds are
// normal; the predicted probabilities use sharper odds than the true ones.
func calibration(w io.Writer, replications int) {
	fmt.Fprintln(w, "| test rows | odds are told | true error | interval has it | two standard errors have it |\n|---|---|---|---|---|")
	for _, n := range []int{100, 1000, 10000} {
		for _, sharper := range []float64{1, 1.1, 1.3, 2, 0.7} {
			rng := rand.New(rand.NewPCG(uint64(n), math.Float64bits(sharper)))
			truth := 0.0
			if sharper != 1 {
				truth, _ = calibrationError(drawToldOdds(rng, 1_000_000, sharper))
			}
			inside, before := 0., 0.
			for range replications {
				b := drawToldOdds(rng, n, sharper)
				if low, high := statistics.CalibrationInterval(b, statistics.Level); low <= truth && truth <= high {
					inside++
				}
				if e, se := calibrationError(b); math.Abs(e-truth) <= 1.96*se {
					before++
				}
			}
			of := float64(replications)
			fmt.Fprintf(w, "| %d | %g times | %.3f | %.3f | %.3f |\n", n, sharper, truth, inside/of, before/of)
		}
	}
}

// drawToldOdds draws n rows whose predicted log odds are sharper times the true ones.
func drawToldOdds(rng *rand.Rand, n int, sharper float64) []statistics.Bin {
	out := make([]statistics.Bin, calibrationBins)
	for range n {
		odds := math.Abs(2 * rng.NormFloat64())
		p := 1 / (1 + math.Exp(-odds))
		b := &out[min(calibrationBins-1, int(p*calibrationBins))]
		b.Count++
		b.Confidence += p
		if rng.Float64() < 1/(1+math.Exp(-odds/sharper)) {
			b.Accuracy++
		}
	}
	for k := range out {
		if m := float64(out[k].Count); m > 0 {
			out[k].Confidence, out[k].Accuracy = out[k].Confidence/m, out[k].Accuracy/m
		}
	}
	return out
}

// calibrationError returns the calibration error and its standard error from the accuracies of the bins.
func calibrationError(all []statistics.Bin) (e, se float64) {
	n := 0.0
	for _, b := range all {
		m := float64(b.Count)
		n += m
		e += m * math.Abs(b.Accuracy-b.Confidence)
		se += m * b.Accuracy * (1 - b.Accuracy)
	}
	return e / n, math.Sqrt(se) / n
}
