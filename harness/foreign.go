package harness

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpcbench/data"
	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
)

// sumTolerance is how far class probabilities may be from a sum of 1: those that are printed
// with four decimals are.
const sumTolerance = 1e-3

// foreign is a file of predictions that were made elsewhere.
type foreign struct {
	path    string
	classes []string // in the order of its columns
	folds   map[foreignKey]*foreignFold
}

// foreignKey says which fold of which data set; the data set is empty where the file has no
// column of it.
type foreignKey struct {
	dataset string
	fold    int
}

// String is what a message calls the fold.
func (k foreignKey) String() string {
	if k.dataset == "" {
		return fmt.Sprintf("fold %d", k.fold)
	}
	return fmt.Sprintf("fold %d of data set %s", k.fold, k.dataset)
}

// foreignFold is the predictions of one fold.
type foreignFold struct {
	file    *foreign
	key     foreignKey
	line    int // of its first row
	seconds float64
	cpu     float64 // 0: not known
	rows    map[int]foreignRow
}

type foreignRow struct {
	line  int
	class string    // of the row in the table that was predicted; "" where the file has no column of it
	p     []float64 // in the order of the file's columns; NaN: the field is empty
}

// foreignColumns are where the columns of a file stand.
type foreignColumns struct {
	dataset, fold, row, class, seconds, cpu int
	p                                       []int
}

// readForeign reads a CSV with the columns row, fold, seconds, p(class) for every class, and
// dataset, class and cpu_seconds, which may be left out. Probabilities of classes of other data
// sets are empty.
func readForeign(path string, content []byte) (*foreign, error) {
	f := &foreign{path: path, folds: map[foreignKey]*foreignFold{}}
	in := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(content, []byte("\ufeff"))))
	in.ReuseRecord = true
	header, err := in.Read()
	if err == io.EOF {
		return nil, f.fail(0, "", "the file is empty")
	}
	if err != nil {
		return nil, f.fail(1, "", "the header cannot be read: %v", err)
	}
	columns, err := f.columns(header)
	if err != nil {
		return nil, err
	}
	for {
		line, err := in.Read()
		if err == io.EOF {
			return f, nil
		}
		at, _ := in.FieldPos(0)
		if err != nil {
			if parse, ok := errors.AsType[*csv.ParseError](err); ok {
				at, err = parse.Line, parse.Err
			}
			return nil, f.fail(at, "", "%v", err)
		}
		if err := f.add(at, line, columns); err != nil {
			return nil, err
		}
	}
}

func (f *foreign) fail(line int, column, format string, args ...any) error {
	return &data.ContentError{File: f.path, Line: line, Column: column, Problem: fmt.Sprintf(format, args...)}
}

// columns finds the columns by their names.
func (f *foreign) columns(header []string) (foreignColumns, error) {
	c := foreignColumns{dataset: slices.Index(header, "dataset"), fold: slices.Index(header, "fold"), row: slices.Index(header, "row"), class: slices.Index(header, "class"), seconds: slices.Index(header, "seconds"), cpu: slices.Index(header, "cpu_seconds")}
	for j, name := range header {
		if slices.Contains(header[:j], name) {
			return c, f.fail(1, "", "the header names the column %q twice: rename one of them in the file", name)
		}
		if class, ok := strings.CutPrefix(name, "p("); ok && strings.HasSuffix(class, ")") {
			f.classes, c.p = append(f.classes, strings.TrimSuffix(class, ")")), append(c.p, j)
		}
	}
	for _, needed := range []struct {
		name string
		at   int
	}{{"row", c.row}, {"fold", c.fold}, {"seconds", c.seconds}, {"p(class)", len(c.p) - 1}} {
		if needed.at < 0 {
			return c, f.fail(1, "", "there is no column %s; it has row, fold, seconds, and p(class) for the probability of each class, and may have dataset, class and cpu_seconds", needed.name)
		}
	}
	return c, nil
}

// add takes a line.
func (f *foreign) add(at int, line []string, c foreignColumns) error {
	fold, err := strconv.Atoi(line[c.fold])
	if err != nil || fold < 0 {
		return f.fail(at, "fold", "%q is no number of a fold, which count from 0", line[c.fold])
	}
	row, err := strconv.Atoi(line[c.row])
	if err != nil || row < 0 {
		return f.fail(at, "row", "%q is no number of a row, which count from 0", line[c.row])
	}
	seconds, err := f.time(at, "seconds", line, c.seconds)
	if err != nil {
		return err
	}
	cpu, err := f.time(at, "cpu_seconds", line, c.cpu)
	if err != nil {
		return err
	}
	key := foreignKey{fold: fold}
	if c.dataset >= 0 {
		key.dataset = strings.Clone(line[c.dataset])
	}
	of := f.folds[key]
	if of == nil {
		of = &foreignFold{file: f, key: key, line: at, seconds: seconds, cpu: cpu, rows: map[int]foreignRow{}}
		f.folds[key] = of
	}
	if seconds != of.seconds {
		return f.fail(at, "seconds", "%v, but %v in line %d: the training time is one of the whole fold", seconds, of.seconds, of.line)
	}
	if cpu != of.cpu {
		return f.fail(at, "cpu_seconds", "%v, but %v in line %d: the CPU time is one of the whole fold", cpu, of.cpu, of.line)
	}
	if before, twice := of.rows[row]; twice {
		return f.fail(at, "row", "row %d of %v is in line %d already", row, key, before.line)
	}
	p := make([]float64, len(c.p))
	sum := 0.0
	for k, j := range c.p {
		if line[j] == "" {
			p[k] = math.NaN()
			continue
		}
		if p[k], err = strconv.ParseFloat(line[j], 64); err != nil || !(p[k] >= 0 && p[k] <= 1) {
			return f.fail(at, "p("+f.classes[k]+")", "%q is no probability", line[j])
		}
		sum += p[k]
	}
	if math.Abs(sum-1) > sumTolerance {
		return f.fail(at, "", "the probabilities sum to %v, not to 1", sum)
	}
	class := ""
	if c.class >= 0 {
		class = strings.Clone(line[c.class])
	}
	of.rows[row] = foreignRow{at, class, p}
	return nil
}

// time reads a training time, 0 if there is no column of it.
func (f *foreign) time(at int, column string, line []string, j int) (float64, error) {
	if j < 0 {
		return 0, nil
	}
	v, err := strconv.ParseFloat(line[j], 64)
	if err != nil || !isFinite(v) || v < 0 {
		return 0, f.fail(at, column, "%q is no training time", line[j])
	}
	return v, nil
}

// named is the error of predictions that do not say of which data set they are.
func (f *foreign) named(experiment, label string) error {
	first := f.first(func(key foreignKey) bool { return key.dataset == "" })
	if first == nil {
		return nil
	}
	return f.fail(first.line, "", "%s has several data sets for %s: say in a column dataset which one", experiment, label)
}

// first is the first fold of the file whose key is as asked, nil if there is none.
func (f *foreign) first(is func(foreignKey) bool) *foreignFold {
	var first *foreignFold
	for key, of := range f.folds {
		if is(key) && (first == nil || of.line < first.line) {
			first = of
		}
	}
	return first
}

// take takes the predictions of a fold out, nil if there are none.
func (f *foreign) take(dataset string, fold int) *foreignFold {
	for _, key := range []foreignKey{{dataset, fold}, {"", fold}} {
		if of := f.folds[key]; of != nil {
			delete(f.folds, key)
			return of
		}
	}
	return nil
}

// rest is the error of folds that no cell has taken.
func (f *foreign) rest(experiment, label string) error {
	first := f.first(func(foreignKey) bool { return true })
	if first == nil {
		return nil
	}
	return f.fail(first.line, "", "%s has no %v for %s; runexp splits writes which there are", experiment, first.key, label)
}

// record scores the predictions of a cell's test rows.
func (of *foreignFold) record(ctx context.Context, c *Cell, loader Loader) (record.Record, *predictions, error) {
	p, err := prepare(ctx, loader, *c.rows, c.Seed, c.Repeat)
	if err != nil {
		return record.Record{}, nil, err
	}
	order, err := of.order(p.dataset.ClassNames)
	if err != nil {
		return record.Record{}, nil, err
	}
	if err := of.complete(p.test); err != nil {
		return record.Record{}, nil, err
	}
	s, kept := scorer{classes: len(order)}, newPredictions(p.dataset, nil, p.test)
	i, probabilities := 0, make([]float64, len(order))
	for class := range p.test.Classes() {
		row := p.test.Row(i)
		if err := of.sameClass(row, p.dataset.ClassNames[class]); err != nil {
			return record.Record{}, nil, err
		}
		if err := of.pick(probabilities, row, order, p.dataset.ClassNames); err != nil {
			return record.Record{}, nil, err
		}
		s.add(probabilities, class)
		kept.add(i, row, probabilities, class)
		i++
	}
	scores := s.result()
	out := record.Record{
		V: record.Version, Cell: c.Cell, Status: record.OK, Metrics: scores.metrics, Calibration: scores.calibration, Tenths: scores.tenths, Hits: scores.hits,
		Timing:     record.Timing{WallSeconds: of.seconds, CPUSeconds: of.cpu, Iterations: 1},
		Provenance: provenance(p, request{Cell: c.Cell, Engine: "none"}),
	}
	point := record.Point{Seconds: of.seconds, Iteration: 1, Metrics: map[string]float64{}}
	for _, name := range metrics.Traced() {
		if v, ok := scores.metrics[name]; ok {
			point.Metrics[name] = v
		}
	}
	out.Trace = []record.Point{point}
	return out, kept, nil
}

// sameClass refuses a row whose class is another in the table that was predicted.
func (of *foreignFold) sameClass(row int, class string) error {
	if r := of.rows[row]; r.class != "" && r.class != class {
		return of.file.fail(r.line, "class", "row %d is of class %q here, and %q in the table that was predicted: is it another version of it? runexp splits writes this one", row, class, r.class)
	}
	return nil
}

// order returns the file's column of each class.
func (of *foreignFold) order(classes []string) ([]int, error) {
	order := make([]int, len(classes))
	for k, class := range classes {
		if order[k] = slices.Index(of.file.classes, class); order[k] < 0 {
			return nil, of.file.fail(1, "", "there is no column p(%s); the classes are %q", class, classes)
		}
	}
	return order, nil
}

// pick writes the probabilities of a row in the order of the classes. Those of other classes,
// which other data sets of the file may have, must be empty.
func (of *foreignFold) pick(dst []float64, row int, order []int, classes []string) error {
	r := of.rows[row]
	for k, j := range order {
		if dst[k] = r.p[j]; math.IsNaN(dst[k]) {
			return of.file.fail(r.line, "p("+classes[k]+")", "there is no probability")
		}
	}
	for j, v := range r.p {
		if !math.IsNaN(v) && !slices.Contains(order, j) {
			return of.file.fail(r.line, "p("+of.file.classes[j]+")", "there is no such class; the classes are %q", classes)
		}
	}
	return nil
}

// complete says whether there is a prediction of every test row and of no other.
func (of *foreignFold) complete(test *data.Examples) error {
	for i := range test.Len() {
		if _, there := of.rows[test.Row(i)]; !there {
			return of.file.fail(of.line, "", "%v has no prediction of row %d, which it is tested on", of.key, test.Row(i))
		}
	}
	if len(of.rows) == test.Len() {
		return nil
	}
	rows := make(map[int]bool, test.Len())
	for i := range test.Len() {
		rows[test.Row(i)] = true
	}
	first := foreignRow{line: math.MaxInt}
	at := 0
	for row, r := range of.rows {
		if !rows[row] && r.line < first.line {
			first, at = r, row
		}
	}
	return of.file.fail(first.line, "row", "%v is not tested on row %d", of.key, at)
}
