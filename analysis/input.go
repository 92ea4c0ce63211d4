package analysis

import (
	"io"
	"iter"
	"slices"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// Input is what a report on one experiment needs.
type Input struct {
	Spec     *spec.Spec
	Cells    []*record.Planned // of the current plan, in its order; those of data that is not there are missing
	Stored   *record.Set       // the records that count; others than the plan's are passed over
	Stale    int               // records of cells that are not in the plan
	Datasets []record.Dataset  // in the order of the rows; those of Spec if empty

	// Records, by cell ID, come before those that are stored: here is what was added to them.
	Records map[string]record.Record

	// ReadMap returns the map of a cell, fs.ErrNotExist if there is none. Only
	// figures of boundaries and posteriors ask for it.
	ReadMap func(cell string) (*record.Map, error)
	// OpenPredictions opens the kept predictions of a cell, in the file of that path,
	// fs.ErrNotExist if there are none. Comparisons with a reference, and of rows of one split, ask for them.
	OpenPredictions func(cell string) (file io.ReadCloser, path string, err error)

	Selection bool     // the cells are a selection of the plan's
	Imports   []string // command lines that bring what other programs predict

	// Fit writes the command line that fits a method on all rows of a data set, "" for one whose predictions
	// are imported; nil where the program is not asked.
	Fit func(label, dataset string) string

	Command string // command line that makes the records, such as "runexp run wenzel2019/table2 --profile quick"
}

// Recorded says whether a cell has a record.
func (in Input) Recorded() bool {
	return slices.ContainsFunc(in.Cells, func(c *record.Planned) bool { _, ok := in.Record(c.ID); return ok })
}

// Complete says whether every cell has a record.
func (in Input) Complete() bool {
	return !slices.ContainsFunc(in.Cells, func(c *record.Planned) bool { _, ok := in.Record(c.ID); return !ok })
}

// Record returns the record that counts of a cell.
func (in Input) Record(cell string) (r record.Record, ok bool) {
	if r, ok = in.Records[cell]; !ok && in.Stored != nil {
		r, ok = in.Stored.Of(cell)
	}
	return r, ok
}

// OfCells yields the cells of the plan that have a record, with it.
func (in Input) OfCells() iter.Seq2[*record.Planned, record.Record] {
	return func(yield func(*record.Planned, record.Record) bool) {
		for _, c := range in.Cells {
			if r, ok := in.Record(c.ID); ok && !yield(c, r) {
				return
			}
		}
	}
}

// HasRecords says whether there are records, of whatever cells.
func (in Input) HasRecords() bool {
	return len(in.Records) > 0 || in.Stored != nil && in.Stored.Len() > 0
}
