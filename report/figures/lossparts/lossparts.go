// Package lossparts draws where methods lose against the exact posterior of their model.
package lossparts

import (
	"cmp"
	"fmt"
	"image/color"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gpcbench/analysis"
	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
	"gpcbench/report/document"
	"gpcbench/report/drawing"
	"gpcbench/report/figures/figure"
	"gpcbench/wording"
)

// Kind is a stacked bar a method, a part of its loss over the exact one each.
var Kind = figure.Kind{
	FigureKind: spec.FigureKind{Name: "loss-parts", Read: read},
	Draw:       newFigure, From: "a loss to compare with that of a sampler whose chains agree",
}

// read reads the keys of a figure.
func read(t *spec.FigureTable, f *spec.Figure) {
	figure.ReadOverSets(t, f)
	t.Need("exact", `{ KL = "exact" }`)
	t.Need("kernel", `{ KL = "KL, exact kernel" }`)
	exact, kernel, full, start := t.LabelsByLabel("exact"), t.LabelsByLabel("kernel"), t.LabelsByLabel("full"), t.LabelsByLabel("start")
	var all []analysis.Refits
	for _, label := range slices.Sorted(maps.Keys(exact)) {
		if kernel != nil && kernel[label] == "" {
			t.Problemf("kernel", "exact has an entry for %q, and kernel has none; add it", label)
		}
		all = append(all, analysis.Refits{Method: label, Exact: exact[label], Kernel: kernel[label], Full: full[label], Start: start[label]})
	}
	f.Options = all
}

const (
	width     = 2.4 * drawing.PanelWidth
	rowHeight = vg.Length(20)
	halfBar   = 0.34
	besides   = vg.Length(48)
)

// colours are those of the parts.
var colours = []color.NRGBA{drawing.Blue, drawing.Vermilion, drawing.Orange, drawing.Grey}

// newFigure draws the parts of every method's loss, the least loss above.
func newFigure(p *analysis.Experiment, f spec.Figure, _ analysis.Coordinates) (*drawing.Figure, figure.Words) {
	rows, few := p.LossPartsOf(f.Options.([]analysis.Refits)...)
	slices.SortStableFunc(rows, func(a, b analysis.LossParts) int { return cmp.Compare(b.Total, a.Total) })
	if len(rows) == 0 {
		return nil, figure.Words{}
	}
	panel := drawing.NewPanel(fmt.Sprintf("%s above that of the exact posterior (nats)", wording.Capital(p.Worth().LossName())), "")
	span := analysis.Nothing.Include(0)
	var names []string
	for i, r := range rows {
		names = append(names, r.Method)
		low, high := addBar(panel, float64(i), r)
		span = span.Include(low).Include(high)
	}
	for i, r := range rows {
		panel.Add(&plotter.Scatter{XYs: plotter.XYs{{X: r.Total, Y: float64(i)}}, GlyphStyle: total})
	}
	margin := 0.04 * (span.High - span.Low)
	drawing.SetRange(&panel.X, span.Low-margin, span.High+margin, 6)
	drawing.NameRows(panel, names)
	panel.Y.Tick.Length = 0
	panel.Add(drawing.Line(plotter.XYs{{X: 0, Y: panel.Y.Min}, {X: 0, Y: panel.Y.Max}}, drawing.Style{Color: drawing.Black}, 0.6)) // no loss
	return drawing.New([][]*plot.Plot{{panel}}, width, besides+rowHeight*vg.Length(len(rows)), legend()), words(rows, few)
}

// addBar draws the parts of a loss at a height, what is below 0 to the left, and returns where they end.
func addBar(panel *plot.Plot, y float64, r analysis.LossParts) (low, high float64) {
	for part, v := range r.Parts {
		from := &high
		if v < 0 {
			from = &low
		}
		panel.Add(drawing.Box(*from, *from+v, y-halfBar, y+halfBar, colours[part]))
		*from += v
	}
	return low, high
}

// words say what is drawn.
func words(rows []analysis.LossParts, few []string) figure.Words {
	said := figure.Words{
		Table: table(rows),
		Guide: []string{"Parts left of 0 reduce the loss; the triangle is the sum. Each part is a difference of losses. Hyper-parameters: " +
			"exact posterior at the method's kernel − exact posterior. Family: full approximation − exact posterior at the method's kernel. Inducing inputs: " +
			"sparse − full approximation. Optimisation: the fit − the fit with the best objective. " +
			"The table has means and standard errors over data sets."},
		Of: "Over " + wording.Plural(rows[0].Sets, "data set"),
		Caption: fmt.Sprintf("Means over repeats, then over data sets, of the fits that all of these methods have. "+
			"A fit reaches its limits if its samplers have an R-hat below %g and a Monte Carlo error below %g. Fits whose samplers are beyond %g or %g are left out.",
			metrics.Reached.RHat, metrics.Reached.MCSE, metrics.Near.RHat, metrics.Near.MCSE),
	}
	if len(few) > 0 {
		said.Caption += fmt.Sprintf(" Not shown, with more fits left out than kept: %s.", wording.And(few))
	}
	return said
}

// table is the numbers of the bars, the least loss first.
func table(rows []analysis.LossParts) document.Table {
	t := document.Table{Head: document.EscapeAll(slices.Concat([]string{"method"}, analysis.LossPartNames, []string{"sum", "data sets", "fits", "reached", "left out"}))}
	for _, r := range slices.Backward(rows) {
		cells := []any{r.Method}
		for i, v := range append(slices.Clone(r.Parts), r.Total) {
			cells = append(cells, withSE(v, r.SE[i]))
		}
		t.Add(append(cells, r.Sets, r.Fits, r.Agreed, r.Left)...)
	}
	return t
}

// withSE writes a mean over data sets with its standard error, where there are several.
func withSE(v, se float64) string {
	if math.IsNaN(se) {
		return wording.Fixed(v, decimals)
	}
	return wording.Fixed(v, decimals) + " ± " + wording.Fixed(se, decimals)
}

// decimals are of the table: losses are known to some thousandths.
const decimals = 3

// total is the mark of a sum.
var total = draw.GlyphStyle{Color: drawing.Black, Radius: 3.2, Shape: draw.PyramidGlyph{}}

// legend names the parts.
func legend() []drawing.Entry {
	var out []drawing.Entry
	for i, name := range analysis.LossPartNames {
		out = append(out, drawing.Swatch(name, colours[i]))
	}
	return append(out, drawing.Entry{Name: "sum", Glyph: &total})
}
