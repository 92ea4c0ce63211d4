package collapsed

import (
	"math"
	"math/rand/v2"
	"testing"

	"gpcbench/gp/likelihood"
	"gpcbench/methods/methodtest"
)

// Where q is the best by one bound and another is searched the value is the other's at that q, and the
// derivatives are those with q found anew at every point.
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
		t.Run(name, func(t *testing.T) {
			s := settings(of.rows, of.share...)
			s.Outer = of.outer
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
			if want := best.value - best.fit + of.outer.Expectations(o.g, o.h, best.class, best.mean, best.variance, 1); value != want {
				t.Errorf("the value is %v, the outer bound at the best q %v", value, want)
			}
			for i := range x {
				if want := byDifferences(t, run, x, i, 1e-3); math.Abs(grad[i]-want) > 1e-3*(0.1+math.Abs(want)) {
					t.Errorf("derivative %d is %.8f, by differences %.8f", i, grad[i], want)
				}
			}
			if rec.Events[eventNotConverged] > 0 {
				t.Errorf("events %v", rec.Events)
			}
		})
	}
}
