package figure

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"gpcbench/analysis"
	"gpcbench/harness/metrics"
	"gpcbench/report/drawing"
)

// LegendOf names every series once.
func LegendOf(curves []analysis.Curve, styles map[string]drawing.Style) []drawing.Entry {
	var out []drawing.Entry
	for _, c := range curves {
		out = Named(out, c.Name, styles)
	}
	return out
}

// Named is a legend that names a series, once.
func Named(legend []drawing.Entry, name string, styles map[string]drawing.Style) []drawing.Entry {
	if drawing.IndexOf(legend, name) >= 0 {
		return legend
	}
	return append(legend, drawing.Entry{Name: name, Style: styles[name]})
}

// AxisOfTime is the title of the horizontal axis.
func AxisOfTime(x string) string {
	switch x {
	case "iteration":
		return "Iteration"
	case "epoch":
		return "Epoch"
	}
	return metrics.Get(x).Axis
}

// TicksOfTime are those of the horizontal axis of a panel that is so wide and has those marks along the vertical one.
func TicksOfTime(panel *plot.Plot, time analysis.Span, width vg.Length, vertical []plot.Tick) []plot.Tick {
	return drawing.Untouched(drawing.LogTicks(time.Low, time.High), panel.X.Min, panel.X.Max, drawing.AxisWidth(width, vertical))
}

// Logarithms returns them, to base 10.
func Logarithms(x []float64) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = math.Log10(v)
	}
	return out
}
