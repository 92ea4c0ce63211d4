package natgrad

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// oneVersusRest has a logit link for each of some classes, whether a row is of it,
// with a Polya-Gamma variable for each.
type oneVersusRest []int

func (o oneVersusRest) sign(k, class int) float64 {
	if class == o[k] {
		return 1
	}
	return -1
}

func (o oneVersusRest) Local(shift, precision [][]float64, class []int, mean, variance [][]float64) {
	for k := range o {
		for i, mu := range mean[k] {
			shift[k][i] = 0.5 * o.sign(k, class[i])
			precision[k][i] = likelihood.PolyaGammaMean(math.Sqrt(variance[k][i] + mu*mu))
		}
	}
}

func (o oneVersusRest) Bound(class []int, mean, variance [][]float64) (sum float64) {
	for k := range o {
		for i, mu := range mean[k] {
			c := math.Sqrt(variance[k][i] + mu*mu)
			sum += 0.5*o.sign(k, class[i])*mu - 0.5*c - math.Log1p(math.Exp(-c))
		}
	}
	return sum
}

// anyModel is a model that knows nothing.
type anyModel struct{}

func (anyModel) Predict(dst, x *mat.Dense)      {}
func (anyModel) Size() (columns, classes int)   { return 0, 0 }
func (anyModel) MarshalBinary() ([]byte, error) { return nil, nil }

// toy is a task of n rows in the plane, of three classes.
func toy(n int) method.Task {
	return methodtest.Task(methodtest.Blobs(n, 2, 3, rand.New(rand.NewPCG(1, 2))), 3, 7)
}

// started returns the run of a method for the classes before its first iteration.
func started(t testing.TB, classes oneVersusRest, share []string, options map[string]any, task method.Task, rec method.Recorder) *Fit {
	t.Helper()
	o := Defaults()
	if err := method.Decode(&o, options); err != nil {
		t.Fatal(err)
	}
	f, err := Start(t.Context(), &o, Method{
		Name: "test", Functions: len(classes), Sharing: method.Sharing{Share: share}, Likelihood: classes,
		Predictor: func(*Posterior) (method.Predictor, error) { return anyModel{}, nil },
	}, task, rec)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// after returns the run of all three classes after some iterations.
func after(t testing.TB, iterations int, share []string, options map[string]any, task method.Task) *Fit {
	t.Helper()
	f := started(t, oneVersusRest{0, 1, 2}, share, options, task, &methodtest.Recorder{})
	for i := range iterations {
		if err := f.Iterate(i + 1); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

var sharings = [][]string{nil, {"kernel"}, {"inducing"}, {"kernel", "inducing"}}

// Functions that have nothing in common are fitted as each alone, to the last bit.
func TestFunctionsOfTheirOwn(t *testing.T) {
	for _, options := range []map[string]any{
		{"inducing": 6, "batch": 20, "inducing_init": "first"},
		{"inducing": 6, "batch": 0, "inducing_init": "first", "whiten": true},
		{"inducing": 6, "batch": 20, "inducing_init": "first", "rate": "fixed", "learn": []string{"inducing"}},
	} {
		task := toy(90)
		all := after(t, 12, nil, options, task).Posterior()
		for k := range 3 {
			alone := started(t, oneVersusRest{k}, nil, options, task, &methodtest.Recorder{})
			for i := range 12 {
				if err := alone.Iterate(i + 1); err != nil {
					t.Fatal(err)
				}
			}
			p := alone.Posterior()
			if !slices.Equal(p.Q[0].Mean, all.Q[k].Mean) || !mat.Equal(p.Q[0].Precision, all.Q[k].Precision) || !mat.Equal(p.Prior[0].L, all.Prior[k].L) {
				t.Errorf("%v: function %d of three differs from it alone", options, k)
			}
		}
	}
}

// Coordinate ascent never lowers the bound.
func TestFullBatchBoundRises(t *testing.T) {
	f := after(t, 0, nil, map[string]any{"inducing": 12, "batch": 0, "learn": []string{}}, toy(120))
	before := math.Inf(-1)
	for i := range 40 {
		if err := f.Iterate(i + 1); err != nil {
			t.Fatal(err)
		}
		now := f.Bound()
		if now < before-1e-9 {
			t.Errorf("iteration %d: bound falls from %v to %v", i+1, before, now)
		}
		before = now
	}
}

// The derivatives with respect to kernel parameters and inducing inputs at fixed
// auxiliary variables and either fixed q(u) or fixed q(v).
func TestKernelGradientAgainstFiniteDifferences(t *testing.T) {
	for _, share := range sharings {
		for _, options := range []map[string]any{
			{"inducing": 5, "inducing_init": "random", "batch": 12, "whiten": false},
			{"inducing": 5, "inducing_init": "random", "batch": 12, "whiten": true},
			{"inducing": 5, "inducing_init": "random", "batch": 12, "dual": true},
			{"inducing": "all", "learn": []string{"kernel"}, "batch": 12, "dual": true},
			{"inducing": "all", "learn": []string{"kernel"}, "batch": 12, "whiten": false},
			{"inducing": "all", "learn": []string{"kernel"}, "batch": 12, "whiten": true},
		} {
			options["kernel"], options["noise"] = "se-ard", 0.05
			f := after(t, 2, share, options, toy(30))
			f.load(3)
			f.local()
			for _, fn := range f.functions {
				f.setTarget(fn, f.work[0])
			}
			f.kernelStep()
			compareGradient(t, fmt.Sprintf("share %v, %v", share, options), f, func() float64 {
				divergence, mean, variance := moved(t, f)
				sum := -divergence
				for k, fn := range f.functions {
					for i, mu := range mean[k] {
						sum += f.scale * (fn.shift[i]*mu - 0.5*fn.precision[i]*(variance[k][i]+mu*mu))
					}
				}
				return sum
			})
		}
	}
}

// compareGradient compares the derivatives by the parameters of the priors with differences
// of a value at those of the next step.
func compareGradient(t *testing.T, what string, f *Fit, value func() float64) {
	t.Helper()
	h := f.hyper
	var parts [][]float64
	for k, g := range f.groups {
		g.prior.Kernel.Params(h.theta[k])
		g.next.Z.Copy(g.prior.Z)
	}
	for k := range h.kernel {
		parts = append(parts, h.theta[k])
	}
	for k := range h.inputs {
		parts = append(parts, f.groups[k].next.Z.RawMatrix().Data)
	}
	for k, part := range slices.Concat(h.kernel, h.inputs) {
		for i, got := range part.grad {
			const step = 1e-5
			x := parts[k]
			at := x[i]
			x[i] = at + step
			up := value()
			x[i] = at - step
			down := value()
			x[i] = at
			if want := (up - down) / (2 * step); math.Abs(got-want) > 1e-5*(1+math.Abs(want)) {
				t.Errorf("%s: parameter %d: %g, differences %g", what, i, got, want)
			}
		}
	}
}

// moved returns the divergence of q from the prior, but for a constant, and the moments of
// f at the rows, by function, at fixed q(u), or q(v), for the priors of the parameters of the
// next step. It leaves the priors as they are.
func moved(t *testing.T, f *Fit) (divergence float64, means, variances [][]float64) {
	t.Helper()
	for k, g := range f.groups {
		if _, inputs := f.hyper.shares(); inputs && k > 0 {
			g.next.Z.Copy(f.groups[0].next.Z)
		}
		if _, err := g.next.Set(g.prior.Kernel.With(f.hyper.theta[k])); err != nil {
			t.Fatal(err)
		}
		b, m := f.work[0].half.Dims()
		pr := sparse.NewProjection(b, m, f.train.Dim())
		pr.X = g.pr.X
		g.next.ProjectTraining(pr, f.positions)
		for _, fn := range g.functions {
			mean, factor := slices.Clone(fn.q.Mean), mat.NewDense(m, m, nil)
			fn.q.UpperFactor(factor)
			switch f.options.fixed() {
			case sparse.Sites:
				copy(mean, withSites(t, fn, g.next, factor))
			case sparse.QU:
				var mu mat.VecDense
				var lc mat.Dense
				mu.MulVec(g.prior.L, mat.NewVecDense(m, mean))
				copy(mean, mu.RawVector().Data)
				lc.Mul(g.prior.L, factor)
				factor.Copy(&lc)
				linalg.SolveVec(g.next.L, mean)
				linalg.SolveLeft(g.next.L, factor)
			}
			var ac, s mat.Dense
			ac.Mul(pr.A, factor)
			mu, variance := make([]float64, b), make([]float64, b)
			pr.Moments(mu, variance, mean, &ac)
			s.Mul(factor, factor.T())
			logDet, _ := mat.LogDet(&s)
			divergence -= 0.5 * (logDet - mat.Trace(&s) - linalg.Dot(mean, mean))
			means, variances = append(means, mu), append(variances, variance)
		}
	}
	return divergence, means, variances
}

// withSites returns the mean of q(v) with the sites of a function and another prior, and
// writes a factor of the covariance to factor: by inverses, in u.
func withSites(t *testing.T, fn *function, next *sparse.Prior, factor *mat.Dense) []float64 {
	t.Helper()
	inverse := func(a mat.Matrix) *mat.Dense {
		var out mat.Dense
		if err := out.Inverse(a); err != nil {
			t.Fatal(err)
		}
		return &out
	}
	covariance := func(p *sparse.Prior) *mat.Dense {
		var out mat.Dense
		out.Mul(p.L, p.L.T())
		return &out
	}
	mu, sigma := inU(fn)
	precision := inverse(&sigma)
	var shift, mean mat.VecDense
	shift.MulVec(precision, &mu)
	precision.Sub(precision, inverse(covariance(fn.prior)))
	precision.Add(precision, inverse(covariance(next)))
	s := inverse(precision)
	mean.MulVec(s, &shift)
	if err := linalg.Cholesky(factor, s); err != nil {
		t.Fatal(err)
	}
	linalg.SolveVec(next.L, mean.RawVector().Data)
	linalg.SolveLeft(next.L, factor)
	return mean.RawVector().Data
}

// A step of the kernels keeps the sites if that is asked for.
func TestKernelUpdateKeepsSites(t *testing.T) {
	for _, share := range sharings {
		f := after(t, 2, share, map[string]any{"inducing": 6, "batch": 0, "dual": true, "noise": 0.1}, toy(40))
		f.load(3)
		f.kernelStep()
		fn := f.functions[2]
		factor, before := mat.NewDense(6, 6, nil), fn.prior
		want := withSites(t, fn, fn.group.next, factor)
		var s mat.Dense
		s.Mul(factor, factor.T())
		f.kernelUpdate()
		if fn.prior == before {
			t.Fatal("the kernel did not move")
		}
		fn.q.Covariance()
		if !mat.EqualApprox(fn.q.Cov, &s, 1e-8) || !floats.EqualApprox(fn.q.Mean, want, 1e-8) {
			t.Errorf("share %v: q(v) is not that of the same sites", share)
		}
	}
}

// inU returns mu and Sigma of q(u) of a function.
func inU(fn *function) (mu mat.VecDense, sigma mat.Dense) {
	m := len(fn.q.Mean)
	factor := mat.NewDense(m, m, nil)
	fn.q.UpperFactor(factor)
	mu.MulVec(fn.prior.L, mat.NewVecDense(m, fn.q.Mean))
	var lc mat.Dense
	lc.Mul(fn.prior.L, factor)
	sigma.Mul(&lc, lc.T())
	return mu, sigma
}

// Kernel and inducing inputs move in the third iteration, and then in every hyper_every-th.
func TestHyperEvery(t *testing.T) {
	for every, want := range map[int][]int{
		1: {3, 4, 5, 6, 7, 8, 9, 10, 11, 12},
		2: {3, 5, 7, 9, 11},
		3: {3, 6, 9, 12},
	} {
		f := after(t, 0, nil, map[string]any{"inducing": 5, "batch": 20, "hyper_every": every}, toy(60))
		prior := func() (theta []float64, z *mat.Dense) {
			p := f.functions[1].prior
			theta = make([]float64, p.Kernel.NumParams())
			p.Kernel.Params(theta)
			return theta, mat.DenseCopyOf(p.Z)
		}
		var kernel, inputs []int
		theta, z := prior()
		for i := range 12 {
			iterate(t, f, i+1, i+1)
			nextTheta, nextZ := prior()
			if !slices.Equal(theta, nextTheta) {
				kernel = append(kernel, i+1)
			}
			if !mat.Equal(z, nextZ) {
				inputs = append(inputs, i+1)
			}
			theta, z = nextTheta, nextZ
		}
		if !slices.Equal(kernel, want) || !slices.Equal(inputs, want) {
			t.Errorf("hyper_every %d: the kernel moves in %v, inducing inputs in %v, want %v", every, kernel, inputs, want)
		}
	}
}

// A step of the kernels keeps q(u), or with whiten q(v).
func TestKernelUpdateKeepsQ(t *testing.T) {
	for _, share := range sharings {
		for _, whiten := range []bool{false, true} {
			f := after(t, 2, share, map[string]any{"inducing": 6, "batch": 0, "whiten": whiten, "noise": 0.01}, toy(40))
			f.load(3)
			fn := f.functions[2]
			mu, sigma := inU(fn)
			mean, before := slices.Clone(fn.q.Mean), fn.prior
			f.kernelStep()
			f.kernelUpdate()
			if fn.prior == before {
				t.Fatal("the kernel did not move")
			}
			mu2, sigma2 := inU(fn)
			if same := mat.EqualApprox(&mu, &mu2, 1e-9) && mat.EqualApprox(&sigma, &sigma2, 1e-9); same == whiten {
				t.Errorf("whiten %v: q(u) is the same: %v", whiten, same)
			}
			if same := slices.Equal(mean, fn.q.Mean); same != whiten {
				t.Errorf("whiten %v: q(v) is the same: %v", whiten, same)
			}
		}
	}
}

// The mean of the minibatch targets over an epoch is the full batch's target.
func TestMinibatchTargetsAreUnbiased(t *testing.T) {
	const n, m = 40, 5
	options := map[string]any{"inducing": m, "batch": 0, "learn": []string{}}
	full := after(t, 1, nil, options, toy(n))
	full.load(2)
	full.local()
	full.setTarget(full.functions[1], full.work[0])
	options["batch"] = 10
	mini := after(t, 0, nil, options, toy(n))
	fn, mean := mini.functions[1], sparse.NewNatural(m)
	fn.q.CopyFrom(full.functions[1].q)
	for s := range n / 10 {
		mini.load(s + 1)
		mini.local()
		mini.setTarget(fn, mini.work[0])
		mean.Combine(mean, 0.25, &mini.work[0].target.Natural)
	}
	for i, v := range mean.Shift {
		if math.Abs(v-full.work[0].target.Shift[i]) > 1e-10 {
			t.Errorf("mean target of eta1[%d] is %g, of the full batch %g", i, v, full.work[0].target.Shift[i])
		}
		for j := range i + 1 {
			if got, want := mean.Precision.At(i, j), full.work[0].target.Precision.At(i, j); math.Abs(got-want) > 1e-10 {
				t.Errorf("mean target of the precision [%d, %d] is %g, of the full batch %g", i, j, got, want)
			}
		}
	}
}

// In one dimension, by hand: M = 1, so that the gradient has two elements.
func TestAdaptiveRate(t *testing.T) {
	q, target := sparse.NewGaussian(1), sparse.NewNatural(1)
	a := newAdaptive(1)
	a.Tau = 4
	target.Precision.Set(0, 0, 3)
	target.Shift[0] = 2
	a.add(1, &q.Natural, target) // gradient (2, -1)
	target.Shift[0] = 0
	rate := a.next(&q.Natural, target)
	// gradient (0, -1), weight 1/4: mean (1.5, -1), mean square 5 - 1 = 4
	if want := 3.25 / 4; math.Abs(rate-want) > 1e-15 || math.Abs(a.Tau-((1-want)*4+1)) > 1e-15 {
		t.Errorf("rate %v, tau %v", rate, a.Tau)
	}
}

// With a memory of one gradient the rate is 1 but for rounding. Above 1 the memory would be
// shorter than one, and what is left of earlier, larger gradients would grow.
func TestAdaptiveRateOfOneGradient(t *testing.T) {
	q, target, rng := sparse.NewGaussian(3), sparse.NewNatural(3), rand.New(rand.NewPCG(5, 5))
	a := newAdaptive(3)
	a.Tau = 1
	for size := 1.0; size > 1e-30; size /= 10 {
		for i := range 3 {
			target.Shift[i] = size * rng.NormFloat64()
			for j := range 3 {
				target.Precision.Set(i, j, q.Precision.At(i, j))
			}
		}
		if rate := a.next(&q.Natural, target); !(rate > 0 && rate <= 1 && a.Tau >= 1) {
			t.Fatalf("gradients of %g: rate %v, memory %v", size, rate, a.Tau)
		}
	}
}

// A step to where some Kuu has no decomposition is taken back, for all functions.
func TestRefusedStep(t *testing.T) {
	for _, share := range sharings {
		f := after(t, 2, share, map[string]any{"inducing": 6, "batch": 0, "noise": 0.0, "hyper_rate": 1e5}, toy(40))
		f.load(3)
		before, q, l := f.functions[0].prior, f.functions[0].q, mat.DenseCopyOf(f.functions[0].prior.L)
		f.kernelStep()
		f.kernelUpdate()
		fn := f.functions[0]
		if fn.prior != before || fn.q != q || !mat.Equal(fn.prior.L, l) || f.rec.(*methodtest.Recorder).Events[method.EventRefused] != 1 {
			t.Errorf("share %v: the step was not taken back, or not counted", share)
		}
	}
}

// stateOf returns the checkpoint of a run.
func stateOf(t *testing.T, f *Fit) []byte {
	t.Helper()
	var state bytes.Buffer
	if err := f.save(&state); err != nil {
		t.Fatal(err)
	}
	return state.Bytes()
}

// A fit of several functions goes on from a checkpoint with the same bits.
func TestResume(t *testing.T) {
	for _, share := range sharings {
		task := toy(60)
		options := map[string]any{"inducing": 5, "batch": 20, "iterations": 9, "tolerance": 1e-9}
		rec := &methodtest.Recorder{Every: 100, States: map[int][]byte{}}
		whole := started(t, oneVersusRest{0, 1, 2}, share, options, task, rec)
		if _, err := whole.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		part := started(t, oneVersusRest{0, 1, 2}, share, options, task, &methodtest.Recorder{Every: 100, From: 4, State: rec.States[4]})
		if _, err := part.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(stateOf(t, whole), stateOf(t, part)) {
			t.Errorf("share %v: a fit resumed after iteration 4 differs", share)
		}
		less := started(t, oneVersusRest{0, 1}, share, options, task, &methodtest.Recorder{From: 4, State: rec.States[4]})
		if _, err := less.Run(t.Context()); err == nil {
			t.Errorf("share %v: a checkpoint of three functions is one of two", share)
		}
	}
}

func TestConvergenceStops(t *testing.T) {
	for _, batch := range []int{0, 50} {
		rec := &methodtest.Recorder{Every: 1 << 30}
		f := started(t, oneVersusRest{0, 1, 2}, nil, map[string]any{"inducing": 8, "batch": batch, "iterations": 20000, "tolerance": 1e-3, "learn": []string{}}, toy(200), rec)
		if _, err := f.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if rec.Last < 11 || rec.Last == 20000 {
			t.Errorf("batch %d: stopped after %d iterations", batch, rec.Last)
		}
	}
}

// What an iteration allocates is the value of the moved kernel and the indices of
// its rows, and a little for what runs side by side, no matter how many iterations came before.
func TestIterationsAllocateLittle(t *testing.T) {
	f := started(t, oneVersusRest{0}, nil, map[string]any{"inducing": 20, "batch": 30, "hyper_every": 1}, toy(300), &methodtest.Recorder{})
	i := 0
	for range 3 {
		n := testing.AllocsPerRun(50, func() {
			i++
			if err := f.Iterate(i); err != nil {
				t.Fatal(err)
			}
		})
		if n > 24 {
			t.Errorf("%v allocations an iteration after %d of them", n, i)
		}
	}
}
