package variational

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// cases are the likelihoods that there are: everything here that is true of any of them is
// tested for each. slack is how far below the evidence the bound of a few rows may be.
var cases = func() (all []struct {
	likelihood likelihood.Likelihood
	slack      float64
}) {
	add := func(l likelihood.Likelihood, err error, slack float64) {
		if err != nil {
			panic(err)
		}
		all = append(all, struct {
			likelihood likelihood.Likelihood
			slack      float64
		}{l, slack})
	}
	for _, name := range likelihood.Links() {
		link, err := likelihood.NewLink(name)
		add(likelihood.Bernoulli{Link: link}, err, 0.1)
	}
	for _, name := range likelihood.Multiclass() {
		l, err := likelihood.NewMulticlass(name, 3, 1./15)
		add(l, err, max(0.5, map[string]float64{"robust-max": 1.5}[name]))
	}
	return all
}()

func robustMax(classes int, epsilon float64) likelihood.Likelihood {
	l, err := likelihood.NewRobustMax(classes, epsilon)
	if err != nil {
		panic(err)
	}
	return l
}

// forEach runs a test for every likelihood.
func forEach(t *testing.T, run func(t *testing.T, l likelihood.Likelihood, slack float64)) {
	for _, c := range cases {
		t.Run(c.likelihood.State().Name, func(t *testing.T) { run(t, c.likelihood, c.slack) })
	}
}

// toy is a task of n rows in the plane.
func toy(n, classes int) method.Task {
	return methodtest.Task(methodtest.Blobs(n, 2, classes, rand.New(rand.NewPCG(1, 2))), classes, 7)
}

// configured returns defaults of this package with options.
func configured(t testing.TB, options map[string]any) Settings {
	t.Helper()
	cfg := struct {
		Common
		method.Sharing
		method.Holdout
		Freeze int `option:"freeze"`
	}{Common: DefaultCommon(), Holdout: method.Holdout{Stop: "none"}}
	cfg.Whiten, cfg.Step, cfg.HyperRate, cfg.InducingRate = true, 0.01, 0.01, 0.1
	if err := method.Decode(&cfg, options); err != nil {
		t.Fatal(err)
	}
	return Settings{
		Name: "test", Common: cfg.Common, Sharing: cfg.Sharing, Holdout: cfg.Holdout, Freeze: cfg.Freeze,
		Predictor: func(m *sparse.Model) method.Predictor { return m },
	}
}

// started returns a run before its first iteration, its rows loaded.
func started(t testing.TB, s Settings, task method.Task, l likelihood.Likelihood) *fit {
	t.Helper()
	s, _ = s.forRows(task)
	f, err := newFit(t.Context(), task, &methodtest.Recorder{Every: 1 << 30}, s, l)
	if err != nil {
		t.Fatal(err)
	}
	f.elbo.load(f.minibatches, 0)
	return f
}

// bound returns the bound at x.
func (f *fit) bound(t testing.TB, x []float64) float64 {
	t.Helper()
	v, err := f.elbo.value(f.layout.newPoint(x))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// scatter moves x away from any symmetric point.
func (f *fit) scatter() {
	rng := rand.New(rand.NewPCG(5, 6))
	for i := range f.x {
		f.x[i] += 0.3 * rng.NormFloat64()
	}
}

// optimum returns the bound that a fit ends with.
func optimum(t *testing.T, task method.Task, l likelihood.Likelihood, options map[string]any) float64 {
	t.Helper()
	rec := &methodtest.Recorder{Every: 1 << 30}
	if _, err := Fit(t.Context(), task, rec, configured(t, options), l); err != nil {
		t.Fatal(err)
	}
	return rec.Objectives[rec.Last]
}

// with returns options with more of them.
func with(options, more map[string]any) map[string]any {
	out := maps.Clone(options)
	maps.Copy(out, more)
	return out
}

// Every element of the gradient, of q, kernels and inducing inputs, away from any
// symmetric point.
func TestGradientAgainstFiniteDifferences(t *testing.T) {
	forEach(t, func(t *testing.T, l likelihood.Likelihood, _ float64) {
		for _, share := range [][]string{{}, {"kernel"}, {"inducing"}, {"kernel", "inducing"}} {
			for _, whiten := range []bool{true, false} {
				for _, batch := range []int{0, 10} {
					s := configured(t, map[string]any{"inducing": 4, "batch": batch, "whiten": whiten, "share": share, "kernel": "se-ard", "noise": 0.05})
					f := started(t, s, toy(30, l.Outputs()), l)
					f.scatter()
					f.checkGradient(t, fmt.Sprint(share, whiten, batch))
				}
				for _, batch := range []int{0, 4} { // the training rows are the inducing inputs
					s := configured(t, map[string]any{"inducing": "all", "batch": batch, "whiten": whiten, "share": share, "noise": 0.05, "learn": []string{"kernel"}})
					f := started(t, s, toy(7, l.Outputs()), l)
					f.scatter()
					f.checkGradient(t, fmt.Sprint(share, whiten, batch, " all"))
				}
			}
		}
	})
}

// checkGradient holds the gradient at f.x against finite differences.
func (f *fit) checkGradient(t *testing.T, what string) {
	t.Helper()
	grad := make([]float64, len(f.x))
	if _, err := f.newTrial().objective(f.x, grad); err != nil {
		t.Fatal(err)
	}
	x, learnt := slices.Clone(f.x), len(f.x)
	if !f.LearnsInducing() {
		learnt -= f.layout.z()
	}
	for i := range learnt {
		const step = 1e-5
		x[i] += step
		up := f.bound(t, x)
		x[i] -= 2 * step
		want := (up - f.bound(t, x)) / (2 * step)
		x[i] += step
		if math.Abs(grad[i]-want) > 1e-5*(1+math.Abs(want)) {
			t.Errorf("%s: element %d: %g, differences %g", what, i, grad[i], want)
		}
	}
}

// The bound lies below log p(y), which for few rows and no noise is had from draws of
// the prior at them, close to it with inducing inputs at all rows, and not as close
// with fewer.
func TestBoundIsBelowTheEvidence(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	forEach(t, func(t *testing.T, l likelihood.Likelihood, slack float64) {
		task := toy(5, l.Outputs())
		o := map[string]any{"inducing": "all", "inducing_init": "first", "noise": 0.0, "variance": 4.0, "batch": 0, "learn": []string{}, "iterations": 300, "optimiser": "lbfgs"}
		bound := optimum(t, task, l, o)
		logZ, sd := evidence(started(t, configured(t, o), task, l))
		if bound > logZ+3*sd || bound < logZ-slack {
			t.Errorf("bound %.5f, log evidence %.5f +- %.5f", bound, logZ, sd)
		}
		if sparser := optimum(t, task, l, with(o, map[string]any{"inducing": 2})); sparser > bound+1e-9 {
			t.Errorf("bound %.6f with two inducing inputs, %.6f with all rows", sparser, bound)
		}
	})
}

// evidence estimates log p(y) = log E_p(f) p(y | f) of a run whose inducing inputs are
// the rows, by 100,000 draws of the prior, and its standard error.
func evidence(f *fit) (logZ, sd float64) {
	const draws = 100_000
	l, rng, n := f.elbo.likelihood, rand.New(rand.NewPCG(9, 9)), len(f.elbo.class)
	values := mat.NewDense(n, l.Functions(), nil)
	var sum, squares float64
	e := make([]float64, n)
	for range draws {
		for k, prior := range f.elbo.priors {
			for i := range e {
				e[i] = rng.NormFloat64()
				values.Set(i, k, linalg.Dot(prior.L.RawRowView(i)[:i+1], e[:i+1]))
			}
		}
		logP := 0.0
		for i, y := range f.elbo.class {
			logP += l.LogProb(y, values.RawRowView(i))
		}
		p := math.Exp(logP)
		sum += p
		squares += p * p
	}
	mean := sum / draws
	return math.Log(mean), math.Sqrt((squares/draws-mean*mean)/draws) / mean
}

// All optimisers and both parametrisations end at the same q.
func TestOptimisersAgree(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a quarter of a minute")
	}
	forEach(t, func(t *testing.T, l likelihood.Likelihood, _ float64) {
		task := toy(60, l.Outputs())
		o := map[string]any{"inducing": 6, "noise": 0.1, "batch": 0, "learn": []string{}, "iterations": 400, "optimiser": "lbfgs"}
		want := optimum(t, task, l, o)
		for _, c := range []struct {
			options   map[string]any
			tolerance float64
		}{
			{map[string]any{"whiten": false}, 1e-4},
			{map[string]any{"optimiser": "collapsed"}, 1e-6},
			{map[string]any{"optimiser": "scg"}, 1e-4},
			{map[string]any{"optimiser": "adam", "step": 0.02, "iterations": 2000}, 1e-2},
			{map[string]any{"optimiser": "adam", "step": 0.01, "iterations": 2000, "whiten": false}, 0.1},
			{map[string]any{"optimiser": "adadelta", "step": 0.2, "iterations": 2000}, 1e-2},
		} {
			if got := optimum(t, task, l, with(o, c.options)); math.Abs(got-want) > c.tolerance {
				t.Errorf("%v: bound %.8f, whitened L-BFGS %.8f", c.options, got, want)
			}
		}
	})
}

// With kernels and inducing inputs released the bound rises further, and whether
// whitened or not it ends at much the same place.
func TestReleasingTheKernel(t *testing.T) {
	task, l := toy(100, 2), likelihood.Bernoulli{Link: likelihood.Probit{}}
	o := map[string]any{"inducing": 8, "batch": 0, "iterations": 30, "freeze": 30, "optimiser": "lbfgs"}
	frozen := optimum(t, task, l, o)
	free := optimum(t, task, l, with(o, map[string]any{"iterations": 200}))
	unwhitened := optimum(t, task, l, with(o, map[string]any{"iterations": 200, "whiten": false}))
	if free < frozen+0.5 || math.Abs(free-unwhitened) > 0.5 {
		t.Errorf("bound %.4f frozen, %.4f free, %.4f free and not whitened", frozen, free, unwhitened)
	}
}

// Kernels and inducing inputs of their own do not end below shared ones, and learning
// them raises the bound.
func TestLearningRaisesTheBound(t *testing.T) {
	task, l := toy(60, 3), robustMax(3, 1e-3)
	o := map[string]any{"inducing": 6, "batch": 0, "iterations": 100, "optimiser": "lbfgs", "learn": []string{}, "whiten": false}
	last := optimum(t, task, l, o)
	for _, c := range []struct{ learn, share []string }{
		{[]string{"kernel"}, []string{"kernel", "inducing"}},
		{[]string{"kernel", "inducing"}, []string{"kernel", "inducing"}},
		{[]string{"kernel", "inducing"}, nil},
	} {
		v := optimum(t, task, l, with(o, map[string]any{"learn": c.learn, "share": c.share}))
		if v < last+0.1 {
			t.Errorf("learn %v, share %v: bound %.4f, before %.4f", c.learn, c.share, v, last)
		}
		last = v
	}
}

// What is not learnt stays where it started, whatever the optimiser.
func TestWhatIsNotLearntStays(t *testing.T) {
	forEach(t, func(t *testing.T, l likelihood.Likelihood, _ float64) {
		for _, optimiser := range []string{"lbfgs", "scg", "adam"} {
			for _, learn := range [][]string{{}, {"kernel"}, {"inducing"}} {
				s := configured(t, map[string]any{"inducing": 4, "batch": 0, "iterations": 5, "optimiser": optimiser, "learn": learn})
				f := started(t, s, toy(30, l.Outputs()), l)
				before := slices.Clone(f.x)
				run := f.ascend
				if s.searches() {
					run = f.search
				}
				if err := run(t.Context()); err != nil {
					t.Fatal(err)
				}
				for part, should := range []bool{partQ: true, partKernel: s.LearnsKernel(), partInducing: s.LearnsInducing()} {
					if moved := !slices.Equal(f.part(before, part), f.part(f.x, part)); moved != should {
						t.Errorf("%s, learn %v: part %d moved: %v", optimiser, learn, part, moved)
					}
				}
			}
		}
	})
}

// The minibatches of an epoch have the full bound as their mean.
func TestMinibatchesAreUnbiased(t *testing.T) {
	forEach(t, func(t *testing.T, l likelihood.Likelihood, _ float64) {
		task, o := toy(40, l.Outputs()), map[string]any{"inducing": 4, "batch": 10}
		f := started(t, configured(t, o), task, l)
		f.scatter()
		mean := 0.0
		for i := range 4 {
			f.elbo.load(f.minibatches, i)
			mean += f.bound(t, f.x) / 4
		}
		want := started(t, configured(t, with(o, map[string]any{"batch": 0})), task, l).bound(t, f.x)
		if math.Abs(mean-want) > 1e-9*math.Abs(want) {
			t.Errorf("mean of the minibatches %.10f, full batch %.10f", mean, want)
		}
	})
}

// A fit that goes on from a checkpoint predicts the same, counts the same events and
// saves the same model. The rows repeat in two places far from each other, so that the
// jitter has to grow.
func TestResumeAndSave(t *testing.T) {
	forEach(t, func(t *testing.T, l likelihood.Likelihood, _ float64) {
		x, y := mat.NewDense(24, 2, nil), make([]int, 24)
		for i := range y {
			x.SetRow(i, []float64{1e5*float64(i%2) + 0.3*float64(i%6), 0.1 * float64(i%3)})
			y[i] = i % l.Outputs()
		}
		task := methodtest.Task(data.NewMemory(x, y), l.Outputs(), 5)
		s := configured(t, map[string]any{"inducing": "all", "inducing_init": "first", "noise": 0.0, "lengthscale": 1.0, "batch": 7, "iterations": 20, "stop": "holdout", "check_every": 6, "holdout_tolerance": 1e-9})
		whole := &methodtest.Recorder{States: map[int][]byte{}}
		p, err := Fit(t.Context(), task, whole, s, l)
		if err != nil {
			t.Fatal(err)
		}
		if whole.Events[method.EventJitter] == 0 {
			t.Error("the jitter did not grow: the test tests nothing")
		}
		want := predictions(p, l, x)
		for _, at := range []int{1, 7, 20} {
			rest := whole.Interrupted(at)
			p, err := Fit(t.Context(), task, rest, s, l)
			if err != nil {
				t.Fatal(err)
			}
			if !mat.Equal(predictions(p, l, x), want) || !maps.Equal(rest.Events, whole.Events) {
				t.Errorf("a fit resumed after iteration %d differs, or counts %v and not %v", at, rest.Events, whole.Events)
			}
		}
		raw, err := p.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		back, err := sparse.LoadModel(raw)
		if err != nil {
			t.Fatal(err)
		}
		if !mat.Equal(predictions(back, l, x), want) {
			t.Error("the loaded model predicts otherwise")
		}
	})
}

func predictions(p method.Predictor, l likelihood.Likelihood, x *mat.Dense) *mat.Dense {
	n, _ := x.Dims()
	dst := mat.NewDense(n, l.Outputs(), nil)
	p.Predict(dst, x)
	return dst
}

func TestSearchRefusesMinibatches(t *testing.T) {
	s := configured(t, map[string]any{"inducing": 8, "batch": 10, "optimiser": "lbfgs"})
	if _, err := Fit(t.Context(), toy(50, 2), &methodtest.Recorder{}, s, cases[0].likelihood); err == nil {
		t.Error("no error")
	}
}

// Every evaluation of the bound is traced if that is asked for, the first at the start,
// and the end, which is that of a fit without.
func TestTraceCalls(t *testing.T) {
	options := map[string]any{"inducing": 4, "batch": 0, "optimiser": "lbfgs", "iterations": 20}
	run := func(calls bool) *methodtest.Recorder {
		rec := &methodtest.Recorder{}
		s := configured(t, with(options, map[string]any{"trace_calls": calls}))
		s.Freeze = 5
		if _, err := Fit(t.Context(), toy(30, 2), rec, s, cases[0].likelihood); err != nil {
			t.Fatal(err)
		}
		return rec
	}
	plain, every := run(false), run(true)
	if every.Last <= plain.Last || len(every.Objectives) != every.Last {
		t.Errorf("%d traces until %d, without until %d", len(every.Objectives), every.Last, plain.Last)
	}
	if every.Objectives[every.Last] != plain.Objectives[plain.Last] || every.Objectives[1] >= plain.Objectives[1] {
		t.Errorf("from %v to %v, without from %v after the first iteration to %v", every.Objectives[1], every.Objectives[every.Last], plain.Objectives[1], plain.Objectives[plain.Last])
	}
	s := configured(t, with(options, map[string]any{"trace_calls": true, "optimiser": "adam"}))
	if _, err := Fit(t.Context(), toy(30, 2), &methodtest.Recorder{}, s, cases[0].likelihood); err == nil {
		t.Error("adam has no calls to trace, and no error")
	}
}

// An error of the recorder, here after the first two traces, ends the fit.
func TestTraceCallsThatFail(t *testing.T) {
	errFull := errors.New("no space is left")
	s := configured(t, map[string]any{"inducing": 4, "batch": 0, "optimiser": "lbfgs", "iterations": 20, "trace_calls": true})
	if _, err := Fit(t.Context(), toy(30, 2), &methodtest.Recorder{Err: errFull, ErrFrom: 3}, s, cases[0].likelihood); !errors.Is(err, errFull) {
		t.Errorf("error %v", err)
	}
}

// A start that meets the tolerance is traced as the one iteration.
func TestNothingToClimb(t *testing.T) {
	rec := &methodtest.Recorder{}
	s := configured(t, map[string]any{"inducing": 4, "batch": 0, "optimiser": "lbfgs", "tolerance": 1e9})
	if _, err := Fit(t.Context(), toy(30, 2), rec, s, cases[0].likelihood); err != nil || rec.Last != 1 {
		t.Errorf("traced at %d, want 1: %v", rec.Last, err)
	}
}

// What an iteration allocates is the values of the moved kernels and the indices of
// its rows, and a little for what runs side by side, no matter how many iterations came before.
func TestIterationsAllocateLittle(t *testing.T) {
	forEach(t, func(t *testing.T, l likelihood.Likelihood, _ float64) {
		f := started(t, configured(t, map[string]any{"inducing": 20, "batch": 30}), toy(300, l.Outputs()), l)
		steps, i := f.newSteps(), 0
		for range 3 {
			n := testing.AllocsPerRun(50, func() {
				i++
				if err := f.iterate(i, steps); err != nil {
					t.Fatal(err)
				}
			})
			if n > float64(8*l.Functions()+16) {
				t.Errorf("%v allocations an iteration after %d of them", n, i)
			}
		}
	})
}

// "auto" and "auto-natural" are L-BFGS on all rows, or all that are not held out, and Adam or
// natural gradients on fewer. "auto-collapsed" is "collapsed" on all rows where that can be.
func TestAuto(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	forEach(t, func(t *testing.T, l likelihood.Likelihood, _ float64) {
		for _, c := range []struct {
			auto, optimiser string
			more            map[string]any
		}{
			{"auto", "lbfgs", nil},
			{"auto-natural", "lbfgs", nil},
			{"auto", "lbfgs", map[string]any{"batch": 0}},
			{"auto", "lbfgs", map[string]any{"batch": 27, "stop": "holdout"}},
			{"auto-natural", "lbfgs", map[string]any{"batch": 27, "stop": "holdout"}},
			{"auto", "adam", map[string]any{"batch": 29}},
			{"auto", "adam", map[string]any{"batch": 26, "stop": "holdout"}},
			{"auto-natural", "natural", map[string]any{"batch": 26, "stop": "holdout"}},
			{"auto-natural", "adam", map[string]any{"batch": 29, "averaged": true}},
			{"auto-collapsed", "collapsed", nil},
			{"auto-collapsed", "lbfgs", map[string]any{"batch": 27, "stop": "holdout"}},
			{"auto-collapsed", "lbfgs", map[string]any{"squared_lengthscales": true}},
			{"auto-collapsed", "natural", map[string]any{"batch": 29}},
		} {
			options := with(map[string]any{"inducing": 4, "iterations": 20, "check_every": 100}, c.more)
			auto := optimum(t, toy(30, l.Outputs()), l, with(options, map[string]any{"optimiser": c.auto}))
			stated := optimum(t, toy(30, l.Outputs()), l, with(options, map[string]any{"optimiser": c.optimiser}))
			if auto != stated {
				t.Errorf("%v: the bound is %v with %s and %v with %s", c.more, auto, c.auto, stated, c.optimiser)
			}
		}
	})
}
