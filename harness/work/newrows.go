package work

import (
	"context"
	"encoding/csv"
	"io"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/data/loader"
	"gpcbench/data/read"
	"gpcbench/gp/inputs"
	"gpcbench/harness/model"
	"gpcbench/harness/record"
	"gpcbench/methods/method"
)

// newRows are rows to be predicted, a block at a time.
type newRows interface {
	// Next returns the next rows, at most limit, and which of them cannot be predicted for
	// a missing value; none at the end.
	Next(limit int) (rows data.Table, missing []bool, err error)
	Close() error
}

// PredictFile writes what a model predicts of the rows of a file to w, as CSV: the row's
// number from 0, the class predicted, the probability of each class and the mean and
// variance of latent functions. Of label sets it writes the ten labels of the largest
// probabilities instead, each with its probability. A row that lacks a value has empty
// fields where rows with missing values were left out in training, and is an error
// otherwise. Rows are read and predicted a block at a time, so that memory does not grow
// with their number. It returns the number of rows, and how many of them lack a value.
func PredictFile(ctx context.Context, m *model.Model, path string, w io.Writer) (rows, lacking int, err error) {
	var in newRows
	if m.Kind == data.Multilabel {
		in, err = loader.OpenNewLabelRows(path, m.Encoding, len(m.Classes), m.Sparse)
	} else {
		in, err = loader.OpenNewRows(path, m.Encoding)
	}
	if err != nil {
		return 0, 0, err
	}
	defer in.Close()
	out := newRowWriter(m, w)
	for ctx.Err() == nil {
		table, missing, err := in.Next(predictBlock)
		if err != nil {
			return rows, lacking, err
		}
		if table == nil {
			out.csv.Flush()
			return rows, lacking, out.csv.Error()
		}
		p, latent := out.predict(table)
		for i, lacks := range missing {
			if lacks {
				lacking++
			}
			if err := out.add(rows+i, lacks, i, p, latent); err != nil {
				return rows, lacking, err
			}
		}
		rows += len(missing)
	}
	return rows, lacking, ctx.Err()
}

// rowWriter writes the lines of PredictFile.
type rowWriter struct {
	model  *model.Model
	latent method.Latent // nil: the model has no latent functions
	csv    *csv.Writer
	width  int
	line   []string
	ranked []int32 // of label sets
}

// newRowWriter writes the first line.
func newRowWriter(m *model.Model, w io.Writer) *rowWriter {
	r := &rowWriter{model: m, csv: csv.NewWriter(w)}
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
	r.csv.Write(header)
	return r
}

// predict returns the probabilities of a block of rows, and mean and variance of latent
// functions, if there are any.
func (r *rowWriter) predict(table data.Table) (p *mat.Dense, latent []*mat.Dense) {
	rows := r.model.Examples(table)
	p = mat.NewDense(rows.Len(), len(r.model.Classes), nil)
	predictRows(r.model.Predictor, p, inputs.Read(nil, rows, positions(rows.Len())))
	if r.latent != nil {
		mean, variance := latentAll(r.latent, rows)
		latent = []*mat.Dense{mean, variance}
	}
	return p, latent
}

// positions are 0 to n-1.
func positions(n int) []int {
	pos := make([]int, n)
	for i := range pos {
		pos[i] = i
	}
	return pos
}

// add writes row i of a block, which is the given row of the file.
func (r *rowWriter) add(row int, lacks bool, i int, p *mat.Dense, latent []*mat.Dense) error {
	r.line = append(r.line[:0], strconv.Itoa(row))
	probabilities := p.RawRowView(i)
	switch {
	case lacks:
		for len(r.line) < r.width {
			r.line = append(r.line, "")
		}
	case r.ranked != nil:
		rank(r.ranked, probabilities)
		for _, l := range r.ranked {
			r.line = append(r.line, r.model.Classes[l], read.FormatNumber(probabilities[l]))
		}
	default:
		r.line = append(r.line, r.model.Classes[floats.MaxIdx(probabilities)])
		for _, v := range probabilities {
			r.line = append(r.line, read.FormatNumber(v))
		}
		for _, of := range latent {
			for _, v := range of.RawRowView(i) {
				r.line = append(r.line, read.FormatNumber(v))
			}
		}
	}
	return r.csv.Write(r.line)
}
