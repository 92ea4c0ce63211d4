package format

import (
	"bytes"
	"encoding/csv"

	"gpcbench/report/document"
)

// CSV writes a sheet with its head as the first line.
func CSV(s document.Sheet) ([]byte, error) {
	var w bytes.Buffer
	out := csv.NewWriter(&w)
	out.Write(s.Head)
	out.WriteAll(s.Lines)
	return w.Bytes(), out.Error()
}
