package nested

import (
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/gp/sparse"
	"gpcbench/linalg/engine"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

func TestMain(m *testing.M) {
	engine.Install()
	m.Run()
}

// toy has the objective s (1 - t) - s^2/2, t = |A'1|^2 / N^2, whose inner loop finds the s
// where it is largest, 1 - t, by halving the distance until it is short. It is (1 - t)^2/2
// there.
type toy struct {
	pr   *sparse.Projection
	s    []float64
	t    float64
	stop float64 // distance
	far  func() bool
	back *sparse.Pullback
	from []float64 // where the inner loop started
}

func (o *toy) Converge() error {
	o.from = append(o.from, o.s[0])
	n, _ := o.pr.A.Dims()
	var total float64
	for i := range n {
		for j := range n {
			total += mat.Dot(o.pr.A.RowView(i), o.pr.A.RowView(j))
		}
	}
	o.t = total / float64(n*n)
	for math.Abs(1-o.t-o.s[0]) > o.stop {
		o.s[0] += (1 - o.t - o.s[0]) / 2
	}
	if o.far != nil && o.far() {
		return ErrFar
	}
	return nil
}

func (o *toy) Value() float64 { return o.s[0]*(1-o.t) - o.s[0]*o.s[0]/2 }

func (o *toy) Gradient(to sparse.Gradient, g *Group, _ int) {
	n, m := o.pr.A.Dims()
	ones, sum := mat.NewVecDense(n, nil), mat.NewVecDense(m, nil)
	for i := range n {
		ones.SetVec(i, 1)
	}
	sum.MulVec(o.pr.A.T(), ones)
	rows := mat.NewDense(n, m, nil) // dF/dA
	rows.Outer(-2*o.s[0]/float64(n*n), ones, sum)
	o.back.Sum(to, g.Prior, g.Projection, make([]float64, n), func(p *sparse.Parts) { p.Rows(rows) })
}

func (o *toy) State() []float64 { return o.s }

func (o *toy) Predictor() (method.Predictor, error) { return nil, nil }

// newToy returns a fit of the toy on six rows in the plane and three inducing inputs.
func newToy(t *testing.T, optimiser string, learn ...string) (*Fit, *toy) {
	t.Helper()
	k, err := kernel.New("se-ard", 2, kernel.Start{Lengthscale: 1, Variance: 0.5})
	if err != nil {
		t.Fatal(err)
	}
	prior, _, err := sparse.NewPrior(k, mat.NewDense(3, 2, []float64{0, 0.1, 1, -0.2, -0.3, 0.9}))
	if err != nil {
		t.Fatal(err)
	}
	x := mat.NewDense(6, 2, []float64{0.3, -1.2, 1.1, 0.4, -0.7, 0.9, 0.2, 0.1, -1.5, -0.3, 0.8, 1.6})
	f := New(x, []*sparse.Prior{prior}, Settings{
		Learning: method.Learning{Learn: learn}, Schedule: method.Schedule{Iterations: 20, Tolerance: 1e-6}, Optimiser: optimiser,
	}, &methodtest.Recorder{})
	inner := &toy{pr: f.Groups[0].Projection, s: make([]float64, 1), stop: 1e-9, back: sparse.NewPullback(6, 3)}
	f.Inner = inner
	return f, inner
}

// coarseToy is a toy whose inner loop ends far from the largest s at first.
type coarseToy struct{ *toy }

func (o coarseToy) Resolve(gain float64) (finer bool) {
	before := o.stop
	for o.stop > 1e-9 && gain < o.stop*o.stop {
		o.stop = max(o.stop/10, 1e-9)
	}
	return o.stop < before
}

// A search that begins with a coarse inner loop ends where that with a fine one does, and has a fine model wherever
// it ends.
func TestCoarse(t *testing.T) {
	const flat = 1e-9
	fine, _ := newToy(t, "lbfgs", "kernel")
	fine.settings.Iterations, fine.settings.Tolerance = 1000, flat
	if _, err := fine.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, iterations := range []int{1, 2, 1000} {
		f, inner := newToy(t, "lbfgs", "kernel")
		f.Inner, f.settings.Iterations, f.settings.Tolerance, inner.stop = coarseToy{inner}, iterations, flat, 0.3
		if _, err := f.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if inner.stop > 1e-9 || math.Abs(1-inner.t-inner.s[0]) > 1e-9 || f.done > iterations {
			t.Errorf("after %d of %d iterations the inner loop ends at a distance of %v", f.done, iterations, math.Abs(1-inner.t-inner.s[0]))
		}
		if gap := fine.value - f.value; iterations == 1000 && !(math.Abs(gap) < 1e-8) {
			t.Errorf("it ends %v below the fine one, after %d iterations", gap, f.done)
		}
	}
}

// A search ends at the first iteration that gains less than the least gain.
func TestLeastGain(t *testing.T) {
	run := func(gain float64) (*Fit, *methodtest.Recorder) {
		f, _ := newToy(t, "lbfgs", "kernel")
		rec := &methodtest.Recorder{}
		f.rec, f.settings.LeastGain, f.settings.Tolerance, f.settings.Iterations = rec, gain, 0, 1000
		if _, err := f.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		return f, rec
	}
	const least = 1e-6
	whole, _ := run(0)
	f, rec := run(least)
	if f.done >= whole.done || rec.Events[method.EventSearchNotConverged] > 0 {
		t.Errorf("%d iterations, without a least gain %d; events %v", f.done, whole.done, rec.Events)
	}
	if n := float64(len(f.rows)); whole.value-f.value > 100*n*least {
		t.Errorf("the search ends %v below its end without a least gain", whole.value-f.value)
	}
}

// The derivatives of what is learnt are those of differences, the others 0.
func TestGradient(t *testing.T) {
	for _, learn := range [][]string{nil, {"kernel"}, {"inducing"}, {"kernel", "inducing"}} {
		f, _ := newToy(t, "lbfgs", learn...)
		x, grad := f.X(), make([]float64, f.Layout.Size())
		if _, err := f.Objective(x, grad); err != nil {
			t.Fatal(err)
		}
		for i, got := range grad {
			want := methodtest.Differences{Step: 1e-5}.Of(t, f.Objective, x, i)
			part := "inducing"
			if i < f.Layout.KernelSize() {
				part = "kernel"
			}
			if !slices.Contains(f.settings.Learn, part) {
				want = 0
			}
			if math.Abs(got-want) > 1e-8 {
				t.Errorf("learn %v, parameter %d: %g, differences %g", learn, i, got, want)
			}
		}
	}
}

// Both searches climb.
func TestRun(t *testing.T) {
	for _, optimiser := range []string{"lbfgs", "scg"} {
		f, inner := newToy(t, optimiser, "kernel", "inducing")
		rec := f.rec.(*methodtest.Recorder)
		if _, err := f.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if first, last := rec.Objectives[1], rec.Objectives[rec.Last]; !(last > first) || last != inner.Value() {
			t.Errorf("%s: objective %v after the first iteration, %v after the last, %v where the inner loop is", optimiser, first, last, inner.Value())
		}
	}
}

// Wherever a search looks, the inner loop starts from where it ended at the last point
// that was accepted.
func TestInnerLoopStartsFromTheAcceptedPoint(t *testing.T) {
	f, inner := newToy(t, "lbfgs", "kernel")
	inner.stop = 0.01
	look := func(by float64) float64 {
		x := f.X()
		x[0] += by
		v, err := f.Objective(x, make([]float64, len(x)))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	first := look(0.1)
	look(-0.3)
	if again := look(0.1); again != first {
		t.Errorf("a point has the value %v, visited again %v", first, again)
	}
	x := f.X()
	x[0] -= 0.3
	if err := f.accept(x); err != nil {
		t.Fatal(err)
	}
	ended := inner.s[0]
	look(0.1)
	look(0.2)
	for i, from := range inner.from[len(inner.from)-2:] {
		if from != ended {
			t.Errorf("look %d after a point was accepted: the inner loop starts from %v, it ended at %v", i, from, ended)
		}
	}
}

// Every evaluation of the objective is traced with its value if that is asked for, and
// the end, which is that of a fit without.
func TestTraceCalls(t *testing.T) {
	plain, _ := newToy(t, "lbfgs", "kernel", "inducing")
	if _, err := plain.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	f, inner := newToy(t, "lbfgs", "kernel", "inducing")
	f.calls.TraceCalls = true
	if _, err := f.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	rec := f.rec.(*methodtest.Recorder)
	if looks := len(inner.from); len(rec.Objectives) < looks || f.calls.Done(0) != rec.Last || len(rec.Objectives) != rec.Last {
		t.Errorf("%d traces until %d of %d and %d points", len(rec.Objectives), rec.Last, f.calls.Done(0), looks)
	}
	before := plain.rec.(*methodtest.Recorder)
	if got, want := rec.Objectives[rec.Last], before.Objectives[before.Last]; got != want || rec.Objectives[1] >= want {
		t.Errorf("from %v to %v, without to %v", rec.Objectives[1], got, want)
	}
}

// An error of the recorder, here after the first two traces, ends the fit.
func TestTraceCallsThatFail(t *testing.T) {
	errFull := errors.New("no space is left")
	f, _ := newToy(t, "lbfgs", "kernel", "inducing")
	f.calls.TraceCalls = true
	f.calls.Rec = &methodtest.Recorder{Err: errFull, ErrFrom: 3}
	if _, err := f.Run(t.Context()); !errors.Is(err, errFull) {
		t.Errorf("error %v", err)
	}
}

// A search keeps away from where the inner loop ends far off, but may begin there.
func TestFarOnlyAtTheStart(t *testing.T) {
	f, inner := newToy(t, "lbfgs", "kernel")
	inner.far = func() bool { return true }
	grad := make([]float64, f.Layout.Size())
	if _, err := f.Objective(f.X(), grad); !errors.Is(err, ErrFar) {
		t.Fatalf("error %v", err)
	}
	start := f.X()
	if _, err := f.Run(t.Context()); err != nil {
		t.Errorf("begins far off: error %v", err)
	}
	if !mat.Equal(mat.NewVecDense(len(start), start), mat.NewVecDense(len(start), f.X())) {
		t.Error("the search went where the inner loop is far off")
	}
}

// A search keeps away from points whose lengthscale is farther than the longest step from where the fit is,
// and gets there step by step.
func TestLongestStep(t *testing.T) {
	f, _ := newToy(t, "lbfgs", "kernel")
	f.settings.LongestStep = 2
	grad := make([]float64, f.Layout.Size())
	at := func(by float64) error {
		x := f.X()
		x[f.lengthscales[1]] += by
		_, err := f.Objective(x, grad)
		return err
	}
	if err := at(-2.1); !errors.Is(err, ErrFar) {
		t.Errorf("a step too far: error %v", err)
	}
	if err := at(1.9); err != nil {
		t.Errorf("a short step: error %v", err)
	}
	x := f.X()
	x[f.lengthscales[1]] -= 2
	if err := f.accept(x); err != nil {
		t.Fatal(err)
	}
	if err := at(-0.1); err != nil {
		t.Errorf("the same point after a step: error %v", err)
	}
}

// Once the budget is spent a search looks at no new point: it ends where it is, and says that it has not
// converged.
func TestBudgetEndsALineSearch(t *testing.T) {
	for _, optimiser := range []string{"lbfgs", "scg"} {
		for looks := 1; looks < 5; looks++ {
			f, inner := newToy(t, optimiser, "kernel", "inducing")
			rec := &methodtest.Recorder{Clock: func() time.Duration { return time.Duration(len(inner.from)/looks) * time.Second }}
			f.settings.BudgetSeconds, f.rec = 1, rec
			if looks%2 == 0 {
				f.Inner, inner.stop = coarseToy{inner}, 0.1
			}
			if _, err := f.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			if more := len(inner.from) - looks; more > 1 { // the model where a rejected point was looked at last
				t.Errorf("%s: %d more points than the %d that there was time for", optimiser, more, looks)
			}
			if rec.Events[method.EventSearchNotConverged] != 1 {
				t.Errorf("%s, %d points: events %v", optimiser, looks, rec.Events)
			}
			if value := rec.Objectives[rec.Last]; value != inner.Value() || f.value != value {
				t.Errorf("%s, %d points: the last trace has %v, the model %v", optimiser, looks, value, inner.Value())
			}
		}
	}
}
