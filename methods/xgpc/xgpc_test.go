package xgpc

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
	"gpcbench/methods/natgrad"
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

// run is a fit with what tests look at: the projection and the marginals of all
// training rows at the state that it is in.
type run struct {
	*natgrad.Fit
	prior          *sparse.Prior
	q              *sparse.Gaussian
	factor         *mat.Dense // of q(v)
	pr             *sparse.Projection
	y              []float64 // +-1
	mean, variance []float64
}

// after returns a run after some iterations.
func after(t *testing.T, iterations int, options map[string]any, task method.Task) *run {
	t.Helper()
	f, err := natgrad.Start(t.Context(), &configured(t, options).Options, ofXGPC(predictor), task, &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range iterations {
		if err := f.Iterate(i + 1); err != nil {
			t.Fatal(err)
		}
	}
	x, class := task.Train.ReadAll()
	n, d := x.Dims()
	p := f.Posterior()
	r := &run{Fit: f, prior: p.Prior[0], q: p.Q[0], mean: make([]float64, n), variance: make([]float64, n)}
	m := r.prior.M()
	for _, c := range class {
		r.y = append(r.y, sign(c))
	}
	r.pr, r.factor = sparse.NewProjection(n, m, d), mat.NewDense(m, m, nil)
	r.pr.X.Copy(x)
	r.prior.Project(r.pr)
	r.q.UpperFactor(r.factor)
	var ac mat.Dense
	ac.Mul(r.pr.A, r.factor)
	r.pr.Moments(r.mean, r.variance, r.q.Mean, &ac)
	return r
}

// inU returns mu and Sigma of q(u).
func inU(r *run) (mu mat.VecDense, sigma mat.Dense) {
	mu.MulVec(r.prior.L, mat.NewVecDense(len(r.q.Mean), r.q.Mean))
	var lc mat.Dense
	lc.Mul(r.prior.L, r.factor)
	sigma.Mul(&lc, lc.T())
	return mu, sigma
}

// The bound against the last line of appendix A.2 with its constants, in the
// coordinates of u and with c at its best.
func TestBoundAgainstAppendix(t *testing.T) {
	const m = 6
	f := after(t, 3, map[string]any{"inducing": m, "batch": 0, "noise": 0.01}, toy(40))
	got := f.Bound()
	mu, sigma := inU(f)
	var k, ki, kappa, t1 mat.Dense
	k.Mul(f.prior.L, f.prior.L.T())
	if err := ki.Inverse(&k); err != nil {
		t.Fatal(err)
	}
	kappa.Mul(f.pr.Kfu, &ki)
	logS, _ := mat.LogDet(&sigma)
	logK, _ := mat.LogDet(&k)
	t1.Mul(&ki, &sigma)
	var kmu mat.VecDense
	kmu.MulVec(&ki, &mu)
	want := 0.5*(logS-logK-mat.Trace(&t1)-mat.Dot(&mu, &kmu)) + 0.5*m - 40*math.Ln2
	kff := make([]float64, 40)
	f.prior.Kernel.Var(kff, f.pr.X)
	for i, y := range f.y {
		ki := kappa.RowView(i)
		var s mat.VecDense
		s.MulVec(&sigma, ki)
		tilde := kff[i] - mat.Dot(ki, f.pr.Kfu.RowView(i))
		mean, spread := mat.Dot(ki, &mu), mat.Dot(ki, &s)
		c := math.Sqrt(tilde + spread + mean*mean)
		theta := math.Tanh(c/2) / (2 * c)
		want += 0.5 * (y*mean - theta*(tilde+spread+mean*mean) + c*c*theta - 2*math.Log(math.Cosh(c/2)))
	}
	if math.Abs(got-want) > 1e-7*math.Abs(want) {
		t.Errorf("bound %.10f, appendix A.2 %.10f", got, want)
	}
}

// At the same q the augmented bound lies below the plain one with the logit
// link (section 4.2), by little.
func TestBoundIsBelowThePlainOne(t *testing.T) {
	f := after(t, 20, map[string]any{"inducing": 10, "batch": 0, "learn": []string{}}, toy(60))
	augmented := f.Bound()
	plain := -sparse.Divergence(f.q.Mean, f.factor)
	for i, y := range f.y {
		e, _, _ := likelihood.Logit{}.Expect(y, f.mean[i], f.variance[i])
		plain += e
	}
	if augmented > plain || augmented < plain-3 {
		t.Errorf("augmented bound %.5f, plain bound %.5f", augmented, plain)
	}
}

// Minibatches end near the optimum of the full batch, at any rate.
func TestMinibatchesReachTheFullBatch(t *testing.T) {
	task := toy(300)
	x, _ := task.Train.ReadAll()
	mean := func(options map[string]any) []float64 {
		options["inducing"], options["learn"] = 10, []string{}
		f := after(t, options["iterations"].(int), options, task)
		p, err := predictor(f.Posterior())
		if err != nil {
			t.Fatal(err)
		}
		mean, vars := make([]float64, 300), make([]float64, 300)
		p.(*sparse.Classifier).Latent(mean, vars, x)
		return mean
	}
	want := mean(map[string]any{"batch": 0, "iterations": 60})
	for _, options := range []map[string]any{
		{"batch": 30, "iterations": 1500, "rate": "ranganath"},
		{"batch": 30, "iterations": 1500, "rate": "robbins-monro", "rate_delay": 1.0},
		{"batch": 30, "iterations": 1500, "rate": "fixed", "rate_value": 0.01},
	} {
		var worst float64
		for i, v := range mean(options) {
			worst = max(worst, math.Abs(v-want[i]))
		}
		if worst > 0.2 {
			t.Errorf("%v: a latent mean is off by %.3f", options["rate"], worst)
		}
	}
}

// One inducing input, two rows; as many inducing inputs as rows.
func TestSmallest(t *testing.T) {
	x := mat.NewDense(2, 1, []float64{-1, 1})
	task := methodtest.Task(data.NewMemory(x, []int{0, 1}), 2, 1)
	for _, options := range []map[string]any{
		{"inducing": 1, "iterations": 30, "batch": 0},
		{"inducing": 1, "iterations": 30, "batch": 1},
		{"inducing": "all", "iterations": 30, "batch": 0},
		{"inducing": 2, "iterations": 30, "batch": 1},
	} {
		p, err := configured(t, options).Fit(t.Context(), task, &methodtest.Recorder{})
		if err != nil {
			t.Errorf("%v: %v", options, err)
			continue
		}
		dst := mat.NewDense(2, 2, nil)
		p.Predict(dst, x)
		if math.IsNaN(dst.At(0, 0) + dst.At(1, 1)) {
			t.Errorf("%v: %v", options, mat.Formatted(dst))
		}
	}
	if _, err := configured(t, map[string]any{"inducing": 3}).Fit(t.Context(), task, &methodtest.Recorder{}); err == nil {
		t.Error("three inducing inputs of two rows are no error")
	}
}

// An independent computation of coordinate ascent in the coordinates of u with
// numpy, 1e-12 from its fixed point, and of (14) by a trapezium rule with 6001
// points: inducing inputs are the first 30 training rows, the noise is 1e-3.
func TestAgainstNumpy(t *testing.T) {
	for _, c := range []struct {
		name                          string
		train, test                   data.Index
		lengthscale, variance         float64
		wantBound, wantNLL, wantError float64
	}{
		{"banana", nil, nil, 0.5, 2.25, -169.414246871, 0.324198703, 0.121020},
		{"diabetis", data.Range{From: 77, To: 768}, data.Range{From: 0, To: 77}, 3, 1, -352.622502108, 0.587693629, 0.324675},
	} {
		ds := methodtest.Mirror(t, c.name)
		if c.train == nil {
			c.train, c.test = ds.Splits[0].Train, ds.Splits[0].Test
		}
		task, test := methodtest.Standardised(ds, c.train, c.test, 1)
		cfg := New()
		err := method.Decode(cfg, map[string]any{
			"inducing": 30, "inducing_init": "first", "batch": 0, "learn": []string{}, "iterations": 60, "collapse": false,
			"lengthscale": c.lengthscale, "variance": c.variance, "noise": 1e-3,
		})
		if err != nil {
			t.Fatal(err)
		}
		rec := &methodtest.Recorder{Every: 1 << 30}
		p, err := cfg.Fit(t.Context(), task, rec)
		if err != nil {
			t.Fatal(err)
		}
		nll, wrong := methodtest.Score(p, 2, test)
		t.Logf("%s: bound %.9f, NLL %.9f, error %.6f", c.name, rec.Objectives[60], nll, wrong)
		if math.Abs(rec.Objectives[60]-c.wantBound) > 1e-6 || math.Abs(nll-c.wantNLL) > 1e-8 || math.Abs(wrong-c.wantError) > 1e-5 {
			t.Errorf("%s: want %.9f, %.9f, %.6f", c.name, c.wantBound, c.wantNLL, c.wantError)
		}
	}
}

// The search with q at its best ends at the bound and the q of coordinate ascent, where the kernel
// stands still, and no lower than Adam where it moves.
func TestCollapsed(t *testing.T) {
	fit := func(options map[string]any) *methodtest.Recorder {
		rec := &methodtest.Recorder{Every: 1 << 30}
		if _, err := configured(t, options).Fit(t.Context(), toy(60), rec); err != nil {
			t.Fatal(err)
		}
		return rec
	}
	at := func(rec *methodtest.Recorder) float64 { return rec.Objectives[rec.Last] }
	fixed := map[string]any{"inducing": 8, "batch": 0, "learn": []string{}, "iterations": 300}
	search := at(fit(fixed))
	fixed["collapse"] = false
	if steps := at(fit(fixed)); math.Abs(search-steps) > 1e-6 {
		t.Errorf("the bound is %.9f, by coordinate ascent %.9f", search, steps)
	}
	learnt := map[string]any{"inducing": 8, "batch": 0, "iterations": 1000}
	rec := fit(learnt)
	learnt["collapse"] = false
	if steps := at(fit(learnt)); at(rec) < steps-1e-3 || rec.Events[method.EventSearchNotConverged] > 0 {
		t.Errorf("the bound is %.6f after %d iterations, with Adam %.6f; events %v", at(rec), rec.Last, steps, rec.Events)
	}
}
