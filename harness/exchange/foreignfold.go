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

// foreignFold holds the predictions of one fold.
type foreignFold struct {
	file    *foreign
	key     foreignKey
	line    int     // line of the first row
	seconds float64 // 0: not known
	cpu     float64 // likewise
	rows    map[int]foreignRow
	names   []string // classes of the data set
	order   []int    // columns of these classes in the file
}

type foreignRow struct {
	line  int
	class string    // class in the table that was predicted; "" if the file has no column class
	p     []float64 // in the order of the file's columns; NaN: the field is empty
}

// byFileRows replaces row numbers of the user's file by those of the table, if the predictions have the
// former. A row that was left out has no number in the table and is an error.
func (fold *foreignFold) byFileRows(ctx context.Context, source rows.Source, loader rows.Loader) error {
	if !fold.file.inFile {
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
	inTable := make(map[int]foreignRow, len(fold.rows))
	for row, number := range numbers {
		if r, there := fold.rows[number]; there {
			inTable[row] = r
			delete(fold.rows, number)
		}
	}
	if len(fold.rows) > 0 {
		first := slices.MinFunc(slices.Collect(maps.Values(fold.rows)), func(a, b foreignRow) int { return a.line - b.line })
		return fold.file.fail(first.line, inFileColumn, "this row of the file does not exist, or is left out here because a label or a value is missing")
	}
	fold.rows = inTable
	return nil
}

// Seconds returns the training time.
func (fold *foreignFold) Seconds() (wall, cpu float64) { return fold.seconds, fold.cpu }

// Begin returns an error unless there is a prediction for every test row and no other, with
// probabilities of all classes.
func (fold *foreignFold) Begin(classes []string, test *data.Examples) error {
	order := make([]int, len(classes))
	for k, class := range classes {
		if order[k] = slices.Index(fold.file.classes, class); order[k] < 0 {
			return fold.file.fail(fold.file.header, "", "there is no column p(%s); the classes are %q", class, classes)
		}
	}
	fold.order, fold.names = order, classes
	return fold.complete(test)
}

// Predict writes the class probabilities of a row whose true class is class.
func (fold *foreignFold) Predict(dst []float64, row, class int) error {
	if err := fold.sameClass(row, fold.names[class]); err != nil {
		return err
	}
	return fold.pick(dst, row)
}

// sameClass returns an error if the row had another class in the table that was predicted.
func (fold *foreignFold) sameClass(row int, class string) error {
	if r := fold.rows[row]; r.class != "" && r.class != class {
		return fold.file.fail(r.line, "class", "row %d has class %q here, but %q in the table that was predicted: is that another version of the table? runexp splits writes this one", row, class, r.class)
	}
	return nil
}

// pick writes the probabilities of a row in the order of the classes. They must sum to 1. Those of
// other classes, which other data sets of the file may have, must be empty.
func (fold *foreignFold) pick(dst []float64, row int) error {
	r := fold.rows[row]
	for k, j := range fold.order {
		if dst[k] = r.p[j]; math.IsNaN(dst[k]) {
			return fold.file.fail(r.line, "p("+fold.names[k]+")", "there is no probability")
		}
	}
	for j, v := range r.p {
		if !math.IsNaN(v) && !slices.Contains(fold.order, j) {
			return fold.file.fail(r.line, "p("+fold.file.classes[j]+")", "there is no such class; the classes are %q", fold.names)
		}
	}
	if sum := floats.Sum(dst); math.Abs(sum-1) > sumTolerance {
		return fold.file.fail(r.line, "", "the probabilities sum to %v, not to 1", sum)
	}
	return nil
}

// complete returns an error unless there is a prediction for every test row and no other. Other rows
// are reported first: such a row may be a missing one with a wrong number.
func (fold *foreignFold) complete(test *data.Examples) error {
	tested := make(map[int]bool, test.Len())
	for i := range test.Len() {
		tested[test.Row(i)] = true
	}
	first, at := foreignRow{line: math.MaxInt}, -1
	for row, r := range fold.rows {
		if !tested[row] && r.line < first.line {
			first, at = r, row
		}
	}
	if at >= 0 {
		return fold.file.fail(first.line, "row", "%v does not test row %d", fold.key, at)
	}
	for i := range test.Len() {
		if _, there := fold.rows[test.Row(i)]; !there {
			return fold.file.fail(fold.line, "", "%v has no prediction of its test row %d", fold.key, test.Row(i))
		}
	}
	return nil
}
