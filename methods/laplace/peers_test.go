package laplace

import (
	"math"
	"testing"
)

// scikit-learn 1.2.1 has this value and these derivatives for the rows of sines(40, 3), by
// GaussianProcessClassifier with the kernel 2 RBF([0.9, 0.7, 1.3]).
func TestAgainstScikitLearn(t *testing.T) {
	run, _ := full(t, sines(40, 3), map[string]any{"kernel": "se-ard", "lengthscale": 1.0, "variance": 2.0, "noise": 0.0})
	at := run.X()
	for i, l := range []float64{0.9, 0.7, 1.3} {
		at[1+i] = math.Log(l)
	}
	grad := make([]float64, len(at))
	got, err := run.Objective(at, grad)
	if err != nil {
		t.Fatal(err)
	}
	if want := -18.48268381596533; math.Abs(got-want) > 1e-7 {
		t.Errorf("log q(y) %.10f, theirs %.10f", got, want)
	}
	for i, want := range []float64{3.2369623080356695, -3.329989257470261, 2.24784918231343, 2.4465426431710107} {
		if math.Abs(grad[i]-want) > 1e-5 {
			t.Errorf("derivative %d: %.8f, theirs %.8f", i, grad[i], want)
		}
	}
}
