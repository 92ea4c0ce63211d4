// Package regret draws how far each method is from the best on each data set.
package regret

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gpcbench/analysis"
	"gpcbench/harness/spec"
	"gpcbench/report/drawing"
	"gpcbench/report/figures/figure"
	"gpcbench/wording"
)

// Kind is a map of regrets, data sets by methods.
var Kind = figure.Kind{
	FigureKind: spec.FigureKind{Name: "regret", Read: figure.ReadOverSets},
	Draw:       newFigure, From: "a loss, with all methods on one data set",
}

// Sizes of the figure.
const (
	cell    = vg.Length(20)
	row     = vg.Length(13)
	besides = vg.Length(20) // beside names of data sets, and of methods
)

// steps are the bounds of the colours, in margins within which a method is as good.
var steps = []float64{0.25, 0.5, 1, 2.5, 5, 10, 25}

// newFigure draws the regret of every method on every data set, the best on average at the left and
// the shares at the right.
func newFigure(p *analysis.Experiment, _ spec.Figure, at analysis.Coordinates) (*drawing.Figure, figure.Words) {
	l := p.LossesAt(at)
	methods, floors := p.Advised(), p.Floors()
	if len(l.Sets) == 0 || len(methods) == 0 {
		return nil, figure.Words{}
	}
	regrets := map[string][]float64{}
	for _, label := range l.Labels {
		regrets[label] = l.Regrets(p, label)
	}
	slices.SortStableFunc(methods, func(a, b string) int { return cmp.Compare(stat.Mean(regrets[a], nil), stat.Mean(regrets[b], nil)) })
	columns := slices.Concat(methods, floors)
	panel := drawing.NewPanel("", "")
	var rows, heads []plot.Tick
	for i, name := range l.Sets {
		y := float64(len(l.Sets) - 1 - i)
		rows = append(rows, plot.Tick{Value: y, Label: name})
		for j, label := range columns {
			worse := slices.ContainsFunc(floors, func(floor string) bool { return regrets[label][i] > regrets[floor][i] })
			panel.Add(square(float64(j), y, regrets[label][i], l.Worth.Margin, worse)...)
		}
	}
	for j, label := range columns {
		heads = append(heads, plot.Tick{Value: float64(j), Label: label})
	}
	panel.X.Min, panel.X.Max, panel.Y.Min, panel.Y.Max = -0.5, float64(len(columns))-0.5, -0.5, float64(len(l.Sets))-0.5
	panel.X.Tick.Marker, panel.Y.Tick.Marker = plot.ConstantTicks(heads), plot.ConstantTicks(rows)
	panel.X.Tick.Label.Rotation, panel.X.Tick.Label.XAlign, panel.X.Tick.Label.YAlign = math.Pi/2, draw.XRight, draw.YCenter
	panel.X.Tick.Length, panel.Y.Tick.Length, panel.X.Padding = 0, 0, 5
	panel.X.LineStyle.Width, panel.Y.LineStyle.Width = 0, 0
	said := figure.Words{
		Guide: []string{fmt.Sprintf("Regret: a method's mean test %s over repeats minus the lowest of all methods on that data set, in hundredths of a nat. "+
			"Methods are ordered by mean regret, the lowest at the left.", l.Worth.LossName())},
		Of: fmt.Sprintf("Regret in %s, in hundredths of a nat", l.Worth.LossName()),
	}
	if len(floors) > 0 {
		said.Guide[0] += fmt.Sprintf(" At the right: %s. Black: worse than the shares of the %s.", wording.And(floors), l.Worth.Of())
	}
	width, height := room(l.Sets)+cell*vg.Length(len(columns)), room(columns)+row*vg.Length(len(l.Sets))
	return drawing.New([][]*plot.Plot{{panel}}, width, height, legend(l.Worth.Margin)), said
}

// room is what names take beside the map.
func room(names []string) vg.Length {
	widest := vg.Length(0)
	for _, name := range names {
		widest = max(widest, drawing.TextStyle(drawing.NoteSize+1).Width(name))
	}
	return widest + besides
}

// square is a cell of the map: its colour and its number.
func square(x, y, regret, margin float64, worse bool) []plot.Plotter {
	ink := color.Color(color.Black)
	if step := stepOf(regret, margin); worse || step > len(steps)-2 {
		ink = color.White
	}
	text := drawing.TextStyle(drawing.NoteSize)
	text.Color, text.XAlign, text.YAlign = ink, draw.XCenter, draw.YCenter
	return []plot.Plotter{
		drawing.Box(x-0.48, x+0.48, y-0.46, y+0.46, colourOf(regret, margin, worse)),
		&plotter.Labels{XYs: plotter.XYs{{X: x, Y: y}}, Labels: []string{number(100 * regret)}, TextStyle: []draw.TextStyle{text}},
	}
}

// number writes two digits, and one below 1.
func number(x float64) string {
	switch {
	case x < 0.05:
		return "0"
	case x < 9.95:
		return strings.TrimPrefix(wording.Fixed(x, 1), "0")
	}
	return wording.Fixed(x, 0)
}

// stepOf is the place of a regret among the steps.
func stepOf(regret, margin float64) int {
	i := slices.IndexFunc(steps, func(s float64) bool { return regret <= s*margin*(1+1e-9) })
	if i < 0 {
		return len(steps)
	}
	return i
}

// colourOf is the colour of a regret: the paler, the better.
func colourOf(regret, margin float64, worse bool) color.NRGBA {
	if worse {
		return drawing.Black
	}
	return drawing.Mix(drawing.Wine, color.NRGBA{250, 250, 250, 255}, float64(stepOf(regret, margin))/float64(len(steps)))
}

// legend names the colours.
func legend(margin float64) []drawing.Entry {
	var out []drawing.Entry
	for i, s := range steps {
		name := fmt.Sprintf("%.3g", 100*s*margin)
		if i == 0 {
			name = "up to " + name
		}
		out = append(out, drawing.Swatch(name, colourOf(s*margin, margin, false)))
	}
	return append(out, drawing.Swatch("more", colourOf(math.Inf(1), margin, false)), drawing.Swatch("worse than the shares", drawing.Black))
}
