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

// TestAccuracyOfNodes: how far probabilities by 20 nodes are off is what the package says.
func TestAccuracyOfNodes(t *testing.T) {
	expect := likelihood.NewSoftplus(20)
	for _, c := range []struct{ variance, off float64 }{{1, 2e-10}, {9, 2e-4}, {25, 0.004}, {100, 0.03}} {
		worst := 0.0
		for mean := -5.0; mean <= 5; mean += 0.125 {
			p := []float64{0}
			(&Model{}).probabilities(p, []float64{mean}, []float64{c.variance}, []float64{0}, expect)
			worst = max(worst, math.Abs(p[0]-marginal(mean, math.Sqrt(c.variance))))
		}
		if worst < 0.5*c.off || worst > 1.2*c.off {
			t.Errorf("variance %g: %.2g off, want about %.2g", c.variance, worst, c.off)
		}
	}
}

// marginal is E 1/(1 + e^-f) of f ~ N(mean, sd^2) by the trapezoidal rule.
func marginal(mean, sd float64) float64 {
	const step = 1. / 64
	sum := 0.0
	for z := -9.0; z <= 9; z += step {
		sum += step * math.Exp(-0.5*z*z) / (1 + math.Exp(-mean-sd*z))
	}
	return sum / math.Sqrt(2*math.Pi)
}

// TestPointSaturates: probabilities at means above 36.7 are 1, so that their labels tie.
func TestPointSaturates(t *testing.T) {
	p := make([]float64, 3)
	(&Model{state: modelState{Point: true}}).probabilities(p, []float64{36.6, 36.8, 50}, nil, nil, nil)
	if p[0] == 1 || p[1] != 1 || p[2] != 1 {
		t.Errorf("got 1 - %v of 36.6, 36.8 and 50", []float64{1 - p[0], 1 - p[1], 1 - p[2]})
	}
}
