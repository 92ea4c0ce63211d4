package analysis

import (
	"math"
	"slices"

	"gpcbench/harness/record"
)

// DecisionMap is the map of a cell, which can be measured.
type DecisionMap struct{ record.Map }

// Borders returns the segments between nodes of different classes: in each
// square of four nodes the middles of the sides whose ends differ are joined,
// two directly and more at the centre.
func (m DecisionMap) Borders() [][2][2]float64 {
	grid, err := m.Grid()
	if err != nil {
		return nil // the map was checked when it was read
	}
	at := func(i, j float64) [2]float64 {
		n := float64(m.Side - 1)
		return [2]float64{m.Low[0] + (m.High[0]-m.Low[0])*i/n, m.Low[1] + (m.High[1]-m.Low[1])*j/n}
	}
	var out [][2][2]float64
	for j := range m.Side - 1 {
		for i := range m.Side - 1 {
			a, b := grid[j*m.Side+i], grid[j*m.Side+i+1]
			d, c := grid[(j+1)*m.Side+i], grid[(j+1)*m.Side+i+1]
			x, y := float64(i), float64(j)
			var middles [][2]float64
			for _, s := range []struct {
				differ bool
				i, j   float64
			}{{a != b, x + 0.5, y}, {b != c, x + 1, y + 0.5}, {c != d, x + 0.5, y + 1}, {d != a, x, y + 0.5}} {
				if s.differ {
					middles = append(middles, at(s.i, s.j))
				}
			}
			if len(middles) == 2 {
				out = append(out, [2][2]float64{middles[0], middles[1]})
				continue
			}
			for _, p := range middles {
				out = append(out, [2][2]float64{p, at(x+0.5, y+0.5)})
			}
		}
	}
	return out
}

// Nearness returns the mean distance of the inducing inputs of a map to the nearest border
// over that of its training rows, both axes as long as the box; NaN where there are no
// borders or no inducing inputs.
func (m DecisionMap) Nearness() float64 {
	segments := m.Borders()
	for i := range segments {
		for k := range segments[i] {
			segments[i][k] = m.inBox(segments[i][k])
		}
	}
	mean := func(points [][2]float64) float64 {
		total := 0.0
		for _, x := range points {
			total += m.toNearest(m.inBox(x), segments)
		}
		return total / float64(len(points))
	}
	return mean(slices.Concat(m.Inducing...)) / mean(m.Rows)
}

// inBox is a point with the box as the unit square.
func (m DecisionMap) inBox(x [2]float64) [2]float64 {
	for j := range x {
		if width := m.High[j] - m.Low[j]; width > 0 {
			x[j] = (x[j] - m.Low[j]) / width
		}
	}
	return x
}

// toNearest is the distance of a point to the nearest of some segments, NaN if there is none.
func (m DecisionMap) toNearest(x [2]float64, segments [][2][2]float64) float64 {
	least := math.NaN()
	for _, s := range segments {
		along := [2]float64{s[1][0] - s[0][0], s[1][1] - s[0][1]}
		length := along[0]*along[0] + along[1]*along[1]
		t := 0.0
		if length > 0 {
			t = min(max(((x[0]-s[0][0])*along[0]+(x[1]-s[0][1])*along[1])/length, 0), 1)
		}
		d := math.Hypot(x[0]-s[0][0]-t*along[0], x[1]-s[0][1]-t*along[1])
		if math.IsNaN(least) || d < least {
			least = d
		}
	}
	return least
}

// Since returns how far the inducing inputs of a map are from those of another on average, and the share of
// them that are nearer to the origin than there, both axes as long as the box; NaN where it has none, or not
// as many.
func (m DecisionMap) Since(start DecisionMap) (moved, inward float64) {
	from, to := slices.Concat(start.Inducing...), slices.Concat(m.Inducing...)
	if len(from) != len(to) {
		return math.NaN(), math.NaN()
	}
	n, origin := float64(len(to)), [2]float64{}
	for i := range to {
		moved += m.distance(from[i], to[i])
		if m.distance(to[i], origin) < m.distance(from[i], origin) {
			inward++
		}
	}
	return moved / n, inward / n
}

// onAnother is how near two inducing inputs are that count as one on the other, as a share of
// the sides of the box: about what the mark of one covers in a figure.
const onAnother = 0.01

// Coinciding returns the share of the inducing inputs of a map that lie on another one of the same
// latent function; NaN where none has another.
func (m DecisionMap) Coinciding() float64 {
	n, on := 0, 0
	for _, points := range m.Inducing {
		if len(points) < 2 {
			continue
		}
		n += len(points)
		for i := range points {
			near := func(x [2]float64) bool { return m.distance(points[i], x) < onAnother }
			if slices.ContainsFunc(points[:i], near) || slices.ContainsFunc(points[i+1:], near) {
				on++
			}
		}
	}
	return float64(on) / float64(n)
}

// distance is the distance of two points, both axes as long as the box.
func (m DecisionMap) distance(a, b [2]float64) float64 {
	a, b = m.inBox(a), m.inBox(b)
	return math.Hypot(a[0]-b[0], a[1]-b[1])
}
