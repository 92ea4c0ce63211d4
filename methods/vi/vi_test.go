package vi

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// toy is a task of n rows in the plane.
func toy(n, classes int) method.Task {
	return methodtest.Task(methodtest.Blobs(n, 2, classes, rand.New(rand.NewPCG(1, 2))), classes, 7)
}

// configured returns the defaults with options.
func configured(t testing.TB, options map[string]any) *Config {
	t.Helper()
	cfg := New()
	if err := method.Decode(cfg, options); err != nil {
		t.Fatal(err)
	}
	return cfg
}

// started returns a run before its first iteration, its rows loaded.
func started(t testing.TB, cfg *Config, task method.Task) *fit {
	t.Helper()
	f, err := cfg.start(task, &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	f.deal.At(f.f.pos, 0)
	f.f.load()
	return f
}

// at returns the bound at x.
func (f *fit) at(t testing.TB, x []float64) float64 {
	t.Helper()
	v, err := f.f.value(f.lay.newPoint(x))
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

// Every element of the gradient, of q, kernels and inducing inputs.
func TestGradientAgainstFiniteDifferences(t *testing.T) {
	for _, share := range [][]string{{}, {"kernel"}, {"inducing"}, {"kernel", "inducing"}} {
		for _, whiten := range []bool{true, false} {
			for _, batch := range []int{0, 10} {
				t.Run(fmt.Sprint(share, whiten, batch), func(t *testing.T) {
					cfg := configured(t, map[string]any{"inducing": 4, "batch": batch, "whiten": whiten, "share": share, "kernel": "se-ard", "noise": 0.05})
					f := started(t, cfg, toy(30, 3))
					f.scatter()
					grad := make([]float64, len(f.x))
					if _, err := f.trial().objective(f.x, grad); err != nil {
						t.Fatal(err)
					}
					x := append([]float64(nil), f.x...)
					for i := range x {
						const step = 1e-5
						x[i] += step
						up := f.at(t, x)
						x[i] -= 2 * step
						want := (up - f.at(t, x)) / (2 * step)
						x[i] += step
						if math.Abs(grad[i]-want) > 1e-5*(1+math.Abs(want)) {
							t.Errorf("element %d: %g, differences %g", i, grad[i], want)
						}
					}
				})
			}
		}
	}
}

// An independent computation of the bound with numpy, by dense inverses and
// scipy's adaptive quadrature, of five rows x_ij = sin(1 + 2i + 3j) of class i mod
// 3, and for class k inducing inputs z_ij = cos(k + i + 2j), mean 0.8 sin(k + i),
// factor 1/2 + (i-j)/10 + k/20 of u, variance 0.8 + 0.3k, lengthscales 0.7 + k/10
// and 1.1, noise 0.2; epsilon is 0.01.
func TestBoundAgainstNumpy(t *testing.T) {
	x := mat.NewDense(5, 2, nil)
	for i := range 5 {
		for j := range 2 {
			x.Set(i, j, math.Sin(float64(1+2*i+3*j)))
		}
	}
	task := methodtest.Task(data.NewMemory(x, []int{0, 1, 2, 0, 1}), 3, 1)
	for _, whiten := range []bool{false, true} {
		f := started(t, configured(t, map[string]any{"inducing": 2, "batch": 0, "kernel": "se-ard", "epsilon": 0.01, "whiten": whiten}), task)
		for k := range 3 {
			r := float64(k)
			copy(f.p.theta[k], []float64{math.Log(0.8 + 0.3*r), math.Log(0.7 + 0.1*r), math.Log(1.1), math.Log(0.2)})
			for i := range 2 {
				f.p.mean[k][i] = 0.8 * math.Sin(r+float64(i))
				for j := range 2 {
					f.p.z[k].Set(i, j, math.Cos(r+float64(i+2*j)))
				}
				for j := range i + 1 {
					f.p.factor[k].Set(i, j, 0.5+0.1*float64(i-j)+0.05*r)
				}
			}
		}
		if whiten {
			if err := f.f.moveTo(f.p); err != nil {
				t.Fatal(err)
			}
			for k, prior := range f.f.priors {
				prior.Whiten(f.p.mean[k], f.p.factor[k])
			}
		}
		v, err := f.f.value(f.p)
		if err != nil {
			t.Fatal(err)
		}
		if want := -21.8967861545; math.Abs(v-want) > 1e-8 {
			t.Errorf("whiten %v: bound %.10f, numpy %.10f", whiten, v, want)
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

// The bound lies below log p(y), which for few rows and no noise is had from
// draws of the prior at them, and close to it with inducing inputs at all rows.
func TestBoundIsBelowTheEvidence(t *testing.T) {
	const n, draws = 5, 400_000
	task := toy(n, 3)
	o := map[string]any{"inducing": "all", "inducing_init": "first", "noise": 0.0, "batch": 0, "learn": []string{}, "iterations": 300, "optimiser": "lbfgs", "epsilon": 0.1}
	bound := optimum(t, task, o)

	f := started(t, configured(t, o), task)
	rng := rand.New(rand.NewPCG(9, 9))
	var sum, squares float64
	var values [n][3]float64
	for range draws {
		for k := range 3 {
			var e [n]float64
			for i := range e {
				e[i] = rng.NormFloat64()
				values[i][k] = linalg.Dot(f.f.priors[k].L.RawRowView(i)[:i+1], e[:i+1])
			}
		}
		p := 1.0
		for i, y := range f.f.class {
			if slices.Max(values[i][:]) == values[i][y] {
				p *= 1 - 0.1 + 0.1/3
			} else {
				p *= 0.1 / 3
			}
		}
		sum += p
		squares += p * p
	}
	mean := sum / draws
	sd := math.Sqrt((squares/draws-mean*mean)/draws) / mean
	if logZ := math.Log(mean); bound > logZ+3*sd || bound < logZ-1.5 {
		t.Errorf("bound %.4f, log evidence %.4f +- %.4f", bound, logZ, sd)
	}
	o["inducing"] = 2
	if sparser := optimum(t, task, o); sparser > bound+1e-9 {
		t.Errorf("bound %.6f with two inducing inputs, %.6f with all rows", sparser, bound)
	}
}

// All optimisers and both parametrisations end at the same q.
func TestOptimisersAgree(t *testing.T) {
	task := toy(60, 3)
	base := func(more map[string]any) map[string]any {
		o := map[string]any{"inducing": 6, "noise": 0.1, "batch": 0, "learn": []string{}, "iterations": 300, "optimiser": "lbfgs"}
		maps.Copy(o, more)
		return o
	}
	want := optimum(t, task, base(nil))
	for _, c := range []struct {
		options map[string]any
		tol     float64
	}{
		{map[string]any{"whiten": true}, 1e-4},
		{map[string]any{"optimiser": "adam", "step": 0.02, "iterations": 1500, "whiten": true}, 1e-2},
		{map[string]any{"optimiser": "adam", "step": 0.01, "iterations": 1500}, 0.1},
	} {
		if got := optimum(t, task, base(c.options)); math.Abs(got-want) > c.tol {
			t.Errorf("%v: bound %.6f, by L-BFGS over q(u) %.6f", c.options, got, want)
		}
	}
}

// Kernels and inducing inputs of their own do not end below shared ones, and
// learning them raises the bound.
func TestLearningRaisesTheBound(t *testing.T) {
	task := toy(60, 3)
	o := map[string]any{"inducing": 6, "batch": 0, "iterations": 100, "optimiser": "lbfgs", "learn": []string{}}
	last := optimum(t, task, o)
	for _, c := range []struct{ learn, share []string }{
		{[]string{"kernel"}, []string{"kernel", "inducing"}},
		{[]string{"kernel", "inducing"}, []string{"kernel", "inducing"}},
		{[]string{"kernel", "inducing"}, nil},
	} {
		o["learn"], o["share"] = c.learn, c.share
		v := optimum(t, task, o)
		if v < last+0.1 {
			t.Errorf("learn %v, share %v: bound %.4f, before %.4f", c.learn, c.share, v, last)
		}
		last = v
	}
}

// What is not learnt stays where it started, whatever the optimiser.
func TestWhatIsNotLearntStays(t *testing.T) {
	for _, optimiser := range []string{"lbfgs", "adam"} {
		for _, learn := range [][]string{{}, {"kernel"}, {"inducing"}} {
			cfg := configured(t, map[string]any{"inducing": 4, "batch": 0, "iterations": 5, "optimiser": optimiser, "learn": learn})
			f := started(t, cfg, toy(30, 3))
			before := slices.Clone(f.x)
			run := f.walk
			if optimiser == "lbfgs" {
				run = f.ascend
			}
			if err := run(t.Context()); err != nil {
				t.Fatal(err)
			}
			q, z := f.lay.q(), f.lay.q()+f.lay.theta()
			for _, part := range []struct {
				name   string
				moved  bool
				should bool
			}{
				{"q", !slices.Equal(before[:q], f.x[:q]), true},
				{"kernel", !slices.Equal(before[q:z], f.x[q:z]), cfg.Has("kernel")},
				{"inducing", !slices.Equal(before[z:], f.x[z:]), cfg.Has("inducing")},
			} {
				if part.moved != part.should {
					t.Errorf("%s, learn %v: %s moved: %v", optimiser, learn, part.name, part.moved)
				}
			}
		}
	}
}

// The minibatches of an epoch have the full bound as their mean.
func TestMinibatchesAreUnbiased(t *testing.T) {
	task, o := toy(40, 3), map[string]any{"inducing": 4, "batch": 10}
	f := started(t, configured(t, o), task)
	f.scatter()
	mean := 0.0
	for i := range 4 {
		f.deal.At(f.f.pos, i)
		f.f.load()
		mean += f.at(t, f.x) / 4
	}
	o["batch"] = 0
	if want := started(t, configured(t, o), task).at(t, f.x); math.Abs(mean-want) > 1e-9*math.Abs(want) {
		t.Errorf("mean of the minibatches %.10f, full batch %.10f", mean, want)
	}
}

// ExpectedLogLik at the training rows is the bound's sum; it is not above the
// logarithm of the prediction; and it survives saving.
func TestExpectedLogLik(t *testing.T) {
	task := toy(50, 3)
	f := started(t, configured(t, map[string]any{"inducing": 5, "batch": 0, "iterations": 30, "optimiser": "lbfgs", "epsilon": 0.02}), task)
	if err := f.ascend(t.Context()); err != nil {
		t.Fatal(err)
	}
	model, err := f.predictor()
	if err != nil {
		t.Fatal(err)
	}
	raw, err := model.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if model, err = Load(raw); err != nil {
		t.Fatal(err)
	}
	want := f.at(t, f.x)
	for k := range f.f.priors {
		want += sparse.Divergence(f.f.m[k], f.f.c[k])
	}
	x, y := task.Train.ReadAll()
	probs := mat.NewDense(len(y), 3, nil)
	model.Predict(probs, x)
	sum := 0.0
	for i := range y {
		v := model.ExpectedLogLik(probs.RawRowView(i), y[i])
		sum += v
		if v > math.Log(probs.At(i, y[i]))+1e-12 {
			t.Errorf("row %d: E log p %v, log E p %v", i, v, math.Log(probs.At(i, y[i])))
		}
	}
	if math.Abs(sum-want) > 1e-8*math.Abs(want) {
		t.Errorf("sum of E log p %.10f, of the bound %.10f", sum, want)
	}
}

func TestLBFGSRefusesMinibatches(t *testing.T) {
	cfg := configured(t, map[string]any{"inducing": 8, "batch": 10, "optimiser": "lbfgs"})
	if _, err := cfg.Fit(t.Context(), toy(50, 3), &methodtest.Recorder{}); err == nil {
		t.Error("no error")
	}
}

// A start that meets the tolerance is traced as the one iteration.
func TestNothingToClimb(t *testing.T) {
	rec := &methodtest.Recorder{}
	cfg := configured(t, map[string]any{"inducing": 4, "batch": 0, "optimiser": "lbfgs", "tolerance": 1e9})
	if _, err := cfg.Fit(t.Context(), toy(30, 3), rec); err != nil || rec.Last != 1 {
		t.Errorf("traced at %d, want 1: %v", rec.Last, err)
	}
}

var _ method.ExpectedLog = (*Model)(nil)

// What an iteration allocates is the values of the moved kernels and the
// indices of its rows, no matter how many iterations came before.
func TestIterationsAllocateLittle(t *testing.T) {
	f := started(t, configured(t, map[string]any{"inducing": 20, "batch": 30}), toy(300, 3))
	s, i := newSteps(f.cfg, f.lay), 0
	for range 3 {
		n := testing.AllocsPerRun(50, func() {
			i++
			if err := f.iterate(i, s); err != nil {
				t.Fatal(err)
			}
		})
		if n > 24 {
			t.Errorf("%v allocations an iteration after %d of them", n, i)
		}
	}
}
