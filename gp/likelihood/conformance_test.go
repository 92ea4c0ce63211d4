package likelihood

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// every returns a likelihood of each kind: of two classes by a link, else of that many.
func every(t *testing.T, classes int) []Likelihood {
	t.Helper()
	var out []Likelihood
	for _, k := range known {
		if k.link != nil {
			out = append(out, Bernoulli{Link: k.link})
			continue
		}
		if k.classes == nil {
			continue // an observation alone
		}
		l, err := k.classes(classes, 0.05)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, l)
	}
	return out
}

// marginals draws means and variances of n rows.
func marginals(n, functions int) (mean, variance *mat.Dense) {
	rng := rand.New(rand.NewPCG(3, 5))
	mean, variance = mat.NewDense(n, functions, nil), mat.NewDense(n, functions, nil)
	for i := range n {
		for k := range functions {
			mean.Set(i, k, 2*rng.NormFloat64())
			variance.Set(i, k, 0.1+rng.ExpFloat64())
		}
	}
	return mean, variance
}

// Probabilities sum to one; the expectation of log p lies below the logarithm of
// that of p.
func TestPredictAndExpectationsBelongTogether(t *testing.T) {
	const n = 7
	for _, l := range every(t, 3) {
		mean, variance := marginals(n, l.Functions())
		probs := mat.NewDense(n, l.Outputs(), nil)
		l.Predict(probs, mean, variance)
		dMean, dVariance := mat.NewDense(n, l.Functions(), nil), mat.NewDense(n, l.Functions(), nil)
		y, logs, sums := make([]int, n), 0.0, 0.0
		for i := range y {
			y[i] = i % l.Outputs()
			logs += math.Log(probs.At(i, y[i]))
			for _, p := range probs.RawRowView(i) {
				sums += p
			}
		}
		if math.Abs(sums-n) > 1e-10 {
			t.Errorf("%s: probabilities of %d rows sum to %v", l.State().Name, n, sums)
		}
		if e := l.Expectations(dMean, dVariance, y, mean, variance, 1); e >= logs {
			t.Errorf("%s: E log p is %v, log E p %v", l.State().Name, e, logs)
		}
	}
}

// The derivatives are those of scale times the sum, and the sum is not scaled.
func TestDerivativesOfExpectations(t *testing.T) {
	const n, scale, step = 5, 3.0, 1e-5
	for _, l := range every(t, 3) {
		f := l.Functions()
		mean, variance := marginals(n, f)
		y := []int{0, 1, 1, 0, l.Outputs() - 1}
		dMean, dVariance, space := mat.NewDense(n, f, nil), mat.NewDense(n, f, nil), mat.NewDense(n, f, nil)
		value := l.Expectations(dMean, dVariance, y, mean, variance, scale)
		if again := l.Expectations(mat.NewDense(n, f, nil), space, y, mean, variance, 1); again != value {
			t.Errorf("%s: the sum is %v at scale %v and %v at 1", l.State().Name, value, scale, again)
		}
		for _, part := range []struct {
			name    string
			at, got *mat.Dense
		}{{"mean", mean, dMean}, {"variance", variance, dVariance}} {
			for i := range n {
				for k := range f {
					at := part.at.At(i, k)
					part.at.Set(i, k, at+step)
					up := l.Expectations(mat.NewDense(n, f, nil), space, y, mean, variance, 1)
					part.at.Set(i, k, at-step)
					down := l.Expectations(mat.NewDense(n, f, nil), space, y, mean, variance, 1)
					part.at.Set(i, k, at)
					if want := scale * (up - down) / (2 * step); math.Abs(part.got.At(i, k)-want) > 1e-7*(1+math.Abs(want)) {
						t.Errorf("%s: by %s %d of row %d: %v, differences %v", l.State().Name, part.name, k, i, part.got.At(i, k), want)
					}
				}
			}
		}
	}
}

func TestStatesMakeTheLikelihoodAgain(t *testing.T) {
	for _, l := range append(every(t, 3), Bernoulli{Link: Logit{}, AtMean: true}) {
		back, err := New(l.State())
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(back.State(), l.State()) {
			t.Errorf("%v comes back as %v", l.State(), back.State())
		}
	}
}

// At the mean the probabilities are those of the likelihood there, whatever the variance.
func TestAtMean(t *testing.T) {
	p := mat.NewDense(1, 2, nil)
	Bernoulli{Link: Probit{}, AtMean: true}.Predict(p, mat.NewDense(1, 1, []float64{0.3}), mat.NewDense(1, 1, []float64{50}))
	for y := range 2 {
		if want := 0.5 * math.Erfc(-0.3*sign(y)/math.Sqrt2); math.Abs(p.At(0, y)-want) > 1e-15 {
			t.Errorf("class %d: %v, want %v", y, p.At(0, y), want)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	for what, s := range map[string]State{
		"an unknown name":       {Name: "cauchit", Outputs: 2},
		"three binary":          {Name: "probit", Outputs: 3},
		"probit's parameters":   {Name: "probit", Outputs: 2, Parameters: []float64{2}},
		"no epsilon":            {Name: "robust-max", Outputs: 3},
		"one class":             {Name: "robust-max", Outputs: 1, Parameters: []float64{0.1}},
		"all noise":             {Name: "robust-max", Outputs: 3, Parameters: []float64{1}},
		"negative noise":        {Name: "robust-max", Outputs: 3, Parameters: []float64{-0.1}},
		"noise undefined":       {Name: "robust-max", Outputs: 3, Parameters: []float64{math.NaN()}},
		"no prediction":         {Name: "logistic-softmax", Outputs: 3},
		"an unknown prediction": {Name: "logistic-softmax", Outputs: 3, Parameters: []float64{float64(len(predictions)), 0, 0}},
		"no draws":              {Name: "logistic-softmax", Outputs: 3, Parameters: []float64{1, 0, 7}},
		"softmax of one":        {Name: "softmax", Outputs: 1, Parameters: []float64{0, 0, 0}},
	} {
		if _, err := New(s); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
}
