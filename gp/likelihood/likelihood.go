package likelihood

import (
	"fmt"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// Likelihood is p(y | f) of a class y given the values f of one or more latent
// functions, and all that variational inference and prediction need of it.
//
// The latent values of a row are independent Gaussians: mean and variance are n x F,
// F the number of functions. A value is safe for concurrent use. What implements it
// has a line in known.
type Likelihood interface {
	// State returns what New makes the likelihood from again.
	State() State
	// Functions returns F, the number of latent functions.
	Functions() int
	// Outputs returns K, the number of probabilities that a row has.
	Outputs() int
	// LogProb returns log p(y | f): what the likelihood is. Tests hold all else against it.
	LogProb(y int, f []float64) float64
	// Expectations returns sum_i E[log p(y_i | f_i)] over n rows, y_i in 0..K-1, and
	// writes the derivatives of scale times that with respect to means and variances
	// to dMean and dVariance, n x F.
	Expectations(dMean, dVariance *mat.Dense, y []int, mean, variance *mat.Dense, scale float64) float64
	// Predict writes E[p(y | f)] of every y to the rows of dst, n x K. A row does not
	// depend on the others.
	Predict(dst, mean, variance *mat.Dense)
}

// Smoothed is a Likelihood with steps in f: where it has no slope, it does not say where
// to go. Smooth returns one without, whose posterior lies about where its own does.
type Smoothed interface {
	Likelihood
	Smooth() Likelihood
}

// ShiftInvariant is a Likelihood that may be the softmax, or like it: the derivative of log p(y | f) by f_c is
// [y = c] - p(c | f), so that a number that is added to all f_c changes nothing.
type ShiftInvariant interface {
	Likelihood
	ShiftInvariant() bool
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
	// of makes the likelihood of a state.
	of func(State) (Likelihood, error)
	// link is that of a likelihood of two classes by one latent function, else nil.
	link Link
	// classes makes a likelihood of several classes by a latent function each, else nil. noise
	// is the part of the labels that are wrong, for those that take one.
	classes func(classes int, noise float64) (Likelihood, error)
}

// known lists every likelihood: nothing else does.
var known = []kind{
	binary(Logit{}),
	binary(Probit{}),
	binary(Cloglog{}),
	softmaxKind("softmax"),
	robustMax,
	softmaxKind("logistic-softmax"),
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

// named returns the kind of a name, which is to be one that a method can take.
func named(what, name string, can func(kind) bool) (kind, error) {
	for _, k := range known {
		if k.name == name && can(k) {
			return k, nil
		}
	}
	return kind{}, fmt.Errorf("there is no %s %q; known are %s", what, name, strings.Join(names(can), ", "))
}

func isAny(kind) bool        { return true }
func isLink(k kind) bool     { return k.link != nil }
func hasClasses(k kind) bool { return k.classes != nil }

// New returns the likelihood of a state. It is an error if there is none of that
// name, or if the rest does not fit it.
func New(s State) (Likelihood, error) {
	k, err := named("likelihood", s.Name, isAny)
	if err != nil {
		return nil, err
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
// quadrature. noise is the part of the labels that are wrong, for those that take one; where
// that is too much the error says what it must be.
func NewMulticlass(name string, classes int, noise float64) (Likelihood, error) {
	k, err := named("likelihood of several classes", name, hasClasses)
	if err != nil {
		return nil, err
	}
	return k.classes(classes, noise)
}

// misfit is the error of a state that is not one of its likelihood.
func misfit(s State) error {
	return fmt.Errorf("there is no likelihood %q of %d classes with %d parameters", s.Name, s.Outputs, len(s.Parameters))
}
