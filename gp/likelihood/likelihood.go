package likelihood

import (
	"fmt"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// Observation is p(y | f) of a class y given the values f of one or more latent functions, with all
// that samplers and predictions need.
//
// The latent values of a row are independent Gaussians: mean and variance are n x F,
// F the number of functions. A value is safe for concurrent use. Every
// implementation has a line in known.
type Observation interface {
	// State returns the state from which NewObservation makes it again.
	State() State
	// Functions returns F, the number of latent functions.
	Functions() int
	// Outputs returns K, the number of probabilities that a row has.
	Outputs() int
	// LogProb returns log p(y | f), which defines the likelihood. Tests check everything
	// else against it.
	LogProb(y int, f []float64) float64
	// Predict writes E[p(y | f)] of every y to the rows of dst, n x K. A row does not
	// depend on the others.
	Predict(dst, mean, variance *mat.Dense)
}

// Likelihood is an Observation with all that variational inference needs.
type Likelihood interface {
	Observation
	// Expectations returns sum_i E[log p(y_i | f_i)] over n rows, y_i in 0..K-1, and
	// writes the derivatives of scale times that with respect to means and variances
	// to dMean and dVariance, n x F.
	Expectations(dMean, dVariance *mat.Dense, y []int, mean, variance *mat.Dense, scale float64) float64
}

// Smoothed is an Observation with steps in f, or without expectations, which has no usable slope.
// Smooth returns a Likelihood that has one, and a posterior in about the same place.
type Smoothed interface {
	Observation
	Smooth() Likelihood
}

// Tied is a Likelihood log s(f_y) - log sum_k s(f_k), whose normaliser couples the functions of a
// row.
type Tied interface {
	Likelihood
	// Pull writes u_c = E d/df_c log sum_k s(f_k) of a row, given its slope by the means from
	// Expectations. The curvature of the normaliser is about a diagonal less u u'.
	Pull(u []float64, y int, slope, mean, variance []float64)
	// Total returns the sum of u if it is the same for all f, so that adding a number to all f_c
	// changes nothing; otherwise 0.
	Total() float64
}

// State is a likelihood as it is saved.
type State struct {
	Name       string    // as the documentation of the package names it
	Outputs    int       // K
	Parameters []float64 // of the likelihood of that name, in an order of its own
}

// kind is an entry of known.
type kind struct {
	name string
	// of makes the likelihood of a state, nil if there is only an
	// observation.
	of func(State) (Likelihood, error)
	// observed makes the observation of a state, nil if of does.
	observed func(State) (Observation, error)
	// link is that of a likelihood of two classes by one latent function, else nil.
	link Link
	// classes makes a likelihood of several classes by a latent function each, else nil. noise
	// is the fraction of wrong labels, for likelihoods that have one.
	classes func(classes int, noise float64) (Likelihood, error)
	// noisy makes an observation of several classes by a latent function each, to all of which noise of a variance is
	// added, else nil.
	noisy func(classes int, variance float64) (Observation, error)
}

// known lists every likelihood: nothing else does.
var known = []kind{
	binary(Logit{}),
	binary(Probit{}),
	binary(Cloglog{}),
	softmaxKind(NameSoftmax),
	robustMax,
	softmaxKind(NameLogisticSoftmax),
	argmaxKind,
}

// names returns the names of those kinds that a method can take.
func names(can func(kind) bool) []string {
	var out []string
	for _, k := range known {
		if can(k) {
			out = append(out, k.name)
		}
	}
	return out
}

// named returns the kind of a name, which must be one that a method can use.
func named(what, name string, can func(kind) bool) (kind, error) {
	for _, k := range known {
		if k.name == name && can(k) {
			return k, nil
		}
	}
	return kind{}, fmt.Errorf("there is no %s %q; known are %s", what, name, strings.Join(names(can), ", "))
}

func isAny(kind) bool        { return true }
func isTrained(k kind) bool  { return k.of != nil }
func isNoisy(k kind) bool    { return k.noisy != nil }
func isLink(k kind) bool     { return k.link != nil }
func hasClasses(k kind) bool { return k.classes != nil }

// New returns the likelihood of a state. It is an error if the name is unknown,
// or if the rest of the state does not fit it.
func New(s State) (Likelihood, error) {
	k, err := named("likelihood", s.Name, isTrained)
	if err != nil {
		return nil, err
	}
	return k.of(s)
}

// NewObservation returns the observation of a state, which may be that of a likelihood. Errors are as New's.
func NewObservation(s State) (Observation, error) {
	k, err := named("likelihood", s.Name, isAny)
	if err != nil {
		return nil, err
	}
	if k.observed != nil {
		return k.observed(s)
	}
	return k.of(s)
}

// Links returns the names of all links.
func Links() []string { return names(isLink) }

// NewLink returns the named link.
func NewLink(name string) (Link, error) {
	k, err := named("link", name, isLink)
	return k.link, err
}

// Multiclass returns the names of all likelihoods of several classes by a latent function each.
func Multiclass() []string { return names(hasClasses) }

// NewMulticlass returns the named likelihood of that many classes, at least 2, that predicts by
// quadrature. noise is the fraction of wrong labels, for likelihoods that have one; if it is
// too large the error gives the limit.
func NewMulticlass(name string, classes int, noise float64) (Likelihood, error) {
	k, err := named("likelihood of several classes", name, hasClasses)
	if err != nil {
		return nil, err
	}
	return k.classes(classes, noise)
}

// Noisy returns the names of all observations of several classes by a latent function each with noise on it.
func Noisy() []string { return names(isNoisy) }

// NewNoisy returns the named observation of that many classes, at least 2, with noise of a variance above 0.
func NewNoisy(name string, classes int, variance float64) (Observation, error) {
	k, err := named("likelihood with noise", name, isNoisy)
	if err != nil {
		return nil, err
	}
	return k.noisy(classes, variance)
}

// misfit is the error of a state that is not one of its likelihood.
func misfit(s State) error {
	return fmt.Errorf("there is no likelihood %q of %d classes with %d parameters", s.Name, s.Outputs, len(s.Parameters))
}
