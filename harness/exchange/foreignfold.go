package exchange

import (
	"context"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gpcbench/data"
	"gpcbench/harness/rows"
)

// foreignFold is the predictions of one fold.
type foreignFold struct {
	file    *foreign
	key     foreignKey
	line    int     // of its first row
	seconds float64 // 0: not known
	cpu     float64 // likewise
	rows    map[int]foreignRow
	names   []string // of the classes of its data set
	order   []int    // columns of the file of these
}

type foreignRow struct {
	line  int
	class string    // of the row in the table that was predicted; "" where the file has no column of it
	p     []float64 // in the order of the file's columns; NaN: the field is empty
}

// byFileRows gives the predictions the numbers that their rows have in the table, if they have those of the
// user's file. A row that was left out there is none of the table's.
func (of *foreignFold) byFileRows(ctx context.Context, source rows.Source, loader rows.Loader) error {
	if !of.file.inFile {
		return nil
	}
	ds, err := loader.Load(ctx, source)
	if err != nil || ds.FileRows == nil {
		return err
	}
	numbers, err := ds.FileRows()
	if err != nil {
		return err
	}
	inTable := make(map[int]foreignRow, len(of.rows))
	for row, number := range numbers {
		if r, there := of.rows[number]; there {
			inTable[row] = r
			delete(of.rows, number)
		}
	}
	if len(of.rows) > 0 {
		first := slices.MinFunc(slices.Collect(maps.Values(of.rows)), func(a, b foreignRow) int { return a.line - b.line })
		return of.file.fail(first.line, inFileColumn, "this row of the file is left out here, for lack of a label or of a value, or is not there")
	}
	of.rows = inTable
	return nil
}

// Seconds returns the training time.
func (of *foreignFold) Seconds() (wall, cpu float64) { return of.seconds, of.cpu }

// Begin says whether there is a prediction of every test row and of no other, for the classes
// of its data set.
func (of *foreignFold) Begin(classes []string, test *data.Examples) error {
	order := make([]int, len(classes))
	for k, class := range classes {
		if order[k] = slices.Index(of.file.classes, class); order[k] < 0 {
			return of.file.fail(of.file.header, "", "there is no column p(%s); the classes are %q", class, classes)
		}
	}
	of.order, of.names = order, classes
	return of.complete(test)
}

// Predict writes the class probabilities of a row of that class.
func (of *foreignFold) Predict(dst []float64, row, class int) error {
	if err := of.sameClass(row, of.names[class]); err != nil {
		return err
	}
	return of.pick(dst, row)
}

// sameClass refuses a row whose class is another in the table that was predicted.
func (of *foreignFold) sameClass(row int, class string) error {
	if r := of.rows[row]; r.class != "" && r.class != class {
		return of.file.fail(r.line, "class", "row %d is of class %q here, and %q in the table that was predicted: is it another version of it? runexp splits writes this one", row, class, r.class)
	}
	return nil
}

// pick writes the probabilities of a row in the order of the classes. Those of other classes,
// which other data sets of the file may have, must be empty. They sum to 1.
func (of *foreignFold) pick(dst []float64, row int) error {
	r := of.rows[row]
	for k, j := range of.order {
		if dst[k] = r.p[j]; math.IsNaN(dst[k]) {
			return of.file.fail(r.line, "p("+of.names[k]+")", "there is no probability")
		}
	}
	for j, v := range r.p {
		if !math.IsNaN(v) && !slices.Contains(of.order, j) {
			return of.file.fail(r.line, "p("+of.file.classes[j]+")", "there is no such class; the classes are %q", of.names)
		}
	}
	if sum := floats.Sum(dst); math.Abs(sum-1) > sumTolerance {
		return of.file.fail(r.line, "", "the probabilities sum to %v, not to 1", sum)
	}
	return nil
}

// complete says whether there is a prediction of every test row and of no other. Another comes
// first: it may be the one that is missing, under a wrong number.
func (of *foreignFold) complete(test *data.Examples) error {
	tested := make(map[int]bool, test.Len())
	for i := range test.Len() {
		tested[test.Row(i)] = true
	}
	first, at := foreignRow{line: math.MaxInt}, -1
	for row, r := range of.rows {
		if !tested[row] && r.line < first.line {
			first, at = r, row
		}
	}
	if at >= 0 {
		return of.file.fail(first.line, "row", "%v is not tested on row %d", of.key, at)
	}
	for i := range test.Len() {
		if _, there := of.rows[test.Row(i)]; !there {
			return of.file.fail(of.line, "", "%v has no prediction of row %d, which it is tested on", of.key, test.Row(i))
		}
	}
	return nil
}
