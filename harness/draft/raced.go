package draft

import (
	"fmt"

	"gpcbench/data"
)

// The labels of methods that a race runs whatever comes out: they say what is gained.
const (
	LinearLabel = "Linear"
	sharesLabel = "Class shares"
)

// Above minibatchRows only methods of minibatches are raced, whose iterations do not grow with the rows, with
// at most minibatchInducing inducing inputs, and the penalty of the linear model, which matters less the more
// rows there are, is its default. Each repeat trains on that many rows at most, and is tested on racedTest.
const (
	minibatchRows     = 20000
	minibatchInducing = 100
	racedTest         = 5000
)

// racedShares is how many of the longest fits a race has the time of.
const racedShares = 8

// turns says why fits end early.
const turns = `
# A fit ends after budget_seconds at the latest, so that all methods have their turn. That on all rows has the
# time that is left.`

// fewerRows has the profile quick run three of the splits of many rows, and draw rows of very many.
func fewerRows(rows int) string {
	text := fewerSplits(rows)
	if rows > minibatchRows {
		text += fmt.Sprintf("max_train = %d    # drawn at random, for the choice; a model is trained on all rows\nmax_test = %d\n", minibatchRows, racedTest)
	}
	return text
}

// raced writes the methods that a race compares: those that learn a kernel with inducing inputs within
// seconds of a thousand rows, the linear model and the classes' shares.
func (c *choices) raced(said Said, s *data.Summary, smallest int) string {
	inducing, linear := max(1, min(inducingInputs(s.Rows), smallest)), ""
	many := s.Rows > minibatchRows
	if many {
		inducing, linear = min(inducing, minibatchInducing), "inner_folds = 0"
	}
	var list methodList
	list.add("majority", sharesLabel, "")
	list.add("logistic", LinearLabel, linear)
	list.WriteString(turns)
	list.processes(len(s.Classes), !many, c.kernels(s), inducing, fmt.Sprintf(", budget_seconds = %.3g", said.Raced/racedShares))
	return list.String() + shown(len(s.Classes)) + fewerRows(s.Rows)
}

// attributes is how many a table has, a category one for each of its levels.
func (c *choices) attributes(s *data.Summary) int {
	n := 0
	for _, column := range s.Columns {
		switch column.Kind {
		case data.NumberColumn:
			n++
		case data.CategoryColumn:
			n += column.Levels
		}
	}
	return n
}
