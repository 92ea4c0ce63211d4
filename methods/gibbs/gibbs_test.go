package gibbs

import (
	"fmt"
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

// sample returns the model that the options give, and the events.
func sample(t *testing.T, task method.Task, options map[string]any) (*Model, *methodtest.Recorder) {
	t.Helper()
	cfg := New()
	cfg.FitKernel = false
	if err := method.Decode(cfg, options); err != nil {
		t.Fatal(err)
	}
	rec := &methodtest.Recorder{Every: 1 << 30}
	p, err := cfg.Fit(t.Context(), task, rec)
	if err != nil {
		t.Fatal(err)
	}
	return p.(*Model), rec
}

// line is a task of rows on a line.
func line(x []float64, class []int) method.Task {
	return methodtest.Task(data.NewMemory(mat.NewDense(len(x), 1, x), class), 2, 3)
}

// truth is mean, variance and class probability of f at a new input.
type truth struct{ mean, variance, probability float64 }

// weigh returns the truth at the rows of a (a*, with residuals r*) under the
// distribution of v whose log density at points is logp.
func weigh(points [][]float64, logp func(v []float64) float64, a *mat.Dense, residual []float64) []truth {
	weights := make([]float64, len(points))
	top := math.Inf(-1)
	for i, v := range points {
		weights[i] = logp(v)
		top = max(top, weights[i])
	}
	var total float64
	for i := range weights {
		weights[i] = math.Exp(weights[i] - top)
		total += weights[i]
	}
	out := make([]truth, len(residual))
	for j, r := range residual {
		var m, m2, p float64
		for i, v := range points {
			var f float64
			for k, e := range a.RawRowView(j) {
				f += e * v[k]
			}
			w := weights[i] / total
			m += w * f
			m2 += w * f * f
			plus, _ := likelihood.Logit{}.Predict(f, r)
			p += w * plus
		}
		out[j] = truth{m, m2 - m*m + r, p}
	}
	return out
}

// grid is an evenly spaced grid over (-8, 8)^dim, whose sums are the
// trapezoidal rule.
func grid(dim int, step float64) [][]float64 {
	points := [][]float64{{}}
	for range dim {
		var next [][]float64
		for _, p := range points {
			for x := -8.0; x <= 8; x += step {
				next = append(next, append(append([]float64(nil), p...), x))
			}
		}
		points = next
	}
	return points
}

// logPosterior is the log density of the target at v, as the package doc has
// it, with Kuu = L L' of the prior and the latent means A v.
func logPosterior(y []float64, a *mat.Dense, residual []float64) func(v []float64) float64 {
	return func(v []float64) float64 {
		var s float64
		for _, e := range v {
			s -= 0.5 * e * e
		}
		for i, yi := range y {
			var g float64
			for k, e := range a.RawRowView(i) {
				g += e * v[k]
			}
			s += 0.5*yi*g - logCosh(0.5*math.Sqrt(residual[i]+g*g))
		}
		return s
	}
}

// projected returns A and residuals at the rows of x.
func projected(p *sparse.Prior, x *mat.Dense) (*mat.Dense, []float64) {
	n, d := x.Dims()
	pr := sparse.NewProjection(n, p.M(), d)
	pr.X.Copy(x)
	p.Project(pr)
	return pr.A, pr.Residual
}

// signs returns +-1 of classes.
func signs(class []int) []float64 {
	y := make([]float64, len(class))
	for i, c := range class {
		y[i] = float64(2*c - 1)
	}
	return y
}

// compare holds the model's moments and probabilities at x against the truth,
// within 4.5 of its own standard errors.
func compare(t *testing.T, m *Model, x *mat.Dense, want []truth) {
	t.Helper()
	n, _ := x.Dims()
	probs := mat.NewDense(n, 2, nil)
	m.Predict(probs, x)
	f := latentOf(t, m, x)
	for i := range n {
		if f.mean.se[i] > 0.02 || f.variance.se[i] > 0.05 {
			t.Errorf("row %d: standard errors %.3f and %.3f: the test says too little", i, f.mean.se[i], f.variance.se[i])
		}
		if d := math.Abs(f.mean.value[i] - want[i].mean); d > 4.5*f.mean.se[i] {
			t.Errorf("row %d: mean %.4f +- %.4f, truth %.4f", i, f.mean.value[i], f.mean.se[i], want[i].mean)
		}
		if d := math.Abs(f.variance.value[i] - want[i].variance); d > 4.5*f.variance.se[i] {
			t.Errorf("row %d: variance %.4f +- %.4f, truth %.4f", i, f.variance.value[i], f.variance.se[i], want[i].variance)
		}
		if d := math.Abs(probs.At(i, 1) - want[i].probability); d > 4.5*f.probability[i]+1e-4 {
			t.Errorf("row %d: probability %.5f +- %.5f, truth %.5f", i, probs.At(i, 1), f.probability[i], want[i].probability)
		}
		// sigma changes by at most a quarter of what f does.
		if f.probability[i] <= 0 || f.probability[i] > f.mean.se[i]/4+1e-4 {
			t.Errorf("row %d: standard error of the probability %.5f, of the mean %.5f", i, f.probability[i], f.mean.se[i])
		}
	}
}

// estimate is values with their Monte Carlo standard errors.
type estimate struct{ value, se []float64 }

// latent is what a model says of f at some rows, and the standard errors of
// the probabilities.
type latent struct {
	mean, variance estimate
	probability    []float64
}

func latentOf(t *testing.T, m *Model, x *mat.Dense) latent {
	t.Helper()
	n, _ := x.Dims()
	column := func() []float64 { return make([]float64, n) }
	out := latent{estimate{column(), column()}, estimate{column(), column()}, column()}
	matrix := func(values []float64) *mat.Dense { return mat.NewDense(n, 1, values) }
	m.Latents(matrix(out.mean.value), matrix(out.variance.value), x)
	if !m.StandardErrors(matrix(out.mean.se), matrix(out.variance.se), matrix(out.probability), x) {
		t.Fatal("too few draws for standard errors")
	}
	return out
}

// long are options of a run that gives the moments to a percent.
func long(more map[string]any) map[string]any {
	options := map[string]any{
		"iterations": 8000, "burn_in": 100, "standardise": false, "lengthscale": 1.0, "variance": 4.0, "noise": 0.1,
	}
	for k, v := range more {
		options[k] = v
	}
	return options
}

// The full form on two rows against the trapezoidal rule, which is exact to
// rounding here.
func TestTwoRowsAgainstQuadrature(t *testing.T) {
	class := []int{1, 0}
	m, rec := sample(t, line([]float64{0.2, 1.1}, class), long(map[string]any{"inducing": "all"}))
	x := mat.NewDense(4, 1, []float64{0.2, 1.1, -1, 4})
	a, residual := projected(m.prior, x)
	want := weigh(grid(2, 0.1), logPosterior(signs(class), m.prior.L, make([]float64, 2)), a, residual)
	compare(t, m, x, want)
	if rec.Events[method.EventNotConverged] > 0 {
		t.Errorf("events %v", rec.Events)
	}
}

// The full form on five rows against importance sampling from the prior, which
// the likelihood, at most 1, bounds.
func TestFiveRowsAgainstImportanceSampling(t *testing.T) {
	class := []int{1, 0, 1, 1, 0}
	m, _ := sample(t, line([]float64{0.2, 1.1, -0.7, 2.5, 1.3}, class), long(map[string]any{"inducing": "all"}))
	x := mat.NewDense(4, 1, []float64{0.2, 1.3, 2, -3})
	a, residual := projected(m.prior, x)
	rng := rand.New(rand.NewPCG(4, 5))
	points := make([][]float64, 400_000)
	for i := range points {
		points[i] = make([]float64, 5)
		normal(points[i], rng)
	}
	target := logPosterior(signs(class), m.prior.L, make([]float64, 5))
	likelihoodAlone := func(v []float64) float64 {
		s := target(v)
		for _, e := range v {
			s += 0.5 * e * e
		}
		return s
	}
	compare(t, m, x, weigh(points, likelihoodAlone, a, residual))
}

// The sparse form against the trapezoidal rule over two inducing variables.
func TestSparseFormAgainstQuadrature(t *testing.T) {
	x, class := []float64{0.2, 1.1, -0.7, 2.5, 1.3, 0.4}, []int{1, 0, 1, 1, 0, 1}
	m, _ := sample(t, line(x, class), long(map[string]any{"inducing": 2, "inducing_init": "first"}))
	a, residual := projected(m.prior, mat.NewDense(6, 1, x))
	if residual[3] < 0.5 {
		t.Fatalf("residuals %v: too small to matter", residual)
	}
	at := mat.NewDense(4, 1, []float64{0.2, 1.3, 2, -3})
	aNew, rNew := projected(m.prior, at)
	compare(t, m, at, weigh(grid(2, 0.1), logPosterior(signs(class), a, residual), aNew, rNew))
}

// Without noise the sparse form with Z = X is the full form.
func TestFormsAgree(t *testing.T) {
	task := methodtest.Task(methodtest.Blobs(12, 2, 2, rand.New(rand.NewPCG(1, 2))), 2, 7)
	options := long(map[string]any{"noise": 0.0, "inducing": "all", "iterations": 5000})
	full, _ := sample(t, task, options)
	options["inducing"], options["inducing_init"] = "100%", "first"
	part, _ := sample(t, task, options)
	x, _ := task.Train.ReadAll()
	a, b := latentOf(t, full, x), latentOf(t, part, x)
	for i := range a.probability {
		if d, se := math.Abs(a.mean.value[i]-b.mean.value[i]), math.Hypot(a.mean.se[i], b.mean.se[i]); d > 4.5*se {
			t.Errorf("row %d: means %.4f and %.4f +- %.4f", i, a.mean.value[i], b.mean.value[i], se)
		}
		if d, se := math.Abs(a.variance.value[i]-b.variance.value[i]), math.Hypot(a.variance.se[i], b.variance.se[i]); d > 4.5*se {
			t.Errorf("row %d: variances %.4f and %.4f +- %.4f", i, a.variance.value[i], b.variance.value[i], se)
		}
	}
}

// Given omega the draws of both forms have the mean and covariance of the full
// conditional.
func TestConditionals(t *testing.T) {
	const n, draws = 4, 100_000
	rng := rand.New(rand.NewPCG(2, 6))
	root := mat.NewDense(n, n, nil)
	for i := range n {
		normal(root.RawRowView(i), rng)
	}
	var k mat.Dense
	k.Mul(root, root.T())
	l := mat.NewDense(n, n, nil)
	if err := linalg.Cholesky(l, &k); err != nil {
		t.Fatal(err)
	}
	half, omega := []float64{0.5, -0.5, 0.5, 0.5}, []float64{0.2, 0.05, 0.24, 0.11}
	var prec, cov mat.Dense // of v: I + L' Omega L
	prec.Mul(l.T(), mat.NewDiagDense(n, omega))
	prec.Mul(&prec, l)
	for i := range n {
		prec.Set(i, i, 1+prec.At(i, i))
	}
	if err := cov.Inverse(&prec); err != nil {
		t.Fatal(err)
	}
	var pull, mean mat.VecDense
	pull.MulVec(l.T(), mat.NewVecDense(n, half))
	mean.MulVec(&cov, &pull)
	for name, c := range map[string]conditional{"full": newFullConditional(l), "sparse": newSparseConditional(l)} {
		v, m, s := make([]float64, n), make([]float64, n), mat.NewDense(n, n, nil)
		for range draws {
			if err := c.draw(v, half, omega, rng); err != nil {
				t.Fatal(err)
			}
			for i := range n {
				d := v[i] - mean.AtVec(i)
				m[i] += d / draws
				for j := range n {
					s.Set(i, j, s.At(i, j)+d*(v[j]-mean.AtVec(j))/draws)
				}
			}
		}
		for i := range n {
			if se := math.Sqrt(cov.At(i, i) / draws); math.Abs(m[i]) > 4.5*se {
				t.Errorf("%s: mean %d is off by %.4f +- %.4f", name, i, m[i], se)
			}
			for j := range n {
				se := math.Sqrt((cov.At(i, i)*cov.At(j, j) + cov.At(i, j)*cov.At(i, j)) / draws)
				if d := math.Abs(s.At(i, j) - cov.At(i, j)); d > 4.5*se {
					t.Errorf("%s: covariance %d, %d is %.4f, want %.4f +- %.4f", name, i, j, s.At(i, j), cov.At(i, j), se)
				}
			}
		}
	}
}

// A run that is too short says so, a long one does not, and the metrics tell.
func TestNotConverged(t *testing.T) {
	task := methodtest.Task(methodtest.Blobs(20, 2, 2, rand.New(rand.NewPCG(1, 2))), 2, 7)
	for _, c := range []struct {
		iterations, bad int
		metrics         bool
	}{{2, 20, false}, {30, 20, true}, {2000, 0, true}} {
		m, rec := sample(t, task, map[string]any{"iterations": c.iterations, "burn_in": 50})
		if got := rec.Events[method.EventNotConverged]; got != c.bad {
			t.Errorf("%d iterations: %d latent values have not converged, want %d: %v", c.iterations, got, c.bad, m.Diagnostics())
		}
		se := mat.NewDense(1, 1, nil)
		if told := m.StandardErrors(se, se, se, mat.NewDense(1, 2, nil)); told != c.metrics {
			t.Errorf("%d iterations: standard errors are told: %v", c.iterations, told)
		}
		d := m.Diagnostics()
		if c.metrics != (d["ess"] > 0 && d["rhat"] > 0 && d["mcse_mean"] > 0 && d["mcse_variance"] > 0) {
			t.Errorf("%d iterations: metrics %v", c.iterations, d)
		}
	}
}

// The tolerance ends a run when the standard errors are small enough, and not
// before.
func TestTolerance(t *testing.T) {
	task := methodtest.Task(methodtest.Blobs(20, 2, 2, rand.New(rand.NewPCG(1, 2))), 2, 7)
	_, rec := sample(t, task, map[string]any{"iterations": 20_000, "tolerance": 0.02})
	if n := 4 * rec.Last; n < 2500 || rec.Last%100 != 0 || rec.Last > 10_000 {
		t.Errorf("%d draws for errors of 1/50 of the standard deviation", n)
	}
	if len(rec.Events) > 0 {
		t.Errorf("events %v", rec.Events)
	}
}

// Thinning keeps the first iteration and every third after it.
func TestThinning(t *testing.T) {
	task := methodtest.Task(methodtest.Blobs(10, 2, 2, rand.New(rand.NewPCG(1, 2))), 2, 7)
	all, _ := sample(t, task, map[string]any{"iterations": 10, "chains": 2})
	third, _ := sample(t, task, map[string]any{"iterations": 10, "chains": 2, "thinning": 3})
	for c := range 2 {
		for i := range 4 {
			if a, b := all.draws.RawRowView(10*c+3*i), third.draws.RawRowView(4*c+i); fmt.Sprint(a) != fmt.Sprint(b) {
				t.Errorf("chain %d: draw %d is not that of iteration %d", c, i, 3*i+1)
			}
		}
	}
}

func TestTooManyInputs(t *testing.T) {
	x, class := mat.NewDense(mostInputs+1, 1, nil), make([]int, mostInputs+1)
	class[0] = 1
	if _, err := New().Fit(t.Context(), methodtest.Task(data.NewMemory(x, class), 2, 1), &methodtest.Recorder{}); err == nil {
		t.Error("no error")
	}
}

// logCosh returns log cosh x without overflow.
func logCosh(x float64) float64 {
	x = math.Abs(x)
	return x + math.Log1p(math.Exp(-2*x)) - math.Ln2
}

// By default the kernel is that of a variational fit of the same likelihood.
func TestKernelOfAFit(t *testing.T) {
	task := methodtest.Task(methodtest.Blobs(30, 2, 2, rand.New(rand.NewPCG(1, 2))), 2, 7)
	cfg := New()
	cfg.Chains, cfg.BurnIn, cfg.Iterations = 1, 1, 2
	p, err := cfg.Fit(t.Context(), task, &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	k, err := cfg.fitKernel(t.Context(), task, &methodtest.Recorder{Every: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	got, want, start := make([]float64, k.NumParams()), make([]float64, k.NumParams()), make([]float64, k.NumParams())
	p.(*Model).prior.Kernel.Params(got)
	k.Params(want)
	if before, err := cfg.Prior.Start(task); err == nil {
		before.Params(start)
	}
	if !slices.Equal(got, want) || slices.Equal(want, start) {
		t.Errorf("the kernel is %v, that of the fit %v, from %v", got, want, start)
	}
}
