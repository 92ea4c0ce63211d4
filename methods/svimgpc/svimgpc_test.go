package svimgpc

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/kernel"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
	"gpcbench/methods/natgrad"
)

// start returns the run of a configuration before its first iteration.
func (c *Config) start(t testing.TB, task method.Task) (*natgrad.Fit, error) {
	m, err := c.method(task)
	if err != nil {
		return nil, err
	}
	return natgrad.Start(t.Context(), &c.Options, m, task, &methodtest.Recorder{})
}

// started returns a run before its first iteration.
func started(t testing.TB, task method.Task, options map[string]any) *natgrad.Fit {
	t.Helper()
	cfg := New()
	if err := method.Decode(cfg, options); err != nil {
		t.Fatal(err)
	}
	f, err := cfg.start(t, task)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Values of an independent program: kernel given, no noise, inducing inputs the first
// training rows of all classes.
func TestAgainstAnIndependentProgram(t *testing.T) {
	for _, set := range []struct {
		name  string
		m     int
		scale float64
		task  func(t testing.TB) (method.Task, *data.Examples)
		want  map[string][3]float64 // bound, NLL, error
	}{
		{"waveform3", 30, math.Sqrt(21), methodtest.Waveform, map[string][3]float64{
			"softmax": {-173.73312166, 0.40350672, .1480}, "robust-max": {-396.70547384, 0.38986243, .1640}}},
		{"wine", 20, math.Sqrt(13), methodtest.Wine, map[string][3]float64{
			"softmax": {-66.11783200, 0.42775117, .0562}, "robust-max": {-125.33674006, 0.15853644, .0225},
			"logistic-softmax": {-73.66972831, 0.57638996, .0674}}},
	} {
		t.Run(set.name, func(t *testing.T) {
			task, test := set.task(t)
			for name, want := range set.want {
				f := started(t, task, map[string]any{
					"kernel": "se", "lengthscale": set.scale, "variance": 2.0, "noise": 0.0, "inducing": set.m, "inducing_init": "first",
					"learn": []any{}, "batch": 0, "rate_value": 0.3, "likelihood": name, "share": []any{"kernel", "inducing"},
				})
				bound := methodtest.Converged(t, f, 1e-9)
				l, err := (&Config{Likelihood: name, LabelNoise: 1e-3}).likelihood(task)
				if err != nil {
					t.Fatal(err)
				}
				p, err := f.Posterior().Model(l)
				if err != nil {
					t.Fatal(err)
				}
				nll, wrong := methodtest.Score(p, 3, test)
				if math.Abs(bound-want[0]) > 1e-5 || math.Abs(nll-want[1]) > 1e-5 || math.Abs(wrong-want[2]) > 1e-4 {
					t.Errorf("%s: bound %.8f, NLL %.8f, error %.4f, want %v", name, bound, nll, wrong, want)
				}
			}
		})
	}
}

// A step that leaves no covariance is taken back and counted, and the fit goes on.
func TestRefusedNaturalStep(t *testing.T) {
	rec := &methodtest.Recorder{}
	cfg := New()
	options := map[string]any{"inducing": 20, "batch": 0, "collapse": false, "kernel": "se", "lengthscale": 0.3, "variance": 100.0, "noise": 0.0,
		"learn": []any{}, "likelihood": "robust-max", "rate_value": 1.0, "iterations": 300, "label_noise": 1e-12}
	if err := method.Decode(cfg, options); err != nil {
		t.Fatal(err)
	}
	task := methodtest.Task(methodtest.Blobs(60, 2, 3, rand.New(rand.NewPCG(1, 2))), 3, 7)
	if _, err := cfg.Fit(t.Context(), task, rec); err != nil {
		t.Fatal(err)
	}
	if rec.Events[method.EventNaturalRefused] == 0 {
		t.Error("no step was refused")
	}
}

// The bound of 1000 classes is a number after steps of both likelihoods, and of draws.
func TestThousandClasses(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const classes = 1000
	rng := rand.New(rand.NewPCG(4, 1))
	x, y := mat.NewDense(classes, 3, nil), make([]int, classes)
	for i := range y {
		x.SetRow(i, []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()})
		y[i] = i
	}
	task := methodtest.Task(data.NewMemory(x, y), classes, 7)
	for _, options := range []map[string]any{{"likelihood": "softmax"}, {"likelihood": "softmax", "training_draws": 5}, {"likelihood": "robust-max"}, {"likelihood": "logistic-softmax"}} {
		options["inducing"], options["batch"], options["share"] = 5, 8, []any{"kernel", "inducing"}
		options["rate"], options["rate_value"] = "fixed", 0.5
		f := started(t, task, options)
		for i := range 3 {
			if err := f.Iterate(i + 1); err != nil {
				t.Fatal(err)
			}
		}
		if bound := f.Bound(); math.IsNaN(bound) || bound > 0 || bound < -1e5 {
			t.Errorf("%v: bound %v", options, bound)
		}
	}
}

// A fit by draws comes near that by quadrature. The sum over rows of
// log S, whose standard deviations are about a half, has the errors of draws that they have in
// common.
func TestTrainingDraws(t *testing.T) {
	const n, draws = 60, 400
	task := methodtest.Task(methodtest.Blobs(n, 2, 3, rand.New(rand.NewPCG(1, 2))), 3, 7)
	bound := func(draws int) float64 {
		f := started(t, task, map[string]any{
			"inducing": 10, "batch": 0, "learn": []any{}, "rate": "fixed", "rate_value": 0.5, "training_draws": draws,
		})
		for i := range 20 {
			if err := f.Iterate(i + 1); err != nil {
				t.Fatal(err)
			}
		}
		return f.Bound()
	}
	if exact, drawn := bound(0), bound(draws); drawn == exact || math.Abs(drawn-exact) > 4*n*0.5/math.Sqrt(draws) {
		t.Errorf("the bound is %v, by draws %v", exact, drawn)
	}
}

// A label of two classes that is wrong in half of all cases says nothing; of three it does.
func TestLabelNoiseHasALimit(t *testing.T) {
	cfg := New()
	cfg.Likelihood, cfg.LabelNoise = "robust-max", 0.5
	for _, classes := range []int{2, 3} {
		task := methodtest.Task(methodtest.Blobs(30, 2, classes, rand.New(rand.NewPCG(1, 2))), classes, 7)
		cfg.Inducing = method.Inputs(5)
		_, err := cfg.start(t, task)
		var option *method.OptionError
		if refused := errors.As(err, &option) && option.Key == "label_noise"; refused != (classes == 2) || !refused && err != nil {
			t.Errorf("%d classes: error %v", classes, err)
		}
	}
}

// A prior of the kernel's parameters holds them near their start, the more the narrower it is; the fit on minibatches,
// which has none, refuses it.
func TestPriorOfTheKernel(t *testing.T) {
	task, _ := methodtest.Wine(t)
	moved := func(sd float64, batch int) (float64, error) {
		cfg := New()
		if err := method.Decode(cfg, map[string]any{
			"kernel": "se", "lengthscale": 4.0, "variance": 1.0, "noise": 0.0, "inducing": 15, "batch": batch, "iterations": 60,
			"learn": []any{"kernel"}, "share": []any{"kernel"}, "lengthscale_prior": sd, "variance_prior": sd,
		}); err != nil {
			t.Fatal(err)
		}
		p, err := cfg.Fit(t.Context(), task, &methodtest.Recorder{Every: 1 << 30})
		if err != nil {
			return 0, err
		}
		k := p.(method.Parametrised).Kernels()[0]
		theta := make([]float64, k.NumParams())
		k.Params(theta)
		far := 0.0
		for i, name := range k.Names() {
			start := 0.0
			if kernel.IsLengthscale(name) {
				start = math.Log(4)
			}
			far = max(far, math.Abs(theta[i]-start))
		}
		return far, nil
	}
	before := math.Inf(1)
	for _, sd := range []float64{0, 1, 0.1, 0.01} { // 0: no prior
		far, err := moved(sd, 0)
		if err != nil {
			t.Fatal(err)
		}
		if far >= before {
			t.Errorf("with standard deviation %g the kernel moves by %g, with the wider prior by %g", sd, far, before)
		}
		before = far
	}
	if before > 0.01 {
		t.Errorf("a prior of standard deviation 0.01 lets the kernel move by %g", before)
	}
	if _, err := moved(1, 20); err == nil {
		t.Error("minibatches take a prior that they do not have")
	}
}
