package record

import (
	"encoding/json"
	"math"

	"gpcbench/data"
)

// Details are the parts of a record that few readers need. They take most of its room, apart from the trace.
type Details struct {
	Calibration []Bin
	Tenths      []Bin
	Hits        Hits
	Parameters  []Parameter
}

func (d Details) empty() bool {
	return d.Calibration == nil && d.Tenths == nil && d.Hits == "" && d.Parameters == nil
}

// Details returns the details of a record. For a record of a [Set] they are read from its journal each
// time; they are empty if the journal no longer exists.
func (r *Record) Details() Details {
	if r.in == nil {
		return Details{r.Calibration, r.Tenths, r.Hits, r.Parameters}
	}
	if r.points < math.MaxInt {
		return Details{}
	}
	return r.in.details(r.number)
}

// origin is the location of a record. Path is empty if the record cannot be read again on its own, as
// in a packed journal.
type origin struct {
	Path string
	From int64
	Size int
}

// read reads the line of a record, nil if it is no longer there.
func (o origin) read() []byte {
	f, err := data.OpenRegular(o.Path)
	if err != nil {
		return nil
	}
	defer f.Close()
	line := make([]byte, o.Size)
	if _, err = f.ReadAt(line, o.From); err != nil || Seals(line) == Broken {
		return nil
	}
	return line
}

// line reads the line of a record of the set.
func (s *Set) line(n int32) []byte {
	e := s.at(n)
	return origin{s.files[e.file], e.from, int(e.size)}.read()
}

func (s *Set) details(n int32) Details {
	if e := s.at(n); e.size == 0 {
		return e.rest().details
	}
	line := s.line(n)
	if rest, without := withoutTrace(line); without {
		line = rest
	}
	var d Details
	_ = json.Unmarshal(line, &d) // matches keys regardless of case
	return d
}

func (s *Set) trace(n int32) packedTrace {
	if e := s.at(n); e.size == 0 {
		return e.rest().trace
	}
	s.mu.Lock()
	t, known := s.traces[n]
	s.mu.Unlock()
	if known {
		return t
	}
	t = pack(traceOf(s.line(n)))
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.left -= len(t.numbers); s.left < 0 {
		s.left += len(t.numbers)
		return t
	}
	s.traces[n] = t
	return t
}

// packed returns the trace of a record of a set, limited to its first r.points points.
func (r *Record) packed() packedTrace {
	if r.in == nil {
		return packedTrace{}
	}
	t := r.in.trace(r.number)
	if n := len(t.numbers) / t.bytes(); r.points < n {
		t.numbers = t.numbers[:r.points*t.bytes()]
	}
	return t
}
