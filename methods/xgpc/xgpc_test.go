package xgpc

import (
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

// toy is a task of n rows in the plane.
func toy(n int) method.Task {
	return methodtest.Task(methodtest.Blobs(n, 2, 2, rand.New(rand.NewPCG(1, 2))), 2, 7)
}

// Coordinate ascent never lowers the bound.
func TestFullBatchBoundRises(t *testing.T) {
	cfg := New()
	cfg.Inducing, cfg.Batch, cfg.Learn, cfg.Iterations = method.Inputs(12), 0, nil, 40
	rec := &methodtest.Recorder{}
	if _, err := cfg.Fit(t.Context(), toy(120), rec); err != nil {
		t.Fatal(err)
	}
	for i := 2; i <= 40; i++ {
		if now, before := rec.Objectives[i], rec.Objectives[i-1]; now < before-1e-9 {
			t.Errorf("iteration %d: bound falls from %v to %v", i, before, now)
		}
	}
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

// after returns a run after some iterations.
func after(t *testing.T, iterations int, options map[string]any, task method.Task) *fit {
	t.Helper()
	f, err := configured(t, options).start(task, &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range iterations {
		if err := f.iterate(i + 1); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

// inU returns mu and Sigma of q(u).
func inU(f *fit) (mu mat.VecDense, sigma mat.Dense) {
	f.q.invert()
	mu.MulVec(f.prior.L, mat.NewVecDense(len(f.q.mean), f.q.mean))
	var lc mat.Dense
	lc.Mul(f.prior.L, f.q.factor)
	sigma.Mul(&lc, lc.T())
	return mu, sigma
}

// The bound against the last line of appendix A.2 with its constants, in the
// coordinates of u and with c at its best.
func TestBoundAgainstAppendix(t *testing.T) {
	const m = 6
	f := after(t, 3, map[string]any{"inducing": m, "batch": 0, "noise": 0.01}, toy(40))
	got := f.bound()
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
	augmented := f.bound()
	plain := -sparse.Divergence(f.q.mean, f.q.factor)
	for i, y := range f.y {
		e, _, _ := likelihood.Logit{}.Expect(y, f.mean[i], f.vars[i])
		plain += e
	}
	if augmented > plain || augmented < plain-3 {
		t.Errorf("augmented bound %.5f, plain bound %.5f", augmented, plain)
	}
}

// The derivatives with respect to kernel parameters and inducing inputs at
// fixed c and either fixed q(u) or fixed q(v).
func TestKernelGradientAgainstFiniteDifferences(t *testing.T) {
	for _, whiten := range []bool{false, true} {
		f := after(t, 2, map[string]any{"inducing": 5, "batch": 12, "whiten": whiten, "kernel": "se-ard", "noise": 0.05}, toy(30))
		f.load(3)
		f.locals()
		f.targets()
		f.kernelGradient()
		theta, z, l := slices.Clone(f.moves.theta), mat.DenseCopyOf(f.prior.Z), mat.DenseCopyOf(f.prior.L)
		f.prior.Kernel.Params(theta)
		k0 := f.prior.Kernel
		mean, factor := slices.Clone(f.q.mean), mat.DenseCopyOf(f.q.factor)

		value := func() float64 {
			if _, err := f.prior.Set(k0.With(slices.Clone(theta))); err != nil {
				t.Fatal(err)
			}
			f.prior.Project(f.pr)
			// q in the new coordinates
			m, c := slices.Clone(mean), mat.DenseCopyOf(factor)
			if !whiten {
				var mu mat.VecDense
				mu.MulVec(l, mat.NewVecDense(len(m), m))
				copy(m, mu.RawVector().Data)
				c.Mul(l, factor)
				linalg.SolveVec(f.prior.L, m)
				linalg.SolveLeft(f.prior.L, c)
			}
			var ac, s mat.Dense
			ac.Mul(f.pr.A, c)
			mu, vars := make([]float64, 12), make([]float64, 12)
			f.pr.Moments(mu, vars, m, &ac)
			s.Mul(c, c.T())
			logS, _ := mat.LogDet(&s)
			sum := 0.5 * (logS - mat.Trace(&s))
			for _, v := range m {
				sum -= 0.5 * v * v
			}
			for i, y := range f.y {
				sum += 0.5 * f.scale * (y*mu[i] - f.theta[i]*(vars[i]+mu[i]*mu[i]))
			}
			return sum
		}
		slope := func(x *float64) float64 {
			const step = 1e-5
			at := *x
			*x = at + step
			up := value()
			*x = at - step
			down := value()
			*x = at
			return (up - down) / (2 * step)
		}
		for i := range theta {
			if got, want := f.moves.dTheta[i], slope(&theta[i]); math.Abs(got-want) > 1e-5*(1+math.Abs(want)) {
				t.Errorf("whiten %v: parameter %d: %g, differences %g", whiten, i, got, want)
			}
		}
		for i := range z.RawMatrix().Data {
			got, want := f.moves.dZ.RawMatrix().Data[i], slope(&f.prior.Z.RawMatrix().Data[i])
			if math.Abs(got-want) > 1e-5*(1+math.Abs(want)) {
				t.Errorf("whiten %v: inducing input element %d: %g, differences %g", whiten, i, got, want)
			}
		}
	}
}

// Moving the kernel keeps q(u), or with whiten q(v).
func TestMovingTheKernelKeepsQ(t *testing.T) {
	for _, whiten := range []bool{false, true} {
		f := after(t, 2, map[string]any{"inducing": 6, "batch": 0, "whiten": whiten, "noise": 0.01}, toy(40))
		f.load(3)
		mu, sigma := inU(f)
		mean := slices.Clone(f.q.mean)
		before := f.prior
		f.moveKernel()
		if f.prior == before {
			t.Fatal("the kernel did not move")
		}
		mu2, sigma2 := inU(f)
		if same := mat.EqualApprox(&mu, &mu2, 1e-9) && mat.EqualApprox(&sigma, &sigma2, 1e-9); same == whiten {
			t.Errorf("whiten %v: q(u) is the same: %v", whiten, same)
		}
		if same := slices.Equal(mean, f.q.mean); same != whiten {
			t.Errorf("whiten %v: q(v) is the same: %v", whiten, same)
		}
	}
}

// The mean of the minibatch targets over an epoch is the full batch's target.
func TestMinibatchTargetsAreUnbiased(t *testing.T) {
	const n, m = 40, 5
	options := map[string]any{"inducing": m, "batch": 0, "learn": []string{}}
	full := after(t, 1, options, toy(n))
	full.load(2)
	full.locals()
	full.targets()
	options["batch"] = 10
	mini := after(t, 0, options, toy(n))
	mini.q.copy(full.q)
	sum := mat.NewDense(m, m, nil)
	eta1 := make([]float64, m)
	for s := 1; s <= n/10; s++ {
		mini.load(s)
		mini.locals()
		mini.targets()
		sum.Add(sum, mini.prec)
		for i, v := range mini.pull.G {
			eta1[i] += v / 4
		}
	}
	sum.Scale(0.25, sum)
	if !mat.EqualApprox(sum, full.prec, 1e-10) {
		t.Error("mean target of the precision is not that of the full batch")
	}
	for i, v := range eta1 {
		if math.Abs(v-full.pull.G[i]) > 1e-10 {
			t.Errorf("mean target of eta1[%d] is %g, of the full batch %g", i, v, full.pull.G[i])
		}
	}
}

// Minibatches end near the optimum of the full batch, at any rate.
func TestMinibatchesReachTheFullBatch(t *testing.T) {
	task := toy(300)
	x, _ := task.Train.ReadAll()
	mean := func(options map[string]any) []float64 {
		options["inducing"], options["learn"] = 10, []string{}
		f := after(t, options["iterations"].(int), options, task)
		p, err := f.predictor()
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

// In one dimension, by hand: M = 1, so that the gradient has two elements.
func TestAdaptiveRate(t *testing.T) {
	q := newNatural(1)
	a := &adaptive{Tau: 4, Mean: make([]float64, 2)}
	target := mat.NewDense(1, 1, []float64{3})
	a.add(1, q, []float64{2}, target) // gradient (2, -1)
	rate := a.next(q, []float64{0}, target)
	// gradient (0, -1), weight 1/4: mean (1.5, -1), mean square 5 - 1 = 4
	if want := 3.25 / 4; math.Abs(rate-want) > 1e-15 || math.Abs(a.Tau-((1-want)*4+1)) > 1e-15 {
		t.Errorf("rate %v, tau %v", rate, a.Tau)
	}
}

func TestConvergenceStops(t *testing.T) {
	for _, batch := range []int{0, 50} {
		rec := &methodtest.Recorder{Every: 1 << 30}
		cfg := configured(t, map[string]any{"inducing": 8, "batch": batch, "iterations": 20000, "tolerance": 1e-3, "learn": []string{}})
		if _, err := cfg.Fit(t.Context(), toy(200), rec); err != nil {
			t.Fatal(err)
		}
		if rec.Last < 11 || rec.Last == 20000 {
			t.Errorf("batch %d: stopped after %d iterations", batch, rec.Last)
		}
	}
}

// A step to where Kuu has no decomposition is taken back.
func TestRefusedStep(t *testing.T) {
	f := after(t, 2, map[string]any{"inducing": 6, "batch": 0, "noise": 0.0, "hyper_rate": 1e5}, toy(40))
	f.load(3)
	before, l := f.prior, mat.DenseCopyOf(f.prior.L)
	f.moveKernel()
	if f.prior != before || !mat.Equal(f.prior.L, l) || f.rec.(*methodtest.Recorder).Events[method.EventRefused] != 1 {
		t.Error("the step was not taken back, or not counted")
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
			"inducing": 30, "inducing_init": "first", "batch": 0, "learn": []string{}, "iterations": 60,
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

// What an iteration allocates is the value of the moved kernel and the indices of
// its rows, no matter how many iterations came before.
func TestIterationsAllocateLittle(t *testing.T) {
	cfg := New()
	cfg.Inducing, cfg.Batch, cfg.HyperEvery = method.Inputs(20), 30, 1
	f, err := cfg.start(toy(300), &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	i := 0
	for range 3 {
		n := testing.AllocsPerRun(50, func() {
			i++
			if err := f.iterate(i); err != nil {
				t.Fatal(err)
			}
		})
		if n > 8 {
			t.Errorf("%v allocations an iteration after %d of them", n, i)
		}
	}
}
