package record

import (
	"iter"
	"math"
	"sync"
	"time"
)

// Set holds the records that count, one for each cell. There may be a million, so each takes only some 250
// bytes: records share what they have in common, and their traces and [Details], which few readers need,
// stay in the journals until asked for. Concurrent reading is safe, but adding is not.
type Set struct {
	number  map[string]int32 // number of the entry, by cell
	entries [][]entry        // parts of equal size, so that growing copies nothing
	room    []float64        // space for the numbers of further entries
	shared  shared
	files   []string // journals, by number

	mu     sync.Mutex
	traces map[int32]packedTrace // traces asked for so far, as long as there is room
	left   int                   // bytes of room left
}

// NewSet returns an empty set.
func NewSet() *Set {
	return &Set{number: map[string]int32{}, shared: newShared(), traces: map[int32]packedTrace{}, left: mostTraces}
}

// mostTraces is how many bytes of traces are kept after first use. Others are read again each time.
const mostTraces = 128 << 20

// partSize is how many entries are allocated at a time.
const partSize = 1 << 10

// entry is a record in a set.
type entry struct {
	common     *common
	id         string
	provenance map[string]string // without the date
	names      *names
	numbers    []float64
	more       *more // nil for most records
	date       int64 // seconds since 1970, or noDate
	timing     [4]float64
	memory     [2]int64
	repeat     int
	inducing   int
	iterations int
	from       int64 // offset of the line in its journal
	size       int32 // size of the line; 0 if it cannot be read again
	file       int32
	failed     bool
}

// more is what only few records have.
type more struct {
	version int
	err     string
	kind    string  // kind of the failure
	date    string  // date in an unusual format
	details Details // details, and trace, if the line cannot be read again
	trace   packedTrace
}

// rest returns what only few records have; the zero value for most records.
func (e *entry) rest() more {
	if e.more == nil {
		return more{}
	}
	return *e.more
}

// Len returns the number of cells.
func (s *Set) Len() int { return len(s.number) }

// Put adds a record, unless its cell already has one that is ok. The trace and details stay in memory.
func (s *Set) Put(r Record) { s.put(r, origin{}) }

// put is Put for a record whose trace and details can be read from at, unless at is the zero value. It
// returns whether the record was added.
func (s *Set) put(r Record, at origin) bool {
	n, ok := s.number[r.ID]
	if ok && !s.at(n).failed {
		return false
	}
	if !ok {
		if n = int32(len(s.number)); int(n)%partSize == 0 {
			s.entries = append(s.entries, make([]entry, 0, partSize))
		}
		last := &s.entries[len(s.entries)-1]
		*last = append(*last, entry{})
		s.number[r.ID] = n
	} else {
		r.ID = s.at(n).id
		s.mu.Lock()
		delete(s.traces, n)
		s.mu.Unlock()
	}
	*s.at(n) = s.entryOf(r, at)
	return true
}

func (s *Set) at(n int32) *entry { return &s.entries[n/partSize][n%partSize] }

// entryOf makes the entry of a record.
func (s *Set) entryOf(r Record, at origin) entry {
	e := entry{
		common: s.shared.common(r.Cell, r.Timing.Clock), id: r.ID, failed: r.Status != OK,
		repeat: r.Repeat, inducing: r.Inducing, iterations: r.Timing.Iterations, date: noDate,
		timing: [4]float64{r.Timing.WallSeconds, r.Timing.CPUSeconds, r.Timing.SetUpSeconds, r.Timing.PredictSeconds},
		memory: [2]int64{r.Timing.PeakRSS, r.Timing.PeakAnon},
	}
	e.names, e.numbers = s.numbers(r)
	m := more{version: r.V, err: r.Error, kind: r.FailureKind}
	if date := r.Date(); date != "" {
		if t, err := time.Parse(time.RFC3339, date); err == nil && dateOf(t.Unix()) == date {
			e.date = t.Unix()
		} else {
			m.date = date
		}
	}
	e.provenance = s.shared.provenance(r.Provenance)
	if at.Path != "" {
		e.file, e.from, e.size = s.file(at.Path), at.From, int32(at.Size)
	} else {
		m.trace, m.details = pack(r.unpacked()), r.Details()
	}
	here := len(m.trace.numbers) > 0 || !m.details.empty()
	if m.version != Version || m.err != "" || m.kind != "" || m.date != "" || here {
		e.more = &m
	}
	return e
}

// noDate marks a date that is unknown or in an unusual format.
const noDate = math.MinInt64

func dateOf(unix int64) string { return time.Unix(unix, 0).UTC().Format(time.RFC3339) }

// file returns the number of a journal.
func (s *Set) file(path string) int32 {
	if n := len(s.files) - 1; n < 0 || s.files[n] != path {
		s.files = append(s.files, path)
	}
	return int32(len(s.files) - 1)
}

// numbers returns the names and values of a record's named numbers.
func (s *Set) numbers(r Record) (*names, []float64) {
	n := len(r.Metrics) + len(r.Timing.CPUParts) + len(r.Timing.Parts) + len(r.Events)
	if len(s.room) < n {
		s.room = make([]float64, max(n, 8*partSize))
	}
	of := s.shared.namesOf(r)
	values := appendNumbers(s.room[:0:n], of.metrics, r.Metrics)
	values = appendNumbers(values, of.cpuParts, r.Timing.CPUParts)
	values = appendNumbers(values, of.parts, r.Timing.Parts)
	values = appendNumbers(values, of.events, r.Events)
	s.room = s.room[n:]
	return of, values
}

// appendNumbers appends the values of a map in the order of its keys.
func appendNumbers[V int | float64](to []float64, keys []string, m map[string]V) []float64 {
	for _, key := range keys {
		to = append(to, float64(m[key]))
	}
	return to
}

// takeNumbers makes a map of the keys to the first values, and returns the remaining values.
func takeNumbers[V int | float64](keys []string, values []float64) (map[string]V, []float64) {
	if keys == nil {
		return nil, values
	}
	m := make(map[string]V, len(keys))
	for i, key := range keys {
		m[key] = V(values[i])
	}
	return m, values[len(keys):]
}

// Of returns the record of a cell that counts. Points, Details and Date return its trace, details and
// date. It shares data that must not be changed.
func (s *Set) Of(cell string) (Record, bool) {
	n, ok := s.number[cell]
	if !ok {
		return Record{}, false
	}
	return s.record(n), true
}

// All yields the records, in the order in which their cells were added.
func (s *Set) All() iter.Seq[Record] {
	return func(yield func(Record) bool) {
		for n := range int32(len(s.number)) {
			if !yield(s.record(n)) {
				return
			}
		}
	}
}

// Intern returns the set's own copy of a cell's ID, and whether the set has a record of the cell.
func (s *Set) Intern(cell string) (id string, ok bool) {
	n, ok := s.number[cell]
	if !ok {
		return "", false
	}
	return s.at(n).id, true
}

// Index returns the position of a cell's record in the order of All, from 0.
func (s *Set) Index(cell string) (n int, ok bool) {
	number, ok := s.number[cell]
	return int(number), ok
}

// IsOK says whether a cell has a record that is ok.
func (s *Set) IsOK(cell string) bool {
	n, ok := s.number[cell]
	return ok && !s.at(n).failed
}

// record makes the record of an entry.
func (s *Set) record(n int32) Record {
	e := s.at(n)
	r := Record{
		V: Version, Cell: e.common.Cell, Inducing: e.inducing, Status: OK, Provenance: e.provenance, in: s, number: n, points: math.MaxInt,
		Timing: Timing{WallSeconds: e.timing[0], CPUSeconds: e.timing[1], Clock: e.common.timed, SetUpSeconds: e.timing[2], PredictSeconds: e.timing[3],
			PeakRSS: e.memory[0], PeakAnon: e.memory[1], Iterations: e.iterations},
	}
	r.ID, r.Repeat = e.id, e.repeat
	if e.failed {
		r.Status = Failed
	}
	rest := e.numbers
	r.Metrics, rest = takeNumbers[float64](e.names.metrics, rest)
	r.Timing.CPUParts, rest = takeNumbers[float64](e.names.cpuParts, rest)
	r.Timing.Parts, rest = takeNumbers[float64](e.names.parts, rest)
	r.Events, _ = takeNumbers[int](e.names.events, rest)
	if e.more != nil {
		r.V, r.Error, r.FailureKind = e.more.version, e.more.err, e.more.kind
	}
	return r
}

// date returns the date of a record.
func (s *Set) date(n int32) string {
	e := s.at(n)
	if e.date != noDate {
		return dateOf(e.date)
	}
	return e.rest().date
}
