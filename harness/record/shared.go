package record

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
)

// shared holds one copy of what many records of a set have in common.
type shared struct {
	cells       map[cellKey]*common
	options     map[string]Options  // by their JSON text
	known       map[uintptr]bool    // pointers to the values of options
	provenances []map[string]string // the latest ones, without the date
	names       map[string]*names
	last        *names
}

func newShared() shared {
	return shared{cells: map[cellKey]*common{}, options: map[string]Options{}, known: map[uintptr]bool{}, names: map[string]*names{}}
}

// common is what the repeats of a cell have in common.
type common struct {
	Cell        // without ID and repeat
	timed Clock // clock of the timing
}

// cellKey is what records must agree in to share a common.
type cellKey struct {
	experiment, profile, dataset, method, label, kernelOf string

	clock, timed Clock

	options  uintptr
	seed     uint64
	sameRows bool
}

// common returns the one copy of equal cells, apart from ID and repeat.
func (s *shared) common(c Cell, timed Clock) *common {
	c.Options = s.optionsOf(c.Options)
	key := cellKey{c.Experiment, c.Profile, c.Dataset, c.Method, c.Label, "", c.Clock, timed, reflect.ValueOf(c.Options).Pointer(), c.Seed, c.SameRows}
	if c.KernelOf != nil {
		text, _ := json.Marshal(c.KernelOf) // came from JSON
		key.kernelOf = string(text)
	}
	known := s.cells[key]
	if known == nil {
		c.ID, c.Repeat = "", 0
		known = &common{c, timed}
		s.cells[key] = known
	}
	return known
}

// optionsOf returns the one copy of equal options.
func (s *shared) optionsOf(options Options) Options {
	if options == nil || s.known[reflect.ValueOf(options).Pointer()] {
		return options
	}
	text, err := json.Marshal(options)
	if err != nil {
		return options
	}
	known, ok := s.options[string(text)]
	if !ok {
		known = options
		s.options[string(text)] = options
		s.known[reflect.ValueOf(options).Pointer()] = true
	}
	return known
}

// provenance returns one copy of equal provenances, without the date. It knows only the latest ones.
func (s *shared) provenance(p map[string]string) map[string]string {
	if _, dated := p["date"]; dated {
		p = maps.Clone(p)
		delete(p, "date")
	}
	for i, known := range s.provenances {
		if sameMap(p, known) {
			copy(s.provenances[1:i+1], s.provenances[:i]) // the next one is likely to be the same
			s.provenances[0] = known
			return known
		}
	}
	const most = 64
	s.provenances = append([]map[string]string{p}, s.provenances[:min(len(s.provenances), most-1)]...)
	return p
}

func sameMap(a, b map[string]string) bool {
	return reflect.ValueOf(a).Pointer() == reflect.ValueOf(b).Pointer() || maps.Equal(a, b) && (a == nil) == (b == nil)
}

// names are the names of the numbers of a record.
type names struct{ metrics, cpuParts, parts, events []string }

// namesOf returns the one copy of equal names. Most records have the names of the one before.
func (s *shared) namesOf(r Record) *names {
	if s.last != nil && areKeys(s.last.metrics, r.Metrics) && areKeys(s.last.cpuParts, r.Timing.CPUParts) && areKeys(s.last.parts, r.Timing.Parts) && areKeys(s.last.events, r.Events) {
		return s.last
	}
	of := names{keys(r.Metrics), keys(r.Timing.CPUParts), keys(r.Timing.Parts), keys(r.Events)}
	text, _ := json.Marshal([][]string{of.metrics, of.cpuParts, of.parts, of.events})
	if s.last = s.names[string(text)]; s.last == nil {
		s.last = &of
		s.names[string(text)] = &of
	}
	return s.last
}

// areKeys says whether a map has exactly these keys. The keys of a nil map are nil.
func areKeys[V any](keys []string, m map[string]V) bool {
	if len(keys) != len(m) || (keys == nil) != (m == nil) {
		return false
	}
	for _, key := range keys {
		if _, ok := m[key]; !ok {
			return false
		}
	}
	return true
}

// keys returns the keys of a map in order, nil for a nil map.
func keys[V any](m map[string]V) []string {
	if m == nil {
		return nil
	}
	out := slices.AppendSeq(make([]string, 0, len(m)), maps.Keys(m))
	slices.Sort(out)
	return out
}
