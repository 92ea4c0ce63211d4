package svgp

import (
	"maps"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/methods/methodtest"
)

// The first split of banana, the first M training rows as inducing inputs, lengthscale 0.5
// and variance 2.25, no noise: values of an independent program. With all training rows they
// are those of full KL.
func TestBanana(t *testing.T) {
	ds := methodtest.Mirror(t, "banana")
	task, test := methodtest.Standardised(ds, ds.Splits[0].Train, ds.Splits[0].Test, 1)
	for _, c := range []struct {
		options        map[string]any
		bound, nll     float64
		mean, variance []float64
	}{
		{map[string]any{"inducing": 30}, -157.27645305, 0.28834696, []float64{-0.2949366, 1.5287744, -1.6678974}, []float64{0.1453415, 0.2732820, 0.6408341}},
		{map[string]any{"inducing": 30, "likelihood": "logit"}, -159.02866049, 0.31822509, []float64{-0.4288249, 1.9689989, -1.8331512}, []float64{0.2930385, 0.4495834, 0.7977915}},
		{map[string]any{"inducing": "all"}, -114.14537514, 0.25705233, []float64{-0.3276805, 1.9327016, -1.2558685}, []float64{0.1164654, 0.3581207, 0.2606915}},
		{map[string]any{"inducing": 30, "decoupled": true}, -233.92539489, 0.30485386, []float64{-0.2959807, 1.3388231, -1.3914152}, []float64{0.0879462, 0.1152628, 0.4508645}},
		{map[string]any{"inducing": "all", "decoupled": true}, -144.38011585, 0.25654375, []float64{-0.3185545, 1.6980491, -1.1032447}, []float64{0.0626794, 0.0888601, 0.1078851}},
	} {
		if testing.Short() && c.options["inducing"] == "all" {
			continue
		}
		options := map[string]any{"inducing_init": "first", "batch": 0, "learn": []string{}, "iterations": 1000, "optimiser": "lbfgs", "lengthscale": 0.5, "variance": 2.25, "noise": 0.0}
		maps.Copy(options, c.options)
		rec := &methodtest.Recorder{Every: 1 << 30}
		p, err := configured(t, options).Fit(t.Context(), task, rec)
		if err != nil {
			t.Fatal(err)
		}
		bound := rec.Objectives[rec.Last]
		nll, _ := methodtest.Score(p, 2, test)
		t.Logf("%v: %d iterations, bound %.8f, NLL %.8f", c.options, rec.Last, bound, nll)
		if math.Abs(bound-c.bound) > 1e-6 || math.Abs(nll-c.nll) > 1e-7 {
			t.Errorf("%v: bound %.8f, NLL %.8f, want %.8f, %.8f", c.options, bound, nll, c.bound, c.nll)
		}
		mean, variance, x := make([]float64, 3), make([]float64, 3), mat.NewDense(3, 2, nil)
		test.Read(x, nil, []int{0, 1, 2})
		p.(*sparse.Classifier).Latent(mean, variance, x)
		for i := range mean {
			if math.Abs(mean[i]-c.mean[i]) > 1e-5 || math.Abs(variance[i]-c.variance[i]) > 1e-5 {
				t.Errorf("%v: test row %d: %.7f, %.7f, want %.7f, %.7f", c.options, i, mean[i], variance[i], c.mean[i], c.variance[i])
			}
		}
	}
}
