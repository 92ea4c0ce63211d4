package analysis

import (
	"io"
	"slices"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// Input is what a report on one experiment is made from.
type Input struct {
	Spec     *spec.Spec
	Cells    []record.Planned         // of the current plan, in its order; those of data that is not there are missing
	Records  map[string]record.Record // the record that counts, by cell ID; others than the plan's are passed over
	Stale    int                      // records of cells that are not in the plan
	Datasets []record.Dataset         // in the order of the rows; those of Spec if empty

	// ReadMap returns the map of a cell, fs.ErrNotExist if there is none. Only
	// figures of boundaries and posteriors ask for it.
	ReadMap func(cell string) (*record.Map, error)
	// OpenPredictions opens the kept predictions of a cell, in the file of that path,
	// fs.ErrNotExist if there are none. Comparisons with a reference, and of rows of one split, ask for them.
	OpenPredictions func(cell string) (file io.ReadCloser, path string, err error)

	Selection bool     // the cells are a selection of the plan's
	Imports   []string // command lines that bring what other programs predict

	// Fit writes the command line that fits a method on all rows of a data set; nil where the program
	// is not asked.
	Fit func(label, dataset string) string

	Command string // command line that makes the records, such as "runexp run wenzel2019/table2 --profile quick"
}

// Recorded says whether a cell has a record.
func (in Input) Recorded() bool {
	return slices.ContainsFunc(in.Cells, func(c record.Planned) bool { _, has := in.Records[c.ID]; return has })
}
