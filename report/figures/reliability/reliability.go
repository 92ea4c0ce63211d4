package reliability

import (
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"gpcbench/analysis"
	"gpcbench/analysis/statistics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/drawing"
	"gpcbench/report/figures/figure"
	"gpcbench/wording"
)

// Kind is accuracy against confidence.
var Kind = figure.Kind{
	FigureKind: spec.FigureKind{Name: "reliability", Read: read},
	Draw:       newFigure, From: "a count of right predictions by their probability",
}

// read reads the keys of a figure.
func read(t *spec.FigureTable, f *spec.Figure) {
	f.OneClass = true
	t.OneForAllPanels()
}

// Sizes of a figure of reliability, which has many small panels.
const (
	mostColumns = 4
	panelWidth  = drawing.PageWidth / mostColumns
	panelHeight = 1.85 * vg.Inch
)

// grid is the panels of a figure, and what is in them.
type grid struct {
	panels []*plot.Plot
	legend []drawing.Entry
	low    float64         // of the confidences
	floor  float64         // of the accuracies with their bars
	equal  bool            // records have no tenths, but equal bins
	errors []drawing.Notes // the calibration errors of each panel
}

// newFigure draws accuracy against confidence, a panel for each value of what panels are for.
func newFigure(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates) (*drawing.Figure, figure.Words) {
	g := grid{low: 1, floor: 1}
	for _, value := range p.Dimension(f.Panels).Values {
		g.add(p, f, at.With(f.Panels, value), p.Described(analysis.Coordinates{f.Panels: value}))
	}
	if len(g.panels) == 0 {
		return nil, figure.Words{}
	}
	bins := "A point is a tenth of the rows of each repeat. "
	if g.equal {
		bins = "A point is one of 15 equal bins. "
	}
	g.tellErrors()
	columns := min(len(g.panels), mostColumns)
	rows := g.rows(columns)
	width, height := max(vg.Length(columns)*panelWidth, 3.3*vg.Inch), vg.Length(len(rows))*panelHeight
	return drawing.New(rows, width, height, g.legend), figure.Words{Guide: []string{
		"The share of test rows whose most probable class is the true one, against the probability of that class, pooled over repeats. " +
			bins + "Bars are 95% Wilson intervals, and the dotted line is perfect calibration. " +
			"ECE: the calibration error of each series, averaged over repeats."}}
}

// add draws the curves of one data set, if it has records.
func (g *grid) add(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates, title string) {
	styles := figure.SeriesStyles(p, p.Dimension(f.Series))
	panel := drawing.NewPanel("", "")
	panel.Add(drawing.Line(plotter.XYs{{X: 0, Y: 0}, {X: 1, Y: 1}}, drawing.Style{Color: drawing.Grey, Dashes: drawing.Dotted}, 0.8))
	notes := drawing.Notes{{Text: "ECE", Color: drawing.Black}}
	drawn := false
	for _, value := range p.Dimension(f.Series).Values {
		if f.Series == spec.LabelKey && slices.Contains(p.Floors(), value) {
			continue // all their rows have one probability
		}
		records := p.Group(at.With(f.Series, value)).OK
		bins, tenths := pooled(records)
		if len(bins) == 0 {
			continue
		}
		drawn, g.equal = true, g.equal || !tenths
		style := styles[value]
		var points plotter.XYs
		for _, b := range bins {
			points = append(points, plotter.XY{X: b.Confidence, Y: b.Accuracy})
			from, to := statistics.Wilson(b.Accuracy*float64(b.Count), float64(b.Count), statistics.Level)
			g.low, g.floor = min(g.low, b.Confidence), min(g.floor, from)
			panel.Add(drawing.Line(plotter.XYs{{X: b.Confidence, Y: from}, {X: b.Confidence, Y: to}}, drawing.Style{Color: style.Color}, 0.7))
		}
		panel.Add(drawing.Line(points, style, drawing.LineWidth), drawing.Points(points, style, 1.5))
		if s := analysis.Summarise(records, p.Worth().Calibration, "mean"); s.N > 0 {
			notes = append(notes, drawing.Note{Text: wording.Fixed(s.Value, 3), Color: style.Color})
		} else {
			notes = append(notes, drawing.Note{Color: style.Color})
		}
		g.legend = figure.Named(g.legend, value, styles)
	}
	if !drawn {
		return
	}
	drawing.Entitle(panel, title)
	panel.Title.Padding = 2
	g.panels, g.errors = append(g.panels, panel), append(g.errors, notes)
}

// tellErrors writes the calibration errors into each panel; of a single one, which has room for little, behind the
// names of the legend.
func (g *grid) tellErrors() {
	if len(g.panels) == 1 {
		for i, note := range g.errors[0][1:] { // a note for each series, as the legend has
			if note.Text != "" {
				g.legend[i].Name += ", ECE " + note.Text
			}
		}
		return
	}
	for i, panel := range g.panels {
		drawing.AddNotes(panel, slices.DeleteFunc(g.errors[i], func(n drawing.Note) bool { return n.Text == "" }))
	}
}

// rows are the panels in columns, with the same axes. Places that are left over are empty.
func (g *grid) rows(columns int) [][]*plot.Plot {
	low := max(0, g.low-0.02)
	for i, panel := range g.panels {
		drawing.SetRange(&panel.X, low, 1, 4)
		drawing.SetRange(&panel.Y, max(0, min(low, g.floor-0.02)), 1, 5)
		if i%columns == 0 {
			panel.Y.Label.Text = "Accuracy"
		}
		if i+columns >= len(g.panels) {
			panel.X.Label.Text = "Largest class probability"
		}
	}
	for len(g.panels)%columns != 0 {
		empty := drawing.NewPanel("", "")
		empty.HideAxes()
		g.panels = append(g.panels, empty)
	}
	return slices.Collect(slices.Chunk(g.panels, columns))
}

// pooled adds up the tenths of repeats, the first of all and so on, or their equal bins where a record
// has no tenths. Bins without rows are left out.
func pooled(records []record.Record) (bins []record.Bin, tenths bool) {
	tenths = true
	var equal, shares [][]record.Bin
	for _, r := range records {
		d := r.Details()
		equal, shares = append(equal, d.Calibration), append(shares, d.Tenths)
		tenths = tenths && len(d.Tenths) > 0 && len(d.Tenths) == len(shares[0])
	}
	all := equal
	if tenths {
		all = shares
	}
	for _, b := range record.PoolBins(all) {
		if b.Count > 0 {
			bins = append(bins, b)
		}
	}
	return bins, tenths
}
