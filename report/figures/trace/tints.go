package trace

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpcbench/report/analysis"
	"gpcbench/report/drawing"
	"gpcbench/report/wording"
)

// addTints adds the curves of a series, one for each value of the option that the figure tints
// by. What was before training is left out of them: it is the same for all.
func (b *builder) addTints(m *curves, at analysis.Coordinates, name string, style drawing.Style) {
	tints := b.p.Dimension(b.tints).Values
	for i, value := range tints {
		s := style
		s.Color = drawing.Shade(s.Color, float64(i+1)/float64(len(tints)))
		if c, ok := analysis.NewCurve(name, b.p.Group(at.With(b.tints, value)).OK, b.x, m.metric.Name, b.f.Summary); ok {
			c.Before = math.NaN()
			m.curves, m.styles = append(m.curves, c), append(m.styles, s)
		}
	}
}

// names are those of curves, each once.
func names(of []analysis.Curve) []string {
	var out []string
	for _, c := range of {
		if !slices.Contains(out, c.Name) {
			out = append(out, c.Name)
		}
	}
	return out
}

// tintsCaption adds to a caption who is at the frontier of each metric, and whose curves jump.
func tintsCaption(text string, all []curves) string {
	for _, m := range all {
		for _, more := range []string{frontierText(m), jumpsText(m)} {
			text = strings.TrimSpace(text + " " + more)
		}
	}
	return text
}

// frontierText says on how much of the logarithmic axis of time each series has the best
// value of all curves. Those of one point, such as the baseline's, do not take part.
func frontierText(m curves) string {
	moving := slices.DeleteFunc(slices.Clone(m.curves), func(c analysis.Curve) bool { return c.Flat })
	shares := analysis.Frontier(moving, m.metric.HigherIsBetter)
	var parts []string
	for _, name := range names(moving) {
		parts = append(parts, fmt.Sprintf("%s %.0f%%", name, 100*shares[name]))
	}
	if len(parts) < 2 {
		return ""
	}
	return fmt.Sprintf("%s: share of the axis of time on which a method has the best value, from when all have begun: %s.", m.metric.Title, strings.Join(parts, ", "))
}

// jumpsText says by how much the value of a series becomes worse at most from one point of
// a curve to the next, where the curve is in the last half of its axis.
func jumpsText(m curves) string {
	largest := map[string]float64{}
	moving := slices.DeleteFunc(slices.Clone(m.curves), func(c analysis.Curve) bool { return c.Flat })
	for _, c := range moving {
		for i := len(c.X)/2 + 1; i < len(c.X); i++ {
			worse := c.Y[i] - c.Y[i-1]
			if m.metric.HigherIsBetter {
				worse = -worse
			}
			largest[c.Name] = max(largest[c.Name], worse)
		}
	}
	var parts []string
	for _, name := range names(moving) {
		parts = append(parts, name+" "+wording.Short(largest[name], 2))
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("%s: largest jump for the worse over the last half of a curve: %s.", m.metric.Title, strings.Join(parts, ", "))
}
