package record

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// conflict says that journals, perhaps copied together from two machines, have
// records of the same cell with different metrics or traces. What a cell's ID is
// made from determines both, so one of the two records is wrong.
type conflict struct {
	First, Second place // lines of the example; the first counts
	Cells         int   // number of such cells in these two files, or in this one
	Example       Cell
	Differs       difference // difference in the example
}

// place is a line of a journal.
type place struct {
	File string
	Line int // from 1
}

// difference is a number whose values differ between two records of one cell.
type difference struct {
	What   string
	Values [2]float64
}

// Error names the lines and one of the cells.
func (c *conflict) Error() string {
	places := fmt.Sprintf("%s:%d and %s:%d", c.First.File, c.First.Line, c.Second.File, c.Second.Line)
	if c.First.File == c.Second.File {
		places = fmt.Sprintf("%s: lines %d and %d", c.First.File, c.First.Line, c.Second.Line)
	}
	return fmt.Sprintf("%s are records of one cell with different results: %s (cell %s) has %s = %v and %v%s; "+
		"the first one counts: find out which one is right, and remove the line of the other",
		places, c.Example.Name(), c.Example.ID, c.Differs.What, c.Differs.Values[0], c.Differs.Values[1], c.others())
}

// others counts the cells besides the example.
func (c *conflict) others() string {
	files := "these files"
	if c.First.File == c.Second.File {
		files = "this file"
	}
	switch n := c.Cells - 1; n {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf(", and 1 more cell of %s has such records", files)
	default:
		return fmt.Sprintf(", and %d more cells of %s have such records", n, files)
	}
}

// conflicts compares records of the same cell as journals are read.
type conflicts struct {
	kept  *Set               // holds the first records whose located has none; may be nil
	first map[string]located // by cell: its first record that is ok
	files []string
	found []*conflict // one for each pair of files
}

func newConflicts(kept *Set) *conflicts { return &conflicts{kept: kept, first: map[string]located{}} }

// located is a record and its place: there may be a million.
type located struct {
	record     *Record // nil if the set has it
	file, line int32   // file is an index into conflicts.files
}

// add compares a record with the first of the same cell. from is where its line can be read again; inSet
// says that the set has this record.
func (c *conflicts) add(r Record, from origin, at place, inSet bool) {
	if n := len(c.files) - 1; n < 0 || c.files[n] != at.File {
		c.files = append(c.files, at.File)
	}
	if r.Status != OK || !r.reproducible() {
		return
	}
	first, found := c.first[r.ID]
	if !found {
		first = located{nil, int32(len(c.files) - 1), int32(at.Line)}
		if !inSet {
			first.record = &r
		}
		c.first[r.ID] = first
		return
	}
	var was Record
	if first.record != nil {
		was = *first.record
	} else {
		was, _ = c.kept.Of(r.ID)
	}
	if from.Path != "" && r.Trace == nil {
		r.Trace = traceOf(from.read())
	}
	if d, ok := differing(was, r); ok {
		c.note(conflict{First: place{c.files[first.file], int(first.line)}, Second: at, Cells: 1, Example: r.Cell, Differs: d})
	}
}

// note counts a conflict.
func (c *conflicts) note(another conflict) {
	for _, known := range c.found {
		if known.First.File == another.First.File && known.Second.File == another.Second.File {
			known.Cells++
			return
		}
	}
	c.found = append(c.found, &another)
}

// err joins the conflicts found.
func (c *conflicts) err() error {
	var errs []error
	for _, found := range c.found {
		errs = append(errs, found)
	}
	return errors.Join(errs...)
}

// differing returns the first difference between the deterministic parts of two
// records of one cell: their metrics, and their traces if both have one.
func differing(a, b Record) (d difference, found bool) {
	if d, found := differingMetric(a.Metrics, b.Metrics); found {
		return d, true
	}
	was, is := a.unpacked(), b.unpacked()
	if len(was) == 0 || len(is) == 0 {
		return difference{}, false
	}
	if len(was) != len(is) {
		return difference{"points of the trace", [2]float64{float64(len(was)), float64(len(is))}}, true
	}
	for i, p := range was {
		if d, found := differingPoint(p, is[i]); found {
			d.What = fmt.Sprintf("%s of point %d of the trace", d.What, i+1)
			return d, true
		}
	}
	return difference{}, false
}

// differingPoint compares two points of traces, without their seconds. Like a
// metric, an objective that either lacks is not compared.
func differingPoint(p, q Point) (d difference, found bool) {
	switch {
	case p.Iteration != q.Iteration:
		return difference{"iteration", [2]float64{float64(p.Iteration), float64(q.Iteration)}}, true
	case p.Objective != nil && q.Objective != nil && *p.Objective != *q.Objective:
		return difference{"objective", [2]float64{*p.Objective, *q.Objective}}, true
	}
	return differingMetric(p.Metrics, q.Metrics)
}

// differingMetric returns the first metric that both have with different values. If
// one lacks a metric, its record is older than the metric.
func differingMetric(a, b map[string]float64) (d difference, found bool) {
	for _, name := range slices.Sorted(maps.Keys(a)) {
		if v, ok := b[name]; ok && v != a[name] {
			return difference{name, [2]float64{a[name], v}}, true
		}
	}
	return difference{}, false
}
