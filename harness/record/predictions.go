package record

import "strings"

// The columns of predictions kept beside a journal. In columns for each class, or for its latent
// function, the name of the class follows in brackets.
const (
	ColumnRow         = "row"    // number of the row in its table, from 0
	ColumnClass       = "class"  // true class
	ColumnLabels      = "labels" // true labels, for label sets
	ColumnProbability = "p"
	ColumnMean        = "latent mean"
	ColumnVariance    = "latent variance"
	// Monte Carlo standard errors of these, for samplers.
	ColumnMeanError        = "mcse mean"
	ColumnVarianceError    = "mcse variance"
	ColumnProbabilityError = "mcse probability"
)

// ColumnOf returns the name of the column of a quantity for a class.
func ColumnOf(quantity, class string) string { return quantity + "(" + class + ")" }

// SplitColumn splits the name of a column; class is empty if the column is not for a class.
func SplitColumn(column string) (quantity, class string) {
	quantity, class, _ = strings.Cut(column, "(")
	return quantity, strings.TrimSuffix(class, ")")
}
