package draft

import (
	"fmt"

	"gpcbench/data"
)

// The labels of the methods that every race runs, as baselines for the others.
const (
	LinearLabel = "Linear"
	sharesLabel = "Class shares"
)

// Above minibatchRows only minibatch methods are raced, because the cost of their iterations does not grow with
// the rows. They have at most minibatchInducing inducing inputs. The linear model has its default penalty, which
// matters less with more rows. Each repeat trains on at most minibatchRows rows, and is tested on racedTest.
const (
	minibatchRows     = 20000
	minibatchInducing = 100
	racedTest         = 5000
)

// racedShares is how many fits of the greatest length a race has time for.
const racedShares = 8

// budget is the option that ends a fit of a race.
func (said Said) budget() string {
	return fmt.Sprintf(", budget_seconds = %.3g", said.Raced/racedShares)
}

// turns says why fits have a budget.
const turns = `
# A fit ends after budget_seconds at the latest, so that all methods have their turn. The fit on all rows
# has the time that is left.`

// fewerRows makes the profile quick run three of the splits if there are many rows, and draw a subset of very many.
func fewerRows(rows int) string {
	text := fewerSplits(rows)
	if rows > minibatchRows {
		text += fmt.Sprintf("max_train = %d    # rows drawn at random, for the choice only; the model is trained on all rows\nmax_test = %d\n", minibatchRows, racedTest)
	}
	return text
}

// raced writes the methods that a race compares: those with inducing inputs that learn a kernel from a thousand
// rows within seconds, the linear model and the class shares.
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
	list.gaussianProcesses(len(s.Classes), !many, c.kernels(s), inducing, said.budget())
	return list.String() + shown(len(s.Classes)) + fewerRows(s.Rows)
}

// attributes is the number of attributes of a table; a category counts one for each of its levels.
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
