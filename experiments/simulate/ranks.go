package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"gpcbench/data"
	"gpcbench/gp/kernel"
	"gpcbench/gp/likelihood"
	"gpcbench/linalg"
	"gpcbench/linalg/engine"
	registry "gpcbench/methods"
	"gpcbench/methods/method"
	"gpcbench/report/drawing"
	"gpcbench/report/wording"
)

// approximation is a method at the kernel that the data were drawn with.
type approximation struct {
	name, method, link string
	options            map[string]any
}

// approximations are of the two links. Sparse ones have a quarter of the rows as inducing inputs.
var approximations = []approximation{
	{"exact", "exact", "probit", map[string]any{"likelihood": "probit", "matched_frame": true, "iterations": 200, "thinning": 1}},
	{"EP full", "ep-full", "probit", nil},
	{"KL full", "kl", "probit", map[string]any{"likelihood": "probit", "iterations": 200, "tolerance": 1e-6}},
	{"Laplace", "laplace-full", "probit", map[string]any{"likelihood": "probit"}},
	{"EPFitc", "ep-fitc", "probit", map[string]any{"inducing": quarter}},
	{"SVGPC", "svgp", "probit", map[string]any{"likelihood": "probit", "optimiser": "lbfgs", "batch": 0, "iterations": 200, "tolerance": 1e-6, "inducing": quarter}},
	{"MFSp", "mfsp", "probit", map[string]any{"iterations": 200, "tolerance": 1e-6, "inducing": quarter}},
	{"X-GPC", "xgpc", "logit", map[string]any{"batch": 0, "collapse": false, "iterations": 200, "tolerance": 1e-6, "inducing": quarter}},
	{"Laplace FITC", "laplace-fitc", "probit", map[string]any{"likelihood": "probit", "inducing": quarter}},
}

const (
	trained, tested = 48, 8 // rows of a data set
	quarter         = int64(trained / 4)
	lengthscale     = 1.0 // of inputs in two dimensions, N(0, I)
	tenths          = 10
)

// variances are those of the kernels that data are drawn with.
var variances = []float64{1, 10, 100}

// ranked is what came out of a method on data of one variance.
type ranked struct {
	counts [tenths]float64 // of ranks
	above  []float64       // a data set each: mean of what is told of the class that is predicted, less its probability
	z      []float64       // (f - mean) / sd
}

// recordNothing is a recorder of fits that nobody looks at.
type recordNothing struct{ method.Recorder }

func (recordNothing) Due(int) bool { return false }
func (recordNothing) Trace(int, func() float64, func() (method.Predictor, error)) error {
	return nil
}
func (recordNothing) Event(string, int)                           {}
func (recordNothing) Inducing(int)                                {}
func (recordNothing) Elapsed() time.Duration                      { return 0 }
func (recordNothing) OffClock(f func())                           { f() }
func (recordNothing) SetUp(f func())                              { f() }
func (recordNothing) Part(_ string, f func())                     { f() }
func (recordNothing) Checkpoint(int, func(io.Writer) error) error { return nil }
func (recordNothing) Resume() (int, []byte)                       { return 0, nil }

// sampleOf is a data set that is drawn from the prior: the last rows are tested, and of these f is known.
type sampleOf struct {
	x *mat.Dense
	f []float64
	y []int
}

// draw draws a data set of a kernel's variance and a link until both classes are among the training rows, which some
// methods need: a choice by what a posterior is given leaves its ranks even.
func draw(rng *rand.Rand, variance float64, link likelihood.Link) sampleOf {
	for {
		s := drawAny(rng, variance, link)
		if slices.Contains(s.y[:trained], 0) && slices.Contains(s.y[:trained], 1) {
			return s
		}
	}
}

// drawAny draws a data set.
func drawAny(rng *rand.Rand, variance float64, link likelihood.Link) sampleOf {
	const n = trained + tested
	s := sampleOf{mat.NewDense(n, 2, nil), make([]float64, n), make([]int, n)}
	s.x.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, s.x)
	k, err := kernel.New("se", 2, kernel.Start{Variance: variance, Lengthscale: lengthscale})
	if err != nil {
		panic(err)
	}
	gram, factor, v := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil), make([]float64, n)
	k.Gram(gram, s.x)
	if _, err := linalg.JitterCholesky(factor, gram); err != nil {
		panic(err)
	}
	for i := range v {
		v[i] = rng.NormFloat64()
	}
	linalg.MulVec(s.f, false, 1, factor, v, 0)
	for i, f := range s.f {
		if p, _ := link.Predict(f, 0); rng.Float64() < p {
			s.y[i] = 1
		}
	}
	return s
}

// fit returns the method's posterior of the training rows of a data set, at its kernel.
func (a approximation) fit(s sampleOf, variance float64, seed uint64) (method.Latent, error) {
	cfg := registry.Registry[a.method].New()
	options := map[string]any{"standardise": false, "lengthscale": lengthscale, "variance": variance, "noise": 0.0, "learn": []any{}}
	for k, v := range a.options {
		options[k] = v
	}
	if err := method.Decode(cfg, options); err != nil {
		return nil, err
	}
	p, err := cfg.Fit(context.Background(), method.Task{
		Kind: data.Binary, Classes: 2,
		Train:  data.NewExamples(data.NewMemory(mat.DenseCopyOf(s.x.Slice(0, trained, 0, 2)), s.y[:trained]), data.All(trained), nil),
		Stream: func(purpose string) *rand.Rand { return rand.New(rand.NewPCG(seed, uint64(len(purpose)))) },
	}, recordNothing{})
	if err != nil {
		return nil, err
	}
	return p.(method.Latent), nil
}

// add ranks f of the test rows among what a posterior says of it. Ranks are from the boundary on: where the mean is
// below 0 they are those of -f, so that a rank is high where f is farther from 0 than the posterior has it.
func (r *ranked) add(p method.Latent, s sampleOf, link likelihood.Link) {
	x := s.x.Slice(trained, trained+tested, 0, 2).(*mat.Dense)
	mean, variance, told := mat.NewDense(tested, 1, nil), mat.NewDense(tested, 1, nil), mat.NewDense(tested, 2, nil)
	p.Latents(mean, variance, x)
	p.Predict(told, x)
	above := 0.0
	for i := range tested {
		f, m := s.f[trained+i], mean.At(i, 0)
		z := (f - m) / math.Sqrt(variance.At(i, 0))
		if m < 0 {
			z = -z
		}
		r.z = append(r.z, z)
		r.counts[min(tenths-1, int(tenths*distuv.UnitNormal.CDF(z)))]++
		plus, minus := link.Predict(f, 0)
		if told.At(i, 1) > told.At(i, 0) {
			above += (told.At(i, 1) - plus) / tested
		} else {
			above += (told.At(i, 0) - minus) / tested
		}
	}
	r.above = append(r.above, above)
}

// rank fits all methods to so many data sets of a variance.
func rank(variance float64, replications int, all []approximation) ([]ranked, error) {
	out := make([]ranked, len(all))
	for s := range replications {
		for m, a := range all {
			link, err := likelihood.NewLink(a.link)
			if err != nil {
				return nil, err
			}
			set := draw(rand.New(rand.NewPCG(uint64(s), math.Float64bits(variance))), variance, link)
			p, err := a.fit(set, variance, uint64(s))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", a.name, err)
			}
			out[m].add(p, set, link)
		}
	}
	return out, nil
}

// ranks returns the simulation that says how calibrated the methods' posteriors are over data of the prior (Talts et
// al., Validating Bayesian inference algorithms with simulation-based calibration, 2018; Cook, Gelman & Rubin 2006 have
// the ranks of a posterior that is known by its moments), and draws it to a file if one is named.
func ranks(file string) func(w io.Writer, replications int) {
	return func(to io.Writer, replications int) {
		engine.Install()
		var all [][]ranked
		w := tabwriter.NewWriter(to, 0, 0, 1, ' ', 0)
		fmt.Fprintln(w, "| variance | method |\tspread of z |\tmean of z |\tbelow 5% |\tabove 95% |\ttold less true probability |")
		fmt.Fprintln(w, "|---|---|\t---|\t---|\t---|\t---|\t---|")
		for _, v := range variances {
			of, err := rank(v, replications, approximations)
			if err != nil {
				fmt.Fprintln(os.Stderr, "simulate:", err)
				os.Exit(1)
			}
			for m, r := range of {
				fmt.Fprintf(w, "| %g | %s |\t%s |\n", v, approximations[m].name, strings.Join(r.cells(), " |\t"))
			}
			all = append(all, of)
		}
		w.Flush()
		if file == "" {
			return
		}
		svg, err := histograms(all, replications).Encode("svg")
		if err == nil {
			err = os.WriteFile(file, svg, 0o644)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "simulate:", err)
			os.Exit(1)
		}
	}
}

// cells are the row of a table.
func (r ranked) cells() []string {
	low, high := 0.0, 0.0
	for _, z := range r.z {
		if z < -1.645 {
			low += 1 / float64(len(r.z))
		}
		if z > 1.645 {
			high += 1 / float64(len(r.z))
		}
	}
	mean, sd := stat.MeanStdDev(r.above, nil)
	zMean, zSD := stat.MeanStdDev(r.z, nil)
	return []string{
		wording.Fixed(zSD, 2), wording.Fixed(zMean, 2), wording.Percent(low), wording.Percent(high),
		wording.Fixed(mean, 3) + " ± " + wording.Fixed(stat.StdErr(sd, float64(len(r.above))), 3),
	}
}

// histograms draws the ranks, a panel a method and a line a variance, with the band of 95% of what chance does to
// those of a posterior that is right.
func histograms(all [][]ranked, replications int) *drawing.Figure {
	const columns = 3
	n := float64(replications * tested)
	chance := 1.96 * math.Sqrt((1.-1./tenths)/tenths*n) * tenths / n
	var panels [][]*plot.Plot
	var legend []drawing.Entry
	colours := []drawing.Style{{Color: drawing.Blue}, {Color: drawing.Orange}, {Color: drawing.Vermilion}}
	for i, v := range variances {
		legend = append(legend, drawing.Entry{Name: fmt.Sprintf("variance %g", v), Style: colours[i]})
	}
	for m, a := range approximations {
		panel := drawing.NewPanel("rank", "")
		drawing.Entitle(panel, a.name)
		panel.Add(drawing.Band([]float64{0, 1}, []float64{1 - chance, 1 - chance}, []float64{1 + chance, 1 + chance}, drawing.Style{Color: drawing.Grey}))
		top := 2.0
		for i := range variances {
			var steps plotter.XYs
			for b, count := range all[i][m].counts {
				h := count * tenths / n
				top = max(top, h)
				steps = append(steps, plotter.XY{X: float64(b) / tenths, Y: h}, plotter.XY{X: float64(b+1) / tenths, Y: h})
			}
			panel.Add(drawing.Line(steps, colours[i], 1.2))
		}
		drawing.SetRange(&panel.X, 0, 1, 4)
		drawing.SetRange(&panel.Y, 0, 1.05*top, 4)
		if m%columns == 0 {
			panels = append(panels, nil)
		}
		panels[len(panels)-1] = append(panels[len(panels)-1], panel)
	}
	return drawing.Grid(panels, 0.8*drawing.PanelHeight, legend)
}
