package gfitc

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/linalg/engine"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
	"gpcbench/methods/nested"
)

// blobs is a task of n rows in the plane.
func blobs(n, classes int) method.Task {
	return methodtest.Task(methodtest.Blobs(n, 2, classes, rand.New(rand.NewPCG(1, 2))), classes, 7)
}

// small returns the defaults for tasks of some tens of rows.
func small() *Config {
	cfg := New()
	cfg.Inducing, cfg.Kernel, cfg.Noise, cfg.Iterations = method.Inputs(6), "se-ard", 0.5, 30
	return cfg
}

// at returns objective and gradient of a fit.
func at(t *testing.T, f *nested.Fit, x []float64) (float64, []float64) {
	t.Helper()
	grad := make([]float64, len(x))
	value, err := f.Objective(x, grad)
	if err != nil {
		t.Fatal(err)
	}
	return value, grad
}

// Until a point is accepted log Z_EP is a function of the parameters alone, to the
// last bit.
func TestLineSearchSeesOneFunction(t *testing.T) {
	cfg := small()
	f, _, err := cfg.start(t.Context(), blobs(60, 3), &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	a, b := f.X(), f.X()
	for i := range a {
		a[i] += 0.05 * math.Sin(float64(i))
		b[i] -= 0.3 * math.Cos(float64(i))
	}
	value, grad := at(t, f, a)
	if other, _ := at(t, f, b); other == value {
		t.Fatal("two points have one value")
	}
	if again, back := at(t, f, a); again != value || !slices.Equal(back, grad) {
		t.Error("a point visited again has another value")
	}
}

// What a fit ends with does not depend on when it was looked at.
func TestTracesChangeNothing(t *testing.T) {
	task := blobs(60, 3)
	x, _ := task.Train.ReadAll()
	var want *mat.Dense
	for _, every := range []int{1, 7, 1000} {
		p, err := small().Fit(t.Context(), task, &methodtest.Recorder{Every: every})
		if err != nil {
			t.Fatal(err)
		}
		probs := mat.NewDense(60, 3, nil)
		p.Predict(probs, x)
		if want == nil {
			want = probs
		}
		if !mat.Equal(probs, want) {
			t.Errorf("a trace every %d iterations changes the fit", every)
		}
	}
}

// The objective rises, and a looser EP ends at much the same one.
func TestFitRises(t *testing.T) {
	task := blobs(90, 3)
	var ends []float64
	for _, tolerance := range []float64{1e-3, 1e-8} {
		rec := &methodtest.Recorder{Every: 1}
		cfg := small()
		cfg.EPTolerance = tolerance
		if _, err := cfg.Fit(t.Context(), task, rec); err != nil {
			t.Fatal(err)
		}
		for i := 2; i <= rec.Last; i++ {
			if rec.Objectives[i] < rec.Objectives[i-1] {
				t.Errorf("tolerance %v: log Z_EP falls from %v to %v in iteration %d", tolerance, rec.Objectives[i-1], rec.Objectives[i], i)
			}
		}
		ends = append(ends, rec.Objectives[rec.Last])
	}
	if math.Abs(ends[0]-ends[1]) > 0.1 {
		t.Errorf("log Z_EP ends at %v with tolerance 1e-3, at %v with 1e-8", ends[0], ends[1])
	}
}

// What is not learnt stays, whatever is shared.
func TestLearn(t *testing.T) {
	for _, share := range [][]string{nil, {"kernel"}, {"inducing"}, {"kernel", "inducing"}} {
		for _, learn := range [][]string{nil, {"kernel"}, {"inducing"}} {
			cfg := small()
			cfg.Share, cfg.Learn, cfg.InducingInit = share, learn, "random"
			f, _, err := cfg.start(t.Context(), blobs(60, 3), &methodtest.Recorder{})
			if err != nil {
				t.Fatal(err)
			}
			before := f.X()
			if _, err := f.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			after, from := f.X(), f.Layout.KernelSize()
			if moved := !slices.Equal(after[:from], before[:from]); moved != slices.Contains(learn, "kernel") {
				t.Errorf("share %v, learn %v: kernels moved: %v", share, learn, moved)
			}
			if moved := !slices.Equal(after[from:], before[from:]); moved != slices.Contains(learn, "inducing") {
				t.Errorf("share %v, learn %v: inducing inputs moved: %v", share, learn, moved)
			}
		}
	}
}

// EP that is cut short is counted, and the fit goes on.
func TestFewSweepsAreCounted(t *testing.T) {
	cfg := small()
	cfg.Sweeps = 2
	rec := &methodtest.Recorder{Every: 1}
	if _, err := cfg.Fit(t.Context(), blobs(60, 3), rec); err != nil {
		t.Fatal(err)
	}
	if rec.Events[method.EventEPNotConverged] == 0 || rec.Last < 2 {
		t.Errorf("%d iterations, events %v", rec.Last, rec.Events)
	}
}

// Rows that are the same and of both classes have evidence 0 where nothing but the
// inducing variables varies: EP has no fixed point, and says so in far fewer sweeps
// than it may take, with numbers that are finite.
func TestContradictionsHaveNoFixedPoint(t *testing.T) {
	rec := &methodtest.Recorder{}
	f, e := newFit(mat.NewDense(4, 2, nil), newArgmax([]int{0, 1, 0, 1}, 2, 1), smallPriors(t)[:2], nested.Settings{}, Inference{EPTolerance: 1e-3, Sweeps: 1 << 40, Damping: 0.7}, rec)
	for _, g := range f.Groups {
		clear(g.Projection.Residual)
	}
	if err := e.Converge(); err != nil && !errors.Is(err, nested.ErrFar) {
		t.Error(err)
	}
	if z := e.Value(); rec.Events[method.EventEPNotConverged] != 1 || math.IsNaN(z) || math.IsInf(z, 0) {
		t.Errorf("events %v, log Z_EP %v", rec.Events, z)
	}
}

// EP that ends far from a fixed point says so.
func TestFarIsAnError(t *testing.T) {
	_, e := newFit(mat.NewDense(4, 2, nil), newArgmax([]int{0, 1, 0, 1}, 2, 1), smallPriors(t)[:2], nested.Settings{}, Inference{EPTolerance: 1e-3, Sweeps: 1, Damping: 0.7}, &methodtest.Recorder{})
	if err := e.Converge(); !errors.Is(err, nested.ErrFar) {
		t.Errorf("one sweep: error %v", err)
	}
}

// counted counts the sweeps.
type counted struct {
	factors
	sweeps int
}

func (c *counted) propose(tau, nu []float64, mean, variance [][]float64) {
	c.sweeps++
	c.factors.propose(tau, nu, mean, variance)
}

// EP ends with the budget, be it in the first value of log Z_EP, whose sites are what there is then, or
// in a later one, which the search then keeps away from.
func TestSweepsEndWithTheBudget(t *testing.T) {
	whole := &counted{factors: newArgmax(smallY, 3, 1)}
	settings := everything()
	settings.Iterations = 3
	f, e := newFit(smallX, whole, smallPriors(t), settings, exact, &methodtest.Recorder{})
	e.model = func([][]float64, []*mat.Dense) (method.Predictor, error) { return nil, nil }
	if _, err := f.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if whole.sweeps < 50 {
		t.Fatalf("%d sweeps in all", whole.sweeps)
	}
	for after := 1; after < whole.sweeps; after += 3 {
		lik := &counted{factors: newArgmax(smallY, 3, 1)}
		rec := &methodtest.Recorder{Clock: func() time.Duration { return time.Duration(lik.sweeps/after) * time.Second }}
		settings.BudgetSeconds = 1
		f, e := newFit(smallX, lik, smallPriors(t), settings, exact, rec)
		e.model = func(mean [][]float64, _ []*mat.Dense) (method.Predictor, error) {
			for _, m := range mean {
				if !engine.Finite(m) {
					t.Errorf("%d sweeps: mean %v", after, m)
				}
			}
			return nil, nil
		}
		if _, err := f.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		// One more for the model, where the sites were those of a point that was not accepted.
		if more := lik.sweeps - after; more > 1 {
			t.Errorf("%d sweeps after the %d that there was time for", more, after)
		}
		if rec.Events[method.EventSearchNotConverged] != 1 {
			t.Errorf("%d sweeps: events %v", after, rec.Events)
		}
	}
}

// stuck proposes no site that there could be.
type stuck struct{ factors }

func (stuck) propose(tau, _ []float64, _, _ [][]float64) {
	for s := range tau {
		tau[s] = math.NaN()
	}
}

// Sites that cannot be moved are not ones that have converged.
func TestSkippedSitesHaveNotConverged(t *testing.T) {
	rec := &methodtest.Recorder{}
	_, e := newFit(mat.NewDense(4, 2, nil), stuck{newArgmax([]int{0, 1, 0, 1}, 2, 1)}, smallPriors(t)[:2], nested.Settings{}, Inference{EPTolerance: 1e-3, Sweeps: 100, Damping: 0.7}, rec)
	if err := e.Converge(); !errors.Is(err, nested.ErrFar) || rec.Events[eventSkipped] == 0 || rec.Events[method.EventEPNotConverged] != 1 {
		t.Errorf("error %v, events %v", err, rec.Events)
	}
}

func TestRefusesOtherTasks(t *testing.T) {
	if _, err := NewBinary().Fit(t.Context(), blobs(60, 3), &methodtest.Recorder{}); err == nil {
		t.Error("three classes are no error for the binary method")
	}
}

var (
	_ method.Predictor = (*sparse.Model)(nil)
	_ method.Latent    = (*sparse.Classifier)(nil)
)

// A search whose steps are limited gets from a lengthscale far too long to where one without a limit ends.
func TestLimitedStepsGoOn(t *testing.T) {
	task := methodtest.Task(methodtest.Blobs(60, 2, 2, rand.New(rand.NewPCG(3, 4))), 2, 5)
	c := NewBinary()
	c.Inducing, c.InducingFolds, c.Learn, c.Lengthscale = method.Inputs(8), 0, []string{"kernel"}, 100
	ends := map[float64]float64{}
	for _, c.LongestStep = range []float64{0, longestStep} {
		rec := &methodtest.Recorder{}
		if _, err := c.Fit(t.Context(), task, rec); err != nil {
			t.Fatal(err)
		}
		ends[c.LongestStep] = rec.Objectives[rec.Last]
	}
	if !(math.Abs(ends[0]-ends[longestStep]) < 0.01) {
		t.Errorf("log Z is %v where steps have no limit, and %v with one", ends[0], ends[longestStep])
	}
}
