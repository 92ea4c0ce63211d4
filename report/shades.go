package report

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
)

// palest is how much of its colour the palest curve of a series has.
const palest = 0.3

// shadedCurves returns a curve like one for each value of the option that a figure
// shades by. What was before training is left out of them: it is the same for all.
func (p *project) shadedCurves(f spec.Figure, at coordinates, like curve, x, metric string) []curve {
	var out []curve
	shades := p.dimension(f.Shades).values
	for i, value := range shades {
		s := like.style
		s.color = shade(s.color, float64(i+1)/float64(len(shades)))
		if c, ok := newCurve(like.name, s, p.group(at.with(f.Shades, value)).ok, x, metric, f.Summary); ok {
			c.before = math.NaN()
			out = append(out, c)
		}
	}
	return out
}

// shade is a colour from the palest, at share 0, to itself at 1.
func shade(c color.NRGBA, share float64) color.NRGBA {
	strength := palest + (1-palest)*share
	mix := func(v uint8) uint8 { return uint8(255 - strength*(255-float64(v)) + 0.5) }
	return color.NRGBA{mix(c.R), mix(c.G), mix(c.B), c.A}
}

// lastOfEach returns the last curve of every name, which has the full colour.
func lastOfEach(curves []curve) []curve {
	var out []curve
	for i, c := range curves {
		if !slices.ContainsFunc(curves[i+1:], func(d curve) bool { return d.name == c.name }) {
			out = append(out, c)
		}
	}
	return out
}

// shadedWords adds what shades mean, who is at the frontier of each metric, and whose curves
// jump.
func (p *project) shadedWords(f spec.Figure, said words, all []tracedMetric) words {
	values := p.dimension(f.Shades).values
	said.guide = append(said.guide, fmt.Sprintf("Curves of a method run from pale to dark with %s = %s.", f.Shades, strings.Join(values, ", ")))
	for _, m := range all {
		for _, text := range []string{frontierText(m), jumpsText(m)} {
			said.caption = strings.TrimSpace(said.caption + " " + text)
		}
	}
	return said
}

// frontierText says on how much of the logarithmic axis of time each series has the best
// value of all curves. Those of one point, such as the baseline's, do not take part.
func frontierText(m tracedMetric) string {
	curves := slices.DeleteFunc(slices.Clone(m.curves), func(c curve) bool { return c.flat })
	shares := frontier(curves, metrics.Get(m.metric).HigherIsBetter)
	var parts []string
	for _, c := range lastOfEach(curves) {
		parts = append(parts, fmt.Sprintf("%s %.0f%%", c.name, 100*shares[c.name]))
	}
	if len(parts) < 2 {
		return ""
	}
	return fmt.Sprintf("%s: share of the axis of time on which a method has the best value: %s.", metrics.Get(m.metric).Title, strings.Join(parts, ", "))
}

// frontier returns, by name, the share of points of time, even in their logarithms, at
// which a curve of that name has the best value. The value at the end of a fit remains.
func frontier(curves []curve, higherIsBetter bool) map[string]float64 {
	time := timeRange(curves)
	shares := map[string]float64{}
	total := 0.0
	for n := range gridPoints {
		t := time.low * math.Pow(time.high/time.low, float64(n)/(gridPoints-1)) * (1 + 1e-12)
		leader, best := "", math.NaN()
		for _, c := range curves {
			if c.x[0] > t {
				continue
			}
			v := steps{c.x, c.y}.at(t)
			if leader == "" || v != best && (v > best) == higherIsBetter {
				leader, best = c.name, v
			}
		}
		if leader != "" {
			shares[leader]++
			total++
		}
	}
	for name := range shares {
		shares[name] /= total
	}
	return shares
}

// jumpsText says by how much the value of a series becomes worse at most from one point of
// a curve to the next, where the curve is in the last half of its axis.
func jumpsText(m tracedMetric) string {
	higherIsBetter := metrics.Get(m.metric).HigherIsBetter
	largest := map[string]float64{}
	for _, c := range m.curves {
		for i := len(c.x)/2 + 1; i < len(c.x); i++ {
			worse := c.y[i] - c.y[i-1]
			if higherIsBetter {
				worse = -worse
			}
			largest[c.name] = max(largest[c.name], worse)
		}
	}
	var parts []string
	for _, c := range lastOfEach(m.curves) {
		if !c.flat {
			parts = append(parts, c.name+" "+short(largest[c.name], 2))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("%s: largest jump for the worse over the last half of a curve: %s.", metrics.Get(m.metric).Title, strings.Join(parts, ", "))
}
