package mlgpf

import (
	"math"
	"testing"

	"gpcbench/gp/likelihood"
)

// TestFarProbabilities: a label's probability is its expectation at the nodes however far
// its utility lies or spreads.
func TestFarProbabilities(t *testing.T) {
	var mean, variance []float64
	for _, m := range []float64{-400, -30, 0, 20, 50, 299, 400} {
		for _, sd := range []float64{0, 1, 38, 40, 60, 1e3} {
			mean, variance = append(mean, m), append(variance, sd*sd)
		}
	}
	n := len(mean)
	got, slopes := make([]float64, n), make([]float64, n)
	(&Model{}).probabilities(got, mean, variance, slopes, likelihood.NewSoftplus(likelihood.Nodes))
	for i, p := range got {
		_, slope, _ := likelihood.Logit{}.Expect(-1, mean[i], variance[i])
		if math.Abs(p+slope) > 1e-13 {
			t.Errorf("mean %g, variance %g: %g, want %g", mean[i], variance[i], p, -slope)
		}
	}
}
