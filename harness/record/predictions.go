package record

import "strings"

// The columns of predictions that are kept beside a journal. What there is of every class, or
// of its latent function, is followed by the name of the class in brackets.
const (
	ColumnRow         = "row"    // number of the row in its table, from 0
	ColumnClass       = "class"  // the true one
	ColumnLabels      = "labels" // the true ones, of label sets
	ColumnProbability = "p"
	ColumnMean        = "latent mean"
	ColumnVariance    = "latent variance"
	// Of samplers, the Monte Carlo standard errors of these.
	ColumnMeanError        = "mcse mean"
	ColumnVarianceError    = "mcse variance"
	ColumnProbabilityError = "mcse probability"
)

// ColumnOf is the name of the column of a quantity of a class.
func ColumnOf(quantity, class string) string { return quantity + "(" + class + ")" }

// SplitColumn takes the name of a column apart; class is empty where it is of none.
func SplitColumn(column string) (quantity, class string) {
	quantity, class, _ = strings.Cut(column, "(")
	return quantity, strings.TrimSuffix(class, ")")
}
