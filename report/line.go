package report

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
)

// lineFigure draws a metric or more against an option or N, a panel each, with 95%
// intervals. The axis of a cost starts at 0.
func lineFigure(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates) (*drawing, explanation) {
	series, axis := p.Dimension(f.Series), p.Dimension(f.X)
	styles := seriesStyles(p, series)
	positions := positionsOf(axis.Values)
	var panels []*plot.Plot
	var legend []legendEntry
	single, intervals := true, false
	for _, metric := range f.Y {
		panel := newPanel(axisTitle(axis.Key), p.Metric(metric).Axis)
		y := analysis.Nothing
		for k, value := range series.Values {
			beside := dodge(positions, k, len(series.Values))
			var points plotter.XYs
			for i, x := range axis.Values {
				s := analysis.Summarise(p.Group(at.With(series.Key, value).With(axis.Key, x)).OK, metric, f.Summary)
				if s.N == 0 {
					continue
				}
				single, intervals = single && s.N == 1, intervals || !math.IsNaN(s.Low)
				points = append(points, plotter.XY{X: beside[i], Y: s.Value})
				y = y.Include(s.Value)
				if !math.IsNaN(s.Low) {
					y = y.Include(s.Low).Include(s.High)
					panel.Add(line(plotter.XYs{{X: beside[i], Y: s.Low}, {X: beside[i], Y: s.High}}, style{styles[value].color, solid}, 0.8))
				}
			}
			if len(points) == 0 {
				continue
			}
			slices.SortStableFunc(points, func(a, b plotter.XY) int {
				switch {
				case a.X < b.X:
					return -1
				case a.X > b.X:
					return 1
				}
				return 0
			})
			st := styles[value]
			panel.Add(line(points, st, lineWidth), &plotter.Scatter{XYs: points, GlyphStyle: draw.GlyphStyle{Color: st.color, Radius: 1.9, Shape: draw.CircleGlyph{}}})
			if !slices.ContainsFunc(legend, func(e legendEntry) bool { return e.name == value }) {
				legend = append(legend, legendEntry{name: value, style: st})
			}
		}
		if y.Empty() {
			continue
		}
		margin := max(0.06*(y.High-y.Low), 1e-6)
		panel.Y.Min, panel.Y.Max = y.Low-margin, y.High+margin
		if metrics.Get(metric).Cost {
			panel.Y.Min, panel.Y.Max = 0, 1.06*y.High
		}
		panel.Y.Tick.Marker = plot.ConstantTicks(linearTicks(panel.Y.Min, panel.Y.Max, 5))
		panel.X.Min, panel.X.Max = around(positions)
		var ticks []plot.Tick
		for i, x := range axis.Values {
			if spec.IsSize(axis.Key) {
				x = shortSize(x)
			}
			ticks = append(ticks, plot.Tick{Value: positions[i], Label: x})
		}
		panel.X.Tick.Marker = plot.ConstantTicks(ticks)
		panels = append(panels, panel)
	}
	if len(panels) == 0 {
		return nil, explanation{}
	}
	caption := "Mean over repeats with 95% intervals."
	switch {
	case single && intervals:
		caption = "One repeat, with 95% intervals over its test rows."
	case single:
		caption = "One repeat."
	case f.Summary == "median":
		caption = "Median over repeats with 95% intervals."
	}
	return newDrawing([][]*plot.Plot{panels}, []vg.Length{panelHeight}, vg.Length(len(panels))*panelWidth, legend), explanation{guide: []string{caption}}
}

// positionsOf places the values of an option: as numbers, or as their
// logarithms if all are positive and the largest is at least eight times the
// smallest, or evenly in their order if one is not a number.
func positionsOf(values []string) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		x, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSuffix(v, "%"), ",", ""), 64)
		if err != nil || strings.HasSuffix(v, "%") != strings.HasSuffix(values[0], "%") {
			for j := range out {
				out[j] = float64(j)
			}
			return out
		}
		out[i] = x
	}
	if slices.Min(out) > 0 && slices.Max(out) >= 8*slices.Min(out) {
		return logarithms(out)
	}
	return out
}

// around leaves some room at both ends of the axis.
func around(positions []float64) (low, high float64) {
	low, high = slices.Min(positions), slices.Max(positions)
	margin := 0.05 * (high - low)
	if margin == 0 {
		margin = 1
	}
	return low - margin, high + margin
}

// dodge moves the positions of the k-th of n series a little aside, so that
// its intervals do not hide those of the others.
func dodge(positions []float64, k, n int) []float64 {
	const step = 0.012 // of the axis
	low, high := around(positions)
	out := make([]float64, len(positions))
	for i, x := range positions {
		out[i] = x + step*(high-low)*(float64(k)-float64(n-1)/2)
	}
	return out
}

// axisTitle is what an axis calls an option.
func axisTitle(key string) string {
	switch key {
	case "inducing":
		return "Inducing points"
	case spec.Size:
		return "Rows of the table"
	case spec.Width:
		return "Attributes"
	case "batch":
		return "Rows in a minibatch"
	}
	return key
}

// shortSize writes what sizeText wrote so that it fits below an axis: 11M.
func shortSize(text string) string {
	for _, unit := range []struct{ zeros, name string }{{",000,000", "M"}, {",000", "k"}} {
		if short, round := strings.CutSuffix(text, unit.zeros); round {
			return short + unit.name
		}
	}
	return text
}
