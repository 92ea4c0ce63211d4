package ranks

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"gpcbench/harness"
	"gpcbench/linalg/engine"
	"gpcbench/report/document"
	"gpcbench/report/drawing"
	"gpcbench/report/format"
	"gpcbench/wording"
)

// results is the content of the simulation's file: the results, and the program that made them.
type results struct {
	Command  string         `json:"command"`
	GPCBench string         `json:"gpcbench"`
	Numerics int            `json:"numerics"`
	Go       string         `json:"go"`
	Platform string         `json:"platform"`
	Engine   string         `json:"engine"`
	Date     string         `json:"date"`
	Ranks    []rankSummary  `json:"ranks"`
	Sampler  []samplerRanks `json:"sampler"`
}

// resultsFile and reportFolder are the paths of the file and the report in a folder of results.
const (
	resultsFile  = "yardstick/calibration/ranks.json"
	reportFolder = "report/yardstick/calibration/paper"
)

// multiclassPart divides the number of data sets for methods with several classes, which take longer.
const multiclassPart = 4

// Simulate ranks the truth in the posteriors of all approximations and among draws of the sampler of the exact posterior.
// It writes the ranks and their report to a folder of results. It writes results to w as they are computed.
func Simulate(w io.Writer, folder string, replications int) error {
	out := results{
		Command:  fmt.Sprintf("go run ./experiments/simulate ranks %d %s", replications, folder),
		GPCBench: harness.Build(), Numerics: harness.NumericsVersion, Go: runtime.Version(),
		Platform: runtime.GOOS + "/" + runtime.GOARCH, Engine: engine.Install().Kernels, Date: time.Now().UTC().Format(time.RFC3339),
	}
	for _, check := range samplers {
		checked, err := checkSampler(check, replications)
		if err != nil {
			return err
		}
		out.Sampler = append(out.Sampler, checked...)
		fmt.Fprintf(w, "exact with %s: p of the ranks %.3g, %.3g, %.3g\n", check.name, checked[0].P, checked[1].P, checked[2].P)
	}
	for _, v := range variances {
		for _, a := range approximations {
			sets := replications
			if a.model.likelihood.Outputs() > 2 {
				sets = max(2, replications/multiclassPart)
			}
			of, err := rank(v, sets, []approximation{a})
			if err != nil {
				return err
			}
			out.Ranks = append(out.Ranks, of[0].summarise(a, v))
			fmt.Fprintf(w, "%s at variance %g: spread of z %.2f\n", a.name, v, out.Ranks[len(out.Ranks)-1].Spread)
		}
	}
	raw, err := json.MarshalIndent(out, "", " ")
	if err != nil {
		return err
	}
	file := filepath.Join(folder, filepath.FromSlash(resultsFile))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(file, append(raw, '\n'), 0o644); err != nil {
		return err
	}
	return Redraw(folder)
}

// Redraw writes the report of the ranks that [Simulate] wrote to a folder of results.
func Redraw(folder string) error {
	raw, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(resultsFile)))
	if err != nil {
		return err
	}
	var c results
	if err := json.Unmarshal(raw, &c); err != nil {
		return fmt.Errorf("%s: %w", resultsFile, err)
	}
	to := filepath.Join(folder, filepath.FromSlash(reportFolder))
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	d := c.report()
	for _, p := range format.Pages(d) {
		if err := os.WriteFile(filepath.Join(to, p.Name), p.Text, 0o644); err != nil {
			return err
		}
	}
	d.Each(func(b document.Block) {
		if image, ok := b.(document.Image); ok && err == nil {
			var picture []byte
			if picture, err = image.Drawing.Encode("svg"); err == nil {
				err = os.WriteFile(filepath.Join(to, image.Name+".svg"), picture, 0o644)
			}
		}
	})
	return err
}

// report returns the report of the results.
func (c results) report() document.Document {
	var d document.Document
	d.Heading(1, "The yardstick: which approximations are overconfident")
	d.Paragraph("Data are drawn from the model itself, and each method gets the kernel that they were drawn with. If a posterior is right, the truth is an even draw from it, and its ranks are even.")
	d.Paragraph("How to read it stands in docs/calibration.md.")
	d.Heading(2, "Methods")
	for _, n := range []int{2, numClasses} {
		d.Add(document.Image{Name: fmt.Sprintf("ranks-%d", n), Text: document.Text("Ranks of the truth in posteriors of %d classes", n), Drawing: c.drawRanks(n)})
		d.Paragraph("%d classes: ranks of the truth, from the boundary between classes on. The grey band is what chance does to even ranks, where rows of one data set depend on each other as they are found to.", n)
	}
	t := document.Table{Head: document.EscapeAll([]string{"variance", "method", "data sets", "spread of z", "mean of z", "below 5%", "above 95%", "told minus true probability"})}
	for _, r := range c.Ranks {
		t.Add(fmt.Sprint(r.Variance), r.Method, r.DataSets, wording.Fixed(r.Spread, 2), wording.Fixed(r.Mean, 2), wording.Percent(r.Below), wording.Percent(r.Above),
			wording.Fixed(r.Told, 3)+" ± "+wording.Fixed(r.ToldSE, 3))
	}
	d.Add(t)
	d.Heading(2, "The sampler of the exact posterior")
	d.Paragraph("Kernel and latent functions are drawn from the prior, then classes of %d rows. The truth is ranked among %d draws of the posterior. p is that of a chi-squared test of even ranks; of %d of them the lowest is %s.",
		checkedRows, ranksOf, len(c.Sampler), wording.Fixed(c.least(), 3))
	d.Add(document.Image{Name: "sampler", Text: "Ranks of the truth among draws of the sampler", Drawing: c.drawSampler()})
	checks := document.Table{Head: document.EscapeAll([]string{"likelihood", "quantity", "data sets", "p"})}
	for _, r := range c.Sampler {
		checks.Add(r.Sampler, r.Quantity, r.DataSets, wording.Fixed(r.P, 3))
	}
	d.Add(checks)
	d.Heading(2, "Provenance")
	d.Paragraph("This writes it again, the numbers as %s below the same folder:", resultsFile)
	d.Code(c.Command)
	d.Paragraph("gpcbench %s, numerics %d, %s, %s, %s, %s.", c.GPCBench, c.Numerics, c.Go, c.Platform, c.Engine, c.Date)
	return d
}

// least returns the smallest p.
func (c results) least() float64 {
	least := 1.0
	for _, r := range c.Sampler {
		least = min(least, r.P)
	}
	return least
}

// drawRanks draws the ranks of the methods for this number of classes.
func (c results) drawRanks(classes int) *drawing.Figure {
	found := map[string]rankSummary{}
	var names, series []string
	for _, r := range c.Ranks {
		if r.Classes == classes {
			of := fmt.Sprintf("variance %g", r.Variance)
			names, series, found[r.Method+of] = once(names, r.Method), once(series, of), r
		}
	}
	return histograms(names, series, func(name, of string) ([]float64, float64) {
		r := found[name+of]
		return r.Counts, r.Rows
	})
}

// drawSampler draws the ranks of the sampler, one per data set.
func (c results) drawSampler() *drawing.Figure {
	found := map[string]samplerRanks{}
	var names, series []string
	for _, r := range c.Sampler {
		names, series, found[r.Sampler+r.Quantity] = once(names, r.Sampler), once(series, r.Quantity), r
	}
	return histograms(names, series, func(name, of string) ([]float64, float64) {
		r := found[name+of]
		return r.Counts, float64(r.DataSets)
	})
}

// once appends a name unless names has it already.
func once(names []string, name string) []string {
	if slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}
