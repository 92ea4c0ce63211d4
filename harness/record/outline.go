package record

import (
	"bytes"
	"encoding/json"
	"maps"
	"sync"
	"unicode/utf8"
)

// outlines parses records without the parts that are read again on demand, some ten times as fast as
// package json. It is safe for concurrent use.
type outlines struct {
	mu    sync.RWMutex
	texts map[string]string            // one copy of equal texts
	known map[string]Options           // options, by their JSON text
	ran   map[string]map[string]string // provenances without the date, by their JSON text
}

func newOutlines() *outlines {
	return &outlines{texts: map[string]string{}, known: map[string]Options{}, ran: map[string]map[string]string{}}
}

// parse parses a line, without the trace and the details if its checksum is right. Such a record has its date
// only in Date, and shares data that must not be changed.
func (o *outlines) parse(line []byte) (Record, error) {
	if Seals(line) == Sealed {
		if r, ok := o.scan(line, true); ok && r.whole() == nil {
			return r, nil
		}
	}
	return parse(line)
}

// parseWhole parses a line with its trace and details.
func (o *outlines) parseWhole(line []byte) (Record, error) {
	if Seals(line) != Broken {
		if r, ok := o.scan(line, false); ok && r.whole() == nil {
			return r, nil
		}
	}
	return parse(line)
}

// scan parses the line of a record in the form that this program writes. ok is false for another form, which
// is left to package json. If outline is set, scan skips what an outline does not need.
func (o *outlines) scan(line []byte, outline bool) (r Record, ok bool) {
	s := scanner{trimRight(line)}
	name := func(to *string) bool { return o.text(&s, to) }
	passed := func(key string, to any) bool {
		if !s.skip(key) {
			return true
		}
		value, ok := s.value()
		return ok && (outline || json.Unmarshal(value, to) == nil)
	}
	ok = s.skip(`{"v":`) && s.integer(&r.V) &&
		s.skip(`,"cell":`) && s.text(&r.ID) &&
		s.skip(`,"experiment":`) && o.text(&s, &r.Experiment) &&
		s.skip(`,"profile":`) && o.text(&s, &r.Profile) &&
		s.skip(`,"dataset":`) && o.text(&s, &r.Dataset) &&
		s.skip(`,"repeat":`) && s.integer(&r.Repeat) &&
		(!s.skip(`,"same_rows":true`) || setTrue(&r.SameRows)) &&
		s.skip(`,"method":`) && o.text(&s, &r.Method) &&
		s.skip(`,"label":`) && o.text(&s, &r.Label) &&
		s.skip(`,"options":`) && o.options(&s, &r.Options) &&
		s.skip(`,"seed":`) && s.unsigned(&r.Seed) &&
		s.optional(`,"clock":`, func() bool { return o.text(&s, (*string)(&r.Clock)) }) &&
		s.optional(`,"kernel_of":`, func() bool {
			value, ok := s.value()
			return ok && json.Unmarshal(value, &r.KernelOf) == nil
		}) &&
		s.skip(`,"inducing":`) && s.integer(&r.Inducing) &&
		s.skip(`,"status":`) && o.text(&s, &r.Status) &&
		s.optional(`,"error":`, func() bool { return s.text(&r.Error) }) &&
		s.optional(`,"failure_kind":`, func() bool { return o.text(&s, &r.FailureKind) }) &&
		s.skip(`,"metrics":`) && numbersOf(&s, &r.Metrics, name, s.float) &&
		passed(`,"calibration":`, &r.Calibration) &&
		passed(`,"tenths":`, &r.Tenths) &&
		passed(`,"hits":`, &r.Hits) &&
		s.skip(`,"timing":{"wall_seconds":`) && s.float(&r.Timing.WallSeconds) &&
		s.skip(`,"cpu_seconds":`) && s.float(&r.Timing.CPUSeconds) &&
		s.optional(`,"clock":`, func() bool { return o.text(&s, (*string)(&r.Timing.Clock)) }) &&
		s.optional(`,"setup_seconds":`, func() bool { return s.float(&r.Timing.SetUpSeconds) }) &&
		s.optional(`,"predict_seconds":`, func() bool { return s.float(&r.Timing.PredictSeconds) }) &&
		s.optional(`,"cpu_parts":`, func() bool { return numbersOf(&s, &r.Timing.CPUParts, name, s.float) }) &&
		s.optional(`,"parts":`, func() bool { return numbersOf(&s, &r.Timing.Parts, name, s.float) }) &&
		s.skip(`,"peak_rss_bytes":`) && s.long(&r.Timing.PeakRSS) &&
		s.optional(`,"peak_anon_bytes":`, func() bool { return s.long(&r.Timing.PeakAnon) }) &&
		s.skip(`,"iterations":`) && s.integer(&r.Timing.Iterations) && s.skip("}") &&
		s.optional(`,"trace":`, func() bool { return s.trace(&r.Trace, outline) }) &&
		s.optional(`,"events":`, func() bool { return numbersOf(&s, &r.Events, name, s.integer) }) &&
		passed(`,"parameters":`, &r.Parameters) &&
		s.skip(`,"provenance":`) && o.provenance(&s, &r)
	if ok && s.skip(`,"crc32":"`) && len(s.rest) >= sumDigits {
		s.rest = s.rest[sumDigits:]
		ok = s.skip(`"`)
	}
	return r, ok && s.skip("}") && len(s.rest) == 0
}

func setTrue(b *bool) bool { *b = true; return true }

// one returns the value known for a text, or makes it.
func one[V any](o *outlines, known map[string]V, text []byte, make func() (V, bool)) (v V, ok bool) {
	o.mu.RLock()
	v, ok = known[string(text)]
	o.mu.RUnlock()
	if ok {
		return v, true
	}
	made, ok := make()
	if !ok {
		return v, false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if v, ok = known[string(text)]; !ok { // another goroutine may have made it meanwhile
		v = made
		known[string(text)] = made
	}
	return v, true
}

// text reads a string and shares one copy of equal ones.
func (o *outlines) text(s *scanner, to *string) (ok bool) {
	raw, ok := s.raw()
	if ok {
		*to, ok = one(o, o.texts, raw, func() (string, bool) { return string(raw), true })
	}
	return ok
}

// options reads options and shares one copy of equal ones.
func (o *outlines) options(s *scanner, to *Options) (ok bool) {
	raw, ok := s.value()
	if ok {
		*to, ok = one(o, o.known, raw, func() (m Options, ok bool) { return m, json.Unmarshal(raw, &m) == nil })
	}
	return ok
}

// provenance reads a provenance and shares one copy of equal ones, apart from the date.
func (o *outlines) provenance(s *scanner, r *Record) (ok bool) {
	raw, ok := s.value()
	if !ok {
		return false
	}
	text := raw
	if before, after, dated := bytes.Cut(raw, []byte(`"date":"`)); dated { // strings have a backslash before their quotes
		n := bytes.IndexByte(after, '"')
		if n < 0 || bytes.IndexByte(after[:n], '\\') >= 0 || !utf8.Valid(after[:n]) {
			return false
		}
		r.date = string(after[:n])
		text = append(append(make([]byte, 0, len(raw)), before...), after[n+1:]...)
	}
	r.Provenance, ok = one(o, o.ran, text, func() (m map[string]string, ok bool) {
		if json.Unmarshal(raw, &m) != nil || m["date"] != r.date {
			return nil, false
		}
		m = maps.Clone(m)
		delete(m, "date")
		return m, true
	})
	return ok
}
