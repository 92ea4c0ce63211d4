// Package ranks measures the calibration of the methods' posteriors on data drawn from the prior, and checks the
// sampler of the exact posterior. It ranks the truth in each posterior (Talts et al., Validating Bayesian inference
// algorithms with simulation-based calibration, 2018; see Cook, Gelman & Rubin 2006 for ranks in a posterior given
// by its moments).
package ranks

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"gpcbench/data"
	"gpcbench/gp/likelihood"
	registry "gpcbench/methods"
	"gpcbench/methods/method"
	"gpcbench/report/drawing"
)

// approximation is a method that uses the kernel with which the data were drawn.
type approximation struct {
	name, method string
	model        dataModel
	options      map[string]any
}

// must panics if err is not nil.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

var (
	probitModel, logitModel            = binaryModel("probit"), binaryModel("logit")
	softmaxModel, logisticSoftmaxModel = multiclassModel("softmax", 0), multiclassModel("logistic-softmax", 0)
	robustMaxModel                     = multiclassModel("robust-max", mislabelled)
	argmaxModel                        = dataModel{must(likelihood.NewRobustMax(numClasses, 0)), 1} // with noise on the functions
)

// approximations are those of two classes, then of three. Sparse ones have a quarter as many inducing inputs as rows.
var approximations = []approximation{
	{"exact", "exact", probitModel, map[string]any{"likelihood": "probit", "matched_frame": true, "iterations": 200, "thinning": 1}},
	{"EP full", "ep-full", probitModel, nil},
	{"KL full", "kl", probitModel, map[string]any{"likelihood": "probit", "iterations": 200, "tolerance": 1e-6}},
	{"Laplace", "laplace-full", probitModel, map[string]any{"likelihood": "probit", "choose_prediction": false}},
	{"EPFitc", "ep-fitc", probitModel, map[string]any{"inducing": inducing}},
	{"SVGPC", "svgp", probitModel, map[string]any{"likelihood": "probit", "optimiser": "lbfgs", "batch": 0, "iterations": 200, "tolerance": 1e-6, "inducing": inducing}},
	{"MFSp", "mfsp", probitModel, map[string]any{"iterations": 200, "tolerance": 1e-6, "inducing": inducing}},
	{"X-GPC", "xgpc", logitModel, map[string]any{"batch": 0, "collapse": false, "iterations": 200, "tolerance": 1e-6, "inducing": inducing}},
	{"X-GPC corrected", "xgpc-corrected", logitModel, map[string]any{"batch": 0, "collapse": false, "iterations": 200, "tolerance": 1e-6, "inducing": inducing}},
	{"Laplace FITC", "laplace-fitc", probitModel, map[string]any{"likelihood": "probit", "choose_prediction": false, "inducing": inducing}},
	{"Laplace softmax", "laplace-full", softmaxModel, map[string]any{"choose_prediction": false}},
	{"SVI-MGPC", "svi-mgpc", softmaxModel, map[string]any{"likelihood": "softmax", "batch": 0, "iterations": 100, "tolerance": 1e-6, "inducing": inducing}},
	{"SVI-MGPC robust-max", "svi-mgpc", robustMaxModel, map[string]any{"likelihood": "robust-max", "label_noise": mislabelled, "batch": 0, "iterations": 100, "tolerance": 1e-6, "inducing": inducing}},
	{"VI", "vi", robustMaxModel, map[string]any{"epsilon": mislabelled * numClasses / (numClasses - 1), "batch": 0, "iterations": 100, "tolerance": 1e-6, "inducing": inducing}},
	{"SC-MGPC", "scmgpc", logisticSoftmaxModel, map[string]any{"batch": 0, "collapse": false, "iterations": 100, "tolerance": 1e-6, "inducing": inducing}},
	{"EP", "ep", argmaxModel, map[string]any{"noise": 1.0, "batch": 0, "iterations": 200, "tolerance": 1e-6, "inducing": inducing}},
	{"SEP", "sep", argmaxModel, map[string]any{"noise": 1.0, "batch": 0, "iterations": 200, "tolerance": 1e-6, "inducing": inducing}},
	{"GFITC", "gfitc", argmaxModel, map[string]any{"noise": 1.0, "inducing": inducing}},
}

const (
	trainRows   = 48 // of a data set
	testRows    = 8
	inducing    = int64(trainRows / 4)
	lengthscale = 1.0  // of inputs in two dimensions, N(0, I)
	rankBins    = 10   // of a histogram of ranks
	numClasses  = 3    // of the multiclass data sets
	mislabelled = 0.05 // share of wrong labels with robust-max
)

// variances are the variances of the kernels with which data are drawn.
var variances = []float64{1, 10, 100}

// ranked is the results of a method on data of one variance.
type ranked struct {
	sets  [][rankBins]float64 // per data set: counts of ranks
	above []float64           // per data set: mean of the predicted class's reported less true probability
	z     []float64           // (f - mean) / sd
}

// fit returns the method's posterior given the training rows of a data set, at the kernel it was drawn with.
func (a approximation) fit(s dataSet, variance float64, seed uint64) (method.Latent, error) {
	cfg := registry.Registry[a.method].New()
	options := map[string]any{"standardise": false, "lengthscale": lengthscale, "variance": variance, "noise": 0.0, "learn": []any{}}
	maps.Copy(options, a.options)
	if err := method.Decode(cfg, options); err != nil {
		return nil, err
	}
	p, err := cfg.Fit(context.Background(), taskOf(mat.DenseCopyOf(s.x.Slice(0, trainRows, 0, 2)), s.y[:trainRows], a.model.likelihood.Outputs(), seed), method.Silent{})
	if err != nil {
		return nil, err
	}
	return p.(method.Latent), nil
}

// taskOf returns a task that trains on the given rows.
func taskOf(x *mat.Dense, y []int, classes int, seed uint64) method.Task {
	kind := data.Multiclass
	if classes == 2 {
		kind = data.Binary
	}
	return method.Task{
		Kind: kind, Classes: classes,
		Train:  data.NewExamples(data.NewMemory(x, y), data.All(len(y)), nil),
		Stream: func(purpose string) *rand.Rand { return rand.New(rand.NewPCG(seed, uint64(len(purpose)))) },
	}
}

// add ranks f at the test rows in its posterior. With several functions it ranks the difference of the two with the
// largest means. Ranks increase away from the decision boundary, so a rank is high if f is farther from the boundary
// than the posterior puts it.
func (r *ranked) add(p method.Latent, s dataSet, m dataModel) {
	functions, outputs := m.likelihood.Functions(), m.likelihood.Outputs()
	x := s.x.Slice(trainRows, trainRows+testRows, 0, 2).(*mat.Dense)
	mean, variance, told := mat.NewDense(testRows, functions, nil), mat.NewDense(testRows, functions, nil), mat.NewDense(testRows, outputs, nil)
	p.Latents(mean, variance, x)
	p.Predict(told, x)
	leads := leadsOf(p, x, mean, variance)
	above, counts := 0.0, [rankBins]float64{}
	for i := range testRows {
		f := s.f.RawRowView(trainRows + i)
		z := leads[i].beyond(f)
		r.z = append(r.z, z)
		counts[min(rankBins-1, int(rankBins*distuv.UnitNormal.CDF(z)))]++
		predicted := floats.MaxIdx(told.RawRowView(i))
		above += (told.At(i, predicted) - math.Exp(m.likelihood.LogProb(predicted, f))) / testRows
	}
	r.above, r.sets = append(r.above, above), append(r.sets, counts)
}

// rank fits methods to data sets of a variance, one per replication.
func rank(variance float64, replications int, all []approximation) ([]ranked, error) {
	out := make([]ranked, len(all))
	for s := range replications {
		for m, a := range all {
			set := a.model.draw(rand.New(rand.NewPCG(uint64(s), math.Float64bits(variance))), variance)
			p, err := a.fit(set, variance, uint64(s))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", a.name, err)
			}
			out[m].add(p, set, a.model)
		}
	}
	return out, nil
}

// rankSummary summarises the ranks of a method on data of one variance for the report.
type rankSummary struct {
	Method   string    `json:"method"`
	Classes  int       `json:"classes"`
	Variance float64   `json:"variance"`
	DataSets int       `json:"data_sets"`
	Counts   []float64 `json:"counts"`     // of ranks, in tenths
	Rows     float64   `json:"rows_worth"` // number of independent rows as informative as the counts
	Spread   float64   `json:"sd_of_z"`
	Mean     float64   `json:"mean_of_z"`
	Below    float64   `json:"below_5_percent"`
	Above    float64   `json:"above_95_percent"`
	Told     float64   `json:"told_less_true_probability"`
	ToldSE   float64   `json:"told_less_true_probability_se"`
}

// summarise returns the summary of r.
func (r ranked) summarise(a approximation, variance float64) rankSummary {
	out := rankSummary{Method: a.name, Classes: a.model.likelihood.Outputs(), Variance: variance, DataSets: len(r.above)}
	out.Counts, out.Rows = r.counts()
	for _, z := range r.z {
		if z < -1.645 {
			out.Below += 1 / float64(len(r.z))
		}
		if z > 1.645 {
			out.Above += 1 / float64(len(r.z))
		}
	}
	sd := 0.0
	out.Told, sd = stat.MeanStdDev(r.above, nil)
	out.ToldSE = stat.StdErr(sd, float64(len(r.above)))
	out.Mean, out.Spread = stat.MeanStdDev(r.z, nil)
	return out
}

// counts returns the counts over all data sets, and the number of independent rows whose counts would vary as much as
// these do over data sets.
func (r ranked) counts() (total []float64, worth float64) {
	n, total := float64(len(r.sets)), make([]float64, rankBins)
	for _, of := range r.sets {
		floats.Add(total, of[:])
	}
	var found, independent float64 // variances, summed over the tenths
	for b, count := range total {
		p := count / (n * testRows)
		independent += testRows * p * (1 - p)
		for _, of := range r.sets {
			found += (of[b] - testRows*p) * (of[b] - testRows*p) / (n - 1)
		}
	}
	if found == 0 {
		return total, n * testRows
	}
	return total, n * testRows * independent / found
}

// histograms draws ranks in tenths, with one panel per name and one line per series. The band contains 95% of the
// chance variation under a correct posterior, for the series that is worth the fewest independent rows.
func histograms(names []string, series []string, counts func(name, series string) (values []float64, rows float64)) *drawing.Figure {
	columns := 5 // fewer if a row would have a gap
	for len(names)%columns != 0 {
		columns--
	}
	styles := []drawing.Style{{Color: drawing.Blue}, {Color: drawing.Orange, Dashes: drawing.Dashed}, {Color: drawing.Vermilion, Dashes: drawing.Dotted}}
	var panels [][]*plot.Plot
	var legend []drawing.Entry
	for i, of := range series {
		legend = append(legend, drawing.Entry{Name: of, Style: styles[i]})
	}
	for m, name := range names {
		panel := drawing.NewPanel("rank", "")
		drawing.Entitle(panel, name)
		top := 2.0
		var lines []plot.Plotter
		least := math.Inf(1)
		for i, of := range series {
			all, rows := counts(name, of)
			n := floats.Sum(all)
			least = min(least, rows)
			bins := float64(len(all))
			var steps plotter.XYs
			for b, count := range all {
				h := count * bins / n
				top = max(top, h)
				steps = append(steps, plotter.XY{X: float64(b) / bins, Y: h}, plotter.XY{X: float64(b+1) / bins, Y: h})
			}
			lines = append(lines, drawing.Line(steps, styles[i], 1.2))
		}
		chance := 1.96 * math.Sqrt((rankBins-1)/least)
		panel.Add(drawing.Band([]float64{0, 1}, []float64{1 - chance, 1 - chance}, []float64{1 + chance, 1 + chance}, drawing.Style{Color: drawing.Grey}))
		panel.Add(lines...)
		drawing.SetRange(&panel.X, 0, 1, 4)
		drawing.SetRange(&panel.Y, 0, 1.05*top, 4)
		if m%columns == 0 {
			panel.Y.Label.Text = "density"
			panels = append(panels, nil)
		}
		panels[len(panels)-1] = append(panels[len(panels)-1], panel)
	}
	return drawing.Grid(panels, 0.8*drawing.PanelHeight, legend)
}
