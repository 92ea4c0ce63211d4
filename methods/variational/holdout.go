package variational

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/methods/method"
)

// holdoutRows is the most rows that are held out: the rule looks at changes of
// a mean over always the same rows, for which that is plenty.
const holdoutRows = 10_000

// window is the number of checks that are averaged (wenzel2019 section 5.2).
const window = 5

// heldOut are rows kept out of the training, and the performance on them. A nil
// *heldOut never ends a fit.
type heldOut struct {
	rows *data.Examples
	NLL  []float64 // at the last checks, up to window+1 of them
}

// split draws a tenth of the training rows, at most 10,000 of them, and returns the
// others and the tenth. Of fewer than ten rows none is held out, and the second is nil.
func split(task method.Task) (*data.Examples, *heldOut) {
	all := task.Train
	n := min(all.Len()/10, holdoutRows)
	if n == 0 {
		return all, nil
	}
	held := make([]int, n)
	data.NewMinibatches(all.Len(), n, task.Stream("holdout")).At(held, 0)
	slices.Sort(held)
	return all.Without(held), &heldOut{rows: all.Subset(held)}
}

// check looks at the held-out rows after iteration t, if it is time. As long as q alone moves it
// is not: q settles, and the fit would end before it has learnt a kernel.
func (f *fit) check(t int) error {
	if f.held == nil || f.frozen || t%f.CheckEvery != 0 {
		return nil
	}
	var err error
	f.rec.OffClock(func() {
		var p method.Predictor
		if p, err = f.predictor(); err == nil {
			f.held.add(p, f.elbo.likelihood.Outputs())
		}
	})
	return err
}

// leastProbability is the least that a row counts with: logarithms of subnormal numbers are
// not exact everywhere.
const leastProbability = 1e-300

// add takes down the mean negative log probability of the rows under p.
func (h *heldOut) add(p method.Predictor, outputs int) {
	x, y := h.rows.ReadAll()
	probs := mat.NewDense(len(y), outputs, nil)
	p.Predict(probs, x)
	var sum float64
	for i, c := range y {
		sum -= math.Log(max(probs.At(i, c), leastProbability))
	}
	if len(h.NLL) == window+1 {
		h.NLL = append(h.NLL[:0], h.NLL[1:]...)
	}
	h.NLL = append(h.NLL, sum/float64(len(y)))
}

// converged says whether the mean of the last five checks is within tolerance of the
// mean of the five that end one check earlier.
func (h *heldOut) converged(tolerance float64) bool {
	return h != nil && len(h.NLL) == window+1 && math.Abs(h.NLL[window]-h.NLL[0])/window < tolerance
}
