package gfitc

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/kernel"
	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
	"gpcbench/methods/nested"
)

// fullOf returns the run of EP without inducing inputs with options, to rounding unless
// they say otherwise.
func fullOf(t *testing.T, task method.Task, options map[string]any) (*nested.Fit, *ep) {
	t.Helper()
	cfg := NewFull()
	cfg.Inference = exact
	if err := method.Decode(cfg, options); err != nil {
		t.Fatal(err)
	}
	f, e, err := cfg.start(t.Context(), task, &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	return f, e
}

// One row is EP's tilted distribution: evidence and posterior are exact.
func TestFullOfOneRowAgainstQuadrature(t *testing.T) {
	phi := func(f float64) float64 { return 0.5 * math.Erfc(-f/math.Sqrt2) }
	for class, y := range []float64{-1, 1} {
		const variance, noise = 2.3, 0.4
		k, err := kernel.New("se", 1, kernel.Start{Lengthscale: 1, Variance: variance, Noise: noise})
		if err != nil {
			t.Fatal(err)
		}
		prior, _, err := sparse.NewPrior(k, mat.NewDense(1, 1, nil))
		if err != nil {
			t.Fatal(err)
		}
		fn := newWhole(prior, 1)
		e := newEP([]function{fn}, newProbit([]int{class}, 1), 1, exact, methodtest.Never, func(string, int) {})
		if err := e.Converge(); err != nil {
			t.Fatal(err)
		}
		moment := func(h func(f float64) float64) float64 {
			return trapezium(0, variance+noise, 0, 0, func(f float64) float64 { return h(f) * phi(y*f) })
		}
		z := moment(func(float64) float64 { return 1 })
		mean := moment(func(f float64) float64 { return f }) / z
		spread := moment(func(f float64) float64 { return (f - mean) * (f - mean) }) / z
		if got := e.Value(); math.Abs(got-math.Log(z)) > 1e-9 || math.Abs(fn.mean[0]-mean) > 1e-8 || math.Abs(fn.variance[0]-spread) > 1e-8 {
			t.Errorf("y = %v: log Z %.10f, mean %.9f, variance %.9f; quadrature %.10f, %.9f, %.9f", y, got, fn.mean[0], fn.variance[0], math.Log(z), mean, spread)
		}
	}
}

// Rows at distances at which SE has given correlations: log Z_EP of an independent
// program. That of two opposite classes is above the exact -1.561673567702.
func TestFullOfFewRows(t *testing.T) {
	two, three := methodtest.FewRows()
	apart := mat.NewDense(3, 1, []float64{0, 100, 200})
	for _, c := range []struct {
		x        *mat.Dense
		y        []int
		variance float64
		want     float64
	}{
		{two, []int{1, 0}, 1, -1.561572509553},
		{three, []int{1, 1, 0}, 2, -2.159338399784},
		{apart, []int{1, 1, 0}, 2, -3 * math.Ln2},
	} {
		task := methodtest.Task(data.NewMemory(c.x, c.y), 2, 1)
		f, _ := fullOf(t, task, map[string]any{"kernel": "se", "lengthscale": 1.0, "variance": c.variance, "noise": 0.0})
		if got, _ := at(t, f, f.X()); math.Abs(got-c.want) > 1e-10 {
			t.Errorf("classes %v: log Z_EP %.12f, want %.12f", c.y, got, c.want)
		}
	}
}

// Parallel EP and EP site by site with plain inverses have one fixed point: sites,
// posterior at the rows, log evidence.
func TestFullAgainstSequentialEP(t *testing.T) {
	task := blobs(15, 2)
	for _, noise := range []float64{0, 0.3} {
		f, e := fullOf(t, task, map[string]any{"kernel": "se-ard", "noise": noise, "variance": 4.0, "lengthscale": 0.7, "ep_tolerance": 1e-10})
		value, _ := at(t, f, f.X())
		_, y := task.Train.ReadAll()
		prior, fn := f.Groups[0].Prior, e.fs[0].(*whole)
		tau, nu, mean, cov, logZ := denseProbit(t, prior.Gram, y)
		if math.Abs(value-logZ) > 1e-8 {
			t.Errorf("noise %v: log Z_EP %.12f, sequential %.12f", noise, value, logZ)
		}
		for i := range y {
			if math.Abs(fn.tau[i]-tau[i]) > 1e-8 || math.Abs(fn.nu[i]-nu[i]) > 1e-8 {
				t.Errorf("noise %v, row %d: site %.10f, %.10f, sequential %.10f, %.10f", noise, i, fn.tau[i], fn.nu[i], tau[i], nu[i])
			}
			if math.Abs(fn.mean[i]-mean.AtVec(i)) > 1e-8 || math.Abs(fn.variance[i]-cov.At(i, i)) > 1e-8 {
				t.Errorf("noise %v, row %d: f %.10f, %.10f, sequential %.10f, %.10f", noise, i, fn.mean[i], fn.variance[i], mean.AtVec(i), cov.At(i, i))
			}
		}
	}
}

// The same fit by EPFitc with all training rows as inducing inputs, whose posterior is
// worked out in the coordinates of u = L v: evidence, gradient, predictions.
func TestFullIsFITCWithAllRows(t *testing.T) {
	task := blobs(40, 2)
	x, _ := data.NewExamples(methodtest.Blobs(20, 2, 2, rand.New(rand.NewPCG(5, 6))), data.All(20), nil).ReadAll()
	full, e := fullOf(t, task, map[string]any{"kernel": "se-ard", "noise": 0.3, "variance": 2.5, "lengthscale": 0.8})
	fitc := onRows(t, task)
	value, grad := at(t, full, full.X())
	want, wantGrad := at(t, fitc, fitc.X())
	if math.Abs(value-want) > 1e-7 {
		t.Errorf("log Z_EP %.10f, EPFitc %.10f", value, want)
	}
	for i := range full.Layout.KernelSize() {
		if math.Abs(grad[i]-wantGrad[i]) > 1e-6 {
			t.Errorf("parameter %d: %.9f, EPFitc %.9f", i, grad[i], wantGrad[i])
		}
	}
	var latents [2][2][]float64
	for k, inner := range []nested.Inner{e, fitc.Inner} {
		p, err := inner.Predictor()
		if err != nil {
			t.Fatal(err)
		}
		latents[k] = [2][]float64{make([]float64, 20), make([]float64, 20)}
		p.(*sparse.Classifier).Latent(latents[k][0], latents[k][1], x)
	}
	for part := range 2 {
		for i, got := range latents[0][part] {
			if math.Abs(got-latents[1][part][i]) > 1e-7 {
				t.Errorf("test row %d: %.9f, EPFitc %.9f", i, got, latents[1][part][i])
			}
		}
	}
}

// Every derivative, of a sum of kernels with noise.
func TestFullGradientAgainstFiniteDifferences(t *testing.T) {
	f, _ := fullOf(t, blobs(20, 2), map[string]any{"kernel": "matern32-ard+linear-ard", "noise": 0.2, "variance": 1.7, "lengthscale": 0.9})
	methodtest.Differences{Step: 1e-4, Tolerance: 1e-8, Fourth: true}.Check(t, "kernel", f.Objective, f.X(), f.Layout.KernelSize())
}

// Site precisions from 0 over tiny to large ones: the marginals are those of a product of
// Gaussians with plain inverses, to rounding relative to the prior.
func TestFullMarginalsWithTinySites(t *testing.T) {
	k, err := kernel.New("se", 2, kernel.Start{Lengthscale: 1, Variance: 3, Noise: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	prior, _, err := sparse.NewPrior(k, mat.DenseCopyOf(smallX))
	if err != nil {
		t.Fatal(err)
	}
	fn := newWhole(prior, 1)
	copy(fn.tau, []float64{0, 1e-300, 1e-30, 1e-15, 1e-8, 1e-3, 1, 1e3, 1e6})
	for i, tau := range fn.tau {
		fn.nu[i] = 0.3 * tau
	}
	if err := fn.refresh(nil); err != nil {
		t.Fatal(err)
	}
	n := len(fn.tau)
	var p, cov mat.Dense
	if err := p.Inverse(prior.Gram); err != nil {
		t.Fatal(err)
	}
	for i, tau := range fn.tau {
		p.Set(i, i, p.At(i, i)+tau)
	}
	if err := cov.Inverse(&p); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		mean := mat.Dot(cov.RowView(i), mat.NewVecDense(n, fn.nu))
		if got, want := fn.variance[i], cov.At(i, i); math.Abs(got-want) > 1e-12*math.Abs(want) {
			t.Errorf("site precision %g: variance %.15g, want %.15g", fn.tau[i], got, want)
		}
		if math.Abs(fn.mean[i]-mean) > 1e-12 {
			t.Errorf("site precision %g: mean %.15g, want %.15g", fn.tau[i], fn.mean[i], mean)
		}
		if want := 1 - fn.tau[i]*cov.At(i, i); math.Abs(fn.left[i]-want) > 1e-14 {
			t.Errorf("site precision %g: %.15g of the precision is left without the site, want %.15g", fn.tau[i], fn.left[i], want)
		}
	}
}

func TestFullHasNoInducingInputsToLearn(t *testing.T) {
	cfg := NewFull()
	cfg.Learning = method.LearnAll()
	var wrong *method.OptionError
	if _, err := cfg.Fit(t.Context(), blobs(20, 2), &methodtest.Recorder{}); !errors.As(err, &wrong) {
		t.Errorf("error %v", err)
	}
}

// A prior so wide that nothing is left of I in the decomposition, even without sites, is an error.
func TestFullWithoutADecomposition(t *testing.T) {
	cfg := NewFull()
	cfg.Kernel, cfg.Variance = "linear-ard", 1e300
	var lost *linalg.NotPositiveDefiniteError
	if _, err := cfg.Fit(t.Context(), blobs(20, 2), &methodtest.Recorder{}); !errors.As(err, &lost) {
		t.Errorf("error %v", err)
	}
}
