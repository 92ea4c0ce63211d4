package figure

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"gpcbench/report/drawing"
)

const (
	fewCurves = 9 // a reader tells so many apart
	lastOnes  = 5 // named for where they end
)

// Contender is the curve of a method over the times of a picture, in which methods compete.
type Contender struct {
	Name   string
	Points plotter.XYs
	Worse  []float64 // the less the better, at moments that all curves of the picture have in common
}

// DrawContenders adds curves to a panel and returns their legend. If there are many, it colours and names only those that
// lead alone at some moment or are among the best at the end. The others are grey behind them, and the guide says so.
func DrawContenders(panel *plot.Plot, contenders []Contender, styles map[string]drawing.Style) (legend []drawing.Entry, guide string) {
	foremost := foremostOf(contenders)
	behind := drawing.Style{Color: drawing.Mix(drawing.Grey, drawing.White, 0.4)}
	for i, c := range contenders {
		if !foremost[i] {
			panel.Add(drawing.Line(c.Points, behind, drawing.ThinLine))
		}
	}
	for i, c := range contenders {
		if foremost[i] {
			panel.Add(drawing.Line(c.Points, styles[c.Name], drawing.LineWidth))
			legend = Named(legend, c.Name, styles)
		}
	}
	if len(legend) < len(contenders) {
		legend = append(legend, drawing.Entry{Name: "others", Style: behind})
		guide = "Grey: methods that never lead and are not among the five best at the end."
	}
	return legend, guide
}

// foremostOf says which curves are named.
func foremostOf(contenders []Contender) []bool {
	out := make([]bool, len(contenders))
	if len(contenders) <= fewCurves {
		return slices.Repeat([]bool{true}, len(contenders))
	}
	order := make([]int, len(contenders))
	for i := range order {
		order[i] = i
	}
	for t := range contenders[0].Worse {
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(contenders[a].Worse[t], contenders[b].Worse[t]) })
		if first, second := contenders[order[0]].Worse[t], contenders[order[1]].Worse[t]; first < second {
			out[order[0]] = true
		}
	}
	for _, i := range order[:lastOnes] {
		out[i] = true
	}
	return out
}
