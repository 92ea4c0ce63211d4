package dirichlet

import (
	"context"
	"math"
	"slices"

	"gpcbench/methods/method"
)

// alphas are the candidate values of alpha_epsilon.
var alphas = []float64{0.1, 0.03, 0.01, 0.003, 0.001}

const (
	// trialRows is the most training rows that alpha_epsilon is chosen with, and trialIterations the
	// most iterations of each of those fits.
	trialRows, trialIterations = 2000, 50
	// heldShare is the fraction of the rows of a class that is held out.
	heldShare = 5
)

// alpha returns alpha_epsilon: that of the options, or the one of alphas with the lowest NLL on
// held-out rows, the largest in a tie. trial makes the method with a value, for given numbers of
// training and held-out rows. The trials share a quarter of a budget equally, and once that quarter
// is spent no other value is tried.
func (o *Options) alpha(ctx context.Context, task method.Task, rec method.Recorder, trial func(alpha float64, train, held int) method.Classifier) (float64, error) {
	if o.AlphaEpsilon > 0 {
		return o.AlphaEpsilon, nil
	}
	train, held := divide(task)
	if len(held) == 0 {
		return alphas[len(alphas)/2], nil
	}
	inner, test := task, task.Train.Subset(held)
	inner.Train = task.Train.Subset(train)
	best, least := alphas[len(alphas)/2], math.Inf(1)
	for i, alpha := range alphas {
		if i > 0 && o.ChoiceOver(rec.Elapsed()) {
			break
		}
		p, err := trial(alpha, len(train), len(held)).Fit(ctx, inner, method.Within(rec))
		if err != nil {
			return 0, err
		}
		if nll := method.NegativeLogLikelihood(p, task.Classes, test); nll < least {
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
