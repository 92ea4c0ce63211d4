package record

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"sync/atomic"

	"gpcbench/data"
)

// mostTraces is how many bytes of traces are kept once they were asked for. Others are read again.
const mostTraces = 256 << 20

// budget is the bytes that traces may still take.
type budget struct{ left int64 }

// take says whether there is room, and takes it.
func (b *budget) take(n int) bool {
	if atomic.AddInt64(&b.left, -int64(n)) >= 0 {
		return true
	}
	atomic.AddInt64(&b.left, int64(n))
	return false
}

// origin is where a record stands. Path is empty where it cannot be read again on its own, in a
// packed journal.
type origin struct {
	Path string
	From int64
	Size int
}

// keptTrace is the trace of a compact record, which is read from its journal when it is asked for.
type keptTrace struct {
	at     origin
	budget *budget
	packed atomic.Pointer[packedTrace] // once it was read, if there was room
}

// packed is the trace of a compact record as far as its points count. One whose journal is gone
// meanwhile has none.
func (r *Record) packed() packedTrace {
	if r.traced == nil {
		return packedTrace{}
	}
	t := r.traced.read()
	if n := len(t.numbers) / t.bytes(); r.points < n {
		t.numbers = t.numbers[:r.points*t.bytes()]
	}
	return t
}

func (k *keptTrace) read() packedTrace {
	if known := k.packed.Load(); known != nil {
		return *known
	}
	var trace []Point
	if line, err := k.at.read(); err == nil && Seals(line) != Broken {
		trace = traceOf(line)
	}
	packed := pack(trace)
	if k.budget.take(len(packed.numbers)) {
		k.packed.Store(&packed)
	}
	return packed
}

// read reads the line of a record.
func (o origin) read() ([]byte, error) {
	f, err := data.OpenRegular(o.Path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	line := make([]byte, o.Size)
	_, err = f.ReadAt(line, o.From)
	return line, err
}

// traceOf reads the trace of a record's line alone.
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

// traceIn finds the trace, as this program writes it, in the line of a record: in no text of JSON
// there are quotes without a stroke before them.
func traceIn(line []byte) (from, to int, ok bool) {
	before := []byte(`,"trace":`)
	if from = bytes.Index(line, before); from < 0 {
		return 0, 0, false
	}
	from += len(before)
	end := bytes.Index(line[from:], []byte("}]"))
	return from, from + end + 2, end >= 0 && line[from] == '['
}

// withoutTrace is the line of a record without its trace, which is only looked for.
func withoutTrace(line []byte) (rest []byte, ok bool) {
	from, to, ok := traceIn(line)
	if !ok {
		return line, false
	}
	rest = make([]byte, 0, len(line)-(to-from)+2)
	rest = append(append(rest, line[:from]...), "[]"...)
	return append(rest, line[to:]...), true
}

// scanTrace reads a trace as this program writes it, some ten times as fast as package json. ok is
// false where it is written in another way.
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

// scanner reads from the front of a text.
type scanner struct{ rest []byte }

// skip passes over a text, if that is what comes.
func (s *scanner) skip(text string) bool {
	if len(s.rest) < len(text) || string(s.rest[:len(text)]) != text {
		return false
	}
	s.rest = s.rest[len(text):]
	return true
}

// number reads a number of JSON.
func (s *scanner) number() (v float64, ok bool) {
	n := 0
	for n < len(s.rest) && bytes.IndexByte([]byte("+-.0123456789eE"), s.rest[n]) >= 0 {
		n++
	}
	if n == 0 {
		return 0, false
	}
	v, err := strconv.ParseFloat(string(s.rest[:n]), 64)
	s.rest = s.rest[n:]
	return v, err == nil
}

// point reads a point of a trace.
func (s *scanner) point() (p Point, ok bool) {
	if !s.skip(`{"seconds":`) {
		return p, false
	}
	if p.Seconds, ok = s.number(); !ok || !s.skip(`,"iteration":`) {
		return p, false
	}
	iteration, ok := s.number()
	if p.Iteration = int(iteration); !ok || math.Abs(iteration) >= 1<<53 {
		return p, false
	}
	if s.skip(`,"objective":`) {
		v, ok := s.number()
		if p.Objective = &v; !ok {
			return p, false
		}
	}
	if !s.skip(`,"metrics":{`) {
		return p, false
	}
	p.Metrics = map[string]float64{}
	for !s.skip("}") {
		if len(p.Metrics) > 0 && !s.skip(",") || !s.skip(`"`) {
			return p, false
		}
		n := bytes.IndexAny(s.rest, `"\\`)
		if n < 0 || s.rest[n] != '"' {
			return p, false
		}
		name := string(s.rest[:n])
		s.rest = s.rest[n+1:]
		if !s.skip(":") {
			return p, false
		}
		if p.Metrics[name], ok = s.number(); !ok {
			return p, false
		}
	}
	return p, s.skip("}")
}
