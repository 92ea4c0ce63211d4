package scmgpc

import (
	"math"
	"testing"

	"gpcbench/data"
	"gpcbench/gp/likelihood"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
	"gpcbench/methods/natgrad"
)

// started returns a run before its first iteration.
func started(t testing.TB, task method.Task, options map[string]any) *natgrad.Fit {
	t.Helper()
	cfg := New()
	cfg.Update = "derived" // as the paper
	if err := method.Decode(cfg, options); err != nil {
		t.Fatal(err)
	}
	f, err := begin(t, cfg, task)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// begin returns a run step by step before its first iteration, or why there is none.
func begin(t testing.TB, cfg *Config, task method.Task) (*natgrad.Fit, error) {
	t.Helper()
	rec := &methodtest.Recorder{}
	m, err := cfg.method(task, rec)
	if err != nil {
		t.Fatal(err)
	}
	return natgrad.Start(t.Context(), &cfg.Options, m, task, rec)
}

// softmaxOf returns the likelihood with a prediction.
func softmaxOf(t *testing.T, classes int, predict string) likelihood.Softmax {
	t.Helper()
	l, err := likelihood.NewSoftmax("logistic-softmax", classes, likelihood.Prediction{Name: predict})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// Values of an independent program: kernel given, no noise, inducing inputs the first
// training rows of all classes.
func TestAgainstAnIndependentProgram(t *testing.T) {
	for _, set := range []struct {
		name    string
		m       int
		scale   float64
		task    func(t testing.TB) (method.Task, *data.Examples)
		derived [4]float64 // bound, NLL by quadrature and Taylor, error
		paper   [4]float64
	}{
		{"waveform3", 30, math.Sqrt(21), methodtest.Waveform,
			[4]float64{-340.62199350, 0.67115892, 0.67031033, .1710}, [4]float64{-366.51357602, 0.53500942, 0.53618367, .1610}},
		{"wine", 20, math.Sqrt(13), methodtest.Wine,
			[4]float64{-116.42420128, 0.83884199, 0.83347093, .2135}, [4]float64{-126.32422400, 0.65997796, 0.67277715, .1011}},
	} {
		t.Run(set.name, func(t *testing.T) {
			task, test := set.task(t)
			for update, want := range map[string][4]float64{"derived": set.derived, "paper": set.paper} {
				options := map[string]any{
					"kernel": "se", "lengthscale": set.scale, "variance": 2.0, "noise": 0.0, "inducing": set.m, "inducing_init": "first",
					"learn": []any{}, "batch": 0, "update": update, "share": []any{"kernel", "inducing"},
				}
				f := started(t, task, options)
				bound := methodtest.Converged(t, f, 1e-11)
				if math.Abs(bound-want[0]) > 1e-5 {
					t.Errorf("%s: bound %.8f, want %.8f", update, bound, want[0])
				}
				for i, predict := range []string{"quadrature", "taylor"} {
					p, err := f.Posterior().Model(softmaxOf(t, 3, predict))
					if err != nil {
						t.Fatal(err)
					}
					nll, wrong := methodtest.Score(p, 3, test)
					if math.Abs(nll-want[1+i]) > 1e-5 || i == 0 && math.Abs(wrong-want[3]) > 1e-4 {
						t.Errorf("%s, %s: NLL %.8f, error %.4f, want %.8f, %.4f", update, predict, nll, wrong, want[1+i], want[3])
					}
				}
			}
		})
	}
}
