package kl

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
	"gpcbench/methods/nested"
	"gpcbench/methods/svgp"
)

// blobs returns the task of learning n rows of two attributes.
func blobs(n int) method.Task {
	return methodtest.Task(methodtest.Blobs(n, 2, 2, rand.New(rand.NewPCG(1, 2))), 2, 7)
}

// started returns a run before its first value, which converges well.
func started(t testing.TB, task method.Task, options map[string]any) (*nested.Fit, *inner) {
	t.Helper()
	cfg := New()
	cfg.SiteTolerance = 1e-10
	if err := method.Decode(cfg, options); err != nil {
		t.Fatal(err)
	}
	run, in, err := cfg.start(t.Context(), task, &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	return run, in
}

// fitted returns the model and the inner loop with nothing learnt.
func fitted(t *testing.T, task method.Task, options map[string]any) (*sparse.Classifier, *inner) {
	t.Helper()
	options["learn"] = []string{}
	run, in := started(t, task, options)
	p, err := run.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return p.(*sparse.Classifier), in
}

// The first split of banana, lengthscale 0.5 and variance 2.25, no noise: values of an
// independent program. Importance sampling there has log p(y) = -113.740, standard error
// 0.034, for probit.
func TestBanana(t *testing.T) {
	ds := methodtest.Mirror(t, "banana")
	task, test := methodtest.Standardised(ds, ds.Splits[0].Train, ds.Splits[0].Test, 1)
	for _, c := range []struct {
		link           string
		bound, nll     float64
		mean, variance []float64
	}{
		{"probit", -114.14537514, 0.25705233, []float64{-0.3276805, 1.9327016, -1.2558685}, []float64{0.1164654, 0.3581207, 0.2606915}},
		{"logit", -130.96756139, 0.27785843, []float64{-0.4736220, 2.5241525, -1.5900339}, []float64{0.2614745, 0.5759168, 0.4464155}},
	} {
		p, in := fitted(t, task, map[string]any{"lengthscale": 0.5, "variance": 2.25, "noise": 0.0, "likelihood": c.link})
		nll, _ := methodtest.Score(p, 2, test)
		if bound := in.Value(); math.Abs(bound-c.bound) > 1e-6 || math.Abs(nll-c.nll) > 1e-7 {
			t.Errorf("%s: bound %.9f, NLL %.9f, want %.8f, %.8f", c.link, bound, nll, c.bound, c.nll)
		}
		mean, variance, x := make([]float64, 3), make([]float64, 3), mat.NewDense(3, 2, nil)
		test.Read(x, nil, []int{0, 1, 2})
		p.Latent(mean, variance, x)
		for i := range mean {
			if math.Abs(mean[i]-c.mean[i]) > 1e-6 || math.Abs(variance[i]-c.variance[i]) > 1e-6 {
				t.Errorf("%s: test row %d: %.8f, %.8f, want %.7f, %.7f", c.link, i, mean[i], variance[i], c.mean[i], c.variance[i])
			}
		}
		if c.link == "probit" && in.Value() > -113.740-3*0.034 {
			t.Errorf("the bound %.3f is not below importance sampling", in.Value())
		}
	}
}

// With the training rows as inducing inputs SVGPC, which finds q(u) by L-BFGS, is this
// method: with noise too, which is that of f.
func TestIsSparseOnAllRows(t *testing.T) {
	task := blobs(60)
	test := methodtest.Task(methodtest.Blobs(300, 2, 2, rand.New(rand.NewPCG(3, 4))), 2, 7).Train
	for _, link := range []string{"probit", "logit"} {
		for _, noise := range []float64{0, 0.2} {
			options := map[string]any{"kernel": "se-ard", "lengthscale": 0.7, "variance": 3.0, "noise": noise, "likelihood": link}
			p, in := fitted(t, task, options)
			nll, _ := methodtest.Score(p, 2, test)

			other := svgp.New()
			options["inducing"], options["optimiser"], options["iterations"], options["tolerance"] = "all", "lbfgs", 2000, 1e-9
			if err := method.Decode(other, options); err != nil {
				t.Fatal(err)
			}
			rec := &methodtest.Recorder{Every: 1 << 30}
			q, err := other.Fit(t.Context(), task, rec)
			if err != nil {
				t.Fatal(err)
			}
			otherNLL, _ := methodtest.Score(q, 2, test)
			bound := rec.Objectives[rec.Last]
			if math.Abs(in.Value()-bound) > 1e-6 || math.Abs(nll-otherNLL) > 1e-6 {
				t.Errorf("%s, noise %v: bound %.9f, NLL %.9f; of SVGPC %.9f, %.9f", link, noise, in.Value(), nll, bound, otherNLL)
			}
		}
	}
}

// Where the prior is so wide that the slopes of the cloglog link there say sites without digits, both find the bound.
func TestWidePriors(t *testing.T) {
	task := blobs(40)
	for _, variance := range []float64{100, 1000} {
		options := map[string]any{"kernel": "se", "lengthscale": 0.7, "variance": variance, "noise": 0.2, "likelihood": "cloglog", "learn": []string{}}
		_, in := fitted(t, task, options)
		other := svgp.New()
		options["inducing"] = "all"
		if err := method.Decode(other, options); err != nil {
			t.Fatal(err)
		}
		rec := &methodtest.Recorder{Every: 1 << 30}
		if _, err := other.Fit(t.Context(), task, rec); err != nil {
			t.Fatal(err)
		}
		if bound := rec.Objectives[rec.Last]; math.Abs(in.Value()-bound) > 1e-3 {
			t.Errorf("variance %g: bound %.6f, of SVGPC %.6f", variance, in.Value(), bound)
		}
	}
}

// The derivatives of the kernel's parameters, noise among them.
func TestGradient(t *testing.T) {
	for _, link := range []string{"probit", "logit"} {
		run, _ := started(t, blobs(30), map[string]any{"kernel": "se-ard", "lengthscale": 0.8, "variance": 2.5, "noise": 0.3, "likelihood": link})
		methodtest.Differences{Step: 1e-5, Tolerance: 1e-6}.Check(t, link, run.Objective, run.X(), run.Layout.KernelSize())
	}
}

func TestKLHasNoInducingInputsToLearn(t *testing.T) {
	cfg := New()
	cfg.Learning = method.LearnAll()
	var wrong *method.OptionError
	if _, err := cfg.Fit(t.Context(), blobs(20), &methodtest.Recorder{}); !errors.As(err, &wrong) || wrong.Key != "learn" {
		t.Errorf("error %v", err)
	}
}

// gradientOf returns where the derivatives by the kernel go in a vector.
func gradientOf(run *nested.Fit, grad []float64) sparse.Gradient {
	return sparse.Gradient{Theta: run.Layout.Theta(grad, 0)}
}
