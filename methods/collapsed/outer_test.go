package collapsed

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/likelihood"
	"gpcbench/methods/methodtest"
)

// linear adds to expectations of package likelihood what their slopes change by, from differences.
type linear struct{ likelihood.Likelihood }

// Linearise is that of Linear.
func (l linear) Linearise(y []int, mean, variance *mat.Dense) func(lambda, nu, dMean, dVariance [][]float64) {
	n, functions := mean.Dims()
	slopes := func(by float64, dMean, dVariance [][]float64) (g, h *mat.Dense) {
		m, v := mat.DenseCopyOf(mean), mat.DenseCopyOf(variance)
		for i := range n {
			for k := range functions {
				m.Set(i, k, m.At(i, k)+by*dMean[k][i])
				v.Set(i, k, v.At(i, k)+by*dVariance[k][i])
			}
		}
		g, h = mat.NewDense(n, functions, nil), mat.NewDense(n, functions, nil)
		l.Expectations(g, h, y, m, v, 1)
		return g, h
	}
	still := newMoments(n, functions)
	_, here := slopes(0, still.mean, still.variance)
	return func(lambda, nu, dMean, dVariance [][]float64) {
		size := 0.0
		for k := range functions {
			for i, m := range dMean[k] {
				size = max(size, math.Abs(m)/math.Sqrt(variance.At(i, k)), math.Abs(dVariance[k][i])/variance.At(i, k))
			}
		}
		step := 1e-4 / size
		g, h := slopes(step, dMean, dVariance)
		gLow, hLow := slopes(-step, dMean, dVariance)
		for k := range functions {
			for i, m := range dMean[k] {
				dg, dh := (g.At(i, k)-gLow.At(i, k))/(2*step), (h.At(i, k)-hLow.At(i, k))/(2*step)
				lambda[k][i], nu[k][i] = -2*dh, dg-2*dh*mean.At(i, k)-2*here.At(i, k)*m
			}
		}
	}
}

// Where q is the best by one bound and another is searched the value is the other's at that q, and the
// derivatives are those with q found anew at every point: by the nudge, and by implicit differentiation.
func TestOuter(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	multiclass := func(name string, noise float64) likelihood.Likelihood {
		l, err := likelihood.NewMulticlass(name, 3, noise)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	for name, of := range map[string]struct {
		rows, outer likelihood.Likelihood
		share       []string
	}{
		"one function":      {likelihood.Bernoulli{Link: likelihood.Probit{}}, likelihood.Bernoulli{Link: likelihood.Logit{}}, nil},
		"several functions": {multiclass("logistic-softmax", 0), multiclass("softmax", 0), nil},
		"shared":            {multiclass("softmax", 0), multiclass("robust-max", 0.2), []string{"kernel", "inducing"}},
	} {
		test := func(t *testing.T, implicit bool) float64 {
			s := settings(of.rows, of.share...)
			s.Outer = of.outer
			if s.Implicit = implicit; implicit {
				s.Rows = linear{of.rows}
			}
			classes := of.rows.Outputs()
			task := methodtest.Task(methodtest.Blobs(50, 2, classes, rand.New(rand.NewPCG(1, 2))), classes, 7)
			run, rec := begun(t, task, s)
			x := run.X()
			for i := range x {
				x[i] += 0.1
			}
			grad := make([]float64, len(x))
			value, err := run.Objective(x, grad)
			if err != nil {
				t.Fatal(err)
			}
			o := run.Inner.(*outer)
			best := o.ascent
			if o.known != implicit {
				t.Errorf("the derivative of q is known: %v", o.known)
			}
			if want := best.value - best.fit + of.outer.Expectations(o.g, o.h, best.class, best.mean, best.variance, 1); !implicit && value != want {
				t.Errorf("the value is %v, the outer bound at the best q %v", value, want)
			}
			for i := range x {
				if want := (methodtest.Differences{Step: 1e-3}).Of(t, run.Objective, x, i); math.Abs(grad[i]-want) > 1e-3*(0.1+math.Abs(want)) {
					t.Errorf("derivative %d is %.8f, by differences %.8f", i, grad[i], want)
				}
			}
			if rec.Events[eventNotConverged] > 0 {
				t.Errorf("events %v", rec.Events)
			}
			return value
		}
		var nudged, implicit float64
		t.Run(name, func(t *testing.T) { nudged = test(t, false) })
		t.Run(name+", implicitly", func(t *testing.T) { implicit = test(t, true) })
		if math.Abs(nudged-implicit) > 1e-6 { // sites of the first converge to 1e-7
			t.Errorf("%s: the value is %.10f by the nudge, %.10f implicitly", name, nudged, implicit)
		}
	}
}

// Where K costs more than it saves, and where slopes of slopes are not known, the nudged ones converge by sweeps, to the
// same bits as without.
func TestImplicitWhereItPays(t *testing.T) {
	rows := likelihood.Bernoulli{Link: likelihood.Probit{}}
	of := func(n int, rows Expectations, implicit bool) (value float64, grad []float64) {
		s := settings(likelihood.Bernoulli{Link: likelihood.Probit{}})
		s.Rows, s.Outer, s.Implicit = rows, likelihood.Bernoulli{Link: likelihood.Logit{}}, implicit
		run, _ := begun(t, methodtest.Task(methodtest.Blobs(n, 2, 2, rand.New(rand.NewPCG(1, 2))), 2, 7), s)
		grad = make([]float64, len(run.X()))
		value, err := run.Objective(run.X(), grad)
		if err != nil {
			t.Fatal(err)
		}
		if o := run.Inner.(*outer); o.known {
			t.Errorf("%d rows: the derivative of q was worked out", n)
		}
		return value, grad
	}
	for name, rows := range map[string]Expectations{"many rows": linear{rows}, "no slopes of slopes": rows} {
		n := 50
		if name == "many rows" {
			n = mostAnInput*6 + 1
		}
		value, grad := of(n, rows, true)
		without, gradWithout := of(n, rows, false)
		if value != without || !slices.Equal(grad, gradWithout) {
			t.Errorf("%s: value %v and derivatives %v, without %v and %v", name, value, grad, without, gradWithout)
		}
	}
}
