package mlgpf

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gpcbench/gp/likelihood"
)

// TestSampleVariance: 3/2 times the sums of two of 1, 2, 4 are 4.5, 7.5 and 9, of variance 3.5.
func TestSampleVariance(t *testing.T) {
	if got := sampleVariance([]float64{1, 2, 4}, 2); math.Abs(got-3.5) > 1e-14 {
		t.Errorf("%v, want 3.5", got)
	}
}

// TestGain: the deviation of the stratified estimate is that of drawn ones, and a fit tells what a
// uniform sample would have.
func TestGain(t *testing.T) {
	task := sampleTask(25, 12, 20)
	f := fitOf(t, task.Train, 20, map[string]any{"latents": 2, "inducing": 6, "batch": 10, "negatives": 4})
	if err := f.iterate(1); err != nil {
		t.Fatal(err)
	}
	f.lookBack()
	gain := f.notes()["sampling_gain"]
	if gain < 1 {
		t.Errorf("a uniform sample has %v times the deviation", gain)
	}
	s, e := f.sampled, f.elbo
	var values []float64
	for draw := range 4000 {
		s.t = draw
		values = append(values, s.value(f.slope, e.latent, f.at, &f.batch, 1))
	}
	want := 0.0
	for i := range 10 {
		_, others := s.terms(e.latent.mean.RawRowView(i), e.latent.variance.RawRowView(i), f.at, f.batch.labels.Row(i))
		want += sampleVariance(others, 4)
	}
	if got := stat.Variance(values, nil); math.Abs(got/want-1) > 0.1 {
		t.Errorf("variance of 4000 estimates %v, worked out %v", got, want)
	}
	all := newUtilities(likelihood.NewSoftplus(f.Nodes), 20, 2, 10).value(f.slope, e.latent, f.at, &f.batch, 1)
	if got := stat.Mean(values, nil); math.Abs(got/all-1) > 0.01 {
		t.Errorf("mean of the estimates %v, the sum over all labels %v", got, all)
	}
}

func TestJitterOf(t *testing.T) {
	if got := jitterOf(mat.NewDense(2, 2, []float64{2, 1, 1, 2})); got != 0 {
		t.Errorf("a definite matrix needs %v", got)
	}
	if got := jitterOf(mat.NewDense(2, 2, []float64{1, 1, 1, 1})); got != 1e-10 {
		t.Errorf("a singular matrix needs %v, want 1e-10", got)
	}
	if got := jitterOf(mat.NewDense(2, 2, []float64{1, 1 + 1e-7, 1 + 1e-7, 1})); math.Abs(got/1e-6-1) > 1e-12 {
		t.Errorf("one with eigenvalue -1e-7 needs %v, want 1e-6", got)
	}
}
