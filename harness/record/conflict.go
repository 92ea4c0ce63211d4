package record

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Conflict says that journals, such as ones that were brought together from two
// machines, have records of the same cells with other metrics. A cell's metrics
// are a function of what its ID is made from, so that one of the two is wrong.
type Conflict struct {
	First, Second string // files; the records of the first count
	Cells         int
	Example       Cell
	Metric        string // of the example
	Values        [2]float64
}

// Error names the files and one of the cells.
func (c *Conflict) Error() string {
	cells := "1 cell has"
	if c.Cells > 1 {
		cells = fmt.Sprintf("%d cells have", c.Cells)
	}
	return fmt.Sprintf("%s and %s: %s records with different metrics, such as %s, repeat %d, %s (cell %s) with %s = %v and %v; "+
		"the first file counts: find out which one is right, and take the other away",
		c.First, c.Second, cells, c.Example.Dataset, c.Example.Repeat, c.Example.Label, c.Example.ID, c.Metric, c.Values[0], c.Values[1])
}

// conflicts compares records of the same cell as journals are read.
type conflicts struct {
	first map[string]placed // by cell: its first record that is ok
	found []*Conflict       // one for each pair of files
}

// placed is a record with its file.
type placed struct {
	Record
	file string
}

// add compares the records of a file with those of the files before it, and
// with one another.
func (c *conflicts) add(file string, records []Record) {
	for _, r := range records {
		if r.Status != OK || !r.reproducible() {
			continue
		}
		first, ok := c.first[r.ID]
		if !ok {
			c.first[r.ID] = placed{r, file}
			continue
		}
		if metric := differing(first.Metrics, r.Metrics); metric != "" {
			c.note(first, placed{r, file}, metric)
		}
	}
}

// note counts a conflict.
func (c *conflicts) note(a, b placed, metric string) {
	for _, known := range c.found {
		if known.First == a.file && known.Second == b.file {
			known.Cells++
			return
		}
	}
	c.found = append(c.found, &Conflict{
		First: a.file, Second: b.file, Cells: 1, Example: a.Cell, Metric: metric, Values: [2]float64{a.Metrics[metric], b.Metrics[metric]},
	})
}

// err joins what was found.
func (c *conflicts) err() error {
	var errs []error
	for _, found := range c.found {
		errs = append(errs, found)
	}
	return errors.Join(errs...)
}

// reproducible says whether another run of the cell must give the same bits: not
// if the record says otherwise, or if gonum's own code did the algebra.
func (r *Record) reproducible() bool {
	return r.Provenance["sameness"] == "" && !strings.HasPrefix(r.Provenance["engine"], "gonum")
}

// differing returns the first metric that both have with different values, ""
// if there is none. A metric that one lacks is newer than its record.
func differing(a, b map[string]float64) string {
	for _, name := range slices.Sorted(maps.Keys(a)) {
		if v, ok := b[name]; ok && v != a[name] {
			return name
		}
	}
	return ""
}
