package reliability

import (
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/drawing"
	"gpcbench/report/figures/figure"
	"gpcbench/report/statistics"
	"gpcbench/report/wording"
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

// calibrationError is the metric that is written into the panels, in the corner beyond cornerAt.
const (
	calibrationError = "ece"
	cornerAt         = 0.6
)

// Sizes of a figure of reliability, which has many small panels.
const (
	reliabilityColumns = 4 // at most
	reliabilityPanel   = drawing.PageWidth / reliabilityColumns
	reliabilityHeight  = 1.6 * vg.Inch
	sharesHeight       = 0.8 * vg.Inch
)

// reliability is the two panels of one data set.
type reliability struct {
	upper, lower  *plot.Plot
	low, floor    float64 // of the confidences, and of the accuracies with their bars
	shares        float64 // the largest of a bin
	seriesInOrder []string
	notes         []drawing.Note // the calibration error of each series
	left, right   int            // points in the upper left, and intervals that reach the lower right
	equal         bool           // records have no tenths, but equal bins
}

// newFigure draws accuracy against confidence, with the share of test rows in each
// bin below: a grid with two panels for each value of what panels are for.
func newFigure(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates) (*drawing.Figure, figure.Words) {
	styles := figure.SeriesStyles(p, p.Dimension(f.Series))
	var all []reliability
	var legend []drawing.Entry
	low, floor, bins := 1.0, 1.0, "A point is a tenth of the rows of each repeat. "
	for _, value := range p.Dimension(f.Panels).Values {
		r, ok := newReliability(p, f, at.With(f.Panels, value), styles)
		if !ok {
			continue
		}
		drawing.Entitle(r.upper, p.Described(analysis.Coordinates{f.Panels: value}))
		r.upper.Title.Padding = 2
		low, floor = min(low, r.low), min(floor, r.floor)
		if r.equal {
			bins = "A point is one of 15 equal bins. "
		}
		for _, name := range r.seriesInOrder {
			legend = figure.Named(legend, name, styles)
		}
		all = append(all, r)
	}
	if len(all) == 0 {
		return nil, figure.Words{}
	}
	columns := min(len(all), reliabilityColumns)
	var rows [][]*plot.Plot
	var heights []vg.Length
	for group := range slices.Chunk(all, columns) {
		var upper, lower []*plot.Plot
		for j, r := range group {
			r.finish(low, floor)
			if j > 0 {
				r.upper.Y.Label.Text, r.lower.Y.Label.Text = "", ""
			}
			upper, lower = append(upper, r.upper), append(lower, r.lower)
		}
		rows, heights = append(rows, upper, lower), append(heights, reliabilityHeight, sharesHeight)
	}
	for _, panel := range rows[len(rows)-1] {
		panel.X.Label.Text = "Largest class probability"
	}
	heights[len(heights)-1] += drawing.LabelSize + 4
	width := max(vg.Length(columns)*reliabilityPanel, 3.3*vg.Inch)
	return drawing.New(rows, heights, width, legend), figure.Words{Guide: []string{
		"Above: the share of test rows whose most probable class is the true one, against its probability, pooled over repeats. " +
			bins + "Bars are 95% Wilson intervals, and the dotted line is perfect calibration. " +
			"The numbers are the calibration error (ECE) of each series in its colour, the mean over repeats. " +
			"Below: the share of test rows in each of 15 equal bins."}}
}

// newReliability draws the curves of one data set; ok is false where there are no records.
func newReliability(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates, styles map[string]drawing.Style) (r reliability, ok bool) {
	r = reliability{upper: drawing.NewPanel("", "Accuracy"), lower: drawing.NewPanel("", "Share"), low: 1, floor: 1}
	r.upper.Add(drawing.Line(plotter.XYs{{X: 0, Y: 0}, {X: 1, Y: 1}}, drawing.Style{Color: drawing.Grey, Dashes: drawing.Dotted}, 0.8))
	for _, value := range p.Dimension(f.Series).Values {
		records := p.Group(at.With(f.Series, value)).OK
		bins := pool(records)
		total := 0
		for _, b := range bins {
			total += b.Count
		}
		if total == 0 {
			continue
		}
		st := styles[value]
		var points, outline plotter.XYs
		for i, b := range bins {
			edge, share := float64(i)/record.CalibrationBins, float64(b.Count)/float64(total)
			outline = append(outline, plotter.XY{X: edge, Y: share}, plotter.XY{X: edge + 1./record.CalibrationBins, Y: share})
			r.shares = max(r.shares, share)
			if b.Count > 0 {
				r.low = min(r.low, edge)
			}
		}
		drawn := tenths(records)
		if drawn == nil {
			drawn, r.equal = slices.DeleteFunc(slices.Clone(bins), func(b record.Bin) bool { return b.Count == 0 }), true
		}
		for _, b := range drawn {
			points = append(points, plotter.XY{X: b.Confidence, Y: b.Accuracy})
			from, to := statistics.Wilson(b.Accuracy*float64(b.Count), float64(b.Count), statistics.Level)
			switch {
			case b.Confidence < cornerAt && b.Accuracy > cornerAt:
				r.left++
			case b.Confidence > cornerAt && from < cornerAt:
				r.right++
			}
			r.floor = min(r.floor, from)
			r.upper.Add(drawing.Line(plotter.XYs{{X: b.Confidence, Y: from}, {X: b.Confidence, Y: to}}, drawing.Style{Color: st.Color}, 0.7))
		}
		r.upper.Add(drawing.Line(points, st, drawing.LineWidth), drawing.Points(points, st, 1.5))
		if s := analysis.Summarise(records, calibrationError, "mean"); s.N > 0 {
			r.notes = append(r.notes, drawing.Note{Text: wording.Fixed(s.Value, 3), Color: st.Color})
		}
		r.lower.Add(drawing.Line(outline, st, 1))
		r.seriesInOrder = append(r.seriesInOrder, value)
	}
	return r, len(r.seriesInOrder) > 0
}

// finish gives the panels axes that those of all data sets share, and calibration errors.
func (r *reliability) finish(low, floor float64) {
	if len(r.notes) > 0 {
		lines := append([]drawing.Note{{Text: "ECE", Color: drawing.Black}}, r.notes...)
		r.upper.Add(drawing.Notes{Lines: lines, LowerRight: r.right <= r.left}) // where fewer points are
	}
	r.upper.X.Min, r.upper.X.Max = low, 1
	r.lower.X.Min, r.lower.X.Max = low, 1
	ticks := drawing.LinearTicks(low, 1, 4)
	for i := len(ticks) - 2; i >= 0; i -= 2 {
		ticks[i].Label = "" // the panels are narrow
	}
	r.lower.X.Tick.Marker = plot.ConstantTicks(ticks)
	r.upper.X.Tick.Marker = plot.ConstantTicks(unlabelled(ticks))
	drawing.SetRange(&r.upper.Y, max(0, min(low, floor-0.02)), 1, 5)
	r.lower.Y.Min, r.lower.Y.Max = 0, 1.08*r.shares
	r.lower.Y.Tick.Marker = plot.ConstantTicks(drawing.SparseTicks(0, r.lower.Y.Max, 4)) // more do not fit
}

// unlabelled is ticks without their labels, of which gonum wants one.
func unlabelled(ticks []plot.Tick) []plot.Tick {
	out := slices.Clone(ticks)
	for i := range out {
		out[i].Label = " "
	}
	return out
}
