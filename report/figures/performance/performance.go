// Package performance draws how fast methods get near the best, over all data sets.
package performance

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"gpcbench/analysis"
	"gpcbench/harness/spec"
	"gpcbench/report/drawing"
	"gpcbench/report/figures/figure"
)

// Kind is the performance profile of times (Dolan and More 2002).
var Kind = figure.Kind{
	FigureKind: spec.FigureKind{Name: "performance", Read: figure.ReadOverSets},
	Draw:       newFigure, From: "a time, with all methods on one data set",
}

// Sizes of the figure.
const (
	width  = 2.6 * drawing.PanelWidth
	height = 1.8 * drawing.PanelHeight
)

// newFigure draws for every method the share of fits that get within half the margin of the best loss and stay
// there, against their time relative to the fastest.
func newFigure(p *analysis.Experiment, _ spec.Figure, at analysis.Coordinates) (*drawing.Figure, figure.Words) {
	courses, sets := p.Fits(at).Courses()
	near := p.Worth().Near()
	ratios := ratiosOf(courses, near)
	if len(ratios) == 0 {
		return nil, figure.Words{}
	}
	panel := drawing.NewPanel("Time relative to the fastest", fmt.Sprintf("Share of data sets within %g nats", near))
	last := 10.0
	for _, r := range slices.Concat(slices.Collect(maps.Values(ratios))...) {
		if !math.IsInf(r.time, 1) {
			last = max(last, r.time)
		}
	}
	panel.X.Min, panel.X.Max, panel.Y.Min, panel.Y.Max = 0, math.Log10(last)*1.02, 0, 1.02
	var lines []figure.Contender
	for _, label := range p.Advised() {
		if of, ok := ratios[label]; ok {
			points := steps(of, float64(len(sets)), panel.X.Max)
			lines = append(lines, figure.Contender{Name: label, Points: points, Worse: missed(points, panel.X.Max)})
		}
	}
	legend, others := figure.DrawContenders(panel, lines, figure.SeriesStyles(p, p.Dimension(spec.LabelKey)))
	marks := drawing.LinearTicks(0, 1, 5)
	panel.Y.Tick.Marker = plot.ConstantTicks(marks)
	panel.X.Tick.Marker = plot.ConstantTicks(figure.TicksOfTime(panel, analysis.Span{Low: 1, High: last}, width, marks))
	said := figure.OverSets("How soon near the best", sets, "How often a method gets to within %g nats of the best final %s of any method and stays there, by its time relative to the first method that does "+
		"(Dolan and More 2002). At 1 the method is the first. The end of a curve is how often it gets there at all.", near, p.Worth().LossName())
	return drawing.New([][]*plot.Plot{{panel}}, width, height, legend), said.And(others)
}

// moments are the places along the axis at which curves are compared.
const moments = 200

// missed is the share of data sets that a curve has not reached, at places from the left of the axis to its end.
func missed(points plotter.XYs, end float64) []float64 {
	out, at := make([]float64, moments), 0
	for i := range out {
		for x := end * float64(i) / (moments - 1); at+1 < len(points) && points[at+1].X <= x; {
			at++
		}
		out[i] = 1 - points[at].Y
	}
	return out
}

// ratio is the time of a fit over that of the fastest on its rows, with its weight.
type ratio struct{ time, weight float64 }

// ratiosOf are the ratios of each label in rising order; infinite if a fit does not end so near
// the least loss. The fits of one repeat are adjacent in courses.
func ratiosOf(courses []analysis.Course, near float64) map[string][]ratio {
	out := map[string][]ratio{}
	for len(courses) > 0 {
		n := 1
		for n < len(courses) && !slices.ContainsFunc(courses[:n], func(c analysis.Course) bool { return c.Label == courses[n].Label }) {
			n++
		}
		fastest := math.Inf(1)
		for _, c := range courses[:n] {
			fastest = min(fastest, c.Stays(c.Least+near))
		}
		for _, c := range courses[:n] {
			out[c.Label] = append(out[c.Label], ratio{c.Stays(c.Least+near) / fastest, c.Weight})
		}
		courses = courses[n:]
	}
	for label := range out {
		slices.SortFunc(out[label], func(a, b ratio) int { return cmp.Compare(a.time, b.time) })
	}
	return out
}

// steps is the share of data sets by the logarithm of a ratio, up to the end of the axis.
func steps(ratios []ratio, sets, end float64) plotter.XYs {
	out := plotter.XYs{{}}
	share := 0.0
	for _, r := range ratios {
		if math.IsInf(r.time, 1) {
			break
		}
		x := math.Log10(r.time)
		out = append(out, plotter.XY{X: x, Y: share})
		share += r.weight / sets
		out = append(out, plotter.XY{X: x, Y: share})
	}
	return append(out, plotter.XY{X: end, Y: share})
}
