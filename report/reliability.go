package report

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
)

// fewRows is the number of test rows below which a bin is not drawn: its
// accuracy would say nothing.
const fewRows = 10

// reliabilityFigure draws accuracy against confidence, with the share of test
// rows in each bin below.
func reliabilityFigure(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates) (*drawing, explanation) {
	series := p.Dimension(f.Series)
	styles := seriesStyles(p, series)
	upper := newPanel("", "Accuracy")
	lower := newPanel("Largest class probability", "Share of rows")
	var legend []legendEntry
	low, top, floor := 1.0, 0.0, 1.0
	upper.Add(line(plotter.XYs{{X: 0, Y: 0}, {X: 1, Y: 1}}, style{grey, dotted}, 0.8))
	left := false
	for _, value := range series.Values {
		bins := analysis.Pool(p.Group(at.With(series.Key, value)).OK)
		total := 0
		for _, b := range bins {
			total += b.Count
		}
		if total == 0 {
			continue
		}
		st := styles[value]
		legend = append(legend, legendEntry{name: value, style: st})
		var points plotter.XYs
		var outline plotter.XYs
		for i, b := range bins {
			share := float64(b.Count) / float64(total)
			edge := float64(i) / analysis.ReliabilityBins
			outline = append(outline, plotter.XY{X: edge, Y: share}, plotter.XY{X: float64(i+1) / analysis.ReliabilityBins, Y: share})
			top = max(top, share)
			if b.Count > 0 {
				low = min(low, edge)
			}
			if b.Count < fewRows {
				left = left || b.Count > 0
				continue
			}
			points = append(points, plotter.XY{X: b.Confidence, Y: b.Accuracy})
			floor = min(floor, b.Accuracy)
			a, z := analysis.Wilson(b.Accuracy, b.Count)
			upper.Add(line(plotter.XYs{{X: b.Confidence, Y: a}, {X: b.Confidence, Y: z}}, style{st.color, solid}, 0.7))
		}
		upper.Add(line(points, st, lineWidth), &plotter.Scatter{XYs: points, GlyphStyle: draw.GlyphStyle{Color: st.color, Radius: 1.7, Shape: draw.CircleGlyph{}}})
		lower.Add(line(outline, st, 1))
	}
	if len(legend) == 0 {
		return nil, explanation{}
	}
	for _, panel := range []*plot.Plot{upper, lower} {
		panel.X.Min, panel.X.Max = low, 1
		panel.X.Tick.Marker = plot.ConstantTicks(linearTicks(low, 1, 5))
	}
	upper.X.Tick.Marker = plot.ConstantTicks(slices.Collect(func(yield func(plot.Tick) bool) {
		for _, t := range linearTicks(low, 1, 5) {
			if !yield(plot.Tick{Value: t.Value, Label: " "}) {
				return
			}
		}
	}))
	upper.Y.Min, upper.Y.Max = max(0, min(low, floor-0.08)), 1
	upper.Y.Tick.Marker = plot.ConstantTicks(linearTicks(upper.Y.Min, 1, 5))
	lower.Y.Min, lower.Y.Max = 0, 1.08*top
	lower.Y.Tick.Marker = plot.ConstantTicks(linearTicks(0, lower.Y.Max, 4))
	said := explanation{guide: []string{"Share of test rows whose most probable class is the true one, in 15 equal bins of its probability, pooled over repeats; bars are 95% Wilson intervals, the dotted line is perfect calibration. Below: the share of test rows in each bin."}}
	if left {
		said.guide = append(said.guide, fmt.Sprintf("The accuracy of bins with fewer than %d rows is left out.", fewRows))
	}
	rows := [][]*plot.Plot{{upper}, {lower}}
	return newDrawing(rows, []vg.Length{panelHeight * 1.15, panelHeight * 0.62}, 3.3*vg.Inch, legend), said
}
