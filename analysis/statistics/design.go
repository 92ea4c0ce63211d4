package statistics

import "math"

// Design is how repeats divide the rows, as far as intervals of means over repeats need it.
type Design struct {
	Ratio   float64 // n_test / n_train of a repeat
	Tested  float64 // share of its test rows that another repeat tests, 0 of folds; NaN if not known
	Trained float64 // n_train / N: about the share of its training rows that another repeat trains on
}

// What the simulation chose, by experiments/simulate.
const (
	// trainingPart is how much the training rows add to the variance of a repeat, as a multiple of what the
	// same number of test rows adds.
	trainingPart = 0.2
	// offset is how much of what two repeats have in common is lost because rows that are tested in
	// one are trained on in the other.
	offset = 0.4
)

// C is the c of [MeanInterval] of numbers that rows are tested for. With w the part of the variance
// of a repeat that its test rows give, two repeats are correlated by
//
//	rho = w (1 - 0.4 Trained) Tested + (1 - w) Trained^2,   w = 1 / (1 + 0.2 Ratio),
//
// and c = rho / (1 - rho), since s^2 is then too small by 1 - rho. Models are near a minimum of the loss, so
// training rows change the loss by the square of their change of a model. If the rows that are tested
// again are not known, c is that of Nadeau and Bengio (2003), n_test / n_train.
func (d Design) C() float64 {
	if math.IsNaN(d.Tested) {
		return d.Ratio
	}
	w := 1 / (1 + trainingPart*d.Ratio)
	rho := w*(1-offset*d.Trained)*d.Tested + (1-w)*d.Trained*d.Trained
	return rho / (1 - rho)
}

// OfTraining is the c of numbers that do not depend on the test rows, such as costs. It has not been
// simulated: it is that of Nadeau and Bengio, or that from the training rows in common if this is less.
func (d Design) OfTraining() float64 {
	if math.IsNaN(d.Tested) {
		return d.Ratio
	}
	return min(d.Trained/(1-d.Trained), (1-d.Trained)/d.Trained)
}
