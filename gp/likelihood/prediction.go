package likelihood

import "slices"

// Prediction is how a Softmax predicts.
type Prediction struct {
	Name  string // one of Predictions
	Draws int    // of monte-carlo
	Seed  uint64 // of monte-carlo, below 2^53
}

// prediction is a method of predicting a row: it writes the expectations of p(y | f) of all
// classes, or their variances.
type prediction struct {
	name                  string
	expectation, variance func(l Softmax, r *laplace, dst, mean, variance []float64)

	drawn bool   // over the draws of the Softmax
	of    string // the name of the only likelihood that has it; "" for both
}

// predictions are the available methods, in the order in which a State numbers
// them.
var predictions = []prediction{
	{
		name:        "quadrature",
		expectation: func(_ Softmax, r *laplace, p, mean, variance []float64) { r.probabilities(p, mean, variance) },
		variance:    func(_ Softmax, r *laplace, q, mean, variance []float64) { r.variances(q, mean, variance) },
	},
	{
		name: "monte-carlo", drawn: true,
		expectation: func(l Softmax, _ *laplace, p, mean, variance []float64) { l.average(p, mean, variance) },
		variance:    func(l Softmax, _ *laplace, q, mean, variance []float64) { l.averageVariance(q, mean, variance) },
	},
	{name: "taylor", expectation: expansion(derived).expectation, variance: expansion(derived).variance},
	{name: "taylor-paper", of: NameLogisticSoftmax, expectation: expansion(printed).expectation, variance: expansion(printed).variance},
	{
		name:        "plug-in",
		expectation: expansion(atMeansAlone).expectation,
		variance:    func(_ Softmax, _ *laplace, q, _, _ []float64) { clear(q) },
	},
	{
		name: NameClocks, of: NameSoftmax,
		expectation: Softmax.firstToRing,
		variance:    func(_ Softmax, r *laplace, q, mean, variance []float64) { r.variances(q, mean, variance) },
	},
}

// NameClocks is the prediction of the softmax by its clocks.
const NameClocks = "clocks"

// expansion returns the factors of the terms of second order, by S: in p(y | f), and in its variance those of two
// classes and of one.
type expansion func(total float64) (half, across, diagonal float64)

func derived(float64) (half, across, diagonal float64)      { return 0.5, 0.5, 0.5 }
func atMeansAlone(float64) (half, across, diagonal float64) { return 0, 0, 0 }

// printed are the factors as galyfajou2018, A.4, has them.
func printed(total float64) (half, across, diagonal float64) {
	return 0.25 * total, 0, -0.25 * (total / 2) * (total / 2)
}

func (of expansion) expectation(l Softmax, _ *laplace, p, mean, variance []float64) {
	l.expand(p, mean, variance, of)
}

func (of expansion) variance(l Softmax, _ *laplace, q, mean, variance []float64) {
	l.expandVariance(q, mean, variance, of)
}

// Predictions returns the names that a Prediction of a likelihood may have.
func Predictions(of string) []string {
	var out []string
	for _, p := range predictions {
		if p.of == "" || p.of == of {
			out = append(out, p.name)
		}
	}
	return out
}

// numberOf returns the number of the prediction of a name, -1 if there is none.
func numberOf(name string) int {
	return slices.IndexFunc(predictions, func(p prediction) bool { return p.name == name })
}
