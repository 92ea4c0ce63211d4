package analysis

import (
	"slices"

	"gpcbench/harness/record"
)

// Group is the cells at some coordinates and their records.
type Group struct {
	At       Coordinates
	Planned  int
	Splits   int             // of Planned, without further seeds
	Done     int             // of Planned, those whose record is ok
	OK       []record.Record // by repeat; nil in entries of tables
	Failures []record.Record // by repeat
}

// indexed returns the numbers of the cells that lie at a value of one
// coordinate. They are looked for once: a large grid has many groups.
func (p *Experiment) indexed(key, value string) []int {
	at := key + "\x00" + value
	cells, known := p.index[at]
	if !known {
		for i, c := range p.Cells {
			if p.lies(c, Coordinates{key: value}) {
				cells = append(cells, i)
			}
		}
		p.index[at] = cells
	}
	return cells
}

// candidates returns the numbers of cells among which all those at coordinates are.
func (p *Experiment) candidates(at Coordinates) []int {
	var least []int
	first := true
	for key, value := range at {
		if cells := p.indexed(key, value); first || len(cells) < len(least) {
			least, first = cells, false
		}
	}
	if first {
		for i := range p.Cells {
			least = append(least, i)
		}
	}
	return least
}

// CellsAt returns the numbers of the cells at coordinates, in the order of the plan.
func (p *Experiment) CellsAt(at Coordinates) []int {
	var out []int
	for _, i := range p.candidates(at) {
		if p.lies(p.Cells[i], at) {
			out = append(out, i)
		}
	}
	return out
}

// Group collects the cells at coordinates without further seeds of a split: comparisons of methods
// use the first seed.
func (p *Experiment) Group(at Coordinates) Group {
	cells := p.CellsAt(at)
	return p.group(at, slices.DeleteFunc(cells, func(i int) bool { return p.Cells[i].SameRows }))
}

// Record returns the record that counts of a cell, as it is read here.
func (p *Experiment) Record(cell string) (record.Record, bool) {
	r, ok := p.Input.Record(cell)
	if ok && p.asOf != nil {
		r = p.asOf(r)
	}
	return r, ok
}

// isOK says whether a cell has a record that is ok.
func (p *Experiment) isOK(cell string) bool {
	r, _ := p.Record(cell)
	return r.Status == record.OK
}

// done yields the records of all fits that are ok, without further seeds of a split, each once however
// many labels have it.
func (p *Experiment) done(yield func(record.Record) bool) {
	seen := map[string]bool{}
	for _, c := range p.Cells {
		r, _ := p.Record(c.ID)
		r.Label = c.Label
		if r.Status != record.OK || c.SameRows || seen[c.ID] {
			continue
		}
		seen[c.ID] = true
		if !yield(r) {
			return
		}
	}
}

// GroupOfSeeds collects the cells at coordinates with all seeds of a split.
func (p *Experiment) GroupOfSeeds(at Coordinates) Group { return p.group(at, p.CellsAt(at)) }

func (p *Experiment) group(at Coordinates, cells []int) Group {
	g := Group{At: at, Planned: len(cells), OK: make([]record.Record, 0, len(cells))}
	for _, i := range cells {
		if !p.Cells[i].SameRows {
			g.Splits++
		}
		r, done := p.Record(p.Cells[i].ID)
		r.Label = p.Cells[i].Label // the record's is what the method was called when it was run
		switch {
		case !done:
		case r.Status == record.OK:
			g.OK = append(g.OK, r)
			g.Done++
		default:
			g.Failures = append(g.Failures, r)
		}
	}
	byRepeat := func(a, b record.Record) int { return a.Repeat - b.Repeat }
	slices.SortStableFunc(g.OK, byRepeat)
	slices.SortStableFunc(g.Failures, byRepeat)
	return g
}
