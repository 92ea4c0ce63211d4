package dirichlet

import (
	"context"
	"io"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"

	"gpcbench/methods/method"
)

// alphas are the values that alpha_epsilon is chosen from.
var alphas = []float64{0.1, 0.03, 0.01, 0.003, 0.001}

const (
	// trialRows is the most training rows that alpha_epsilon is chosen with, and trialIterations the
	// most iterations of each of those fits.
	trialRows, trialIterations = 2000, 50
	// heldShare is the part of the rows of a class that is held out.
	heldShare = 5
	// leastProbability is the least that a row counts with.
	leastProbability = 1e-300
)

// alpha returns alpha_epsilon: that of the options, or of alphas the one of the least NLL of rows
// that are held out, of several the largest. trial makes the method with a value for so many rows
// that are trained on and so many that are held out.
func (o *Options) alpha(ctx context.Context, task method.Task, trial func(alpha float64, train, held int) method.Classifier) (float64, error) {
	if o.AlphaEpsilon > 0 {
		return o.AlphaEpsilon, nil
	}
	train, held := divide(task)
	if len(held) == 0 {
		return alphas[len(alphas)/2], nil
	}
	inner, test := task, task.Train.Subset(held)
	inner.Train = task.Train.Subset(train)
	x, y := test.ReadAll()
	best, least := 0.0, math.Inf(1)
	for _, alpha := range alphas {
		p, err := trial(alpha, len(train), len(held)).Fit(ctx, inner, silent{})
		if err != nil {
			return 0, err
		}
		probabilities, nll := mat.NewDense(len(y), task.Classes, nil), 0.0
		p.Predict(probabilities, x)
		for i, c := range y {
			nll -= math.Log(max(probabilities.At(i, c), leastProbability))
		}
		if nll < least {
			best, least = alpha, nll
		}
	}
	return best, nil
}

// divide returns positions of training rows to train on, and of every fifth row of each class to
// hold out, of all rows or of trialRows of them and the first of each class.
func divide(task method.Task) (train, held []int) {
	drawn := method.Drawn(task, trialRows, "holdout")
	class := make([]int, 0, task.Train.Len())
	for c := range task.Train.Classes() {
		class = append(class, c)
	}
	for c := range task.Classes {
		if first := slices.Index(class, c); !slices.Contains(drawn, first) {
			drawn = append(drawn, first)
		}
	}
	slices.Sort(drawn)
	seen := make([]int, task.Classes)
	for _, at := range drawn {
		c := class[at]
		if seen[c]++; seen[c]%heldShare == 0 {
			held = append(held, at)
		} else {
			train = append(train, at)
		}
	}
	return train, held
}

// silent is the recorder of fits of which nothing is reported.
type silent struct{}

func (silent) Due(int) bool { return false }
func (silent) Trace(int, func() float64, func() (method.Predictor, error)) error {
	return nil
}
func (silent) Event(string, int)                             {}
func (silent) Inducing(int)                                  {}
func (silent) Elapsed() time.Duration                        { return 0 }
func (silent) OffClock(f func())                             { f() }
func (silent) SetUp(f func())                                { f() }
func (silent) Part(_ string, f func())                       { f() }
func (silent) Checkpoint(int, func(w io.Writer) error) error { return nil }
func (silent) Resume() (int, []byte)                         { return 0, nil }
