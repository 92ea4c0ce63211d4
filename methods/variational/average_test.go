package variational

import (
	"errors"
	"math"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// After t iterations that of s weighs 4 s (s+1) (s+2) / (t (t+1) (t+2) (t+3)), which is what
// the recursion comes to when it is multiplied out.
func TestAverageWeighsLaterIterationsMore(t *testing.T) {
	f := &fit{Settings: Settings{Common: Common{Averaged: true}}, x: []float64{0}}
	const n = 50
	want := 0.0
	for s := 1.0; s <= n; s++ {
		f.x[0] = math.Sin(s)
		f.average(int(s))
		want += 4 * s * (s + 1) * (s + 2) / (n * (n + 1) * (n + 2) * (n + 3)) * math.Sin(s)
	}
	if math.Abs(f.mean[0]-want) > 1e-14 {
		t.Errorf("average %.16f, want %.16f", f.mean[0], want)
	}
}

// The average is where predictions are made, and no iteration goes by it: the objective is that
// of a fit without. A fit that goes on from a checkpoint predicts the same.
func TestAveragedPredictions(t *testing.T) {
	task, l := toy(60, 2), cases[0].likelihood
	options := map[string]any{"inducing": 6, "batch": 10, "iterations": 40}
	averaged := with(options, map[string]any{"averaged": true})
	run := func(options map[string]any, rec *methodtest.Recorder) *mat.Dense {
		p, err := Fit(t.Context(), task, rec, configured(t, options), l)
		if err != nil {
			t.Fatal(err)
		}
		x, _ := task.Train.ReadAll()
		return predictions(p, l, x)
	}
	plain, whole := &methodtest.Recorder{}, &methodtest.Recorder{States: map[int][]byte{}}
	last, mean := run(options, plain), run(averaged, whole)
	if !reflect.DeepEqual(plain.Objectives, whole.Objectives) {
		t.Error("the iterations go by the average")
	}
	if mat.EqualApprox(last, mean, 1e-6) {
		t.Error("predictions are those of the last iteration")
	}
	if !mat.Equal(run(averaged, whole.Interrupted(17)), mean) {
		t.Error("a resumed fit predicts otherwise")
	}
}

func TestSearchRefusesTheAverage(t *testing.T) {
	_, err := Fit(t.Context(), toy(30, 2), &methodtest.Recorder{}, configured(t, map[string]any{"inducing": 4, "batch": 0, "averaged": true}), cases[0].likelihood)
	var refused *method.OptionError
	if !errors.As(err, &refused) || refused.Key != "averaged" {
		t.Errorf("error %v", err)
	}
}
