package likelihood

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// Likelihood is p(y | f) of a class y given the values f of one or more latent
// functions, and all that variational inference and prediction need of it.
//
// The latent values of a row are independent Gaussians: mean and variance are n x F,
// F the number of functions. A value is safe for concurrent use. What implements it
// has a line in known, and in the tests of package variational.
type Likelihood interface {
	// State returns what New makes the likelihood from again.
	State() State
	// Functions returns F, the number of latent functions.
	Functions() int
	// Outputs returns K, the number of probabilities that a row has.
	Outputs() int
	// Expectations returns sum_i E[log p(y_i | f_i)] over n rows, y_i in 0..K-1, and
	// writes the derivatives of scale times that with respect to means and variances
	// to dMean and dVariance, n x F.
	Expectations(dMean, dVariance *mat.Dense, y []int, mean, variance *mat.Dense, scale float64) float64
	// Predict writes E[p(y | f)] of every y to the rows of dst, n x K. A row does not
	// depend on the others.
	Predict(dst, mean, variance *mat.Dense)
}

// State is a likelihood as it is saved.
type State struct {
	Name       string    // as the documentation of the package names it
	Outputs    int       // K
	Parameters []float64 // of the likelihood of that name, in an order of its own
}

// known makes every likelihood from its state.
var known = map[string]func(State) (Likelihood, error){
	"logistic-softmax": softmaxOf,
	"logit":            bernoulliOf,
	"probit":           bernoulliOf,
	"robust-max":       robustMaxOf,
	"softmax":          softmaxOf,
}

// New returns the likelihood of a state. It is an error if there is none of that
// name, or if the rest does not fit it.
func New(s State) (Likelihood, error) {
	if of, ok := known[s.Name]; ok {
		return of(s)
	}
	names := make([]string, 0, len(known))
	for name := range known {
		names = append(names, name)
	}
	slices.Sort(names)
	return nil, fmt.Errorf("there is no likelihood %q; known are %s", s.Name, strings.Join(names, ", "))
}

// misfit is the error of a state that is not one of its likelihood.
func misfit(s State) error {
	return fmt.Errorf("there is no likelihood %q of %d classes with %d parameters", s.Name, s.Outputs, len(s.Parameters))
}
