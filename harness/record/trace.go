package record

import (
	"bytes"
	"encoding/json"
)

// traceOf reads only the trace from a record's line.
func traceOf(line []byte) []Point {
	if from, to, ok := traceIn(line); ok {
		if trace, ok := scanTrace(line[from:to]); ok {
			return trace
		}
	}
	var r Record
	_ = json.Unmarshal(line, &r)
	return r.Trace
}

// traceIn finds the trace, as this program writes it, in the line of a record. No JSON string can
// contain its key, because quotes in strings have a backslash before them.
func traceIn(line []byte) (from, to int, ok bool) {
	before := []byte(`,"trace":`)
	if from = bytes.Index(line, before); from < 0 {
		return 0, 0, false
	}
	from += len(before)
	end := bytes.Index(line[from:], []byte("}]"))
	return from, from + end + 2, end >= 0 && line[from] == '['
}

// withoutTrace returns the line of a record without its trace, which is found but not parsed.
func withoutTrace(line []byte) (rest []byte, ok bool) {
	from, to, ok := traceIn(line)
	if !ok {
		return line, false
	}
	rest = make([]byte, 0, len(line)-(to-from)+2)
	rest = append(append(rest, line[:from]...), "[]"...)
	return append(rest, line[to:]...), true
}

// scanTrace parses a trace in the form that this program writes, some ten times as fast as package
// json. ok is false for another form.
func scanTrace(text []byte) (trace []Point, ok bool) {
	s := scanner{text}
	if !s.skip("[") {
		return nil, false
	}
	for {
		var p Point
		if p, ok = s.point(); !ok {
			return nil, false
		}
		trace = append(trace, p)
		if !s.skip(",") {
			return trace, s.skip("]") && len(s.rest) == 0
		}
	}
}

// point reads a point of a trace.
func (s *scanner) point() (p Point, ok bool) {
	if !s.skip(`{"seconds":`) {
		return p, false
	}
	if !s.float(&p.Seconds) || !s.skip(`,"iteration":`) || !s.integer(&p.Iteration) {
		return p, false
	}
	if s.skip(`,"objective":`) {
		p.Objective = new(float64)
		if !s.float(p.Objective) {
			return p, false
		}
	}
	return p, s.skip(`,"metrics":`) && numbersOf(s, &p.Metrics, s.text, s.float) && s.skip("}")
}

// trace reads a trace, or skips it if pass is set.
func (s *scanner) trace(to *[]Point, pass bool) bool {
	value, ok := s.value()
	if !ok || pass {
		return ok
	}
	if *to, ok = scanTrace(value); !ok {
		*to = nil
		return json.Unmarshal(value, to) == nil
	}
	return true
}
