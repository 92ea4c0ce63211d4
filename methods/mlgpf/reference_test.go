package mlgpf

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/optim"
	"gpcbench/linalg"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// The map from three latent functions to the six labels of emotions.
var (
	referencePhi = mat.NewDense(6, 3, []float64{
		1.0100481658276124, -0.1651643217197704, -0.2797638095277843,
		-1.531894184435445, -0.004783132998600788, -0.18453925391076478,
		-0.3098231067412786, 0.1820978155187024, 0.24309374437258524,
		-0.6152261676114017, -0.5116707120153174, -0.2746648600632791,
		0.39818826745011354, 0.3240044538999267, -0.753758783561933,
		-0.6463293436356667, 0.4254132661753454, 0.9091154059819151,
	})
	referenceB = []float64{-0.5155375442339301, -0.8417233137326188, 0.04781484925972246, -0.6547883186103309, -0.13712388760048844, 0.27453581668589344}
)

// optimum fits q(u) with everything else held, on all rows, and returns the bound. The
// search is over L'mu, K_Z = L L', in which the bound is well conditioned, and xi.
func optimum(t *testing.T, f *fit) float64 { return search(t, f, true) }

// search is optimum, or with Sigma held.
func search(t *testing.T, f *fit, sigma bool) float64 {
	t.Helper()
	f.load(0)
	if err := f.elbo.moveTo(f.at); err != nil {
		t.Fatal(err)
	}
	m, latents := f.at.mu.Dims()
	l := mat.NewDense(m, m, nil)
	if _, err := linalg.JitterCholesky(l, f.elbo.q.k); err != nil {
		t.Fatal(err)
	}
	set := func(x []float64) {
		copy(f.at.part(partMu), x)
		linalg.SolveLeftT(l, f.at.mu)
		if sigma {
			copy(f.at.part(partXi), x[m*latents:])
		}
	}
	x := make([]float64, 2*m*latents)
	for j := range m {
		for p := range latents {
			for i := j; i < m; i++ { // L'mu
				x[j*latents+p] += l.At(i, j) * f.at.mu.At(i, p)
			}
		}
	}
	copy(x[m*latents:], f.at.part(partXi))
	s := optim.Search{Tolerance: 1e-6, Objective: func(x, gradient []float64) (float64, error) {
		set(x)
		v, err := f.elbo.value(f.slope, f.at, &f.batch, 1)
		linalg.SolveLeft(l, f.slope.mu)
		copy(gradient, f.slope.part(partMu))
		clear(gradient[m*latents:])
		if sigma {
			copy(gradient[m*latents:], f.slope.part(partXi))
		}
		return v, err
	}}
	r, err := s.Maximise(t.Context(), "lbfgs", x)
	if err != nil {
		t.Fatal(err)
	}
	set(x)
	return r.Value
}

// Bounds that an independent program finds at the same kernel, inducing inputs and map, on
// Mulan's emotions, standardised; NLLs are means over the test rows and labels.
func TestAgainstAReference(t *testing.T) {
	train, test := emotions(t)
	for _, c := range []struct {
		name       string
		options    map[string]any
		bound, nll float64
		full       float64 // the bound with a covariance of M(M+1)/2 parameters, 0 where it is not known
	}{
		{"se", map[string]any{"kernel": "se", "lengthscale": 8.0, "variance": 2.0}, -1590.97313637, 0.61073791, -1588.16645292},
		{"se, R = 36", map[string]any{"kernel": "se", "lengthscale": 8.0, "variance": 2.0, "subspace": 36}, -1582.93404987, 0.61116833, 0},
		{"linear", map[string]any{"kernel": "linear", "variance": 3.6}, -1657.47800718, 0.62893606, -1648.43349362},
		{"linear, R = 36", map[string]any{"kernel": "linear", "variance": 3.6, "subspace": 36}, -1616.88634082, 0.63023620, 0},
	} { // the linear kernel's 3.6 is 0.05 |x|^2 on average
		c.options["latents"], c.options["inducing"], c.options["inducing_init"], c.options["batch"] = 3, 30, "first", 0
		c.options["nodes"] = 100 // with 20 the bound of linear is 7e-4 off, that of se 2e-6
		c.options["learn"] = []any{}
		c.options["keep_best"] = false // the state is set by hand
		task := method.Task{Kind: data.Multilabel, Classes: 6, Train: train, Stream: methodtest.Streams(1)}
		f, err := newFit(t.Context(), configured(t, c.options), task, &methodtest.Recorder{})
		if err != nil {
			t.Fatal(err)
		}
		f.at.phi.Copy(referencePhi)
		copy(f.at.b, referenceB)
		bound := optimum(t, f)
		if math.Abs(bound-c.bound) > 1e-5 {
			t.Errorf("%s: bound %.8f, want %.8f", c.name, bound, c.bound)
		}
		if c.full != 0 && bound > c.full {
			t.Errorf("%s: the bound %.8f is above that of a full covariance, %.8f", c.name, bound, c.full)
		}
		model, err := f.predictor()
		if err != nil {
			t.Fatal(err)
		}
		if nll := logLoss(model, test, 6); math.Abs(nll-c.nll) > 1e-6 {
			t.Errorf("%s: NLL %.8f, want %.8f", c.name, nll, c.nll)
		}
	}
}

// logLoss returns the mean of -log p over rows and labels.
func logLoss(model method.Predictor, test *data.Examples, k int) float64 {
	pos := positions(0, test.Len())
	x := mat.NewDense(len(pos), test.Dim(), nil)
	test.Read(x, nil, pos)
	labels := data.NewLabelSets()
	test.ReadLabels(labels, pos)
	p := mat.NewDense(len(pos), k, nil)
	model.Predict(p, x)
	sum := 0.0
	for i := range pos {
		row := p.RawRowView(i)
		for _, l := range labels.Row(i) {
			row[l] = 1 - row[l]
		}
		for _, v := range row {
			sum -= math.Log1p(-v)
		}
	}
	return sum / float64(len(pos)*k)
}

// emotions returns the training and test rows of Mulan's emotions, standardised.
func emotions(t *testing.T) (train, test *data.Examples) {
	ds := methodtest.Mirror(t, "emotions")
	split := ds.Splits[0]
	scaler := data.FitScaler(ds, split.Train)
	return data.NewExamples(ds, split.Train, scaler), data.NewExamples(ds, split.Test, scaler)
}
