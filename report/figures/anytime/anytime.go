// Package anytime draws how far each method has come at any time, over all data sets.
package anytime

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"gpcbench/analysis"
	"gpcbench/harness/spec"
	"gpcbench/report/drawing"
	"gpcbench/report/figures/figure"
)

// Kind is the mean regret of each method at any time.
var Kind = figure.Kind{
	FigureKind: spec.FigureKind{Name: "anytime", Formerly: "front", Read: read},
	Draw:       newFigure, From: "both a trace and the loss of the shares, with all methods on one data set",
}

// read reads the keys of a figure.
func read(t *spec.FigureTable, f *spec.Figure) {
	figure.ReadOverSets(t, f)
	t.NeedFloor()
}

// Sizes of the figure.
const (
	width  = 2.6 * drawing.PanelWidth
	height = 2.2 * drawing.PanelHeight
)

// newFigure draws the mean regret of every method against time, and that of the shares as a line.
func newFigure(p *analysis.Experiment, _ spec.Figure, at analysis.Coordinates) (*drawing.Figure, figure.Words) {
	clock, _ := p.Clock()
	courses, sets := p.Fits(at).Courses()
	curves, shares, ok := regrets(p.Advised(), courses, len(sets))
	if !ok {
		return nil, figure.Words{}
	}
	styles, worth := figure.SeriesStyles(p, p.Dimension(spec.LabelKey)), p.Worth()
	panel := drawing.NewPanel(figure.AxisOfTime(clock), fmt.Sprintf("Mean regret in %s (nats)", worth.LossName()))
	time, y := analysis.TimeRange(curves), analysis.Nothing.Include(shares)
	for _, c := range curves {
		for _, v := range c.Y {
			y = y.Include(v)
		}
	}
	y.Low = max(y.Low, 1e-3*y.High) // a method that is the best everywhere has none
	panel.X.Min, panel.X.Max = math.Log10(time.Low), math.Log10(time.High)
	panel.Y.Min, panel.Y.Max = math.Log10(y.Low)-0.03, math.Log10(y.High)+0.03
	panel.Add(drawing.Line(plotter.XYs{{X: panel.X.Min, Y: math.Log10(shares)}, {X: panel.X.Max, Y: math.Log10(shares)}}, styles[p.Floors()[0]], drawing.ThinLine))
	var lines []figure.Contender
	for _, c := range curves {
		points := make(plotter.XYs, len(c.X))
		for i := range points {
			points[i] = plotter.XY{X: math.Log10(c.X[i]), Y: math.Log10(max(c.Y[i], y.Low))}
		}
		lines = append(lines, figure.Contender{Name: c.Name, Points: points, Worse: c.Y})
	}
	legend, others := figure.DrawContenders(panel, lines, styles)
	marks := drawing.LogTicks(y.Low, y.High)
	panel.Y.Tick.Marker = plot.ConstantTicks(marks)
	panel.X.Tick.Marker = plot.ConstantTicks(figure.TicksOfTime(panel, time, width, marks))
	legend = figure.Named(legend, p.Floors()[0], styles)
	said := figure.OverSets("Regret in time", sets, "Mean over data sets and repeats of a method's test %s at each time, minus the lowest final one of any method. "+
		"Before the first point of its trace, a fit has the %s of the shares of the %s, which is the line.", worth.LossName(), worth.LossName(), worth.Of())
	return drawing.New([][]*plot.Plot{{panel}}, width, height, legend), said.And(others)
}

// regrets are the mean regrets of labels at times that are even in their logarithms, and that of the
// shares; false where there are none, or no shares. Without a trace a label has no curve.
func regrets(labels []string, courses []analysis.Course, sets int) (curves []analysis.Curve, shares float64, ok bool) {
	time := analysis.Nothing
	counts := map[string]float64{}
	for _, c := range courses {
		time = time.Include(c.X[0]).Include(c.X[len(c.X)-1])
		counts[c.Label] += c.Weight
	}
	for _, label := range labels {
		if counts[label] < float64(sets)-1e-9 || sets == 0 {
			continue
		}
		curve := analysis.Curve{Name: label, X: time.LogSpaced(), Before: math.NaN()}
		shares = 0
		for _, t := range curve.X {
			mean := 0.0
			for _, c := range courses {
				switch {
				case c.Label != label:
				case t < c.X[0]:
					mean += c.Weight * (c.Shares - c.Least)
				default:
					mean += c.Weight * (c.At(t) - c.Least)
				}
			}
			curve.Y = append(curve.Y, mean/float64(sets))
		}
		for _, c := range courses {
			if c.Label == label {
				shares += c.Weight * (c.Shares - c.Least) / float64(sets)
			}
		}
		curves = append(curves, curve)
	}
	return curves, shares, len(curves) > 0 && shares > 0
}
