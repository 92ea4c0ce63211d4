package record

import (
	"encoding/binary"
	"encoding/json"
	"maps"
	"math"
	"slices"
)

// A compacter makes records take less memory, for there may be a million: traces stay in the journal
// or are packed, and what many records have in common they share.
type compacter struct {
	texts       map[string]string
	options     map[string]map[string]any // by their text
	provenances []map[string]string       // without the date, the last ones
	budget      *budget
}

func newCompacter() *compacter {
	return &compacter{texts: map[string]string{}, options: map[string]map[string]any{}, budget: &budget{left: mostTraces}}
}

// compact returns a record that says the same, its trace by Points alone. at is where it stands.
func (c *compacter) compact(r Record, at origin) Record {
	for _, text := range []*string{&r.Experiment, &r.Profile, &r.Dataset, &r.Method, &r.Label, &r.Status, &r.FailureKind} {
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
	r.Metrics = metrics
	r.date = r.Provenance["date"]
	delete(r.Provenance, "date")
	r.Provenance = c.provenance(r.Provenance)
	r.traced, r.points = &keptTrace{at: at, budget: c.budget}, math.MaxInt
	if at.Path == "" {
		packed := pack(r.Trace)
		r.traced.packed.Store(&packed)
	}
	r.Trace = nil
	return r
}

// provenance returns one copy of equal provenances.
func (c *compacter) provenance(p map[string]string) map[string]string {
	for i, known := range c.provenances {
		if maps.Equal(p, known) {
			copy(c.provenances[1:i+1], c.provenances[:i]) // the next one is likely to be the same
			c.provenances[0] = known
			return known
		}
	}
	shared := make(map[string]string, len(p))
	for key, v := range p {
		shared[c.text(key)] = c.text(v)
	}
	const most = 64
	c.provenances = append([]map[string]string{shared}, c.provenances[:min(len(c.provenances), most-1)]...)
	return shared
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
