package record

import (
	"encoding/binary"
	"encoding/json"
	"maps"
	"math"
	"slices"
)

// A compacter makes records take less memory, for there may be a million: traces
// are packed, and what many records have in common they share.
type compacter struct {
	texts   map[string]string
	options map[string]map[string]any // by their text
	names   map[string][]string       // of metrics, by the names put together
}

func newCompacter() *compacter {
	return &compacter{texts: map[string]string{}, options: map[string]map[string]any{}, names: map[string][]string{}}
}

// compact returns a record that says the same, its trace by Points alone.
func (c *compacter) compact(r Record) Record {
	for _, text := range []*string{&r.Experiment, &r.Profile, &r.Dataset, &r.Method, &r.Label, &r.Status} {
		*text = c.text(*text)
	}
	if text, err := json.Marshal(r.Options); err == nil {
		if shared, ok := c.options[string(text)]; ok {
			r.Options = shared
		} else {
			c.options[string(text)] = r.Options
		}
	}
	metrics := make(map[string]float64, len(r.Metrics))
	for name, v := range r.Metrics {
		metrics[c.text(name)] = v
	}
	provenance := make(map[string]string, len(r.Provenance))
	for key, v := range r.Provenance {
		provenance[c.text(key)] = c.text(v)
	}
	r.Metrics, r.Provenance = metrics, provenance
	r.packed = c.pack(r.Trace)
	r.Trace = nil
	return r
}

// text returns one copy of equal texts.
func (c *compacter) text(s string) string {
	if shared, ok := c.texts[s]; ok {
		return shared
	}
	c.texts[s] = s
	return s
}

// packedTrace is a trace whose points have room for the metrics of all of them: the numbers of a
// point one after the other, 8 bytes each, low byte first. Those that a point lacks are NaN,
// which no record has.
type packedTrace struct {
	names   []string // of the metrics
	numbers []byte
}

// pack packs a trace. Seconds, iteration and objective come before the metrics.
func (c *compacter) pack(trace []Point) packedTrace {
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
	key, _ := json.Marshal(names) // of texts: cannot fail
	if shared, ok := c.names[string(key)]; ok {
		names = shared
	} else {
		c.names[string(key)] = names
	}
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

// bytes is how many a point takes.
func (t packedTrace) bytes() int { return 8 * (3 + len(t.names)) }

// points unpacks the trace, each point into the place of the one before.
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
