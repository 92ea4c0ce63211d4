package plan

import (
	"gpcbench/data"
	"gpcbench/harness/record"
	"gpcbench/methods/method"
)

// throughput is the number of multiplications per second that converts a budget into a cost. By the
// estimate below, the recorded fits that end by their budget do 7.5e9 per second at the median, and
// nine of ten between 2.7e9 and 2.7e10.
const throughput = 1e10

// sparseRow is the cost of a sparse row times a vector. A row of text has some 70 values, and each
// takes as long as 12 of a dense row, because the product jumps about in memory. The table is not
// read, since a generated one may not exist yet.
const sparseRow = 12 * 70

// sizeOf returns the size of a fit to a number of training rows of a data set.
func sizeOf(ds *data.Dataset, train int) method.Size {
	s := method.Size{Rows: train, Attributes: ds.Dim(), Classes: len(ds.ClassNames), Row: float64(ds.Dim())}
	if _, sparse := ds.Table.(data.Sparse); sparse {
		s.Row = min(s.Row, sparseRow)
	}
	return s
}

// cost estimates the multiplications of a fit: the set-up, and the iterations, or as many of them as
// the budget allows. It is right only to within a factor, which is enough for shares of about equal
// cost. It does not change when cells have been run.
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
