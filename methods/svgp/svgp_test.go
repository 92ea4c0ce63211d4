package svgp

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// toy is a task of n rows in the plane.
func toy(n int) method.Task {
	return methodtest.Task(methodtest.Blobs(n, 2, 2, rand.New(rand.NewPCG(1, 2))), 2, 7)
}

// configured returns the defaults with options.
func configured(t *testing.T, options map[string]any) *Config {
	t.Helper()
	cfg := New()
	if err := method.Decode(cfg, options); err != nil {
		t.Fatal(err)
	}
	return cfg
}

// started returns a run before its first iteration, its rows loaded.
func started(t *testing.T, cfg *Config, task method.Task) *fit {
	t.Helper()
	f, err := cfg.start(task, &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	f.deal.At(f.f.pos, 0)
	f.f.load()
	return f
}

// Every element of the gradient, of q, kernel and inducing inputs, away from
// any symmetric point.
func TestGradientAgainstFiniteDifferences(t *testing.T) {
	for _, whiten := range []bool{true, false} {
		for _, link := range []string{"probit", "logit"} {
			for _, batch := range []int{0, 10} {
				cfg := configured(t, map[string]any{"inducing": 4, "batch": batch, "whiten": whiten, "likelihood": link, "kernel": "se-ard", "noise": 0.05})
				f := started(t, cfg, toy(30))
				rng := rand.New(rand.NewPCG(5, 6))
				for i := range f.x {
					f.x[i] += 0.3 * rng.NormFloat64()
				}
				at := func(x []float64) float64 {
					f.lay.unpack(f.p, x)
					v, err := f.f.value(f.p)
					if err != nil {
						t.Fatal(err)
					}
					return v
				}
				grad := make([]float64, len(f.x))
				if _, err := f.objective(f.p, f.x, grad); err != nil {
					t.Fatal(err)
				}
				for i := range f.x {
					const step = 1e-5
					x := append([]float64(nil), f.x...)
					x[i] += step
					up := at(x)
					x[i] -= 2 * step
					want := (up - at(x)) / (2 * step)
					if math.Abs(grad[i]-want) > 1e-5*(1+math.Abs(want)) {
						t.Errorf("whiten %v, %s, batch %d: element %d: %g, differences %g", whiten, link, batch, i, grad[i], want)
					}
				}
			}
		}
	}
}

// optimum returns the bound that a configuration ends with on a task.
func optimum(t *testing.T, task method.Task, options map[string]any) float64 {
	t.Helper()
	rec := &methodtest.Recorder{Every: 1 << 30}
	if _, err := configured(t, options).Fit(t.Context(), task, rec); err != nil {
		t.Fatal(err)
	}
	return rec.Objectives[rec.Last]
}

// All optimisers and both parametrisations end at the same q.
func TestOptimisersAgree(t *testing.T) {
	task := toy(100)
	base := func(more map[string]any) map[string]any {
		o := map[string]any{"inducing": 8, "batch": 0, "learn": []string{}, "iterations": 400, "optimiser": "lbfgs"}
		for k, v := range more {
			o[k] = v
		}
		return o
	}
	want := optimum(t, task, base(nil))
	for _, c := range []struct {
		options map[string]any
		tol     float64
	}{
		{map[string]any{"whiten": false}, 1e-6},
		{map[string]any{"optimiser": "adam", "step": 0.02, "iterations": 2000}, 1e-4},
		{map[string]any{"optimiser": "adam", "step": 0.01, "iterations": 2000, "whiten": false}, 1e-2},
		// ADADELTA's steps do not shrink below a multiple of its epsilon.
		{map[string]any{"optimiser": "adadelta", "step": 0.1, "iterations": 2000}, 0.3},
	} {
		if got := optimum(t, task, base(c.options)); math.Abs(got-want) > c.tol {
			t.Errorf("%v: bound %.8f, whitened L-BFGS %.8f", c.options, got, want)
		}
	}
}

// With kernel and inducing inputs released the bound rises further, and whether
// whitened or not it ends at much the same place.
func TestReleasingTheKernel(t *testing.T) {
	task := toy(100)
	o := map[string]any{"inducing": 8, "batch": 0, "iterations": 30, "freeze": 30, "optimiser": "lbfgs"}
	frozen := optimum(t, task, o)
	o["iterations"] = 200
	free := optimum(t, task, o)
	o["whiten"] = false
	unwhitened := optimum(t, task, o)
	if free < frozen+0.5 || math.Abs(free-unwhitened) > 0.5 {
		t.Errorf("bound %.4f frozen, %.4f free, %.4f free and not whitened", frozen, free, unwhitened)
	}
}

// The bound lies below log p(y), which for few rows is had by importance
// sampling from the posterior that the fit found, with inducing inputs at all
// rows, and is close to it there.
func TestBoundIsBelowTheEvidence(t *testing.T) {
	for _, name := range []string{"probit", "logit"} {
		task := toy(6)
		o := map[string]any{"inducing": "all", "inducing_init": "first", "batch": 0, "learn": []string{}, "iterations": 300, "optimiser": "lbfgs", "likelihood": name, "variance": 4.0}
		bound := optimum(t, task, o)
		logZ, sd := evidence(t, configured(t, o), task)
		if bound > logZ+3*sd || bound < logZ-0.1 {
			t.Errorf("%s: bound %.5f, log evidence %.5f +- %.5f", name, bound, logZ, sd)
		}
		o["inducing"] = 2
		if sparser := optimum(t, task, o); sparser > bound+1e-9 {
			t.Errorf("%s: bound %.6f with two inducing inputs, %.6f with all rows", name, sparser, bound)
		}
	}
}

// evidence estimates log p(y) = log E_q [p(y | f) p(f) / q(f)] by 200,000
// draws from q widened by a tenth, and its standard error.
func evidence(t *testing.T, cfg *Config, task method.Task) (logZ, sd float64) {
	f := started(t, cfg, task)
	if err := f.ascend(t.Context()); err != nil {
		t.Fatal(err)
	}
	link, err := likelihood.New(cfg.Likelihood)
	if err != nil {
		t.Fatal(err)
	}
	m, c, err := f.f.whitened(f.p)
	if err != nil {
		t.Fatal(err)
	}
	c.Scale(1.1, c)
	n := len(m)
	rng := rand.New(rand.NewPCG(9, 9))
	const draws = 200_000
	logs := make([]float64, draws)
	e, v := make([]float64, n), make([]float64, n)
	var logDet float64
	for i := range n {
		logDet += math.Log(math.Abs(c.At(i, i)))
	}
	top := math.Inf(-1)
	for s := range logs {
		for i := range e {
			e[i] = rng.NormFloat64()
		}
		l := logDet
		for i := range v {
			v[i] = m[i]
			for j := range i + 1 {
				v[i] += c.At(i, j) * e[j]
			}
			l += 0.5 * (e[i]*e[i] - v[i]*v[i])
		}
		for i := range n {
			var fi float64
			for j := range i + 1 {
				fi += f.f.prior.L.At(i, j) * v[j]
			}
			lp, _, _ := link.LogProb(f.f.y[i] * fi)
			l += lp
		}
		logs[s] = l
		top = max(top, l)
	}
	var sum, squares float64
	for _, l := range logs {
		w := math.Exp(l - top)
		sum += w
		squares += w * w
	}
	mean := sum / draws
	return top + math.Log(mean), math.Sqrt((squares/draws-mean*mean)/draws) / mean
}

// With all rows as inducing inputs, q(u) satisfies the fixed point of the dense
// KL method (Opper & Archambeau 2009): m = K g and S^-1 = K^-1 - 2 diag(h), with
// g and h the derivatives (20) at the marginals m_i, S_ii.
func TestAllRowsAgainstDenseKL(t *testing.T) {
	cfg := configured(t, map[string]any{"inducing": "all", "inducing_init": "first", "batch": 0, "learn": []string{}, "iterations": 500, "optimiser": "lbfgs", "noise": 0.0, "lengthscale": 1.0})
	f := started(t, cfg, toy(25))
	if err := f.ascend(t.Context()); err != nil {
		t.Fatal(err)
	}
	m, c, err := f.f.whitened(f.p)
	if err != nil {
		t.Fatal(err)
	}
	var mu mat.VecDense
	var lc, s, inv mat.Dense
	mu.MulVec(f.f.prior.L, mat.NewVecDense(25, m))
	lc.Mul(f.f.prior.L, c)
	s.Mul(&lc, lc.T())

	link := likelihood.Probit{}
	g := mat.NewVecDense(25, nil)
	prec := mat.NewDense(25, 25, nil)
	var k mat.Dense
	k.Mul(f.f.prior.L, f.f.prior.L.T())
	if err := inv.Inverse(&k); err != nil {
		t.Fatal(err)
	}
	prec.Copy(&inv)
	for i, y := range f.f.y {
		_, gi, hi := link.Expect(y, mu.AtVec(i), s.At(i, i))
		g.SetVec(i, gi)
		prec.Set(i, i, prec.At(i, i)-2*hi)
	}
	var wantMu mat.VecDense
	wantMu.MulVec(&k, g)
	var wantS mat.Dense
	if err := wantS.Inverse(prec); err != nil {
		t.Fatal(err)
	}
	for i := range 25 {
		if d := math.Abs(mu.AtVec(i) - wantMu.AtVec(i)); d > 1e-4 {
			t.Errorf("mean %d: %g, fixed point %g", i, mu.AtVec(i), wantMu.AtVec(i))
		}
		if d := math.Abs(s.At(i, i) - wantS.At(i, i)); d > 1e-4 {
			t.Errorf("variance %d: %g, fixed point %g", i, s.At(i, i), wantS.At(i, i))
		}
	}
}

// An independent computation with numpy: natural-gradient steps in the
// coordinates of u with 80 quadrature nodes to the fixed point, and predictions
// by a trapezium rule with 6001 points. Inducing inputs are the first 30
// training rows, the noise is 1e-3.
func TestAgainstNumpy(t *testing.T) {
	for _, c := range []struct {
		name, link            string
		lengthscale, variance float64
		bound, nll, wrong     float64
	}{
		{"banana", "logit", 0.5, 2.25, -159.883144159, 0.320408853, 0.120000},
		{"banana", "probit", 0.5, 2.25, -158.474418037, 0.289813710, 0.117755},
		{"diabetis", "logit", 3, 1, -349.404170654, 0.588569748, 0.324675},
		{"diabetis", "probit", 3, 1, -354.015450565, 0.607718359, 0.311688},
	} {
		ds := methodtest.Mirror(t, c.name)
		split := data.Split{Train: data.Range{From: 77, To: 768}, Test: data.Range{From: 0, To: 77}}
		if c.name == "banana" {
			split = ds.Splits[0]
		}
		task, test := methodtest.Standardised(ds, split.Train, split.Test, 1)
		rec := &methodtest.Recorder{Every: 1 << 30}
		p, err := configured(t, map[string]any{
			"inducing": 30, "inducing_init": "first", "batch": 0, "learn": []string{}, "iterations": 500, "optimiser": "lbfgs",
			"likelihood": c.link, "lengthscale": c.lengthscale, "variance": c.variance, "noise": 1e-3,
		}).Fit(t.Context(), task, rec)
		if err != nil {
			t.Fatal(err)
		}
		bound := rec.Objectives[rec.Last]
		nll, wrong := methodtest.Score(p, 2, test)
		t.Logf("%s, %s: %d iterations, bound %.9f, NLL %.9f, error %.6f", c.name, c.link, rec.Last, bound, nll, wrong)
		if math.Abs(bound-c.bound) > 1e-6 || math.Abs(nll-c.nll) > 1e-7 || math.Abs(wrong-c.wrong) > 1e-5 {
			t.Errorf("%s, %s: want %.9f, %.9f, %.6f", c.name, c.link, c.bound, c.nll, c.wrong)
		}
	}
}

func TestHoldoutStops(t *testing.T) {
	task := toy(200)
	cfg := configured(t, map[string]any{"inducing": 8, "iterations": 100000, "stop": "holdout", "check_every": 20, "holdout_tolerance": 1e-3})
	rec := &methodtest.Recorder{Every: 1 << 30}
	if _, err := cfg.Fit(t.Context(), task, rec); err != nil {
		t.Fatal(err)
	}
	if rec.Last == 100000 || rec.Last%20 != 0 || rec.Last < 120 {
		t.Errorf("stopped after %d iterations", rec.Last)
	}
}

// A fit that is interrupted between its last iteration and its end takes no
// further iteration when it goes on.
func TestHoldoutStopsAfterResume(t *testing.T) {
	cfg := configured(t, map[string]any{"inducing": 4, "iterations": 100000, "stop": "holdout", "check_every": 5, "holdout_tolerance": 1e-2})
	whole := &methodtest.Recorder{Every: 1 << 30, States: map[int][]byte{}}
	if _, err := cfg.Fit(t.Context(), toy(100), whole); err != nil {
		t.Fatal(err)
	}
	rest := &methodtest.Recorder{Every: 1 << 30, From: whole.Last, State: whole.States[whole.Last]}
	if _, err := cfg.Fit(t.Context(), toy(100), rest); err != nil {
		t.Fatal(err)
	}
	if rest.Last != whole.Last {
		t.Errorf("stopped after %d iterations, after a resume at the end after %d", whole.Last, rest.Last)
	}
}

// Nine tenths are trained on, in order, without the held-out rows.
func TestSplit(t *testing.T) {
	task := toy(57)
	train, held := split(task)
	if train.Len() != 52 || held.rows.Len() != 5 {
		t.Fatalf("%d and %d rows", train.Len(), held.rows.Len())
	}
	seen := map[int]bool{}
	for i := range held.rows.Len() {
		seen[held.rows.Row(i)] = true
	}
	for i, last := 0, -1; i < train.Len(); i++ {
		row := train.Row(i)
		if row <= last || seen[row] {
			t.Errorf("row %d at %d", row, i)
		}
		last = row
		seen[row] = true
	}
	if len(seen) != 57 {
		t.Errorf("%d rows in all", len(seen))
	}
}

func TestLBFGSRefusesMinibatches(t *testing.T) {
	cfg := configured(t, map[string]any{"inducing": 8, "batch": 10, "optimiser": "lbfgs"})
	if _, err := cfg.Fit(t.Context(), toy(50), &methodtest.Recorder{}); err == nil {
		t.Error("no error")
	}
}

var _ method.Predictor = (*sparse.Classifier)(nil)

// What an iteration allocates is the value of the moved kernel and the indices of
// its rows, no matter how many iterations came before.
func TestIterationsAllocateLittle(t *testing.T) {
	cfg := New()
	cfg.Inducing, cfg.Batch = method.Inputs(20), 30
	f, err := cfg.start(toy(300), &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	s, i := newSteps(cfg, f.lay), 0
	for range 3 {
		n := testing.AllocsPerRun(50, func() {
			i++
			if err := f.iterate(i, s); err != nil {
				t.Fatal(err)
			}
		})
		if n > 8 {
			t.Errorf("%v allocations an iteration after %d of them", n, i)
		}
	}
}
