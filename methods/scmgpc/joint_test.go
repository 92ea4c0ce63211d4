package scmgpc

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/likelihood"
)

// F is the logarithm of the integral over lambda of the sums over all counts, by quadrature and
// term by term, and gamma its derivative by h: the mean counts.
func TestJointIsTheWholeSum(t *testing.T) {
	mean, variance, y := []float64{0.3, -2, 1.1, 0}, []float64{2, .3, .9, 0.01}, 2
	a := newAugmented(4, "joint", 0)
	rate := a.row(0, columns(mean), columns(variance))
	logSum := func(h []float64) float64 {
		at := func(lambda float64) float64 {
			p := 1.0
			for _, hc := range h {
				sum, term := 0.0, math.Exp(-lambda)
				for n := 1; n < 400; n++ {
					sum += term
					term *= lambda * math.Exp(hc) / float64(n)
				}
				p *= sum
			}
			return p
		}
		return math.Log(quad.Fixed(at, 0, 40/rate, 200, nil, 0))
	}
	h := make([]float64, 4)
	for c, m := range mean {
		h[c] = -m/2 - math.Log(2*math.Cosh(a.b[c]/2))
	}
	own := mean[y]/2 - math.Log(2*math.Cosh(a.b[y]/2))
	if got, want := a.Bound([]int{y}, columns(mean), columns(variance)), own+logSum(h); math.Abs(got-want) > 1e-10 {
		t.Errorf("F is %v, by the sums %v", got, want)
	}
	for c, want := range fd.Gradient(nil, logSum, h, &fd.Settings{Formula: fd.Central, Step: 1e-4}) {
		if math.Abs(a.gamma[c]-want) > 1e-6 {
			t.Errorf("gamma %d is %v, the mean count %v", c, a.gamma[c], want)
		}
	}
}

// Shift and precision are the derivatives of F by mean and variance.
func TestJointSites(t *testing.T) {
	const classes, y = 3, 1
	at := []float64{0.3, -2, 1.1, 2, .3, .9}
	f := func(x []float64) float64 {
		return newAugmented(classes, "joint", 0).Bound([]int{y}, columns(x[:classes]), columns(x[classes:]))
	}
	slope := fd.Gradient(nil, f, at, &fd.Settings{Formula: fd.Central, Step: 1e-5})
	shift, precision := columns(make([]float64, classes)), columns(make([]float64, classes))
	newAugmented(classes, "joint", 0).Local(shift, precision, []int{y}, columns(at[:classes]), columns(at[classes:]))
	for c := range classes {
		if got := shift[c][0] - precision[c][0]*at[c]; math.Abs(got-slope[c]) > 1e-8 {
			t.Errorf("class %d: derivative by the mean %v, want %v", c, got, slope[c])
		}
		if got := -0.5 * precision[c][0]; math.Abs(got-slope[classes+c]) > 1e-8 {
			t.Errorf("class %d: derivative by the variance %v, want %v", c, got, slope[classes+c])
		}
	}
}

// F lies above that of an independent lambda and below E log p, and is log p where f is known.
func TestJointBoundOfARow(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 3))
	for _, classes := range []int{2, 5, 100} {
		exact, err := likelihood.NewSoftmax("logistic-softmax", classes, likelihood.Prediction{Name: "quadrature"})
		if err != nil {
			t.Fatal(err)
		}
		for _, scale := range []float64{0.1, 1, 4} {
			mean, variance := make([]float64, classes), make([]float64, classes)
			for c := range mean {
				mean[c], variance[c] = scale*rng.NormFloat64(), scale*rng.ExpFloat64()
			}
			row := func(values []float64) *mat.Dense { return mat.NewDense(1, classes, values) }
			space := func() *mat.Dense { return mat.NewDense(1, classes, nil) }
			y := []int{rng.IntN(classes)}
			joint := newAugmented(classes, "joint", 0).Bound(y, columns(mean), columns(variance))
			apart := newAugmented(classes, "derived", 0).Bound(y, columns(mean), columns(variance))
			if expected := exact.Expectations(space(), space(), y, row(mean), row(variance), 1); joint <= apart || joint > expected+1e-7 {
				t.Errorf("%d classes, scale %v: F is %v, %v with lambda apart, E log p %v", classes, scale, joint, apart, expected)
			}
			known := make([]float64, classes)
			if f, want := newAugmented(classes, "joint", 0).Bound(y, columns(mean), columns(known)), exact.Expectations(space(), space(), y, row(mean), row(known), 1); math.Abs(f-want) > 1e-7 {
				t.Errorf("%d classes, scale %v: F is %v where f is known, log p %v", classes, scale, f, want)
			}
		}
	}
}

// Where all latent values are far below 0 lambda is large, and gamma stays a number.
func TestJointFarBelow(t *testing.T) {
	for _, low := range []float64{-60, -700, -1e6} {
		mean, variance := columns([]float64{low, low}), columns([]float64{0, 0})
		a := newAugmented(2, "joint", 0)
		a.row(0, mean, variance)
		if bound := a.Bound([]int{0}, mean, variance); !(a.gamma[0] > 0) || math.IsInf(a.gamma[0], 0) || math.IsNaN(bound) || math.IsInf(bound, 0) {
			t.Errorf("at %v: gamma %v, F %v", low, a.gamma[0], bound)
		}
	}
}

// What a search looks at in one go is what the local step and the bound say, to the bit.
func TestExpectationsAreLocalStepAndBound(t *testing.T) {
	const n, classes, scale = 30, 4, 1.25
	rng := rand.New(rand.NewPCG(3, 8))
	a := newAugmented(classes, "joint", 0)
	y := make([]int, n)
	mean, variance := mat.NewDense(n, classes, nil), mat.NewDense(n, classes, nil)
	var columns [4][][]float64 // mean, variance, shift, precision by class
	for k := range columns {
		for range classes {
			columns[k] = append(columns[k], make([]float64, n))
		}
	}
	for i := range n {
		y[i] = rng.IntN(classes)
		for c := range classes {
			m, v := 4*rng.NormFloat64(), rng.ExpFloat64()
			mean.Set(i, c, m)
			variance.Set(i, c, v)
			columns[0][c][i], columns[1][c][i] = m, v
		}
	}
	dMean, dVariance := mat.NewDense(n, classes, nil), mat.NewDense(n, classes, nil)
	got := a.Expectations(dMean, dVariance, y, mean, variance, scale)
	if want := a.Bound(y, columns[0], columns[1]); got != want {
		t.Errorf("the rows have %v, the bound %v", got, want)
	}
	a.Local(columns[2], columns[3], y, columns[0], columns[1])
	for i := range n {
		for c := range classes {
			shift, precision := columns[2][c][i], columns[3][c][i]
			if got, want := dMean.At(i, c), scale*(shift-precision*mean.At(i, c)); got != want {
				t.Errorf("row %d, class %d: slope by the mean %v, want %v", i, c, got, want)
			}
			if got, want := dVariance.At(i, c), -0.5*scale*precision; got != want {
				t.Errorf("row %d, class %d: slope by the variance %v, want %v", i, c, got, want)
			}
		}
	}
}
