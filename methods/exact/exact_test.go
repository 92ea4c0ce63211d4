package exact

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/methods/gibbs"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// sample returns the model that the options give, and the events.
func sample(t *testing.T, task method.Task, options map[string]any) (*Model, *methodtest.Recorder) {
	t.Helper()
	cfg := New()
	if err := method.Decode(cfg, options); err != nil {
		t.Fatal(err)
	}
	rec := &methodtest.Recorder{Every: 1 << 30}
	p, err := cfg.Fit(t.Context(), task, rec)
	if err != nil {
		t.Fatal(err)
	}
	return p.(*Model), rec
}

// truth is class probabilities at some rows, the means of z, the means of latent values and of their second and
// fourth powers, row by row, and the standard errors of all.
type truth struct {
	probabilities, probabilitySE *mat.Dense
	z, zSE                       []float64
	powers, powersSE             [][3]float64
}

// importance returns the truth by importance sampling: draws of the prior of kernel, latent functions and
// new latent values, weighed by the likelihood of the training rows, which is at most 1.
func importance(t *testing.T, m *Model, y []int, at *mat.Dense, draws int) truth {
	t.Helper()
	rng := rand.New(rand.NewPCG(4, 5))
	n, functions, classes := len(y), m.Functions(), m.likelihood.Outputs()
	rows, _ := at.Dims()
	free := len(m.prior.free)
	values := make([][]float64, rows*classes+free+3*rows*functions) // of every draw
	weights := make([]float64, draws)
	for i := range values {
		values[i] = make([]float64, draws)
	}
	z, v, f := make([]float64, free), vectors(functions, n), make([]float64, functions)
	pr := sparse.NewProjection(rows, n, 1)
	for s := range draws {
		normal(rng, z)
		normal(rng, v...)
		prior, _, err := sparse.NewPrior(m.prior.kernelAt(z), m.x)
		if err != nil {
			t.Fatal(err)
		}
		for i := range n {
			for c := range functions {
				f[c] = mat.Dot(prior.L.RowView(i), mat.NewVecDense(n, v[c]))
			}
			weights[s] += m.likelihood.LogProb(y[i], f)
		}
		weights[s] = math.Exp(weights[s])
		pr.X.Copy(at)
		prior.Project(pr)
		for i := range rows {
			for c := range functions {
				f[c] = mat.Dot(pr.A.RowView(i), mat.NewVecDense(n, v[c])) + math.Sqrt(pr.Residual[i])*rng.NormFloat64()
			}
			for k := range classes {
				values[i*classes+k][s] = math.Exp(m.likelihood.LogProb(k, f))
			}
			for c, v := range f {
				at := rows*classes + free + 3*(i*functions+c)
				values[at][s], values[at+1][s], values[at+2][s] = v, v*v, v*v*v*v
			}
		}
		for k, e := range z {
			values[rows*classes+k][s] = e
		}
	}
	total := 0.0
	for _, w := range weights {
		total += w
	}
	mean, se := make([]float64, len(values)), make([]float64, len(values))
	for q, of := range values {
		for s, e := range of {
			mean[q] += weights[s] / total * e
		}
		for s, e := range of {
			se[q] += weights[s] / total * weights[s] / total * (e - mean[q]) * (e - mean[q])
		}
		se[q] = math.Sqrt(se[q])
	}
	cut := rows * classes
	out := truth{probabilities: mat.NewDense(rows, classes, mean[:cut]), probabilitySE: mat.NewDense(rows, classes, se[:cut]), z: mean[cut : cut+free], zSE: se[cut : cut+free]}
	for at := cut + free; at < len(values); at += 3 {
		out.powers, out.powersSE = append(out.powers, [3]float64(mean[at:])), append(out.powersSE, [3]float64(se[at:]))
	}
	return out
}

// An estimate leaves one of its draws, each as often as its share of the weight.
func TestEstimatePicksByWeight(t *testing.T) {
	x, y, k := synthetic(t, 4, 2, 2, 1)
	l, err := likelihood.New(likelihood.State{Name: "probit", Outputs: 2})
	if err != nil {
		t.Fatal(err)
	}
	p := newPosterior(l, x, y, newHyperprior(k, true, 1, 1))
	p.kernelMove, p.estimates, p.frames = kernelByEstimates, 2, priorFrame
	c, err := newChain(p, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	for i := range c.eta[0] { // against the labels: other draws weigh more
		c.eta[0][i] = -1.2 * float64(2*y[i]-1)
	}
	own := c.place(c.frame) + linalg.Dot(c.eta[0], c.eta[0])/2
	const tries = 20000
	picked, want := 0.0, 0.0
	for range tries {
		total := c.estimate(c.frame, true) + math.Log(2) // of both
		want += math.Exp(own-total) / tries
		if slices.Equal(c.picked[0], c.eta[0]) {
			picked++
		}
	}
	se := math.Sqrt(want * (1 - want) / tries)
	if math.Abs(picked/tries-want) > 4*se || want < 0.02 || want > 0.45 {
		t.Errorf("the present draw is picked in %.4f of tries, its weight is %.4f +- %.4f", picked/tries, want, se)
	}
	t.Logf("%.4f for %.4f +- %.4f", picked/tries, want, se)
}

// tried is a likelihood with options of its own, and the iterations that its chains need here.
type tried struct {
	classes    int
	likelihood string
	iterations int
	options    map[string]any
}

// Kernel and latent functions of every likelihood against importance sampling from the prior.
func TestAgainstImportanceSampling(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	all := []tried{
		{2, "logit", 1100, map[string]any{"adapted_frame": true}},
		{2, "probit", 1100, map[string]any{"matched_frame": true}},
		{2, "cloglog", 1100, nil},
		{3, "softmax", 400, map[string]any{"coupled_frame": true, "adapted_frame": true}},
		{3, "softmax", 600, map[string]any{"adapted_frame": true}},
		{3, "robust-max", 1100, nil},
		{3, "logistic-softmax", 400, map[string]any{"coupled_frame": true, "fitted_ellipse": true, "burn_in": 60, "kernel_moves": 1, "latent_moves": 15}},
		{3, "argmax", 400, map[string]any{"coupled_frame": true, "fitted_ellipse": true, "burn_in": 60, "kernel_moves": 1, "latent_moves": 15}},
	}
	moves := []tried{
		{2, "probit", 2200, map[string]any{"prior_frame": true}},
		{2, "logit", 2200, map[string]any{"prior_frame": true, "surrogate_data": true, "fitted_ellipse": true, "burn_in": 60}},
		{2, "probit", 2200, map[string]any{"matched_frame": true, "fitted_ellipse": true, "burn_in": 60, "estimates": 4}},
		{2, "probit", 2200, map[string]any{"prior_frame": true, "truncated_gaussian": true}},
		{3, "argmax", 2200, map[string]any{"prior_frame": true, "truncated_gaussian": true}},
		{2, "probit", 1000, map[string]any{"matched_frame": true, "truncated_gaussian": true}},
		{3, "argmax", 1000, map[string]any{"burn_in": 60, "coupled_frame": true, "fitted_ellipse": true, "truncated_gaussian": true, "kernel_moves": 1, "latent_moves": 1}},
		{2, "logit", 1500, map[string]any{"leapfrogs": 2}},
		{2, "probit", 1500, map[string]any{"prior_frame": true, "leapfrogs": 4}},
		{3, "softmax", 300, map[string]any{"coupled_frame": true, "fitted_ellipse": true, "burn_in": 60, "kernel_moves": 1, "latent_moves": 3, "leapfrogs": 1}},
		{3, "logistic-softmax", 400, map[string]any{"coupled_frame": true, "frame_points": true, "fitted_ellipse": true, "burn_in": 60, "kernel_moves": 1, "latent_moves": 15}},
		{3, "softmax", 800, map[string]any{"coupled_frame": true, "adapted_frame": true, "estimates": 4}},
		{3, "softmax", 900, map[string]any{"prior_frame": true, "surrogate_data": true}},
	}
	if len(all) != 1+len(likelihood.Links())+len(likelihood.Multiclass())+len(likelihood.Noisy()) {
		t.Error("there is a likelihood that is not among them")
	}
	truths := map[string]truth{} // by likelihood: frames and moves have no part in it
	for _, c := range slices.Concat(all, moves) {
		if testing.Short() && c.classes > 2 && c.options["coupled_frame"] == nil {
			continue
		}
		y := map[int][]int{2: {1, 0, 0, 1}, 3: {0, 1, 1, 2}}[c.classes]
		t.Run(fmt.Sprintf("%s of %d, %v", c.likelihood, c.classes, slices.Sorted(maps.Keys(c.options))), func(t *testing.T) {
			task := methodtest.Task(data.NewMemory(mat.NewDense(4, 1, []float64{0.2, 1.1, 2, -0.5}), y), c.classes, 3)
			options := map[string]any{
				"likelihood": c.likelihood, "iterations": c.iterations, "thinning": 1, "standardise": false, "lengthscale": 1.0, "variance": 4.0, "noise": 0.1, "variance_sd": 1.0, "label_noise": 0.05,
			}
			maps.Copy(options, c.options)
			m, rec := sample(t, task, options)
			at := mat.NewDense(4, 1, []float64{0.2, 1.1, -1, 4})
			if _, known := truths[c.likelihood]; !known {
				truths[c.likelihood] = importance(t, m, y, at, 40_000)
			}
			holds(t, m, rec, truths[c.likelihood], at)
		})
	}
}

// Of two classes argmax is the probit of one function with the kernel over the noise, draw for draw.
func TestArgmaxOfTwoClassesIsTheProbit(t *testing.T) {
	task := methodtest.Task(data.NewMemory(mat.NewDense(4, 1, []float64{0.2, 1.1, 2, -0.5}), []int{1, 0, 0, 1}), 2, 3)
	var got [2]*mat.Dense
	for i, options := range []map[string]any{
		{"likelihood": "argmax", "variance": 4.0, "noise": 0.5},
		{"likelihood": "probit", "variance": 8.0, "noise": 0.0},
	} {
		maps.Copy(options, map[string]any{"iterations": 50, "standardise": false, "lengthscale": 1.0, "learn": []string{}})
		m, _ := sample(t, task, options)
		got[i] = mat.NewDense(2, 2, nil)
		m.Predict(got[i], mat.NewDense(2, 1, []float64{0.5, 3}))
	}
	if !mat.EqualApprox(got[0], got[1], 1e-9) {
		t.Errorf("%v, the probit's are %v", got[0], got[1])
	}
}

// holds compares a model with the truth within 4 standard errors of both.
func holds(t *testing.T, m *Model, rec *methodtest.Recorder, want truth, at *mat.Dense) {
	t.Helper()
	rows, classes := want.probabilities.Dims()
	got := mat.NewDense(rows, classes, nil)
	m.Predict(got, at)
	for i := range rows {
		for k := range classes {
			// The standard deviation of a probability is at most a half.
			se := math.Hypot(0.3/math.Sqrt(m.diagnosis.ESS), want.probabilitySE.At(i, k))
			if d := math.Abs(got.At(i, k) - want.probabilities.At(i, k)); d > 4*se {
				t.Errorf("row %d, class %d: %.4f, want %.4f +- %.4f", i, k, got.At(i, k), want.probabilities.At(i, k), se)
			}
		}
	}
	for k, s := range m.quantities()[1:] {
		if d := math.Abs(s.Mean - want.z[k]); d > 4*math.Hypot(s.MCSEMean, want.zSE[k]) {
			t.Errorf("parameter %d: mean %.4f +- %.4f, want %.4f +- %.4f", k, s.Mean, s.MCSEMean, want.z[k], want.zSE[k])
		}
	}
	functions := m.Functions()
	mean, variance := mat.NewDense(rows, functions, nil), mat.NewDense(rows, functions, nil)
	m.Latents(mean, variance, at)
	for i, moments := range want.powers {
		first, se := mean.At(i/functions, i%functions), want.powersSE[i]
		second := variance.At(i/functions, i%functions) + first*first
		sd := [2]float64{math.Sqrt(moments[1] - moments[0]*moments[0]), math.Sqrt(moments[2] - moments[1]*moments[1])}
		for k, got := range [2]float64{first, second} {
			if se := math.Hypot(sd[k]/math.Sqrt(m.diagnosis.ESS), se[k]); math.Abs(got-moments[k]) > 4*se {
				t.Errorf("latent value %d, power %d: %.4f, want %.4f +- %.4f", i, k+1, got, moments[k], se)
			}
		}
	}
	if m.diagnosis.RHat > 1.05 || m.diagnosis.ESS < 200 {
		t.Errorf("events %v, diagnosis %+v: the test says too little", rec.Events, m.diagnosis)
	}
	t.Logf("%+v, probabilities off by at most %.4f", m.diagnosis, maxDiff(got, want.probabilities))
}

func maxDiff(a, b *mat.Dense) float64 {
	var d mat.Dense
	d.Sub(a, b)
	return mat.Norm(&d, math.Inf(1))
}

// With the kernel fixed the sampler and that of package gibbs draw from one posterior: of the logit link, and of the
// logistic softmax.
func TestAgreesWithGibbs(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for classes, own := range map[int]map[string]any{2: nil, 3: {"likelihood": "logistic-softmax", "coupled_frame": true}} {
		agreesWithGibbs(t, classes, map[int]int{2: 40, 3: 16}[classes], own)
	}
}

func agreesWithGibbs(t *testing.T, classes, rows int, own map[string]any) {
	t.Helper()
	task := methodtest.Task(methodtest.Blobs(rows, 2, classes, rand.New(rand.NewPCG(1, 2))), classes, 7)
	options := map[string]any{"standardise": false, "lengthscale": 1.0, "variance": 4.0, "noise": 0.1, "iterations": 2000, "thinning": classes - 1}
	cfg := gibbs.New()
	cfg.FitKernel = false
	if err := method.Decode(cfg, options); err != nil {
		t.Fatal(err)
	}
	other, err := cfg.Fit(t.Context(), task, &methodtest.Recorder{Every: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	options["learn"] = []any{}
	maps.Copy(options, own)
	m, _ := sample(t, task, options)
	x, _ := task.Train.ReadAll()
	got, want := mat.NewDense(rows, classes, nil), mat.NewDense(rows, classes, nil)
	m.Predict(got, x)
	other.Predict(want, x)
	if d := maxDiff(got, want); d > 0.02 {
		t.Errorf("probabilities differ by %.4f", d)
	} else {
		t.Logf("%+v, probabilities differ by %.4f", m.diagnosis, d)
	}
}
