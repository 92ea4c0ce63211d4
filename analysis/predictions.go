package analysis

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
)

// Predictions are what a cell's model says of its test rows.
type Predictions struct {
	rows, classes []string // number in the table, true class
	names         []string // of the classes
	// of has the columns of each quantity, such as [record.ColumnMean], by class or latent function, then row. Monte
	// Carlo standard errors of probabilities are, with one latent function, of the second class alone.
	of map[string][][]float64
}

// readPredictions reads the CSV that runexp run --predictions keeps. Columns
// that it does not know are passed over.
func readPredictions(r io.Reader) (*Predictions, error) {
	in := csv.NewReader(r)
	lines, err := in.ReadAll()
	if err != nil {
		return nil, err
	}
	if len(lines) < 2 {
		return nil, errors.New("there are no rows")
	}
	head := lines[0]
	if slices.Contains(head, record.ColumnLabels) {
		return nil, errLabelSets
	}
	for _, need := range []string{record.ColumnRow, record.ColumnClass} {
		if !slices.Contains(head, need) {
			return nil, fmt.Errorf("there is no column %q", need)
		}
	}
	p := &Predictions{of: map[string][][]float64{}}
	for c, name := range head {
		column := make([]string, len(lines)-1)
		for i, line := range lines[1:] {
			column[i] = line[c]
		}
		switch quantity, class := record.SplitColumn(name); {
		case name == record.ColumnRow:
			p.rows = column
		case name == record.ColumnClass:
			p.classes = column
		case slices.ContainsFunc(Quantities, func(q Quantity) bool { return quantity == q.column || quantity == q.errors }):
			values, err := numbers(name, column)
			if err != nil {
				return nil, err
			}
			p.of[quantity] = append(p.of[quantity], values)
			if quantity == record.ColumnProbability {
				p.names = append(p.names, class)
			}
		}
	}
	if len(p.names) < 2 {
		return nil, errors.New("there are no columns of class probabilities, p(...)")
	}
	return p, nil
}

// errLabelSets is the error for predictions of label sets, which are complete but cannot be compared.
var errLabelSets = errors.New("for label sets, only the labels ranked first are kept")

// whole returns an error if rows are missing, as in a file that was cut off between two rows.
func (p *Predictions) whole(r record.Record) error {
	if n := r.TestRows(); len(p.rows) < n {
		return fmt.Errorf("it has %d of %d test rows", len(p.rows), n)
	}
	return nil
}

// numbers reads a column.
func numbers(name string, column []string) ([]float64, error) {
	out := make([]float64, len(column))
	for i, text := range column {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("row %d: %s is %q, which is not a number", i+1, name, text)
		}
		out[i] = v
	}
	return out, nil
}

// RowsOf returns a metric at each test row of a cell, such as the error, the NLL or a distance to the
// reference; nil if the metric has no values at rows, or the predictions were not kept.
func (p *Experiment) RowsOf(cell, metric string) []float64 {
	if i := slices.IndexFunc(Quantities, func(q Quantity) bool { return q.Metric == metric }); i >= 0 {
		if m, compared := p.Matches[cell]; compared {
			return m.Distances(Quantities[i])
		}
		return nil
	}
	of := metrics.Get(metric).AtRow
	if of == nil {
		return nil
	}
	predictions, err := p.predictions(cell, map[string]*Predictions{})
	if err != nil {
		return nil
	}
	out := make([]float64, len(predictions.rows))
	probabilities := make([]float64, len(predictions.names))
	for i, class := range predictions.classes {
		k := predictions.place(class)
		if k < 0 {
			return nil
		}
		for c := range probabilities {
			probabilities[c] = predictions.of[record.ColumnProbability][c][i]
		}
		out[i] = of(probabilities, k)
	}
	return out
}

// place is the position of a class among the classes of the predictions, -1 if it is none of them.
func (p *Predictions) place(class string) int { return slices.Index(p.names, class) }

// sameRows returns why two models' predictions cannot be compared row by row,
// nil if they can.
func (p *Predictions) sameRows(q *Predictions) error {
	switch {
	case len(p.rows) != len(q.rows):
		return fmt.Errorf("%d test rows against %d", len(p.rows), len(q.rows))
	case len(p.names) != len(q.names):
		return fmt.Errorf("%d classes against %d", len(p.names), len(q.names))
	}
	for i, row := range p.rows {
		if q.rows[i] != row || q.classes[i] != p.classes[i] {
			return fmt.Errorf("test row %d is row %s of class %s against row %s of class %s", i+1, row, p.classes[i], q.rows[i], q.classes[i])
		}
	}
	return nil
}
