// Package data is the interface between data sets and methods: tables of rows read by index,
// scaling and minibatches.
//
// A Dataset is a Table with what is known about it. Package split divides its rows,
// Examples are the rows of one side, scaled by a Scaler that was fitted on the
// training rows alone, and Minibatches are batches of them.
//
// The packages below deal with where data sets come from: loader loads an entry of the catalogue or
// a user's own table, read has a reader for each file format, schema infers columns and classes
// from what they read, convert writes the prepared rows to a table file, which tablefile reads in
// place, generate makes the rows of generated sets, and fetch downloads. README.md beside this file
// says what happens to a file on the way, and how fast.
//
// Errors are of three kinds, which errors.As distinguishes: UnavailableError, a file is not
// available; ContentError, a file's content is wrong, with file, line and column; RequestError, a
// request does not fit the table.
//
// Glossary, used through the whole project: N rows (examples), D attributes
// (inputs), C classes, M inducing inputs; X the N x D inputs, y the labels.
package data

import "strconv"

// An int must have 64 bits: file offsets, sizes and products of numbers of rows and columns are
// ints, and no code checks them for overflow of 32 bits. On machines with such an int this does not
// compile.
const _ = uint(strconv.IntSize - 64)

// Kind is the kind of a classification task.
type Kind string

// The kinds of task. A binary task has exactly two classes, of which the
// second, index 1, is y = +1 in the papers' notation.
const (
	Binary     Kind = "binary"
	Multiclass Kind = "multiclass"
	Multilabel Kind = "multilabel"
)

// Table is N rows of D numeric attributes with one class each, read by index,
// so that a table in memory, a memory-mapped file of millions of rows and a
// sparse table serve the same code. A Table is safe for concurrent reading.
type Table interface {
	// Len returns N.
	Len() int
	// Dim returns D.
	Dim() int
	// Rows copies rows idx into dst, row-major; len(dst) must be len(idx)*D.
	Rows(dst []float64, idx []int)
	// Classes copies the class indices, 0..C-1, of rows idx into dst.
	// Multi-label tables leave dst unchanged.
	Classes(dst []int, idx []int)
}

// Multilabeled is a Table whose rows carry any number of K labels.
type Multilabeled interface {
	Table
	// AppendLabels appends the labels, 0..K-1, of rows idx to dst.
	AppendLabels(dst *LabelSets, idx []int)
}

// Sparse is a Table whose rows are mostly zero.
type Sparse interface {
	Table
	// AppendRows appends rows idx to dst, which has D columns.
	AppendRows(dst *CSR, idx []int)
}

// Dataset is a table with what is known about it.
type Dataset struct {
	Table
	Name       string   // catalogue name, or the stem of the user's file
	Title      string   // for people
	Kind       Kind     // the task
	ClassNames []string // length C, in class order (multi-label: the K labels)
	Attributes []string // length D, names of the columns after preparation
	Digest     string   // SHA-256, hex, of the file bytes and the preparation
	Splits     []Split  // published splits, if any
	Groups     []int    // number of each row's value of the column that a split uses, in ascending order of values; nil if it uses none
	Notes      []string // assumptions that a report must print
	Differs    string   // why rows or attributes are not the paper's, or empty

	Summary *Summary // of a user's table with one class per row; otherwise nil

	// FileRows reads a user's file again and returns the number of each row in it, from 0 and
	// without the header. It is nil if no row was left out, so that the numbers are those of the
	// table.
	FileRows func() ([]int, error)

	Propensity Propensity // multi-label: constants of the labels' propensities
}

// Prepare does now what reading the first row would do: it generates a generated set that is too
// large for memory into the cache folder, if it is not there yet. It does nothing for other data
// sets.
func (ds *Dataset) Prepare() error {
	if t, ok := ds.Table.(interface{ Prepare() error }); ok {
		return t.Prepare()
	}
	return nil
}

// ClassCounts returns the number of rows of each class. It reads the whole
// table.
func ClassCounts(ds *Dataset) []int {
	counts := make([]int, len(ds.ClassNames))
	for row := range ds.Len() {
		counts[ClassOf(ds, row)]++
	}
	return counts
}

// ClassOf returns the class of a row.
func ClassOf(t Table, row int) int {
	var class [1]int
	t.Classes(class[:], []int{row})
	return class[0]
}

// AttributeName is the name of column j, counted from 0, if none is given.
func AttributeName(j int) string { return "x" + strconv.Itoa(j) }

// AttributeNames names d columns.
func AttributeNames(d int) []string {
	names := make([]string, d)
	for j := range names {
		names[j] = AttributeName(j)
	}
	return names
}
