package statistics

import "math"

// Design is what intervals of means over repeats are told of how the repeats divide the rows.
type Design struct {
	Ratio   float64 // n_test / n_train of a repeat
	Tested  float64 // share of its test rows that another repeat tests, 0 of folds; NaN if not known
	Trained float64 // n_train / N: about the share of its training rows that another repeat trains on
}

// What the simulation chose, by experiments/simulate.
const (
	// trainingPart is how much the training rows add to the variance of a repeat, as a multiple of what as
	// many test rows add.
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
// and c = rho / (1 - rho), since s^2 is then too small by 1 - rho. Losses are least where they are, so
// that training rows change them by the square of what they change of a model. Where the rows that
// are tested again are not known, it is that of Nadeau and Bengio (2003), n_test / n_train.
func (d Design) C() float64 {
	if math.IsNaN(d.Tested) {
		return d.Ratio
	}
	w := 1 / (1 + trainingPart*d.Ratio)
	rho := w*(1-offset*d.Trained)*d.Tested + (1-w)*d.Trained*d.Trained
	return rho / (1 - rho)
}

// OfTraining is that of numbers which do not depend on the test rows, such as costs. It has not been
// simulated: it is that of Nadeau and Bengio, or by the training rows in common if that is less.
func (d Design) OfTraining() float64 {
	if math.IsNaN(d.Tested) {
		return d.Ratio
	}
	return min(d.Trained/(1-d.Trained), (1-d.Trained)/d.Trained)
}
