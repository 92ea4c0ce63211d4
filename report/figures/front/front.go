package front

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/drawing"
	"gpcbench/report/figures/figure"
	"gpcbench/report/wording"
)

// Kind is what each method has come to at any time, over all data sets.
var Kind = figure.Kind{
	FigureKind: spec.FigureKind{Name: "front", Read: read},
	Draw:       newFigure, From: "both a trace and the loss of the shares, with all methods on one data set",
}

// read reads the keys of a figure.
func read(t *spec.FigureTable, _ *spec.Figure) {
	t.OneForAllPanels()
	for _, key := range []string{"panels", "series"} {
		if t.Has(key) {
			t.Problemf(key, "a front figure has a curve for each label, over all data sets: it has no %s", key)
		}
	}
	t.NeedFloor()
}

// Sizes of a figure of the front.
const (
	frontPanel = 2.6 * drawing.PanelWidth
	frontWidth = vg.Length(6) // of the line of the front, below the curves that make it
)

// newFigure draws what every method has left of the loss of the shares of classes, or labels,
// at any time, over all data sets, above the front: the least of them all.
func newFigure(p *analysis.Experiment, _ spec.Figure, at analysis.Coordinates) (*drawing.Figure, figure.Words) {
	clock, _ := p.Clock()
	a, ok := newAnytime(p, at, clock)
	if !ok {
		return nil, figure.Words{}
	}
	styles := figure.SeriesStyles(p, p.Dimension("label"))
	loss := a.worth.LossName()
	panel := drawing.NewPanel(figure.AxisOfTime(clock), wording.Capital(fmt.Sprintf("%s / %s of the shares", loss, loss)))
	panel.Add(drawing.Line(logPoints(a.front), drawing.Style{Color: drawing.Pale(drawing.Grey)}, frontWidth))
	for _, c := range a.curves {
		panel.Add(drawing.Line(logPoints(c), styles[c.Name], drawing.LineWidth))
	}
	time := analysis.TimeRange(a.curves)
	panel.X.Min, panel.X.Max = math.Log10(time.Low), math.Log10(time.High)
	panel.Y.Min, panel.Y.Max = 0.9*slices.Min(a.front.Y), 1.04
	marks := drawing.LinearTicks(panel.Y.Min, panel.Y.Max, 5)
	panel.Y.Tick.Marker = plot.ConstantTicks(marks)
	panel.X.Tick.Marker = plot.ConstantTicks(figure.TicksOfTime(panel, time, frontPanel, marks))
	said := figure.Words{
		Guide: []string{fmt.Sprintf("The mean over data sets and repeats of a method's test %s over that of the shares of the %s, as it was at each time; until the first point of its trace a fit has that of the shares. ", loss, a.worth.Of) +
			"The grey band is the front: the least that any method has left by then."},
		Of:      "Mean over " + wording.Plural(len(a.sets), "data set"),
		Caption: fmt.Sprintf("%s: %s.", wording.Plural(len(a.sets), "data set"), strings.Join(a.sets, ", ")),
	}
	return drawing.New([][]*plot.Plot{{panel}}, []vg.Length{2.2 * drawing.PanelHeight}, frontPanel, figure.LegendOf(a.curves, styles)), said
}

// logPoints are those of a curve, in the logarithm of time.
func logPoints(c analysis.Curve) plotter.XYs {
	out := make(plotter.XYs, len(c.X))
	for i := range c.X {
		out[i] = plotter.XY{X: math.Log10(c.X[i]), Y: c.Y[i]}
	}
	return out
}
