package mlgpf

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/inputs"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// oneLabel is a table of two classes as one of a single label, which rows of the second
// class have.
type oneLabel struct{ data.Table }

func (o oneLabel) AppendLabels(dst *data.LabelSets, idx []int) {
	class := make([]int, 1)
	for _, row := range idx {
		o.Classes(class, []int{row})
		dst.Append([]int{0}[:class[0]])
	}
}

// optimumAtData is optimum where the rows are the inducing inputs. There 1/Sigma_i is
// minus the second derivative of the expected log likelihood of row i, twice that by its
// variance, which is found by going round.
func optimumAtData(t *testing.T, f *fit) float64 {
	t.Helper()
	for last := math.Inf(-1); ; {
		bound := search(t, f, false)
		if bound-last < 1e-7 {
			return bound
		}
		last = bound
		for i := range f.pos {
			f.at.xi.Set(0, i, math.Log(-0.5/f.elbo.latent.dVariance.At(i, 0)-leastSigma))
		}
	}
}

// With one label, one function, Phi = 1 and b = 0 the model is binary classification by a
// Gaussian process. At Z = X q(u) has the full family's optimum, at fewer inducing inputs
// it costs some of the bound: the values are an independent program's, for full covariance
// matrices, IDA's banana, split 1, lengthscale 0.5 and variance 2.25.
func TestOneLabelIsABinaryTask(t *testing.T) {
	ds := methodtest.Mirror(t, "banana")
	scaler := data.FitScaler(ds, ds.Splits[0].Train)
	train := data.NewExamples(oneLabel{ds.Table}, ds.Splits[0].Train, scaler)
	test := data.NewExamples(oneLabel{ds.Table}, ds.Splits[0].Test, scaler)
	for _, c := range []struct {
		inducing    any
		bound, loss float64 // the full family's bound, and how far from it this one's may be
		nll, above  float64
	}{
		{"all", -130.96756139, 1e-5, 0.27785843, 1e-6},
		{30, -159.02866049, 2.1, 0.31822509, 0.001},
	} {
		f := fitOf(t, train, 1, map[string]any{
			"kernel": "se", "lengthscale": 0.5, "variance": 2.25, "latents": 1, "inducing": c.inducing, "inducing_init": "first", "batch": 0, "learn": []any{}, "nodes": 100,
			"keep_best": false, // the state is set by hand
		})
		f.at.phi.Set(0, 0, 1)
		f.at.b[0] = 0
		find := optimum
		if c.inducing == "all" {
			find = optimumAtData
		}
		bound := find(t, f)
		if loss := c.bound - bound; loss < -1e-5 || loss > c.loss {
			t.Errorf("M = %v: the bound is %.8f, that of full covariances %.8f", c.inducing, bound, c.bound)
		}
		model, err := f.predictor()
		if err != nil {
			t.Fatal(err)
		}
		nll := logLoss(model, test, 1)
		t.Logf("M = %v: bound %.6f, NLL %.8f; with full covariances %.6f, %.8f", c.inducing, bound, nll, c.bound, c.nll)
		if math.Abs(nll-c.nll) > c.above {
			t.Errorf("M = %v: NLL %.8f, want %.8f", c.inducing, nll, c.nll)
		}
	}
}

// fitOf returns a run before its first iteration.
func fitOf(t *testing.T, train *data.Examples, labels int, options map[string]any) *fit {
	t.Helper()
	task := method.Task{Kind: data.Multilabel, Classes: labels, Train: train, Stream: methodtest.Streams(1)}
	f, err := newFit(t.Context(), configured(t, options), task, &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// With the rank of X for R and A = Z X~' the model is that of the inducing inputs Z.
func TestFullRankSubspaceIsTheWholeSpace(t *testing.T) {
	for _, kernel := range []string{"linear", "se"} {
		options := map[string]any{"kernel": kernel, "latents": 2, "inducing": 6, "batch": 10, "inducing_init": "random"}
		train := sampleTask(25, 12, 5).Train
		free := fitOf(t, train, 5, options)
		options["subspace"] = 12
		inside := fitOf(t, train, 5, options)
		free.load(3)
		inside.load(3)
		away(free.at)
		for i := range partInducing {
			copy(inside.at.part(i), free.at.part(i))
		}
		inside.at.inducing.Mul(inside.start.space.basis.T(), free.at.inducing)
		var bounds [2]float64
		var p [2]*mat.Dense
		for i, f := range []*fit{free, inside} {
			var err error
			if bounds[i], err = f.elbo.value(f.slope, f.at, &f.batch, f.scale()); err != nil {
				t.Fatal(err)
			}
			model, err := f.predictor()
			if err != nil {
				t.Fatal(err)
			}
			p[i] = mat.NewDense(4, 5, nil)
			model.(method.RowsPredictor).PredictRows(p[i], inputs.Read(nil, train, []int{0, 1, 2, 20}))
		}
		if math.Abs(bounds[0]-bounds[1]) > 1e-10*math.Abs(bounds[0]) || !mat.EqualApprox(p[0], p[1], 1e-10) {
			t.Errorf("%s: bound %.12f at Z, %.12f at A = Z X~'; probabilities %v, %v", kernel, bounds[0], bounds[1], mat.Formatted(p[0]), mat.Formatted(p[1]))
		}
		z := mat.NewDense(12, 6, nil)
		z.Mul(inside.start.space.basis, inside.at.inducing)
		if !mat.EqualApprox(z, free.at.inducing, 1e-10) {
			t.Errorf("%s: A X~ is not Z", kernel)
		}
	}
}

// A row without attributes takes one from the rank: the subspace is smaller than asked for,
// which the record says, once for all parts of a fit.
func TestRanksBelowTheSubspaceAreCounted(t *testing.T) {
	c := configured(t, map[string]any{"latents": 2, "inducing": 6, "batch": 10, "subspace": 25, "iterations": 2})
	task := sampleTask(25, 40, 5)
	whole := &methodtest.Recorder{States: map[int][]byte{}}
	if _, err := c.Fit(t.Context(), task, whole); err != nil {
		t.Fatal(err)
	}
	later := whole.Interrupted(1)
	if _, err := c.Fit(t.Context(), task, later); err != nil {
		t.Fatal(err)
	}
	for name, rec := range map[string]*methodtest.Recorder{"whole": whole, "interrupted": later} {
		if rec.Events[eventLacking] != 1 {
			t.Errorf("%s: %v, want one vector lacking", name, rec.Events)
		}
	}
}

// A search that is cut short leaves residuals, which the model tells; without a subspace
// there is nothing to cut short.
func TestCyclesOfTheBasis(t *testing.T) {
	const n, d = 800, 1200 // Lanczos is for more than 1024 columns
	task := sampleTask(n, d, 5)
	residuals := func(cycles int) (largest, median float64) {
		c := configured(t, map[string]any{"latents": 2, "inducing": 6, "batch": 10, "subspace": 150, "iterations": 1, "subspace_cycles": cycles})
		model, err := c.Fit(t.Context(), task, &methodtest.Recorder{})
		if err != nil {
			t.Fatal(err)
		}
		notes := model.(*Model).Diagnostics()
		return notes["basis_residual"], notes["basis_residual_median"]
	}
	if worst, median := residuals(0); worst > 1e-5 || median > worst {
		t.Errorf("without a limit: residuals of at most %g, median %g", worst, median)
	}
	if worst, median := residuals(1); worst < 1e-5 || median > worst {
		t.Errorf("after one cycle: residuals of at most %g, median %g", worst, median)
	}
	c := configured(t, map[string]any{"subspace_cycles": 1})
	var refused *method.OptionError
	if _, err := c.Fit(t.Context(), task, &methodtest.Recorder{}); !errors.As(err, &refused) || refused.Key != "subspace_cycles" {
		t.Errorf("cycles without a subspace: %v", err)
	}
	c = configured(t, map[string]any{"tolerance": 1e-5})
	if _, err := c.Fit(t.Context(), task, &methodtest.Recorder{}); !errors.As(err, &refused) || refused.Key != "tolerance" {
		t.Errorf("a tolerance: %v", err)
	}
}

// Samples of labels estimate the bound and its derivatives without bias.
func TestSamplesOfLabelsAreUnbiased(t *testing.T) {
	train := sampleTask(25, 12, 9).Train
	options := map[string]any{"latents": 2, "inducing": 6, "batch": 10}
	exact := fitOf(t, train, 9, options)
	options["negatives"] = 3
	f := fitOf(t, train, 9, options)
	exact.load(0)
	away(exact.at)
	bound, err := exact.elbo.value(exact.slope, exact.at, &exact.batch, exact.scale())
	if err != nil {
		t.Fatal(err)
	}
	for i := range numParts {
		copy(f.at.part(i), exact.at.part(i))
	}
	check := func(name string, draws []float64, want float64) {
		n := float64(len(draws))
		var sum, squares float64
		for _, v := range draws {
			sum += v
			squares += v * v
		}
		mean := sum / n
		if se := math.Sqrt((squares/n - mean*mean) / n); math.Abs(mean-want) > 4*se+1e-9 {
			t.Errorf("%s: mean of %g draws %g, exact %g, standard error %g", name, n, mean, want, se)
		}
	}
	const n = 3000
	var values [4][]float64
	f.load(0)
	for draw := range n {
		f.sampled.t = draw
		v, err := f.elbo.value(f.slope, f.at, &f.batch, f.scale())
		if err != nil {
			t.Fatal(err)
		}
		for i, x := range []float64{v, f.slope.phi.At(4, 1), f.slope.mu.At(2, 0), f.slope.inducing.At(3, 5)} {
			values[i] = append(values[i], x)
		}
	}
	check("bound", values[0], bound)
	check("Phi", values[1], exact.slope.phi.At(4, 1))
	check("mu", values[2], exact.slope.mu.At(2, 0))
	check("Z", values[3], exact.slope.inducing.At(3, 5))
}

// The minibatches of an epoch have the bound and the derivatives of all rows as their mean.
func TestMinibatchesOfAnEpochAreUnbiased(t *testing.T) {
	const n, b, labels = 30, 10, 9
	train := sampleTask(n, 12, labels).Train
	for _, kernel := range []string{"linear", "se"} {
		options := map[string]any{"latents": 2, "inducing": 6, "kernel": kernel, "batch": 0}
		all := fitOf(t, train, labels, options)
		options["batch"] = b
		f := fitOf(t, train, labels, options)
		away(all.at)
		for i := range numParts {
			copy(f.at.part(i), all.at.part(i))
		}
		all.load(0)
		want, err := all.elbo.value(all.slope, all.at, &all.batch, all.scale())
		if err != nil {
			t.Fatal(err)
		}
		var got float64
		slope := make([][]float64, numParts)
		for batch := range n / b {
			f.load(batch)
			v, err := f.elbo.value(f.slope, f.at, &f.batch, f.scale())
			if err != nil {
				t.Fatal(err)
			}
			got += v * b / n
			for i := range numParts {
				if slope[i] == nil {
					slope[i] = make([]float64, len(f.slope.part(i)))
				}
				floats.AddScaled(slope[i], float64(b)/n, f.slope.part(i))
			}
		}
		if math.Abs(got-want) > 1e-10*math.Abs(want) {
			t.Errorf("%s: mean bound %.12f, of all rows %.12f", kernel, got, want)
		}
		for i := range numParts {
			if exact := all.slope.part(i); !floats.EqualApprox(slope[i], exact, 1e-9*(1+floats.Norm(exact, math.Inf(1)))) {
				t.Errorf("%s: the mean of the derivatives by part %d is not that of all rows", kernel, i)
			}
		}
	}
}

// Inducing inputs that are all the same make K_Z singular; K_Z + Sigma is not.
func TestRepeatedInducingInputs(t *testing.T) {
	f := fitOf(t, sampleTask(25, 12, 5).Train, 5, map[string]any{"kernel": "se", "latents": 2, "inducing": 20, "batch": 0})
	d, m := f.at.inducing.Dims()
	for i := range d {
		for j := range m {
			f.at.inducing.Set(i, j, 0.1)
		}
	}
	for j := range f.at.part(partXi) {
		f.at.part(partXi)[j] = -100 // Sigma at its least
	}
	f.load(0)
	v, err := f.elbo.value(f.slope, f.at, &f.batch, 1)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		t.Errorf("bound %v, %v", v, err)
	}
}

// fitted returns the model of a short fit to all rows of a sample.
func fitted(t *testing.T, n int, options map[string]any) *Model {
	t.Helper()
	options["latents"], options["inducing"], options["batch"], options["iterations"] = 2, 6, 10, 4
	model, err := configured(t, options).Fit(t.Context(), sampleTask(n, 12, 5), &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	return model.(*Model)
}

// TestPointProbabilities: with probability = "point" that of a label is sigma at the mean of its
// utility, of rows in every block.
func TestPointProbabilities(t *testing.T) {
	const n = predictBlock + 6
	x := mat.NewDense(n, 12, nil)
	sampleTask(n, 12, 5).Train.Read(x, nil, positions(0, n))
	for _, kernel := range []string{"linear", "se"} {
		m := fitted(t, n, map[string]any{"kernel": kernel, "lengthscale": 2.0, "probability": "point"})
		got := mat.NewDense(n, 5, nil)
		m.Predict(got, x)
		for i := range n {
			h := make([]float64, 2) // the means of the latent functions
			for j := range 6 {
				var inner, squares float64
				for d, v := range x.RawRowView(i) {
					z := m.at.inducing.At(d, j)
					inner, squares = inner+v*z, squares+(v-z)*(v-z)
				}
				k := m.state.Variance * inner
				if kernel == "se" {
					k = math.Exp(m.at.kernel[0] - 0.5*squares*math.Exp(-2*m.at.kernel[1]))
				}
				for p := range h {
					h[p] += k * m.at.mu.At(j, p)
				}
			}
			for l := range 5 {
				f := m.at.b[l] + m.at.phi.At(l, 0)*h[0] + m.at.phi.At(l, 1)*h[1]
				if want := 1 / (1 + math.Exp(-f)); math.Abs(got.At(i, l)-want) > 1e-13 {
					t.Fatalf("%s: label %d of row %d has %.15f, want %.15f", kernel, l, i, got.At(i, l), want)
				}
			}
		}
	}
}

// csvFile writes a file and returns its path.
func csvFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "numbers.csv")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestFixedLoadings: Phi and b that files give are the same numbers after a fit.
func TestFixedLoadings(t *testing.T) {
	phi, bias := csvFile(t, "0.1,-0.2\n1,0\n0.3, 0.7\n-1e-3,2\n0.5,0.5\n"), csvFile(t, "-1\n0\n0.1\n-0.3\n2.5\n")
	for _, options := range []map[string]any{{"phi": phi, "bias": bias}, {"phi": phi}, {"bias": bias}} {
		m := fitted(t, 25, options)
		if got := m.at.part(partPhi); options["phi"] != nil && !slices.Equal(got, []float64{0.1, -0.2, 1, 0, 0.3, 0.7, -1e-3, 2, 0.5, 0.5}) {
			t.Errorf("Phi is %v", got)
		}
		if options["bias"] != nil && !slices.Equal(m.at.b, []float64{-1, 0, 0.1, -0.3, 2.5}) {
			t.Errorf("b is %v", m.at.b)
		}
		if floats.Norm(m.at.part(partMu), 2) == 0 {
			t.Error("nothing was learnt")
		}
	}
}

// TestLoadingsOfAnotherShape: a file that has not K x P loadings or K biases, all of them finite
// numbers, is an error of its option.
func TestLoadingsOfAnotherShape(t *testing.T) {
	for _, c := range []struct{ key, text, problem string }{
		{"phi", strings.Repeat("1,2\n", 4), "4 lines, want 5"},
		{"phi", strings.Repeat("1,2\n", 6), "6 lines, want 5"},
		{"phi", strings.Repeat("1\n", 5), "want 2 numbers a line"},
		{"phi", strings.Repeat("1,2,3\n", 5), "want 2 numbers a line"},
		{"phi", strings.Repeat("1,2\n", 4) + "1,x\n", `:5: "x" is not a finite number`},
		{"phi", "NaN,2\n" + strings.Repeat("1,2\n", 4), `:1: "NaN" is not a finite number`},
		{"phi", "", "0 lines, want 5"},
		{"bias", strings.Repeat("1\n", 4), "4 lines, want 5"},
		{"bias", "1,2,3,4,5\n", "want 1 numbers a line"},
		{"bias", strings.Repeat("1\n", 4) + "Inf\n", `:5: "Inf" is not a finite number`},
	} {
		options := map[string]any{"latents": 2, "inducing": 6, "iterations": 1, c.key: csvFile(t, c.text)}
		_, err := configured(t, options).Fit(t.Context(), sampleTask(25, 12, 5), &methodtest.Recorder{})
		var refused *method.OptionError
		if !errors.As(err, &refused) || refused.Key != c.key || !strings.Contains(refused.Problem, c.problem) {
			t.Errorf("%s = %q: %v, want %s", c.key, c.text, err, c.problem)
		}
	}
}

// TestNotesOfAFit: a model tells how far its inducing inputs have moved, |A - A0|/|A0| by
// Frobenius norms, and how many minibatches are an epoch, N/b.
func TestNotesOfAFit(t *testing.T) {
	for _, options := range []map[string]any{
		{"kernel": "linear", "subspace": 4},
		{"kernel": "se", "inducing_init": "random"},
		{"kernel": "se", "learn": []any{"kernel"}},
	} {
		options["latents"], options["inducing"], options["batch"] = 2, 6, 10
		f := fitOf(t, sampleTask(25, 12, 5).Train, 5, options)
		start := mat.DenseCopyOf(f.at.inducing)
		for iteration := range 4 {
			if err := f.iterate(iteration + 1); err != nil {
				t.Fatal(err)
			}
		}
		model, err := f.predictor()
		if err != nil {
			t.Fatal(err)
		}
		notes := model.(*Model).Diagnostics()
		var way mat.Dense
		way.Sub(f.at.inducing, start)
		want := mat.Norm(&way, 2) / mat.Norm(start, 2)
		if got := notes["inducing_moved"]; math.Abs(got-want) > 1e-14 || (got == 0) != (options["learn"] != nil) {
			t.Errorf("%v: inducing inputs moved by %v, want %v", options, got, want)
		}
		if got := notes["minibatches_per_epoch"]; got != 2.5 {
			t.Errorf("%v: %v minibatches an epoch, want 2.5", options, got)
		}
	}
}

// positions returns from, from+1, ..., to-1.
func positions(from, to int) []int {
	pos := make([]int, to-from)
	for i := range pos {
		pos[i] = from + i
	}
	return pos
}
