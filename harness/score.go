package harness

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/harness/record"
	"gpcbench/methods/method"
)

// bins is the number of bins of the calibration error and of reliability
// diagrams: [0, 1/15), [1/15, 2/15), ... of the largest probability.
const bins = 15

// leastProbability is what the probability of the true class is raised to
// before its logarithm is taken; rows where that happens are counted as
// clipped.
const leastProbability = 1e-300

// scores are what predictions are worth.
type scores struct {
	metrics     map[string]float64
	calibration []record.Bin
}

// tally adds up the predictions of test rows, in their order.
type tally struct {
	classes int
	wrong   int
	clipped int
	nll     []float64 // -log p(true class) of each row
	brier   float64
	count   [bins]int
	sure    [bins]float64 // sum of the largest probabilities
	right   [bins]int
	rank    []ranked // two classes: p(second class) of each row
}

// ranked is a probability of the second class with what was true.
type ranked struct {
	p      float64
	second bool
}

// add takes the class probabilities p of a row of class y.
//
//	error  argmax_k p_k != y, the first of equals
//	nll    -log max(p_y, 1e-300)
//	brier  sum_k (p_k - [k = y])^2
func (t *tally) add(p []float64, y int) {
	best := 0
	for k, v := range p {
		if v > p[best] {
			best = k
		}
		if k == y {
			v -= 1
		}
		t.brier += v * v
	}
	if best != y {
		t.wrong++
	}
	truth := p[y]
	if truth < leastProbability {
		truth = leastProbability
		t.clipped++
	}
	t.nll = append(t.nll, -math.Log(truth))
	bin := bins - 1
	if at := int(p[best] * bins); at < bin && !math.IsNaN(p[best]) {
		bin = max(at, 0)
	}
	t.count[bin]++
	t.sure[bin] += p[best]
	if best == y {
		t.right[bin]++
	}
	if t.classes == 2 {
		t.rank = append(t.rank, ranked{p[1], y == 1})
	}
}

// result returns the metrics over all rows added, nll_sd with divisor N. auc is left out unless both
// classes are among them.
func (t *tally) result() scores {
	n := float64(len(t.nll))
	sum := 0.0
	for _, v := range t.nll {
		sum += v
	}
	mean, squares := sum/n, 0.0
	for _, v := range t.nll {
		squares += (v - mean) * (v - mean)
	}
	out := scores{metrics: map[string]float64{
		"error": float64(t.wrong) / n, "nll": mean, "nll_sd": math.Sqrt(squares / n), "nll_median": median(t.nll),
		"brier": t.brier / n, "clipped": float64(t.clipped),
	}}
	ece := 0.0
	for b := range bins {
		if t.count[b] == 0 {
			out.calibration = append(out.calibration, record.Bin{})
			continue
		}
		m := float64(t.count[b])
		bin := record.Bin{Count: t.count[b], Confidence: t.sure[b] / m, Accuracy: float64(t.right[b]) / m}
		out.calibration = append(out.calibration, bin)
		ece += m / n * math.Abs(bin.Accuracy-bin.Confidence)
	}
	out.metrics["ece"] = ece
	if auc, ok := areaUnderROC(t.rank); ok {
		out.metrics["auc"] = auc
	}
	return out
}

// median returns the middle value, of an even number the mean of the middle
// two. It sorts values.
func median(values []float64) float64 {
	slices.Sort(values)
	n := len(values)
	if n%2 == 1 {
		return values[n/2]
	}
	return (values[n/2-1] + values[n/2]) / 2
}

// areaUnderROC returns the share of pairs of a row of the second class and one
// of the first in which the former has the greater probability of the second
// class; a tie is half a pair. It sorts rows.
func areaUnderROC(rows []ranked) (auc float64, ok bool) {
	slices.SortFunc(rows, func(a, b ranked) int {
		switch {
		case a.p < b.p:
			return -1
		case a.p > b.p:
			return 1
		}
		return 0
	})
	pairs, below, second := 0.0, 0, 0
	for i := 0; i < len(rows); {
		firstHere, secondHere := 0, 0
		j := i
		for ; j < len(rows) && rows[j].p == rows[i].p; j++ {
			if rows[j].second {
				secondHere++
			} else {
				firstHere++
			}
		}
		if j == i { // NaN equals nothing
			return 0, false
		}
		pairs += float64(secondHere) * (float64(below) + float64(firstHere)/2)
		below += firstHere
		second += secondHere
		i = j
	}
	if below == 0 || second == 0 {
		return 0, false
	}
	return pairs / (float64(below) * float64(second)), true
}

// scoreBlock is the number of test rows that are predicted at a time.
const scoreBlock = 1024

// predictAll calls each with the class probabilities of every test row, in
// order, with its position and class. p is reused.
func predictAll(model method.Predictor, test *data.Examples, classes int, each func(i int, p []float64, y int)) {
	readAll(test, func(from int, x *mat.Dense, y []int) {
		p := mat.NewDense(len(y), classes, nil)
		model.Predict(p, x)
		for i, class := range y {
			each(from+i, p.RawRowView(i), class)
		}
	})
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
	pos := make([]int, 0, scoreBlock)
	y := make([]int, scoreBlock)
	for from := 0; from < n; from += scoreBlock {
		pos = pos[:0]
		for i := from; i < min(from+scoreBlock, n); i++ {
			pos = append(pos, i)
		}
		x := mat.NewDense(len(pos), test.Dim(), nil)
		test.Read(x, y[:len(pos)], pos)
		each(from, x, y[:len(pos)])
	}
}

// score returns what a model is worth on the test rows; each, if not nil, is
// called as by predictAll. Of a model that knows it, expected_nll is the mean of
// -E_q log p(y | f), which is never below the mean of -log E_q p(y | f).
func score(model method.Predictor, test *data.Examples, classes int, each func(i int, p []float64, y int)) scores {
	t := tally{classes: classes}
	expecting, expects := model.(method.ExpectedLog)
	expected := 0.0
	predictAll(model, test, classes, func(i int, p []float64, y int) {
		t.add(p, y)
		if expects {
			expected -= expecting.ExpectedLogLik(p, y)
		}
		if each != nil {
			each(i, p, y)
		}
	})
	out := t.result()
	if expects {
		out.metrics["expected_nll"] = expected / float64(test.Len())
	}
	return out
}
