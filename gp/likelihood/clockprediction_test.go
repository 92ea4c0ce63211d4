package likelihood

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// byClocks is a softmax that predicts by its clocks.
func byClocks(t testing.TB, classes int) Softmax {
	t.Helper()
	l, err := NewSoftmax(NameSoftmax, classes, Prediction{Name: NameClocks})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// sigmoidMean returns E sigma(d) for d ~ N(m, v) by the trapezoidal rule, of terms that are all positive, over 45
// standard deviations: it has digits however small it is.
func sigmoidMean(m, v float64) (p float64) {
	sd := math.Sqrt(v)
	h := min(0.1, 0.2*sd)
	for j := -int(45 * sd / h); j <= int(45*sd/h); j++ {
		f := h * float64(j)
		logSigma := min(m+f, 0) - math.Log1p(math.Exp(-math.Abs(m+f)))
		p += h / sd / math.Sqrt(2*math.Pi) * math.Exp(-f*f/(2*v)+logSigma)
	}
	return p
}

// Two classes are the logit link of the difference: small probabilities have digits too, at variances of any size,
// like and unlike.
func TestSmallProbabilitiesByClocks(t *testing.T) {
	l := byClocks(t, 2)
	for _, v := range []float64{0.01, 0.3, 1, 10, 99, 205, 2000, 1e5} {
		for _, unlike := range []float64{1, 1e-4} {
			for far := range 20 {
				variance := []float64{v, unlike * v}
				total := v + unlike*v
				mean := []float64{0, float64(far) * math.Sqrt(total+1)}
				want := sigmoidMean(mean[0]-mean[1], total)
				near := 1e-9
				switch {
				case want < 1e-75:
					continue
				case want < 1e-30:
					near = 0.2
				case want < 1e-15:
					near = 1e-5
				case want < 1e-8:
					near = 1e-7
				}
				p := predicted(l, mean, variance)
				relative(t, fmt.Sprintf("means %v, variances %v", mean, variance), p[0], want, near)
				relative(t, fmt.Sprintf("means %v, variances %v: the other", mean, variance), p[1], 1-want, 1e-9)
			}
		}
	}
}

// Of several classes they are those of the transforms, where these are exact.
func TestClocksPredictAsTransforms(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for _, classes := range []int{3, 8, 40} {
		l := byClocks(t, classes)
		r := newLaplace(exponential{}, classes, fineness{along: 0.2, early: -28})
		for _, width := range []float64{0, 0.05, 1, 10, 60} {
			mean, variance := rowsOfSpread(4, classes, 3, width, rng)
			p, want := mat.NewDense(4, classes, nil), make([]float64, classes)
			l.Predict(p, mean, variance)
			for i := range 4 {
				r.probabilities(want, mean.RawRowView(i), variance.RawRowView(i))
				what := fmt.Sprintf("%d classes, variances of %v", classes, width)
				near(t, what+": sum", mat.Sum(p.RowView(i)), 1, 3e-11)
				for k, v := range want {
					relative(t, what, p.At(i, k), v, 1e-7)
					near(t, what, p.At(i, k), v, 1e-10)
				}
			}
		}
	}
}

// A row of small variances is predicted by the transforms, one of large ones has no probability of 0, and one that holds
// no number none.
func TestRowsOfOtherKinds(t *testing.T) {
	quadrature, err := NewSoftmax(NameSoftmax, 3, Prediction{Name: "quadrature"})
	if err != nil {
		t.Fatal(err)
	}
	l := byClocks(t, 3)
	mean, variance := []float64{0, 100, -300}, []float64{0.1, 2, 0.3}
	p, want := predicted(l, mean, variance), predicted(quadrature, mean, variance)
	for k := range want {
		if p[k] != want[k] || p[k] == 0 {
			t.Errorf("class %d has %v, by the transforms %v", k, p[k], want[k])
		}
	}
	for _, far := range []float64{400, 2e3, 1e300} {
		p := predicted(l, []float64{0, far, -far}, []float64{5, 2, 30})
		relative(t, "the least probability", p[0], faintest, 1e-9)
		relative(t, "the least probability", p[2], faintest, 1e-9)
		near(t, "the largest probability", p[1], 1, 1e-15)
	}
	for _, p := range predicted(l, []float64{0, math.NaN(), 1}, []float64{5, 1, 1}) {
		if !math.IsNaN(p) {
			t.Errorf("a row that holds no number has the probability %v", p)
		}
	}
}

// The prediction is kept with a model, and the logistic softmax, which has no such clocks, refuses it.
func TestClocksAreKept(t *testing.T) {
	l, err := New(byClocks(t, 4).State())
	if err != nil || l.(Softmax).predict.Name != NameClocks {
		t.Errorf("likelihood %v, error %v", l, err)
	}
	if _, err := NewSoftmax(NameLogisticSoftmax, 4, Prediction{Name: NameClocks}); err == nil {
		t.Error("the logistic softmax predicts by clocks")
	}
}

// BenchmarkLevelOfTails is the table of a variance, which is made once for all that are within a hundredth of it.
// That takes some 3 milliseconds of a busy core of an AMD EPYC, for any of these.
func BenchmarkLevelOfTails(b *testing.B) {
	for _, v := range []float64{1, 100, 1e4} {
		b.Run(fmt.Sprint("variance=", v), func(b *testing.B) {
			for b.Loop() {
				forPredictions().table(v, alongTails)
			}
		})
	}
}
