package method_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// certainty gives every row the probability p for its first class.
type certainty struct {
	method.Predictor
	p float64
}

func (c certainty) Predict(dst, x *mat.Dense) {
	n, _ := x.Dims()
	for i := range n {
		dst.SetRow(i, []float64{c.p, 1 - c.p})
	}
}

// Inducing inputs are learnt unless rows that are left out are predicted better without.
func TestInducingChoice(t *testing.T) {
	blobs := func(n int) method.Task {
		return methodtest.Task(methodtest.Blobs(n, 2, 2, rand.New(rand.NewPCG(3, 3))), 2, 5)
	}
	for _, c := range []struct {
		name          string
		rows          int
		folds         method.Folds
		learnt, still float64 // probabilities
		want          []string
		fits          int
	}{
		{"overfitted", 50, 5, 0.99, 0.5, []string{"kernel"}, 10},
		{"as good", 50, 5, 0.5, 0.5, []string{"kernel", "inducing"}, 10},
		{"auto", 50, method.AutoFolds, 0.99, 0.5, []string{"kernel"}, 10},
		{"auto, many rows", 600, method.AutoFolds, 0.99, 0.5, []string{"kernel"}, 4},
		{"auto, too many", 2001, method.AutoFolds, 0.99, 0.5, []string{"kernel", "inducing"}, 0},
		{"auto, too few", 19, method.AutoFolds, 0.99, 0.5, []string{"kernel", "inducing"}, 0},
		{"no choice", 50, 0, 0.99, 0.5, []string{"kernel", "inducing"}, 0},
	} {
		var rows []int
		is := method.Trial{Learning: method.LearnAll(), Schedule: method.Schedule{Iterations: 1000, BudgetSeconds: 30}, Inducing: method.Inputs(c.rows)}
		rec := &methodtest.Recorder{}
		var got []string // what the fit learns that follows the choice
		_, err := method.InducingChoice{InducingFolds: c.folds}.FitChosen(blobs(c.rows), rec, is, func(trial method.Trial, task method.Task, _ method.Recorder) (method.Predictor, error) {
			if task.Train.Len() == c.rows {
				got = trial.Learn
				return certainty{}, nil
			}
			rows = append(rows, task.Train.Len())
			if _, err := trial.Inducing.Of(c.rows*4/5 + 2); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			if trial.Iterations != 250 || trial.BudgetSeconds > 30.0/4 {
				t.Errorf("%s: a fit has %d iterations and %v seconds", c.name, trial.Iterations, trial.BudgetSeconds)
			}
			if trial.LearnsInducing() {
				return certainty{p: c.learnt}, nil
			}
			return certainty{p: c.still}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, c.want) || len(rows) != c.fits || rec.Events[method.EventInducingStay] != 2-len(c.want) {
			t.Errorf("%s: learns %v after %d fits, events %v", c.name, got, len(rows), rec.Events)
		}
		for _, n := range rows {
			if math.Abs(float64(n)-0.8*float64(c.rows)) > 2 {
				t.Errorf("%s: a fit had %d rows of %d", c.name, n, c.rows)
			}
		}
	}
}
