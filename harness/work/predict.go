package work

import (
	"time"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/inputs"
	"gpcbench/methods/method"
)

// examplesPredictor is a Predictor that takes rows as examples, which know their place in the table.
type examplesPredictor interface {
	method.Predictor
	// PredictExamples is Predict for the examples at positions pos.
	PredictExamples(dst *mat.Dense, rows *data.Examples, pos []int)
}

// predictExamples predicts the rows that start at position from and have the inputs x.
func predictExamples(model method.Predictor, p *mat.Dense, rows *data.Examples, from int, x *mat.Dense) {
	if m, ok := model.(examplesPredictor); ok {
		n, _ := p.Dims()
		pos := positions(n)
		for i := range pos {
			pos[i] += from
		}
		m.PredictExamples(p, rows, pos)
		return
	}
	model.Predict(p, x)
}

// predictBlock is the number of test rows that are predicted at a time.
const predictBlock = 1024

// predictAll calls each for every test row, in order, with its position, class
// probabilities and class. p is reused. It returns the time that the model took.
func predictAll(model method.Predictor, test *data.Examples, classes int, each func(i int, p []float64, y int)) (spent time.Duration) {
	test.ReadBlocks(predictBlock, func(from int, x *mat.Dense, y []int) {
		p := mat.NewDense(len(y), classes, nil)
		start := time.Now()
		predictExamples(model, p, test, from, x)
		spent += time.Since(start)
		for i, class := range y {
			each(from+i, p.RawRowView(i), class)
		}
	})
	return spent
}

// predictedBytes bounds the size of the probabilities, and of the dense inputs, of the rows whose
// label sets are predicted at a time.
const predictedBytes = 64 << 20

// predictLabels calls each for every row, in order, with its position, the probabilities of all
// labels and the row's labels. p and labels are reused. Sparse rows stay sparse. It returns the
// time that the model took.
func predictLabels(model method.Predictor, rows *data.Examples, labels int, each func(i int, p []float64, labels []int32)) (spent time.Duration) {
	width := labels
	if !rows.Sparse() {
		width = max(width, rows.Dim())
	}
	n, block := rows.Len(), min(predictBlock, max(1, predictedBytes/(8*width)))
	pos, sets := make([]int, 0, block), data.NewLabelSets()
	space := mat.NewDense(block, labels, nil)
	var x inputs.Rows
	for from := 0; from < n; from += block {
		pos = pos[:0]
		for i := from; i < min(from+block, n); i++ {
			pos = append(pos, i)
		}
		x = inputs.Read(x, rows, pos)
		rows.ReadLabels(sets, pos)
		p := part(space, 0, len(pos))
		start := time.Now()
		predictRows(model, p, rows, pos, x)
		spent += time.Since(start)
		for i := range pos {
			each(from+i, p.RawRowView(i), sets.Row(i))
		}
	}
	return spent
}

// predictRows predicts the examples at positions pos, whose inputs are x. It does not convert x, so a model
// that takes only dense rows must have a dense table.
func predictRows(model method.Predictor, dst *mat.Dense, rows *data.Examples, pos []int, x inputs.Rows) {
	switch m := model.(type) {
	case examplesPredictor:
		m.PredictExamples(dst, rows, pos)
	case method.RowsPredictor:
		m.PredictRows(dst, x)
	default:
		model.Predict(dst, x.(inputs.Dense).Dense)
	}
}

// latentAll returns the means and variances of the latent functions at the test rows, n x F.
func latentAll(model method.Latent, test *data.Examples) (mean, variance *mat.Dense) {
	mean, variance = mat.NewDense(test.Len(), model.Functions(), nil), mat.NewDense(test.Len(), model.Functions(), nil)
	test.ReadBlocks(predictBlock, func(from int, x *mat.Dense, y []int) {
		model.Latents(part(mean, from, len(y)), part(variance, from, len(y)), x)
	})
	return mean, variance
}

// standardErrors returns the Monte Carlo standard errors of latent means, latent variances
// and class probabilities at the test rows, each n x F, nil if there are too few draws.
func standardErrors(model method.Sampled, test *data.Examples) []*mat.Dense {
	out := make([]*mat.Dense, 3)
	for k := range out {
		out[k] = mat.NewDense(test.Len(), model.Functions(), nil)
	}
	enough := true
	test.ReadBlocks(predictBlock, func(from int, x *mat.Dense, y []int) {
		of := func(k int) *mat.Dense { return part(out[k], from, len(y)) }
		enough = enough && model.StandardErrors(of(0), of(1), of(2), x)
	})
	if !enough {
		return nil
	}
	return out
}

// part returns n rows of a matrix.
func part(of *mat.Dense, from, n int) *mat.Dense {
	_, c := of.Dims()
	return of.Slice(from, from+n, 0, c).(*mat.Dense)
}
