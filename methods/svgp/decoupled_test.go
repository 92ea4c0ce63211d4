package svgp

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// Rows at distances at which SE has given correlations: values of an independent program
// for the bound (14). They lie below those of (19).
func TestDecoupledFewRows(t *testing.T) {
	two, three := methodtest.FewRows()
	apart := mat.NewDense(3, 1, []float64{0, 100, 200})
	for _, c := range []struct {
		x              *mat.Dense
		y              []int
		variance       float64
		bound, tighter float64
	}{
		{two, []int{1, 0}, 1, -1.803582651544, -1.563719358091},
		{three, []int{1, 1, 0}, 2, -2.718643160476, -2.168442421438},
		{apart, []int{1, 1, 0}, 2, -2.840446928969, -2.096964411230},
	} {
		for _, decoupled := range []bool{true, false} {
			rec := &methodtest.Recorder{Every: 1 << 30}
			if _, err := configured(t, map[string]any{
				"inducing": "all", "batch": 0, "learn": []string{}, "optimiser": "lbfgs", "standardise": false,
				"lengthscale": 1.0, "variance": c.variance, "noise": 0.0, "decoupled": decoupled,
			}).Fit(t.Context(), methodtest.Task(data.NewMemory(c.x, c.y), 2, 1), rec); err != nil {
				t.Fatal(err)
			}
			want := c.tighter
			if decoupled {
				want = c.bound
			}
			if got := rec.Objectives[rec.Last]; math.Abs(got-want) > 1e-6 {
				t.Errorf("decoupled %v, classes %v: bound %.12f, want %.12f", decoupled, c.y, got, want)
			}
		}
	}
}

// With the training rows as inducing inputs q(f) has the covariance (K^-1 + I)^-1 and its
// mean at the maximum a posteriori, K times the slopes of log Phi there.
func TestDecoupledOptimum(t *testing.T) {
	x := mat.NewDense(8, 1, []float64{-2, -1.4, -0.7, -0.1, 0.5, 1.1, 1.6, 2.3})
	y := []int{0, 0, 1, 0, 1, 1, 0, 1}
	p, err := configured(t, map[string]any{
		"inducing": "all", "batch": 0, "learn": []string{}, "optimiser": "lbfgs", "standardise": false,
		"lengthscale": 0.6, "variance": 2.0, "noise": 0.0, "decoupled": true,
	}).Fit(t.Context(), methodtest.Task(data.NewMemory(x, y), 2, 1), &methodtest.Recorder{Every: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	mean, variance := make([]float64, len(y)), make([]float64, len(y))
	p.(*sparse.Classifier).Latent(mean, variance, x)
	prior, _, _ := p.(*sparse.Classifier).Function(0)
	var cov, covariance mat.Dense
	if err := cov.Inverse(prior.Gram); err != nil {
		t.Fatal(err)
	}
	slopes := mat.NewVecDense(len(y), nil)
	for i, class := range y {
		cov.Set(i, i, cov.At(i, i)+1)
		_, slope, _ := newDecoupled().Link.LogProb(float64(2*class-1), mean[i])
		slopes.SetVec(i, slope)
	}
	if err := covariance.Inverse(&cov); err != nil {
		t.Fatal(err)
	}
	slopes.MulVec(prior.Gram, slopes)
	for i := range y {
		if math.Abs(mean[i]-slopes.AtVec(i)) > 1e-5 || math.Abs(variance[i]-covariance.At(i, i)) > 1e-5 {
			t.Errorf("row %d: %.8f, %.8f, at the optimum %.8f, %.8f", i, mean[i], variance[i], slopes.AtVec(i), covariance.At(i, i))
		}
	}
}

func TestDecoupledIsForProbit(t *testing.T) {
	task := methodtest.Task(data.NewMemory(mat.NewDense(2, 1, []float64{0, 1}), []int{0, 1}), 2, 1)
	_, err := configured(t, map[string]any{"inducing": "all", "likelihood": "logit", "decoupled": true}).Fit(t.Context(), task, &methodtest.Recorder{})
	var refused *method.OptionError
	if !errors.As(err, &refused) || refused.Key != "decoupled" {
		t.Errorf("the error is %v", err)
	}
}

// The derivatives, against differences, are those of scale times what is returned, as
// minibatches need it.
func TestDecoupledDerivatives(t *testing.T) {
	l, y := newDecoupled(), []int{1, 0, 1, 0}
	at := [2][]float64{{0.3, 1.2, -9, 20}, {0.5, 2, 0.1, 7}} // means and variances
	const scale, step = 3, 1e-6
	slopes := [2]*mat.Dense{mat.NewDense(4, 1, nil), mat.NewDense(4, 1, nil)}
	value := func(slopes [2]*mat.Dense) float64 {
		return l.Expectations(slopes[0], slopes[1], y, mat.NewDense(4, 1, at[0]), mat.NewDense(4, 1, at[1]), scale)
	}
	value(slopes)
	for k, by := range []string{"mean", "variance"} {
		for i := range y {
			scratch := [2]*mat.Dense{mat.NewDense(4, 1, nil), mat.NewDense(4, 1, nil)}
			kept := at[k][i]
			at[k][i] = kept + step
			up := value(scratch)
			at[k][i] = kept - step
			down := value(scratch)
			at[k][i] = kept
			if got, want := slopes[k].At(i, 0), scale*(up-down)/(2*step); math.Abs(got-want) > 1e-6*(1+math.Abs(want)) {
				t.Errorf("by %s of row %d: %g, differences %g", by, i, got, want)
			}
		}
	}
}
