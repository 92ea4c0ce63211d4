package work

import (
	"encoding/csv"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/data/atomicfile"
	"gpcbench/data/read"
	"gpcbench/harness/record"
	"gpcbench/methods/method"
)

// Kept is a model's predictions for test rows, as CSV. The columns are the row's number
// in the table from 0, its class, the probability of each class, the posterior mean and
// variance of latent functions, and for samplers the Monte Carlo standard errors of these
// two and of probabilities. Names of columns for each class end with the class. A column of
// a single latent function has no class, and its probability is that of the second class.
//
// For label sets the columns are the row's number, its labels, and the ten labels of the
// largest probabilities (or all, if there are fewer), each with its probability, the largest
// first. Labels of a row are separated by semicolons.
type Kept struct {
	text   strings.Builder
	csv    *csv.Writer
	names  []string
	latent []*mat.Dense // columns after the probabilities, for all test rows
}

func newKept(ds *data.Dataset, model method.Predictor, test *data.Examples) *Kept {
	p := &Kept{names: ds.ClassNames}
	p.csv = csv.NewWriter(&p.text)
	if ds.Kind == data.Multilabel {
		p.csv.Write(labelHeader(min(bestLabels, len(p.names))))
		return p
	}
	header := []string{record.ColumnRow, record.ColumnClass}
	for _, name := range ds.ClassNames {
		header = append(header, record.ColumnOf(record.ColumnProbability, name))
	}
	if l, ok := model.(method.Latent); ok {
		mean, variance := latentAll(l, test)
		p.latent = []*mat.Dense{mean, variance}
		header = latentHeader(header, l, p.names, record.ColumnMean, record.ColumnVariance)
	}
	if s, ok := model.(method.Sampled); ok {
		if errors := standardErrors(s, test); errors != nil {
			p.latent = append(p.latent, errors...)
			header = latentHeader(header, s, p.names, record.ColumnMeanError, record.ColumnVarianceError, record.ColumnProbabilityError)
		}
	}
	p.csv.Write(header)
	return p
}

// latentHeader appends the names of columns to a header, each once per latent function. There is
// one function, or one for each of the classes with the given names.
func latentHeader(header []string, l method.Latent, names []string, columns ...string) []string {
	for _, column := range columns {
		if l.Functions() == 1 {
			header = append(header, column)
			continue
		}
		for _, name := range names {
			header = append(header, record.ColumnOf(column, name))
		}
	}
	return header
}

// add appends test row i, which is the given row of the table.
func (p *Kept) add(i, row int, probabilities []float64, class int) {
	p.csv.Write(withNumbers([]string{strconv.Itoa(row), p.names[class]}, i, probabilities, p.latent))
}

// withNumbers appends to a line the probabilities of a row, and row i of each matrix of latent.
func withNumbers(line []string, i int, probabilities []float64, latent []*mat.Dense) []string {
	for _, v := range probabilities {
		line = append(line, read.FormatNumber(v))
	}
	for _, of := range latent {
		for _, v := range of.RawRowView(i) {
			line = append(line, read.FormatNumber(v))
		}
	}
	return line
}

// withBest appends to a line the labels ranked first, each with its probability.
func withBest(line []string, names []string, probabilities []float64, ranked []int32) []string {
	for _, l := range ranked {
		line = append(line, names[l], read.FormatNumber(probabilities[l]))
	}
	return line
}

// labelHeader returns the names of the columns for label sets, given the number of ranked labels.
func labelHeader(ranked int) []string {
	header := []string{record.ColumnRow, record.ColumnLabels}
	for j := range ranked {
		header = append(header, fmt.Sprintf("label %d", j+1), fmt.Sprintf("p %d", j+1))
	}
	return header
}

// addLabels appends the given row of the table, with the probabilities of all labels, the
// labels of the row and the labels ranked first.
func (p *Kept) addLabels(row int, probabilities []float64, labels, ranked []int32) {
	names := make([]string, len(labels))
	for i, l := range labels {
		names[i] = p.names[l]
	}
	p.csv.Write(withBest([]string{strconv.Itoa(row), strings.Join(names, ";")}, p.names, probabilities, ranked))
}

// Write writes the whole file.
func (p *Kept) Write(path string) error {
	p.csv.Flush()
	if err := errors.Join(p.csv.Error(), atomicfile.Write(path, []byte(p.text.String()))); err != nil {
		return fmt.Errorf("predictions cannot be written: %w", err)
	}
	return nil
}
