package harness

import (
	"time"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/methods/method"
)

// predictBlock is the number of test rows that are predicted at a time.
const predictBlock = 1024

// predictAll calls each with the class probabilities of every test row, in
// order, with its position and class. p is reused. It returns the time that the
// model took.
func predictAll(model method.Predictor, test *data.Examples, classes int, each func(i int, p []float64, y int)) (spent time.Duration) {
	readAll(test, func(from int, x *mat.Dense, y []int) {
		p := mat.NewDense(len(y), classes, nil)
		start := time.Now()
		model.Predict(p, x)
		spent += time.Since(start)
		for i, class := range y {
			each(from+i, p.RawRowView(i), class)
		}
	})
	return spent
}

// latentAll returns the mean and variance of the latent function at the test
// rows.
func latentAll(model method.Latent, test *data.Examples) (mean, variance []float64) {
	mean, variance = make([]float64, test.Len()), make([]float64, test.Len())
	readAll(test, func(from int, x *mat.Dense, y []int) {
		to := from + len(y)
		model.Latent(mean[from:to], variance[from:to], x)
	})
	return mean, variance
}

// standardErrors returns the Monte Carlo standard errors of latent mean, latent
// variance and the second class's probability at the test rows, nil if the
// draws are too few to tell.
func standardErrors(model method.Sampled, test *data.Examples) [][]float64 {
	out := make([][]float64, 3)
	for k := range out {
		out[k] = make([]float64, test.Len())
	}
	told := true
	readAll(test, func(from int, x *mat.Dense, y []int) {
		to := from + len(y)
		told = told && model.StandardErrors(out[0][from:to], out[1][from:to], out[2][from:to], x)
	})
	if !told {
		return nil
	}
	return out
}

// readAll calls each with all rows in order, a block of inputs and classes at
// a time, and the position of its first row.
func readAll(test *data.Examples, each func(from int, x *mat.Dense, y []int)) {
	n := test.Len()
	pos := make([]int, 0, predictBlock)
	y := make([]int, predictBlock)
	for from := 0; from < n; from += predictBlock {
		pos = pos[:0]
		for i := from; i < min(from+predictBlock, n); i++ {
			pos = append(pos, i)
		}
		x := mat.NewDense(len(pos), test.Dim(), nil)
		test.Read(x, y[:len(pos)], pos)
		each(from, x, y[:len(pos)])
	}
}
