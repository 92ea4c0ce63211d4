package exchange

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/read"
	"gpcbench/harness/plan"
)

// sumTolerance is how far the sum of class probabilities may be from 1. It admits probabilities
// printed with four decimals.
const sumTolerance = 1e-3

// foreign is a file of predictions made by another program.
type foreign struct {
	path    string
	sum     string   // SHA-256 of the file
	header  int      // line of the header
	classes []string // in the order of the columns
	folds   map[foreignKey]*foreignFold
	inFile  bool     // rows have their numbers in the user's file, not in the table
	unread  []string // columns with other names
}

// inFileColumn is the column with the numbers of rows in the user's file, if rows of it were left out.
const inFileColumn = "original"

// foreignKey identifies a fold of a data set. The data set is empty if the file has no column
// for it.
type foreignKey struct {
	dataset string
	fold    int
}

// String returns the name of the fold in messages.
func (k foreignKey) String() string {
	if k.dataset == "" {
		return fmt.Sprintf("fold %d", k.fold)
	}
	return fmt.Sprintf("fold %d of data set %s", k.fold, k.dataset)
}

// foreignColumns are the positions of the columns of a file.
type foreignColumns struct {
	dataset, fold, row, class, seconds, cpu int // row is the column "original" if there is no column "row"
	p                                       []int
}

// readForeign reads a table with the columns row (or original), fold, p(class) for every class, and the
// optional columns dataset, class, seconds and cpu_seconds. Its separator and compression may be any that
// tables of rows may have. Probabilities of classes of other data sets are empty. A file that changes
// while it is read is refused, so that the checksum is that of the content read.
func readForeign(path string) (*foreign, error) {
	f := &foreign{path: path, folds: map[foreignKey]*foreignFold{}}
	in, err := f.open()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	if err := f.read(in); err != nil {
		return nil, err
	}
	return f, f.unchanged()
}

// read reads all lines.
func (f *foreign) read(in read.Reader) error {
	header, err := in.Next()
	if err != nil {
		return err
	}
	if header == nil {
		return f.fail(0, "", "the file is empty")
	}
	f.header = header.Line
	columns, err := f.columns(texts(header))
	if err != nil {
		return err
	}
	for {
		row, err := in.Next()
		if row == nil || err != nil {
			return err
		}
		if err := f.add(row.Line, texts(row), columns); err != nil {
			return err
		}
	}
}

// unchanged returns an error if the file has changed since it was opened.
func (f *foreign) unchanged() error {
	sum, _, err := data.FileSum(f.path)
	switch {
	case err != nil:
		return data.NewUnavailableError(f.path, err)
	case sum != f.sum:
		return fmt.Errorf("%s: %w; import it again", f.path, data.ErrChanged)
	}
	return nil
}

// open opens the file and hashes it. The header is read as an ordinary row, because columns that
// are not needed may lack a name.
func (f *foreign) open() (read.Reader, error) {
	var format catalogue.Format
	if _, err := read.DetectForm(f.path, &format, new(bool)); err != nil {
		return nil, err
	}
	if format.Kind != catalogue.Delimited {
		return nil, f.fail(0, "", "this is not a table with a header: write the predictions as CSV")
	}
	var err error
	if f.sum, _, err = data.FileSum(f.path); err != nil {
		return nil, data.NewUnavailableError(f.path, err)
	}
	return read.Open(read.OwnPart(f.path), &format)
}

// texts returns the fields of a row.
func texts(row *read.Record) []string {
	out := make([]string, len(row.Fields))
	for j, field := range row.Fields {
		out[j] = string(field)
	}
	return out
}

func (f *foreign) fail(line int, column, format string, args ...any) error {
	return &data.ContentError{File: f.path, Line: line, Column: column, Problem: fmt.Sprintf(format, args...)}
}

// columns finds the columns by their names.
func (f *foreign) columns(header []string) (foreignColumns, error) {
	c := foreignColumns{dataset: slices.Index(header, "dataset"), fold: slices.Index(header, "fold"), row: slices.Index(header, "row"), class: slices.Index(header, "class"), seconds: slices.Index(header, "seconds"), cpu: slices.Index(header, "cpu_seconds")}
	for j, name := range header {
		if slices.Contains(header[:j], name) {
			return c, f.fail(f.header, "", "the header has the column %q twice: rename one of them in the file", name)
		}
		class, ok := strings.CutPrefix(name, "p(")
		switch {
		case ok && strings.HasSuffix(class, ")"):
			f.classes, c.p = append(f.classes, strings.TrimSuffix(class, ")")), append(c.p, j)
		case !slices.Contains([]string{"dataset", "fold", "row", inFileColumn, "class", "seconds", "cpu_seconds"}, name):
			f.unread = append(f.unread, name)
		}
	}
	if original := slices.Index(header, inFileColumn); c.row < 0 && original >= 0 {
		c.row, f.inFile = original, true
	}
	for _, needed := range []struct {
		name string
		at   int
	}{{"row", c.row}, {"fold", c.fold}, {"p(class)", len(c.p) - 1}} {
		if needed.at < 0 {
			return c, f.fail(f.header, "", "there is no column %s; "+
				"needed are row (or original), fold, and p(class) for the probability of each class; dataset, class, seconds and cpu_seconds are optional", needed.name)
		}
	}
	return c, nil
}

// add adds the prediction in a line.
func (f *foreign) add(at int, line []string, c foreignColumns) error {
	fold, err := strconv.Atoi(line[c.fold])
	if err != nil || fold < 0 {
		return f.fail(at, "fold", "%q is not the number of a fold; folds are counted from 0", line[c.fold])
	}
	row, err := strconv.Atoi(line[c.row])
	if err != nil || row < 0 {
		return f.fail(at, "row", "%q is not the number of a row; rows are counted from 0", line[c.row])
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
		key.dataset = line[c.dataset]
	}
	of := f.folds[key]
	if of == nil {
		of = &foreignFold{file: f, key: key, line: at, seconds: seconds, cpu: cpu, rows: map[int]foreignRow{}}
		f.folds[key] = of
	}
	if seconds != of.seconds {
		return f.fail(at, "seconds", "%s, but %s in line %d: state the training time of the whole fold in all its rows", stated(seconds), stated(of.seconds), of.line)
	}
	if cpu != of.cpu {
		return f.fail(at, "cpu_seconds", "%s, but %s in line %d: state the CPU time of the whole fold in all its rows", stated(cpu), stated(of.cpu), of.line)
	}
	if before, twice := of.rows[row]; twice {
		return f.fail(at, "row", "row %d of %v is already in line %d", row, key, before.line)
	}
	p, err := f.probabilities(at, line, c)
	if err != nil {
		return err
	}
	class := ""
	if c.class >= 0 {
		class = line[c.class]
	}
	of.rows[row] = foreignRow{at, class, p}
	return nil
}

// probabilities reads the class probabilities of a line. Their sum is checked by pick, which
// knows the classes.
func (f *foreign) probabilities(at int, line []string, c foreignColumns) ([]float64, error) {
	p := make([]float64, len(c.p))
	for k, j := range c.p {
		if line[j] == "" {
			p[k] = math.NaN()
			continue
		}
		v, number := read.ParseNumber([]byte(line[j]))
		if !number || !(v >= 0 && v <= 1) {
			return nil, f.fail(at, "p("+f.classes[k]+")", "%q is not a probability such as 0.25", line[j])
		}
		p[k] = v
	}
	return p, nil
}

// time reads a training time. It is 0 if the column is missing or the field is empty.
func (f *foreign) time(at int, column string, line []string, j int) (float64, error) {
	if j < 0 || line[j] == "" {
		return 0, nil
	}
	v, number := read.ParseNumber([]byte(line[j]))
	if !number || !read.Finite(v) || v < 0 {
		return 0, f.fail(at, column, "%q is not a time in seconds such as 12.5; leave the field empty if it is not known", line[j])
	}
	return v, nil
}

// stated returns the text of a training time in messages.
func stated(seconds float64) string {
	if seconds == 0 {
		return "no time"
	}
	return read.FormatNumber(seconds)
}

// named returns an error if a prediction does not name its data set.
func (f *foreign) named(experiment, label string) error {
	first := f.first(func(key foreignKey) bool { return key.dataset == "" })
	if first == nil {
		return nil
	}
	return f.fail(first.line, "", "%s has several data sets for %s: name the data set of each row in a column dataset", experiment, label)
}

// first returns the first fold of the file whose key satisfies is, or nil.
func (f *foreign) first(is func(foreignKey) bool) *foreignFold {
	var first *foreignFold
	for key, fold := range f.folds {
		if is(key) && (first == nil || fold.line < first.line) {
			first = fold
		}
	}
	return first
}

// share returns the fold of each cell. Folds of the cells in leftOut are skipped and counted. A fold
// that belongs to no cell is an error.
func (f *foreign) share(experiment, label string, cells, leftOut []*plan.Cell) (folds map[*plan.Cell]*foreignFold, passed int, err error) {
	folds = map[*plan.Cell]*foreignFold{}
	for _, c := range cells {
		folds[c] = f.remove(c.Dataset, c.Repeat)
	}
	for _, c := range leftOut {
		if f.remove(c.Dataset, c.Repeat) != nil {
			passed++
		}
	}
	return folds, passed, f.rest(experiment, label)
}

// remove removes and returns the predictions of a fold, nil if there are none.
func (f *foreign) remove(dataset string, fold int) *foreignFold {
	for _, key := range []foreignKey{{dataset, fold}, {"", fold}} {
		if of := f.folds[key]; of != nil {
			delete(f.folds, key)
			return of
		}
	}
	return nil
}

// rest returns an error if folds are left that belong to no cell.
func (f *foreign) rest(experiment, label string) error {
	first := f.first(func(foreignKey) bool { return true })
	if first == nil {
		return nil
	}
	return f.fail(first.line, "", "%s has no %v for %s; runexp splits writes the folds that exist", experiment, first.key, label)
}
