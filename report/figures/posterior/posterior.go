package posterior

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/drawing"
	"gpcbench/report/figures/figure"
)

// Kind is the posterior of the one number that a model has.
var Kind = figure.Kind{
	FigureKind: spec.FigureKind{Name: "posterior", Read: read},
	Draw:       newFigure, From: "a map of a model of one attribute",
}

// read reads the keys of a figure.
func read(t *spec.FigureTable, _ *spec.Figure) { t.NeedMap() }

// visible is the share of a density's peak below which it is not drawn.
const visible = 2e-3

// newFigure draws the posterior of the one number that models have, of
// the first repeat, a panel for each series: the prior, the exact posterior and
// the model's own.
func newFigure(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates) (*drawing.Figure, figure.Words) {
	series := p.Dimension(f.Series)
	styles := figure.SeriesStyles(p, series)
	prior, exact := drawing.Style{Color: drawing.Grey, Dashes: drawing.Dotted}, drawing.Style{Color: drawing.Black}
	legend := []drawing.Entry{{Name: "prior", Style: prior}, {Name: "exact posterior", Style: exact}}
	var panels []*plot.Plot
	var gaps []analysis.Gap
	low, high, top := 0.0, 0.0, 0.0
	for _, value := range series.Values {
		g := p.Group(at.With(series.Key, value))
		if len(g.OK) == 0 {
			continue
		}
		m, err := figure.MapOf(p, g.OK[0].Cell, true)
		if err != nil {
			gaps = analysis.WithGap(gaps, err.Error(), g.OK[0].Cell.Name())
			continue
		}
		d := m.Posterior
		panel := drawing.NewPanel("Value", "Density")
		own := styles[value]
		own.Dashes = drawing.Dashed
		panel.Add(drawing.Line(density(d, d.Prior), prior, drawing.LineWidth), drawing.Line(density(d, d.Exact), exact, drawing.LineWidth), drawing.Line(density(d, d.Own), own, drawing.LineWidth))
		panels = append(panels, panel)
		legend = append(legend, drawing.Entry{Name: value, Style: own})
		for _, y := range [][]float64{d.Prior, d.Exact, d.Own} {
			points := density(d, y)
			for _, v := range points {
				top = max(top, v.Y)
			}
			low, high = min(low, points[0].X), max(high, points[len(points)-1].X)
		}
	}
	if len(panels) == 0 {
		return nil, figure.Words{Gaps: gaps}
	}
	for _, panel := range panels {
		drawing.SetRange(&panel.X, low, high, 5)
		drawing.SetRange(&panel.Y, 0, 1.05*top, 5)
	}
	caption := "Densities of the value of the first class's function at its only inducing input: the prior, the exact posterior by quadrature, and each method's Gaussian. First repeat."
	return drawing.Row(panels, drawing.PanelHeight, legend), figure.Words{Guide: []string{caption}, Gaps: gaps}
}

// density is a curve without its tails.
func density(d *record.Posterior, y []float64) plotter.XYs {
	peak := 0.0
	for _, v := range y {
		peak = max(peak, v)
	}
	var out plotter.XYs
	for i, v := range y {
		if v >= visible*peak {
			out = append(out, plotter.XY{X: d.Theta[i], Y: v})
		}
	}
	return out
}
