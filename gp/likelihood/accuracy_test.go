package likelihood

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// accurate is what expectations and predictions leave, of a part of 1 + the size of E log p and
// of log E p, unless reached says otherwise.
const accurate = 1e-9

// limit is what a likelihood leaves of E log p and of E p where the largest variance of a row is
// at most as stated. It is 0 where that is the accuracy of all.
type limit struct{ variance, expectation, probability float64 }

// reached are the likelihoods that leave more, by rising variance.
var reached = map[string][]limit{
	// 20 Gauss-Hermite nodes, those of GPflow.
	"logit":  {{1, 0, 0}, {4, 1e-6, 0}, {9, 5e-5, 0}, {25, 1e-3, 0}, {100, 0.02, 0}, {1e4, 0.04, 0}},
	"probit": {{1, 0, 0}, {4, 5e-6, 0}, {9, 1e-4, 0}, {25, 1e-3, 0}, {100, 5e-3, 0}, {1e4, 0.02, 0}},
	// Nodes end 8.5 deviations from the mean, which a probability of 1e-19 has its mass beyond.
	// Variances above 2500 are taken for that.
	"softmax":          {{9, 0, 0}, {25, 0, 5e-6}, {2500, 2e-9, 0}, {1e4, 0.8, 0.4}},
	"logistic-softmax": {{2500, 0, 0}, {1e4, 0.7, 0.2}},
}

// limitOf returns that of a row.
func limitOf(l Likelihood, variance []float64) limit {
	of := limit{}
	for _, r := range reached[l.State().Name] {
		if of = r; slices.Max(variance) <= r.variance {
			break
		}
	}
	of.expectation, of.probability = max(of.expectation, accurate), max(of.probability, accurate)
	return of
}

// Expectations and predictions against quadrature of LogProb that shares nothing with theirs:
// small and large variances, means on the borders of classes and far from them. What is left is
// not above the limit, and in some row not far below it either. Probabilities below 1e-100 are
// not looked at.
func TestAccuracy(t *testing.T) {
	if testing.Short() {
		t.Skip("its integrals take ten seconds")
	}
	for _, l := range every(t, 2) {
		means := [][]float64{{0, 0}, {-2, .3}, {30, 20}, {-30, 30}}
		variances := [][]float64{{1e-8, 1e-8}, {0.3, 1}, {1e-8, 1}, {1, 9}, {9, 25}, {100, 1e-4}, {100, 100}, {1000, 1}, {2500, 2500}, {1e4, 1}}
		if l.Functions() == 1 {
			means = [][]float64{{-30}, {-11}, {-2}, {-0.3}, {0}, {0.3}, {2}, {11}, {30}}
			variances = [][]float64{{1e-8}, {1e-4}, {0.01}, {0.3}, {1}, {4}, {9}, {25}, {100}, {1000}, {1e4}}
		}
		left := map[limit]limit{} // the most that rows leave
		for _, v := range variances {
			for _, m := range means {
				at, of := limitOf(l, v), leaves(t, l, m, v)
				left[at] = limit{0, max(left[at].expectation, of.expectation), max(left[at].probability, of.probability)}
				if !(of.expectation <= at.expectation && of.probability <= at.probability) {
					t.Errorf("%s, means %v, variances %v: off by %.1e in E log p and %.1e in log E p", l.State().Name, m, v, of.expectation, of.probability)
				}
			}
		}
		for at, of := range left {
			if at.expectation > accurate && of.expectation < at.expectation/10 || at.probability > accurate && of.probability < at.probability/10 {
				t.Errorf("%s leaves %v: the limit %v says more", l.State().Name, of, at)
			}
		}
	}
}

// leaves returns the errors of a row, of any class, as parts of 1 + the size of what they are of.
func leaves(t *testing.T, l Likelihood, mean, variance []float64) (left limit) {
	t.Helper()
	n := len(mean)
	m, v := mat.NewDense(1, n, mean), mat.NewDense(1, n, variance)
	probs, space := mat.NewDense(1, l.Outputs(), nil), mat.NewDense(1, n, nil)
	l.Predict(probs, m, v)
	wantE, wantP := reference(l, mean, variance)
	for y, want := range wantE {
		e := l.Expectations(mat.NewDense(1, n, nil), space, []int{y}, m, v, 1)
		switch {
		case !math.IsInf(want, -1):
			left.expectation = max(left.expectation, math.Abs(e-want)/(1-want))
		case !(e <= l.LogProb(y, mean)): // LogProb overflows; it is concave
			t.Errorf("%s, means %v, variances %v: E log p is %v", l.State().Name, mean, variance, e)
		}
	}
	for y, want := range wantP {
		if want >= 1e-100 {
			left.probability = max(left.probability, math.Abs(math.Log(probs.At(0, y)/want))/(1-math.Log(want)))
		}
	}
	return left
}

// reference returns E log p(y | f) and E p(y | f) of every class, given one or two latent functions.
func reference(l Likelihood, mean, variance []float64) (e, p []float64) {
	e, p = make([]float64, l.Outputs()), make([]float64, l.Outputs())
	if len(mean) == 1 {
		for y := range e {
			logProb := func(u float64) float64 { return l.LogProb(y, []float64{mean[0] + math.Sqrt(variance[0])*u}) }
			e[y] = -normalMean(func(u float64) float64 { return math.Log(-logProb(u)) })
			p[y] = normalMean(logProb)
		}
		return e, p
	}
	sd := []float64{math.Sqrt(variance[0]), math.Sqrt(variance[1])}
	f := make([]float64, 2)
	for _, a := range panels(mean[1], sd[1], border{mean[0], min(sd[0], 2)}, border{0, 2}) {
		f[1] = a.f
		for _, b := range panels(mean[0], sd[0], border{f[1], 2}, border{0, 2}) {
			f[0] = b.f
			for y := range e {
				log := l.LogProb(y, f)
				e[y] += a.weight * b.weight * log
				p[y] += a.weight * b.weight * math.Exp(log)
			}
		}
	}
	return e, p
}

// normalMean returns the mean of a positive function of u ~ N(0, 1) that is given as its
// logarithm, by the trapezoidal rule where the integrand is not negligible. It is Inf where the
// logarithm is beyond all numbers there.
func normalMean(log func(u float64) float64) float64 {
	const far, step, nodes, negligible = 120.0, 0.05, 8000, 45
	at := func(u float64) float64 { return log(u) - u*u/2 - logSqrt2Pi }
	top := math.Inf(-1)
	for u := -far; u <= far; u += step {
		if v := at(u); !math.IsInf(v, 1) {
			top = max(top, v)
		}
	}
	lo, hi := far, -far
	for u := -far; u <= far; u += step {
		if v := at(u); v > top-negligible && !math.IsInf(v, 1) {
			lo, hi = min(lo, u-step), max(hi, u+step)
		}
	}
	if at(hi) > top {
		return math.Inf(1)
	}
	if top < -700 {
		return 0
	}
	h, sum := (hi-lo)/nodes, 0.0
	for i := range nodes + 1 {
		sum += math.Exp(at(lo+h*float64(i)) - top)
	}
	return math.Exp(top + math.Log(h*sum))
}

// border is where a function of a latent value changes, within some length.
type border struct{ at, length float64 }

// weighted is a node with its weight.
type weighted struct{ f, weight float64 }

// panels returns Gauss-Legendre nodes for N(mean, sd^2), in panels that are no wider than two
// deviations, half the distance to a border, or the border's length.
func panels(mean, sd float64, borders ...border) (nodes []weighted) {
	rule, far := panelRule(), sd*(9+min(sd, 6)) // exp(f) shifts a Gaussian by sd deviations
	for lo, hi := mean-far, mean+far; lo < hi; {
		to := min(lo+2*sd, hi)
		for _, b := range borders {
			if lo < b.at {
				to = min(to, max(min(lo+b.length, b.at), (lo+b.at)/2))
			} else {
				to = min(to, max(lo+b.length, 2*lo-b.at))
			}
		}
		for j, x := range rule.X {
			f := lo + 0.5*(to-lo)*(1+x)
			u := (f - mean) / sd
			nodes = append(nodes, weighted{f, (to - lo) / sd * rule.W[j] * math.Exp(-u*u/2-logSqrt2Pi)})
		}
		lo = to
	}
	return nodes
}
