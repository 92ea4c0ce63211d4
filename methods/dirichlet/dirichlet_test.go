package dirichlet

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/kernel"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
	"gpcbench/methods/nested"
)

// blobs returns the task of learning n rows of two attributes.
func blobs(n, classes int) method.Task {
	return methodtest.Task(methodtest.Blobs(n, 2, classes, rand.New(rand.NewPCG(1, 2))), classes, 7)
}

// starter is either of the two methods.
type starter interface {
	method.Classifier
	begin(t testing.TB, task method.Task) *nested.Fit
}

func (c *Config) begin(t testing.TB, task method.Task) *nested.Fit {
	t.Helper()
	f, err := c.start(t.Context(), task, &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func (c *Full) begin(t testing.TB, task method.Task) *nested.Fit {
	t.Helper()
	f, err := c.start(t.Context(), task, &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// configured returns a method with options.
func configured(t testing.TB, c starter, options map[string]any) starter {
	t.Helper()
	if err := method.Decode(c, options); err != nil {
		t.Fatal(err)
	}
	return c
}

// objective returns the objective at where a run is.
func objective(t *testing.T, f *nested.Fit) float64 {
	t.Helper()
	v, err := f.Objective(f.X(), make([]float64, f.Layout.Size()))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// The numbers of (2) and (5) by hand: alpha_epsilon 0.01, two rows of the first class of three.
func TestTargets(t *testing.T) {
	y := newTargets([]int{0, 1, 0}, 2, 0.01)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"s of the class", y.s1, 0.688184391217816},
		{"s of another", y.s0, 4.61512051684126},
		{"target of the class less that of another", y.y[0].own - y.y[0].other, -0.334141864755740 + 6.912730444408721},
		{"difference of the prior means", y.offset[0] - y.offset[1], math.Log((0.01 + 2.0/3) / (0.01 + 1.0/3))},
		{"sum of what is left", 2*y.y[0].own + y.y[0].other + y.y[1].own + 2*y.y[1].other, 0},
	} {
		if math.Abs(c.got-c.want) > 1e-12 {
			t.Errorf("%s: %.15f, want %.15f", c.name, c.got, c.want)
		}
	}
}

// dense is sum_c log N(y_c | 0, K + D_c) by plain inverses.
func dense(t *testing.T, targets *targets, rows []int, k *mat.Dense) float64 {
	t.Helper()
	n := len(rows)
	sum := 0.0
	for c := range targets.y {
		a, y := mat.DenseCopyOf(k), mat.NewVecDense(n, nil)
		for i, class := range rows {
			s, v := targets.s0, targets.y[c].other
			if class == c {
				s, v = targets.s1, targets.y[c].own
			}
			a.Set(i, i, a.At(i, i)+s)
			y.SetVec(i, v)
		}
		logDet, _ := mat.LogDet(a)
		var inverse mat.Dense
		if err := inverse.Inverse(a); err != nil {
			t.Fatal(err)
		}
		sum -= 0.5 * (mat.Inner(y, &inverse, y) + logDet + float64(n)*math.Log(2*math.Pi))
	}
	return sum
}

// gram returns the kernel matrix with noise of rows x.
func gram(t *testing.T, x *mat.Dense, start kernel.Start) (kernel.Kernel, *mat.Dense) {
	t.Helper()
	n, d := x.Dims()
	k, err := kernel.New("se", d, start)
	if err != nil {
		t.Fatal(err)
	}
	g := mat.NewDense(n, n, nil)
	k.Gram(g, x)
	return k, g
}

// The objective without inducing inputs is the log density of the targets by plain inverses.
func TestExact(t *testing.T) {
	for _, classes := range []int{2, 3, 5} {
		for _, share := range [][]string{{}, {"kernel"}} {
			task := blobs(40, classes)
			f := configured(t, NewFull(), map[string]any{"alpha_epsilon": 0.02, "lengthscale": 0.8, "variance": 3.0, "noise": 0.1, "share": share}).begin(t, task)
			x, y := task.Train.ReadAll()
			_, k := gram(t, x, kernel.Start{Lengthscale: 0.8, Variance: 3, Noise: 0.1})
			want := dense(t, newTargets(y, classes, 0.02), y, k)
			if got := objective(t, f); math.Abs(got-want) > 1e-9*math.Abs(want) {
				t.Errorf("%d classes, share %v: %.10f, by plain inverses %.10f", classes, share, got, want)
			}
		}
	}
}

// Titsias' bound is log N(y | 0, Q + D) - 1/2 tr(D^-1 (K - Q)) by plain inverses, and the density
// itself where every row is an inducing input and there is no noise.
func TestTitsias(t *testing.T) {
	for _, classes := range []int{2, 4} {
		for _, share := range [][]string{{}, {"kernel"}, {"kernel", "inducing"}} {
			task := blobs(30, classes)
			x, y := task.Train.ReadAll()
			targets := newTargets(y, classes, 0.02)
			options := map[string]any{"alpha_epsilon": 0.02, "lengthscale": 0.8, "variance": 3.0, "noise": 0.1, "share": share, "inducing": 7, "inducing_init": "first"}
			k, full := gram(t, x, kernel.Start{Lengthscale: 0.8, Variance: 3, Noise: 0.1})
			z := x.Slice(0, 7, 0, 2).(*mat.Dense)
			kuu, kfu := mat.NewDense(7, 7, nil), mat.NewDense(30, 7, nil)
			k.Gram(kuu, mat.DenseCopyOf(z))
			k.Cov(kfu, x, mat.DenseCopyOf(z))
			var inverse, q mat.Dense
			if err := inverse.Inverse(kuu); err != nil {
				t.Fatal(err)
			}
			q.Product(kfu, &inverse, kfu.T())
			want := dense(t, targets, y, &q)
			for i := range y {
				r := full.At(i, i) - q.At(i, i)
				want -= 0.5 * r * (1/targets.s1 + float64(classes-1)/targets.s0)
			}
			if got := objective(t, configured(t, New(), options).begin(t, task)); math.Abs(got-want) > 1e-7*math.Abs(want) {
				t.Errorf("%d classes, share %v: %.10f, by plain inverses %.10f", classes, share, got, want)
			}

			options["inducing"] = "all"
			for _, noise := range []float64{0, 0.1} {
				options["noise"], options["learn"] = noise, []string{"kernel"}
				_, full := gram(t, x, kernel.Start{Lengthscale: 0.8, Variance: 3, Noise: noise})
				want := dense(t, targets, y, full)
				if got := objective(t, configured(t, New(), options).begin(t, task)); math.Abs(got-want) > 1e-6*math.Abs(want) {
					t.Errorf("%d classes, share %v, all rows, noise %v: %.10f, without inducing inputs %.10f", classes, share, noise, got, want)
				}
			}
		}
	}
}

// The derivatives of both objectives are those of differences.
func TestGradient(t *testing.T) {
	for _, c := range []struct {
		of      func() starter
		options map[string]any
	}{
		{func() starter { return NewFull() }, map[string]any{}},
		{func() starter { return NewFull() }, map[string]any{"share": []string{}}},
		{func() starter { return New() }, map[string]any{"inducing": 5, "inducing_init": "random"}},
		{func() starter { return New() }, map[string]any{"inducing": 5, "inducing_init": "random", "share": []string{}}},
		{func() starter { return New() }, map[string]any{"inducing": 5, "inducing_init": "random", "share": []string{"kernel"}}},
		{func() starter { return New() }, map[string]any{"inducing": 5, "inducing_init": "random", "share": []string{"inducing"}}},
		{func() starter { return New() }, map[string]any{"inducing": "all", "learn": []string{"kernel"}}},
	} {
		for name, v := range map[string]any{"kernel": "se-ard+linear-ard", "alpha_epsilon": 0.05, "lengthscale": 0.9, "variance": 2.0, "noise": 0.3} {
			c.options[name] = v
		}
		f := configured(t, c.of(), c.options).begin(t, blobs(24, 3))
		learnt := f.Layout.Size()
		if c.options["inducing"] == nil || c.options["inducing"] == "all" {
			learnt = f.Layout.KernelSize()
		}
		methodtest.Differences{Step: 1e-5, Tolerance: 1e-6}.Check(t, c.options, f.Objective, f.X(), learnt)
	}
}

// Means and variances of latent functions at new rows are those of a regression by plain inverses,
// and probabilities those of a sum over a grid in three dimensions.
func TestPredictions(t *testing.T) {
	task := blobs(30, 3)
	x, y := task.Train.ReadAll()
	options := map[string]any{"alpha_epsilon": 0.02, "lengthscale": 0.8, "variance": 3.0, "noise": 0.1, "learn": []string{}}
	test, _ := data.NewExamples(methodtest.Blobs(6, 2, 3, rand.New(rand.NewPCG(3, 4))), data.All(6), nil).ReadAll()
	k, full := gram(t, x, kernel.Start{Lengthscale: 0.8, Variance: 3, Noise: 0.1})
	targets := newTargets(y, 3, 0.02)
	cross := mat.NewDense(6, 30, nil)
	k.Cov(cross, test, x)
	for _, of := range []starter{
		configured(t, NewFull(), options),
		configured(t, New(), map[string]any{"alpha_epsilon": 0.02, "lengthscale": 0.8, "variance": 3.0, "noise": 0.1, "learn": []string{}, "inducing": "all"}),
	} {
		p, err := of.Fit(t.Context(), task, &methodtest.Recorder{})
		if err != nil {
			t.Fatal(err)
		}
		mean, variance := mat.NewDense(6, 3, nil), mat.NewDense(6, 3, nil)
		p.(*Model).Latents(mean, variance, test)
		for c := range 3 {
			a, v := mat.DenseCopyOf(full), mat.NewVecDense(30, nil)
			for i, class := range y {
				s, to := targets.s0, targets.y[c].other
				if class == c {
					s, to = targets.s1, targets.y[c].own
				}
				a.Set(i, i, a.At(i, i)+s)
				v.SetVec(i, to)
			}
			var inverse mat.Dense
			if err := inverse.Inverse(a); err != nil {
				t.Fatal(err)
			}
			for i := range 6 {
				row := cross.RowView(i)
				m, s := targets.offset[c]+mat.Inner(row, &inverse, v), 3.1-mat.Inner(row, &inverse, row)
				if math.Abs(m-mean.At(i, c)) > 1e-6 || math.Abs(s-variance.At(i, c)) > 1e-6 {
					t.Errorf("%T, class %d, row %d: %.9f, %.9f, by plain inverses %.9f, %.9f", of, c, i, mean.At(i, c), variance.At(i, c), m, s)
				}
			}
		}
		probabilities := mat.NewDense(6, 3, nil)
		p.Predict(probabilities, test)
		for i := range 6 {
			want := byGrid(mean.RawRowView(i), variance.RawRowView(i))
			for c, got := range probabilities.RawRowView(i) {
				if math.Abs(got-want[c]) > 1e-6 {
					t.Errorf("%T, row %d, class %d: probability %.9f, by a grid %.9f", of, i, c, got, want[c])
				}
			}
		}
	}
}

// byGrid is the expectation of a softmax of three independent Gaussians, by a grid.
func byGrid(m, v []float64) [3]float64 {
	const step, reach = 0.2, 8.0
	var out [3]float64
	for a := -reach; a <= reach; a += step {
		for b := -reach; b <= reach; b += step {
			for c := -reach; c <= reach; c += step {
				w := step * step * step * math.Exp(-(a*a+b*b+c*c)/2) / math.Pow(2*math.Pi, 1.5)
				f := [3]float64{m[0] + math.Sqrt(v[0])*a, m[1] + math.Sqrt(v[1])*b, m[2] + math.Sqrt(v[2])*c}
				top := max(f[0], f[1], f[2])
				sum := 0.0
				for k := range f {
					f[k] = math.Exp(f[k] - top)
					sum += f[k]
				}
				for k := range f {
					out[k] += w * f[k] / sum
				}
			}
		}
	}
	return out
}

// A model that is read again predicts the same bits, and what is no model is an error.
func TestLoad(t *testing.T) {
	task := blobs(40, 3)
	p, err := configured(t, New(), map[string]any{"inducing": 5, "iterations": 3, "alpha_epsilon": 0.01}).Fit(t.Context(), task, &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	raw, err := p.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	again, err := Load(raw)
	if err != nil {
		t.Fatal(err)
	}
	x, _ := task.Train.ReadAll()
	first, second := mat.NewDense(40, 3, nil), mat.NewDense(40, 3, nil)
	p.Predict(first, x)
	again.Predict(second, x)
	if !mat.Equal(first, second) {
		t.Error("another result")
	}
	if _, err := Load([]byte("nonsense")); err == nil {
		t.Error("nonsense is a model")
	}
}

// alpha_epsilon is chosen from its grid by rows that are not trained on, and every class keeps rows.
func TestChoiceOfAlpha(t *testing.T) {
	task := blobs(90, 3)
	train, held := divide(task)
	if len(train)+len(held) != 90 || len(held) < 12 {
		t.Errorf("%d rows to train on, %d held out", len(train), len(held))
	}
	inner := task
	inner.Train = task.Train.Subset(train)
	if err := method.CheckClasses(inner); err != nil {
		t.Error(err)
	}
	nll := map[float64]float64{}
	o := &New().Options
	chosen, err := o.alpha(t.Context(), task, &methodtest.Recorder{}, func(alpha float64, _, _ int) method.Classifier {
		return configured(t, New(), map[string]any{"inducing": 10, "iterations": 20, "alpha_epsilon": alpha})
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, alpha := range alphas {
		p, err := configured(t, New(), map[string]any{"inducing": 10, "iterations": 20, "alpha_epsilon": alpha}).Fit(t.Context(), inner, &methodtest.Recorder{})
		if err != nil {
			t.Fatal(err)
		}
		nll[alpha], _ = methodtest.Score(p, 3, task.Train.Subset(held))
	}
	for alpha, v := range nll {
		if v < nll[chosen] {
			t.Errorf("%v has the NLL %.4f, %v, which was chosen, %.4f", alpha, v, chosen, nll[chosen])
		}
	}
}

// A search raises the objective, and the model is better than the shares of the classes.
func TestFit(t *testing.T) {
	test := data.NewExamples(methodtest.Blobs(500, 2, 3, rand.New(rand.NewPCG(5, 6))), data.All(500), nil)
	for _, c := range []starter{configured(t, New(), map[string]any{"inducing": 12}), NewFull()} {
		rec := &methodtest.Recorder{Every: 1000}
		p, err := c.Fit(t.Context(), blobs(150, 3), rec)
		if err != nil {
			t.Fatal(err)
		}
		if nll, wrong := methodtest.Score(p, 3, test); nll > 0.75 || wrong > 0.27 {
			t.Errorf("%s: NLL %.3f, error %.3f", fmt.Sprintf("%T", c), nll, wrong)
		}
	}
}

// A fit that is compared has no more inducing inputs than rows, however many the whole fit has.
func TestInducingInputsOfATrial(t *testing.T) {
	for _, c := range []struct{ inducing, want int }{{100, 100}, {1700, 1600}, {2500, 1600}} {
		if got, err := ofTrial(method.Inputs(c.inducing), 1600, 400).Of(1600); err != nil || got != c.want {
			t.Errorf("of %d: %d, %v; want %d", c.inducing, got, err, c.want)
		}
	}
	if !ofTrial(method.AllInputs(), 1600, 400).All() {
		t.Error("all rows are no longer all")
	}
}

// The choice of alpha takes a quarter of a budget at most, and leaves the fit its time.
func TestBudgetOfAlpha(t *testing.T) {
	const budget = 200 // seconds, of a clock that is a second on whenever it is asked
	for _, c := range []starter{configured(t, New(), map[string]any{"inducing": 12}), NewFull()} {
		asked := 0
		rec := &methodtest.Recorder{Clock: func() time.Duration { asked++; return time.Duration(asked) * time.Second }}
		c = configured(t, c, map[string]any{"kernel": "se-ard", "iterations": 1000, "budget_seconds": budget, "tolerance": 0.0})
		if _, err := c.(method.Classifier).Fit(t.Context(), blobs(60, 3), rec); err != nil {
			t.Fatal(err)
		}
		if rec.Last < budget/20 || asked > budget*5/4 {
			t.Errorf("%d iterations in %d seconds of %d", rec.Last, asked, budget)
		}
	}
}
