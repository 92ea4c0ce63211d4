package drawing

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// joined returns lines that pass through all those of pieces, which may end where others begin:
// borders are many short ones.
func joined(pieces []piece) []piece {
	var ends [][2]float64
	to := map[[2]float64][][2]float64{}
	for _, p := range pieces {
		for i, a := range p.points[1:] {
			b := p.points[i]
			ends = append(ends, a, b)
			to[a], to[b] = append(to[a], b), append(to[b], a)
		}
	}
	var out []piece
	walk := func(at [2]float64) {
		line := piece{points: [][2]float64{at}}
		for len(to[at]) > 0 {
			next := to[at][0]
			back := slices.Index(to[next], at)
			to[at], to[next] = to[at][1:], slices.Delete(to[next], back, back+1)
			line.points = append(line.points, next)
			at = next
		}
		out = append(out, line)
	}
	for _, rings := range []bool{false, true} {
		for _, at := range ends {
			for n := len(to[at]); n > 0 && (n%2 == 1 || rings); n = len(to[at]) {
				walk(at)
			}
		}
	}
	return out
}

// simpler leaves out points of a line if the line still passes within a unit of them.
func simpler(line [][2]float64) [][2]float64 {
	last := len(line) - 1
	far, most := 0, 1.0
	for i := 1; i < last; i++ {
		if d := offLine(line[i], line[0], line[last]); d > most {
			far, most = i, d
		}
	}
	if far == 0 {
		return slices.Compact([][2]float64{line[0], line[last]})
	}
	return append(simpler(line[:far+1]), simpler(line[far:])[1:]...)
}

// offLine is how far a point lies from the line from a to b.
func offLine(p, a, b [2]float64) float64 {
	dx, dy := b[0]-a[0], b[1]-a[1]
	along := 0.0
	if a != b {
		along = max(0, min(1, ((p[0]-a[0])*dx+(p[1]-a[1])*dy)/(dx*dx+dy*dy)))
	}
	return math.Hypot(p[0]-a[0]-along*dx, p[1]-a[1]-along*dy)
}

// way writes the path through places from the first on, each relative to the one before.
func way(places [][2]int) string {
	var d strings.Builder
	for i := 1; i < len(places); i++ {
		fmt.Fprintf(&d, " %d %d", places[i][0]-places[i-1][0], places[i][1]-places[i-1][1])
	}
	return strings.ReplaceAll(strings.Replace(d.String(), " ", "l", 1), " -", "-")
}

func rounded(at [2]float64) [2]int { return [2]int{int(math.Round(at[0])), int(math.Round(at[1]))} }
