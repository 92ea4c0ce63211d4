package record

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"
)

// packedTrace is a trace in which each point has room for every metric of the trace. The numbers of
// a point follow each other, 8 bytes each, low byte first. Numbers that a point lacks are NaN, which
// no record contains.
type packedTrace struct {
	names   []string // names of the metrics
	numbers []byte
}

// pack packs a trace. Seconds, iteration and objective come before the metrics.
func pack(trace []Point) packedTrace {
	if len(trace) == 0 {
		return packedTrace{}
	}
	all := map[string]bool{}
	for _, p := range trace {
		for name := range p.Metrics {
			all[name] = true
		}
	}
	names := slices.Sorted(maps.Keys(all))
	packed := packedTrace{names: names}
	numbers := make([]byte, 0, len(trace)*packed.bytes())
	put := func(v float64) { numbers = binary.LittleEndian.AppendUint64(numbers, math.Float64bits(v)) }
	for _, p := range trace {
		put(p.Seconds)
		put(float64(p.Iteration))
		if p.Objective != nil {
			put(*p.Objective)
		} else {
			put(math.NaN())
		}
		for _, name := range names {
			if v, ok := p.Metrics[name]; ok {
				put(v)
			} else {
				put(math.NaN())
			}
		}
	}
	packed.numbers = numbers
	return packed
}

// bytes returns the number of bytes of a point.
func (t packedTrace) bytes() int { return 8 * (3 + len(t.names)) }

// points yields the points of the trace. Each overwrites the metrics and the objective of the one before.
func (t packedTrace) points(yield func(Point) bool) {
	rest := t.numbers
	next := func() float64 {
		v := math.Float64frombits(binary.LittleEndian.Uint64(rest))
		rest = rest[8:]
		return v
	}
	var objective float64
	m := make(map[string]float64, len(t.names))
	for len(rest) > 0 {
		p := Point{Seconds: next(), Iteration: int(next()), Metrics: m}
		if objective = next(); !math.IsNaN(objective) {
			p.Objective = &objective
		}
		clear(m)
		for _, name := range t.names {
			if v := next(); !math.IsNaN(v) {
				m[name] = v
			}
		}
		if !yield(p) {
			return
		}
	}
}
