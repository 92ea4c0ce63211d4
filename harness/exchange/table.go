package exchange

import (
	"encoding/csv"
	"io"

	"gpcbench/data"
)

// WriteTable writes the rows of a data set to w as CSV: the prepared, unscaled inputs, then the class
// in the last column. Rows are read a block at a time. The data set must not have label sets.
func WriteTable(w io.Writer, ds *data.Dataset) (err error) {
	defer data.Failed(&err)
	if err := ds.Prepare(); err != nil {
		return err
	}
	out := csv.NewWriter(w)
	if err := writeTable(out, ds); err != nil {
		return err
	}
	out.Flush()
	return out.Error()
}
