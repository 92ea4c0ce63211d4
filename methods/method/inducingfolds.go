package method

import "slices"

// InducingChoice is the choice whether inducing inputs are learnt. Where they are parameters of
// the model, as in FITC, and not only of a variational posterior, the objective rises with every
// inducing input that is fitted to noise. With few rows and many inducing inputs it then says
// nothing about new rows. Folds of the training rows do: in each fold the method is fitted twice,
// with learnt inducing inputs and with inducing inputs that stay where they start. The variant
// with the lower negative log likelihood of all left-out rows is then fitted to all rows.
type InducingChoice struct {
	InducingFolds Folds `option:"inducing_folds" omitzero:"identity" type:"integer, or \"auto\"" help:"number of folds of the training rows: inducing inputs are learnt only if left-out rows then have a better NLL; 0: as learn says; \"auto\": of 5 folds as many as have 200 rows, and 0 with fewer than 20 rows or more than 2,000"`
}

// Validate refuses a single fold, which leaves hardly a row to train on.
func (c InducingChoice) Validate() error {
	if c.InducingFolds == 1 {
		return &OptionError{Key: "inducing_folds", Problem: "with one fold hardly a row is trained on; set 2 or more, or 0 to follow learn"}
	}
	return nil
}

const (
	// autoFolds is the number of folds that AutoFolds stands for. Only as many of them are fitted as
	// leave out enoughLeftOut rows, which suffice to tell the two variants apart.
	autoFolds, enoughLeftOut = 5, 200
	// With fewer rows a fold has too few to tell the two apart; with more rows, the noise that
	// inducing inputs learn is a hundredth of a nat a row.
	fewestToChoose, mostToChoose = 20, 2000
	// trialIterations is the largest number of iterations of a trial fit.
	trialIterations = 250
)

// Trial holds the options in which the trial fits of a choice differ.
type Trial struct {
	Learning
	Schedule
	Inducing Count
}

// SetTo sets options of a method to those of the trial.
func (t Trial) SetTo(l *Learning, s *Schedule, sparse *Sparse) {
	*l, *s, sparse.Inducing = t.Learning, t.Schedule, t.Inducing
}

// TrialFit fits a method with other options, and without a choice.
type TrialFit func(trial Trial, task Task, rec Recorder) (Predictor, error)

// FitChosen fits a method that learns what is chosen: all that its options, is, name, or all but
// the inducing inputs.
func (c InducingChoice) FitChosen(task Task, rec Recorder, is Trial, fit TrialFit) (Predictor, error) {
	var err error
	if is.Learning, err = c.learning(task, rec, is, fit); err != nil {
		return nil, err
	}
	return fit(is, task, rec)
}

// learning returns what is chosen.
func (c InducingChoice) learning(task Task, rec Recorder, is Trial, fit TrialFit) (Learning, error) {
	folds, fitted := c.folds(task.Train.Len())
	if folds == 0 || !is.LearnsInducing() {
		return is.Learning, nil
	}
	still := Learning{Learn: slices.DeleteFunc(slices.Clone(is.Learn), func(name string) bool { return name == inducingPart })}
	learnt, err := true, error(nil)
	t, _ := rec.Resume()
	compare := func() {
		learnt, err = c.better(task, rec, is, still, InnerFolds(task, folds), fitted, fit)
	}
	if t > 0 { // its time was counted when the fit began
		rec.OffClock(compare)
	} else {
		compare()
	}
	if err != nil || learnt {
		return is.Learning, err
	}
	if t == 0 {
		rec.Event(EventInducingStay, 1)
	}
	return still, nil
}

// folds returns the number of folds of n rows, 0 for no choice, and how many of them are fitted.
func (c InducingChoice) folds(n int) (folds, fitted int) {
	if c.InducingFolds != AutoFolds {
		return int(c.InducingFolds), int(c.InducingFolds)
	}
	if n < fewestToChoose || n > mostToChoose {
		return 0, 0
	}
	return autoFolds, min(autoFolds, (enoughLeftOut*autoFolds+n-1)/n)
}

// better says whether learnt inducing inputs predict the left-out rows better. The fits share a
// quarter of a budget equally.
func (c InducingChoice) better(task Task, rec Recorder, is Trial, still Learning, fold []int, fitted int, fit TrialFit) (bool, error) {
	trial := is
	trial.Iterations = min(trial.Iterations, trialIterations)
	trial.BudgetSeconds = is.OfChoice(2 * fitted)
	var gain float64 // of inputs that stay, in nats
	for f := range fitted {
		train, test := DivideBy(fold, f)
		if len(test) == 0 {
			continue
		}
		inner := task
		inner.Train = task.Train.Subset(train)
		trial.Inducing = is.Inducing.AtMost(len(train))
		var nll [2]float64
		for i, l := range []Learning{is.Learning, still} {
			trial.Learning = l
			p, err := fit(trial, inner, Within(rec))
			if err != nil {
				return true, err
			}
			nll[i] = NegativeLogLikelihood(p, task.Classes, task.Train.Subset(test))
		}
		gain += nll[0] - nll[1]
	}
	return gain <= 0, nil
}
