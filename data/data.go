// Package data holds what experiments are run on: tables of rows read by
// index, their splits and scaling, and the readers and generators they come
// from.
//
// Load gives a set of the catalogue, LoadFile a user's own table, Generate
// rows drawn from a definition. Text is read twice, first to find out its
// columns, levels, labels and rows, then to write them, prepared, to a table
// file in the cache folder; both in memory that does not grow with N, telling how
// they get on, and an interrupted conversion is gone on with. Later loadings read
// the table file alone, after hashing the text, so that a change of a byte or of
// the preparation is a new table; of a file of 64 MiB and more the hash is kept
// with the file's size and time. Inputs are kept as float64, from 2^25 of them on
// as float32. Tables of more than 2^20 inputs stay in the file, mapped into memory,
// and are read in place: a row is had without reading the others, but for the block
// of 1 MiB that it lies in, which is compared with its sum once. Large generated
// sets are drawn into such a file too. Multi-label sets are sparse and are held in
// memory. README.md beside this file has the layout and measured speeds.
//
// MakeSplit divides the rows of a table, Examples are the rows of one side,
// scaled by a Scaler that saw the training rows alone, and Minibatches deals
// them in batches.
//
// Errors are of three kinds, which errors.As tells apart: UnavailableError, a
// file cannot be had; ContentError, a file's content is wrong, with file, line
// and column; RequestError, something was asked for that the table has not.
//
// Glossary, used through the whole project: N rows (examples), D attributes
// (inputs), C classes, M inducing inputs; X the N x D inputs, y the labels.
package data

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
	// LabelSet appends the labels, 0..K-1 ascending, of a row to dst.
	LabelSet(dst []int, row int) []int
}

// Sparse is a Table whose rows are mostly zero.
type Sparse interface {
	Table
	// SparseRow appends the non-zero columns (ascending) and values of a row.
	SparseRow(cols []int, vals []float64, row int) ([]int, []float64)
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
	Notes      []string // assumptions that a report must print
	Differs    string   // why rows or attributes are not the paper's, or empty
}

// Index is an ordered set of row numbers. Contiguous ones take no memory.
type Index interface {
	Len() int
	At(j int) int
}

// Split is the rows one repeat trains on and is tested on, each in file order.
type Split struct {
	Train, Test Index
}
