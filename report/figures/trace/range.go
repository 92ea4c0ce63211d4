package trace

import (
	"math"
	"slices"

	"gpcbench/analysis"
)

// verticalRange chooses the range of the vertical axis. Early values may be
// many times worse than the later ones: if showing them would squeeze
// the last third of the curves, in log time, into less than half of the height,
// the range ends at twice the later range, and cut is true. Early values that
// are better than later ones are always shown.
func verticalRange(curves []analysis.Curve, higherIsBetter bool) (r analysis.Span, cut bool) {
	full, late := spans(curves)
	for _, c := range curves {
		if !math.IsNaN(c.Before) {
			full = full.Include(c.Before)
		}
	}
	width := late.High - late.Low
	if width == 0 {
		width = max(math.Abs(late.High)*0.1, 1e-3)
	}
	r = full
	if !higherIsBetter && full.High > late.High+width {
		r.High, cut = late.High+width, true
	}
	if higherIsBetter && full.Low < late.Low-width {
		r.Low, cut = late.Low-width, true
	}
	margin := 0.04 * (r.High - r.Low)
	if margin == 0 {
		margin = 0.1 * width
	}
	low := r.Low - margin
	if r.Low >= 0 {
		low = max(low, 0)
	}
	return analysis.Span{Low: low, High: r.High + margin}, cut
}

// spans are the ranges of curves with their bands, and of their last third in log time.
func spans(curves []analysis.Curve) (full, late analysis.Span) {
	full, late = analysis.Nothing, analysis.Nothing
	for _, c := range curves {
		end := c.X[len(c.X)-1]
		from := end * math.Cbrt(c.X[0]/end)
		for i := range c.X {
			full = full.Include(c.Low[i]).Include(c.High[i])
			if c.X[i] >= from {
				late = late.Include(c.Low[i]).Include(c.High[i])
			}
		}
	}
	return full, late
}

// verticalRange chooses the range of values of an axis like that of m for some curves.
func (m *curves) verticalRange(of []analysis.Curve) (r analysis.Span, cut bool) {
	if m.foot == 0 {
		return verticalRange(of, m.metric.HigherIsBetter)
	}
	of = slices.Clone(of)
	for i, c := range of {
		of[i].Low, of[i].High, of[i].Before = m.heights(c.Low), m.heights(c.High), m.height(c.Before)
	}
	r, cut = verticalRange(of, m.metric.HigherIsBetter)
	return analysis.Span{Low: math.Pow(10, r.Low), High: math.Pow(10, r.High)}, cut
}

// setFoot makes the vertical axis of a row logarithmic, if it is to be and a value is positive: it
// begins at half the least of these.
func setFoot(row []curves, logarithmic bool) {
	least := math.Inf(1)
	for _, c := range curvesOf(row) {
		for _, v := range c.Y {
			if v > 0 {
				least = min(least, v/2)
			}
		}
	}
	for i := range row {
		if logarithmic && !math.IsInf(least, 1) {
			row[i].foot = least
		}
	}
}

// height is where a value lies on the vertical axis.
func (m *curves) height(v float64) float64 {
	if m.foot == 0 {
		return v
	}
	return math.Log10(max(v, m.foot))
}

// heights is height of all values.
func (m *curves) heights(values []float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = m.height(v)
	}
	return out
}
