package command

import (
	"encoding/csv"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/methods/command/wire"
)

// block is the number of rows that are written at a time.
const block = 1024

// columnsOf are the columns of a table of the rows: those of the user's file, or the attributes.
func columnsOf(rows *data.Examples, attributes []string) []wire.Column {
	if original, ok := rows.Original(); ok {
		var out []wire.Column
		for _, c := range original.Columns() {
			out = append(out, wire.Column{Name: c.Name, Kind: kindOf(c.Category)})
		}
		return out
	}
	out := make([]wire.Column, len(attributes))
	for i, name := range attributes {
		out[i] = wire.Column{Name: name, Kind: kindOf(false)}
	}
	return out
}

// kindOf is what a schema calls the kind of a column.
func kindOf(category bool) string {
	if category {
		return "category"
	}
	return "number"
}

// write writes the inputs and the classes of all examples, in the form that the program wants.
func (s *session) write(stem string, rows *data.Examples) (x wire.Rows, y any, err error) {
	positions := make([]int, rows.Len())
	for i := range positions {
		positions[i] = i
	}
	if x, err = s.writeInputs(stem, rows, positions); err != nil {
		return x, y, err
	}
	if s.lists {
		y, err = s.writeLabels(stem, rows, positions)
	} else {
		y, err = s.writeClasses(stem, rows, positions)
	}
	return x, y, err
}

// writeInputs writes the inputs of examples, in the order of their positions.
func (s *session) writeInputs(stem string, rows *data.Examples, pos []int) (wire.Rows, error) {
	switch s.ready.Want {
	case wire.WantTable:
		return s.writeTable(stem, rows, pos)
	case wire.WantCSR:
		return s.writeSparse(stem, rows, pos)
	}
	name := stem + "-x.f64"
	out, err := wire.CreateNumbers(filepath.Join(s.o.Folder, name))
	if err != nil {
		return wire.Rows{}, err
	}
	for part := range slices.Chunk(pos, block) {
		x := mat.NewDense(len(part), rows.Dim(), nil)
		rows.Read(x, nil, part)
		out.Floats(x.RawMatrix().Data...)
	}
	return wire.Rows{X: wire.Array{File: name, Shape: []int{len(pos), rows.Dim()}}}, out.Close()
}

// writeSparse writes inputs as compressed sparse rows. Zeros of a dense table are left out.
func (s *session) writeSparse(stem string, rows *data.Examples, pos []int) (wire.Rows, error) {
	names := []string{stem + "-x-indptr.i64", stem + "-x-indices.i64", stem + "-x-values.f64"}
	var files [3]*wire.Numbers
	for i, name := range names {
		f, err := wire.CreateNumbers(filepath.Join(s.o.Folder, name))
		if err != nil {
			return wire.Rows{}, err
		}
		files[i] = f
	}
	values := 0
	files[0].Int(0)
	x := data.NewCSR(rows.Dim())
	for part := range slices.Chunk(pos, block) {
		readSparse(x, rows, part)
		for i := range x.Len() {
			columns, v := x.Row(i)
			for _, c := range columns {
				files[1].Int(int(c))
			}
			files[2].Floats(v...)
			values += len(v)
			files[0].Int(values)
		}
	}
	var err error
	for _, f := range files {
		if e := f.Close(); err == nil {
			err = e
		}
	}
	return wire.Rows{X: wire.Sparse{Starts: names[0], Columns: names[1], Values: names[2], Shape: []int{len(pos), rows.Dim()}}}, err
}

// readSparse reads sparse rows, of a dense table too.
func readSparse(x *data.CSR, rows *data.Examples, pos []int) {
	if rows.Sparse() {
		rows.ReadSparse(x, pos)
		return
	}
	x.Reset(rows.Dim())
	dense := mat.NewDense(len(pos), rows.Dim(), nil)
	rows.Read(dense, nil, pos)
	columns := make([]int, rows.Dim())
	for j := range columns {
		columns[j] = j
	}
	for i := range pos {
		x.Append(columns, dense.RawRowView(i))
	}
}

// writeTable writes rows as they are in the user's file, or the attributes if there is no such
// file.
func (s *session) writeTable(stem string, rows *data.Examples, pos []int) (wire.Rows, error) {
	name := stem + ".csv"
	f, err := os.Create(filepath.Join(s.o.Folder, name))
	if err != nil {
		return wire.Rows{}, err
	}
	defer f.Close()
	out := csv.NewWriter(f)
	var header []string
	for _, c := range s.schema.Table {
		header = append(header, c.Name)
	}
	writeRecord(out, f, header)
	if original, ok := rows.Original(); ok {
		for _, i := range pos {
			writeRecord(out, f, original.Fields(rows.Row(i)))
		}
	} else {
		rows = rows.Unscaled()
		line := make([]string, rows.Dim())
		for part := range slices.Chunk(pos, block) {
			x := mat.NewDense(len(part), rows.Dim(), nil)
			rows.Read(x, nil, part)
			for i := range part {
				for j, v := range x.RawRowView(i) {
					line[j] = strconv.FormatFloat(v, 'g', -1, 64)
				}
				writeRecord(out, f, line)
			}
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return wire.Rows{}, err
	}
	return wire.Rows{Table: &wire.Table{File: name, Rows: len(pos)}}, f.Close()
}

// writeRecord writes a line. A single empty field is quoted, because an empty line is not a
// row.
func writeRecord(out *csv.Writer, f *os.File, fields []string) {
	if strings.Join(fields, "") == "" && len(fields) == 1 {
		out.Flush()
		f.WriteString("\"\"\n")
		return
	}
	out.Write(fields)
}

// writeClasses writes the classes of examples, or for label sets a row of 0 and 1 each.
func (s *session) writeClasses(stem string, rows *data.Examples, pos []int) (wire.Array, error) {
	name := stem + "-y.f64"
	out, err := wire.CreateNumbers(filepath.Join(s.o.Folder, name))
	if err != nil {
		return wire.Array{}, err
	}
	shape := []int{len(pos)}
	k := len(s.schema.Classes)
	sets, of, line := data.NewLabelSets(), make([]int, block), make([]float64, k)
	if s.labels {
		shape = append(shape, k)
	}
	for part := range slices.Chunk(pos, block) {
		if !s.labels {
			rows.Read(nil, of[:len(part)], part)
			for _, c := range of[:len(part)] {
				out.Floats(float64(c))
			}
			continue
		}
		rows.ReadLabels(sets, part)
		for i := range part {
			clear(line)
			for _, l := range sets.Row(i) {
				line[l] = 1
			}
			out.Floats(line...)
		}
	}
	return wire.Array{File: name, Shape: shape}, out.Close()
}

// writeLabels writes the labels of examples as lists.
func (s *session) writeLabels(stem string, rows *data.Examples, pos []int) (wire.LabelLists, error) {
	y := wire.LabelLists{Starts: stem + "-y-indptr.i64", Labels: stem + "-y-indices.i64", Shape: []int{len(pos), len(s.schema.Classes)}}
	starts, err := wire.CreateNumbers(filepath.Join(s.o.Folder, y.Starts))
	if err != nil {
		return y, err
	}
	labels, err := wire.CreateNumbers(filepath.Join(s.o.Folder, y.Labels))
	if err != nil {
		return y, errors.Join(err, starts.Close())
	}
	starts.Int(0)
	sets, n := data.NewLabelSets(), 0
	for part := range slices.Chunk(pos, block) {
		rows.ReadLabels(sets, part)
		for i := range part {
			for _, l := range sets.Row(i) {
				labels.Int(int(l))
				n++
			}
			starts.Int(n)
		}
	}
	return y, errors.Join(starts.Close(), labels.Close())
}
