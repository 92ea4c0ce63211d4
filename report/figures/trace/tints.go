package trace

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/drawing"
	"gpcbench/report/figures/figure"
	"gpcbench/report/wording"
)

// shadedCurves returns the curves of a series, one for each value of the option that a
// figure shades by, and their looks. What was before training is left out of them: it is the same for all.
func shadedCurves(p *analysis.Experiment, f spec.Figure, at analysis.Coordinates, name string, look drawing.Style, x, metric string) (curves []analysis.Curve, looks []drawing.Style) {
	shades := p.Dimension(optionsOf(f).tints).Values
	for i, value := range shades {
		s := look
		s.Color = drawing.Shade(s.Color, float64(i+1)/float64(len(shades)))
		if c, ok := analysis.NewCurve(name, p.Group(at.With(optionsOf(f).tints, value)).OK, x, metric, f.Summary); ok {
			c.Before = math.NaN()
			curves, looks = append(curves, c), append(looks, s)
		}
	}
	return curves, looks
}

// lastOfEach returns the last curve of every name, which has the full colour.
func lastOfEach(curves []analysis.Curve) []analysis.Curve {
	var out []analysis.Curve
	for i, c := range curves {
		if !slices.ContainsFunc(curves[i+1:], func(d analysis.Curve) bool { return d.Name == c.Name }) {
			out = append(out, c)
		}
	}
	return out
}

// shadedWords adds what shades mean, who is at the frontier of each metric, and whose curves
// jump.
func shadedWords(p *analysis.Experiment, f spec.Figure, said figure.Words, all []tracedMetric) figure.Words {
	values := p.Dimension(optionsOf(f).tints).Values
	said.Guide = append(said.Guide, fmt.Sprintf("Curves of a method run from pale to dark with %s = %s.", optionsOf(f).tints, strings.Join(values, ", ")))
	for _, m := range all {
		for _, text := range []string{frontierText(m), jumpsText(m)} {
			said.Caption = strings.TrimSpace(said.Caption + " " + text)
		}
	}
	return said
}

// frontierText says on how much of the logarithmic axis of time each series has the best
// value of all curves. Those of one point, such as the baseline's, do not take part.
func frontierText(m tracedMetric) string {
	curves := slices.DeleteFunc(slices.Clone(m.curves), func(c analysis.Curve) bool { return c.Flat })
	shares := analysis.Frontier(curves, m.metric.HigherIsBetter)
	var parts []string
	for _, c := range lastOfEach(curves) {
		parts = append(parts, fmt.Sprintf("%s %.0f%%", c.Name, 100*shares[c.Name]))
	}
	if len(parts) < 2 {
		return ""
	}
	return fmt.Sprintf("%s: share of the axis of time on which a method has the best value, from when all have begun: %s.", m.metric.Title, strings.Join(parts, ", "))
}

// jumpsText says by how much the value of a series becomes worse at most from one point of
// a curve to the next, where the curve is in the last half of its axis.
func jumpsText(m tracedMetric) string {
	higherIsBetter := m.metric.HigherIsBetter
	largest := map[string]float64{}
	for _, c := range m.curves {
		for i := len(c.X)/2 + 1; i < len(c.X); i++ {
			worse := c.Y[i] - c.Y[i-1]
			if higherIsBetter {
				worse = -worse
			}
			largest[c.Name] = max(largest[c.Name], worse)
		}
	}
	var parts []string
	for _, c := range lastOfEach(m.curves) {
		if !c.Flat {
			parts = append(parts, c.Name+" "+wording.Short(largest[c.Name], 2))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("%s: largest jump for the worse over the last half of a curve: %s.", m.metric.Title, strings.Join(parts, ", "))
}
