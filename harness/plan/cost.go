package plan

import (
	"gpcbench/data"
	"gpcbench/harness/record"
	"gpcbench/methods/method"
)

// throughput is the multiplications a second that turn a budget into a cost. By the estimate
// below the kept fits that end by their budget do 7.5e9 a second at the median, and nine of ten
// between 2.7e9 and 2.7e10.
const throughput = 1e10

// sparseRow is what a sparse row times a vector counts: some 70 values, as a row of text has, of
// which each takes as long as 12 of a dense row, for products go up and down in memory. The table
// is not read: one that is generated may not be there yet.
const sparseRow = 12 * 70

// sizeOf returns the size of so many training rows of a data set.
func sizeOf(ds *data.Dataset, train int) method.Size {
	s := method.Size{Rows: train, Attributes: ds.Dim(), Classes: len(ds.ClassNames), Row: float64(ds.Dim())}
	if _, sparse := ds.Table.(data.Sparse); sparse {
		s.Row = min(s.Row, sparseRow)
	}
	return s
}

// cost estimates the multiplications of a fit: those of the set-up, and of the iterations as many as
// there are, or as the budget has time for if that is less. It is right to a factor at best, which is
// enough for shares of about the same cost, and does not change when cells have been run.
func cost(c method.Classifier, options record.Options, s method.Size) float64 {
	setUp, training := method.Cost(c, s)
	if n, stated := options.Iterations(); stated {
		training *= n
	}
	if budget := options.BudgetSeconds(); budget > 0 {
		training = min(training, budget*throughput)
	}
	return setUp + training
}
