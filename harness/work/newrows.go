package work

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/data/loader"
	"gpcbench/gp/inputs"
	"gpcbench/harness/model"
	"gpcbench/harness/record"
	"gpcbench/methods/method"
)

// newRows reads rows to be predicted, a block at a time.
type newRows interface {
	// Next returns at most limit further rows, and which of them cannot be predicted because
	// a value is missing; nil at the end.
	Next(limit int) (rows data.Table, missing []bool, err error)
	// Unseen names, for each row last returned by Next, the columns that training has not seen, or whose
	// category it has not seen. Ignored counts the values that were left out because no training row has
	// their columns.
	Unseen() [][]string
	Ignored() int
	Close() error
}

// PredictFile writes a model's predictions for the rows of a file to w, as CSV: the row's
// number from 0, the predicted class, the probability of each class, and the mean and
// variance of latent functions. For label sets it writes the ten labels of the largest
// probabilities instead, each with its probability. A row that lacks a value has empty
// fields if training left out rows with missing values, and is an error otherwise. Rows
// are read and predicted a block at a time, so that memory does not grow with their number.
// A category that training has not seen is an error, unless mark asks for predictions from
// the other columns. A further field of the row then names the columns of such categories,
// and LIBSVM columns that training has not seen, which are left out anyway.
func PredictFile(ctx context.Context, m *model.Model, path string, mark bool, w io.Writer) (c FileCounts, err error) {
	in, err := openNewRows(m, path, mark)
	if err != nil {
		return c, err
	}
	defer in.Close()
	out := newRowWriter(m, mark, w)
	err = eachBlock(ctx, m, in, func(b block) error {
		c.count(b)
		return out.write(b)
	})
	if err == nil {
		err = out.flush()
	}
	c.Ignored = in.Ignored()
	return c, err
}

// FileCounts counts the rows of a file that is predicted.
type FileCounts struct {
	Rows    int
	Lacking int // rows without a prediction, because a value is missing
	Unseen  int // rows with a category or a column that training has not seen
	Ignored int // values in columns that no training row has
}

// count counts the rows of a block.
func (c *FileCounts) count(b block) {
	c.Rows += len(b.missing)
	c.Lacking += b.lacking()
	c.Unseen += b.marked()
}

// openNewRows opens a file of rows for a model; mark says that categories that training has not seen
// are reported instead of refused.
func openNewRows(m *model.Model, path string, mark bool) (newRows, error) {
	if m.Kind == data.Multilabel {
		return loader.OpenNewLabelRows(path, m.Encoding, len(m.Classes), m.Sparse, mark)
	}
	r, err := loader.OpenNewRows(path, m.Encoding)
	if err != nil {
		return nil, err
	}
	r.MarkUnseen, r.KeepOriginal = mark, m.StartsProgram()
	return r, nil
}

// block is some rows of a file, with a model's predictions.
type block struct {
	first   int // number of the first row in the file
	table   data.Table
	rows    *data.Examples // rows of table, in the form that the model takes
	missing []bool         // rows that cannot be predicted
	unseen  [][]string     // for each row, columns that training has not seen, or whose category it has not seen
	p       *mat.Dense     // probabilities of classes or labels
}

// lacking counts the rows that lack a value.
func (b block) lacking() (n int) {
	for _, lacks := range b.missing {
		if lacks {
			n++
		}
	}
	return n
}

// marked counts the rows with a category or a column that training has not seen.
func (b block) marked() (n int) {
	for _, columns := range b.unseen {
		if len(columns) > 0 {
			n++
		}
	}
	return n
}

// undefined returns the first row whose probabilities are no numbers though it lacks no value, -1 if there is none.
func (b block) undefined() int {
	for i, lacks := range b.missing {
		if !lacks && math.IsNaN(floats.Sum(b.p.RawRowView(i))) {
			return i
		}
	}
	return -1
}

// eachBlock predicts the rows of a file a block at a time.
func eachBlock(ctx context.Context, m *model.Model, in newRows, do func(block) error) (err error) {
	defer data.Failed(&err)
	for first := 0; ctx.Err() == nil; {
		table, missing, err := in.Next(predictBlock)
		if err != nil || table == nil {
			return err
		}
		b := block{first: first, table: table, rows: m.Examples(table), missing: missing, unseen: in.Unseen()}
		b.p = probabilities(m, b.rows, table)
		if i := b.undefined(); i >= 0 {
			return fmt.Errorf("row %d, counted from 0: the model has no probabilities for it, because it is too far from the training rows to compute with", first+i)
		}
		if err := do(b); err != nil {
			return err
		}
		first += len(missing)
	}
	return ctx.Err()
}

// probabilities returns the probabilities for the rows of a table, n x C. rows are its examples for the model.
func probabilities(m *model.Model, rows *data.Examples, table data.Table) *mat.Dense {
	p := mat.NewDense(rows.Len(), len(m.Classes), nil)
	if len(m.Members) == 0 {
		pos := positions(rows.Len())
		predictRows(m.Predictor, p, rows, pos, inputs.Read(nil, rows, pos))
		return p
	}
	for _, member := range m.Members {
		p.Add(p, probabilities(member, member.Examples(table), table))
	}
	p.Scale(1/float64(len(m.Members)), p)
	return p
}

// rowWriter writes the lines of PredictFile.
type rowWriter struct {
	model  *model.Model
	latent method.Latent // nil if the model has no latent functions
	csv    *csv.Writer
	width  int
	mark   bool // a last field names columns that training has not seen, or whose category it has not seen
	line   []string
	ranked []int32 // for label sets
}

// newRowWriter returns a rowWriter, and writes the header.
func newRowWriter(m *model.Model, mark bool, w io.Writer) *rowWriter {
	r := &rowWriter{model: m, mark: mark, csv: csv.NewWriter(w)}
	var header []string
	if m.Kind == data.Multilabel {
		r.ranked = make([]int32, min(bestLabels, len(m.Classes)))
		header = append([]string{record.ColumnRow}, labelHeader(len(r.ranked))[2:]...)
	} else {
		header = []string{record.ColumnRow, "predicted"}
		for _, name := range m.Classes {
			header = append(header, record.ColumnOf(record.ColumnProbability, name))
		}
		if l, ok := m.Predictor.(method.Latent); ok {
			r.latent = l
			header = latentHeader(header, l, m.Classes, record.ColumnMean, record.ColumnVariance)
		}
	}
	r.width = len(header)
	if r.mark {
		header = append(header, "unseen")
	}
	r.csv.Write(header)
	return r
}

// write writes the lines of a block.
func (r *rowWriter) write(b block) error {
	var latent []*mat.Dense
	if r.latent != nil {
		mean, variance := latentAll(r.latent, b.rows)
		latent = []*mat.Dense{mean, variance}
	}
	for i, lacks := range b.missing {
		r.add(b.first+i, lacks, i, b.p, latent)
		if r.mark {
			r.line = append(r.line, strings.Join(b.unseen[i], ";"))
		}
		if err := r.csv.Write(r.line); err != nil {
			return err
		}
	}
	return nil
}

// flush writes what is still in the buffer.
func (r *rowWriter) flush() error {
	r.csv.Flush()
	return r.csv.Error()
}

// positions returns 0 to n-1.
func positions(n int) []int {
	pos := make([]int, n)
	for i := range pos {
		pos[i] = i
	}
	return pos
}

// add sets the line to row i of a block, which is the given row of the file.
func (r *rowWriter) add(row int, lacks bool, i int, p *mat.Dense, latent []*mat.Dense) {
	r.line = append(r.line[:0], strconv.Itoa(row))
	probabilities := p.RawRowView(i)
	switch {
	case lacks:
		for len(r.line) < r.width {
			r.line = append(r.line, "")
		}
	case r.ranked != nil:
		rank(r.ranked, probabilities)
		r.line = withBest(r.line, r.model.Classes, probabilities, r.ranked)
	default:
		r.line = append(r.line, r.model.Classes[floats.MaxIdx(probabilities)])
		r.line = withNumbers(r.line, i, probabilities, latent)
	}
}
