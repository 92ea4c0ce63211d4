package vi

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// configured returns the defaults with options.
func configured(t testing.TB, options map[string]any) *Config {
	t.Helper()
	cfg := New()
	if err := method.Decode(cfg, options); err != nil {
		t.Fatal(err)
	}
	return cfg
}

var _ method.ExpectedLog = (*Model)(nil)

// ExpectedLogLik is not above the logarithm of the prediction, and survives saving.
func TestExpectedLogLik(t *testing.T) {
	task := methodtest.Task(methodtest.Blobs(50, 2, 3, rand.New(rand.NewPCG(1, 2))), 3, 7)
	cfg := configured(t, map[string]any{"inducing": 5, "batch": 0, "iterations": 30, "optimiser": "lbfgs", "epsilon": 0.02})
	fitted, err := cfg.Fit(t.Context(), task, &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	raw, err := fitted.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	model, err := Load(raw)
	if err != nil {
		t.Fatal(err)
	}
	x, y := task.Train.ReadAll()
	probs := mat.NewDense(len(y), 3, nil)
	model.Predict(probs, x)
	for i := range y {
		p := probs.RawRowView(i)
		v := model.ExpectedLogLik(p, y[i])
		if v > math.Log(p[y[i]])+1e-12 {
			t.Errorf("row %d: E log p %v, log E p %v", i, v, math.Log(p[y[i]]))
		}
		if before := fitted.(*Model).ExpectedLogLik(p, y[i]); before != v {
			t.Errorf("row %d: E log p %v before saving, %v after", i, before, v)
		}
	}
}
