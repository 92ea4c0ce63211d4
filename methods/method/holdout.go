package method

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
)

// Holdout is the rule that ends a fit by its performance on held-out rows (wenzel2019 section
// 5.2). The zero value holds nothing out.
type Holdout struct {
	Stop             string  `option:"stop" oneof:"none|holdout" help:"holdout: end when the performance on a held-out tenth of the training rows settles"`
	CheckEvery       int     `option:"check_every" min:"1" help:"iterations from one look at the held-out rows to the next"`
	HoldoutTolerance float64 `option:"holdout_tolerance" above:"0" help:"change of the mean of five held-out NLLs below which the fit ends"`
}

// What the option stop may be.
const (
	StopNone    = "none"
	StopHoldout = "holdout"
)

// HoldsOut says whether the fit ends by its performance on held-out rows.
func (h Holdout) HoldsOut() bool { return h.Stop == StopHoldout }

// holdoutRows is the most rows that are held out. That is plenty, because the
// rule looks at changes of a mean that is always over the same rows.
const holdoutRows = 10_000

// window is the number of checks that are averaged (wenzel2019 section 5.2).
const window = 5

// HeldOut holds rows kept out of the training, and the performance on them. A
// nil *HeldOut never ends a fit.
type HeldOut struct {
	Rows *data.Examples
	NLL  []float64 // at the last checks, up to window+1 of them: what a checkpoint keeps

	rule Holdout
}

// Split returns the rows to train on and the held-out rows. With stop = "holdout" the latter
// are a tenth of the training rows, at most 10,000, drawn by the stream "holdout". Otherwise,
// and with fewer than ten rows, none are held out and the second result is nil.
func (h Holdout) Split(task Task) (*data.Examples, *HeldOut) {
	all := task.Train
	n := min(all.Len()/10, holdoutRows)
	if !h.HoldsOut() || n == 0 {
		return all, nil
	}
	held := make([]int, n)
	data.NewMinibatches(all.Len(), n, task.Stream("holdout")).At(held, 0)
	slices.Sort(held)
	return all.Without(held), &HeldOut{Rows: all.Subset(held), rule: h}
}

// Check evaluates the held-out rows after iteration t, with the clock stopped, if a check is
// due.
func (h *HeldOut) Check(rec Recorder, t, outputs int, predictor func() (Predictor, error)) error {
	if h == nil || t%h.rule.CheckEvery != 0 {
		return nil
	}
	var err error
	rec.OffClock(func() {
		var p Predictor
		if p, err = predictor(); err == nil {
			h.add(p, outputs)
		}
	})
	return err
}

// leastProbability is the least probability that a row counts with: logarithms of subnormal
// numbers are not exact on every machine.
const leastProbability = 1e-300

// NegativeLogLikelihood returns the sum over rows of -log p, for the given
// number of classes.
func NegativeLogLikelihood(p Predictor, classes int, rows *data.Examples) (sum float64) {
	x, y := rows.ReadAll()
	probabilities := mat.NewDense(len(y), classes, nil)
	p.Predict(probabilities, x)
	for i, c := range y {
		sum -= math.Log(max(probabilities.At(i, c), leastProbability))
	}
	return sum
}

// add records the mean negative log probability of the rows under p.
func (h *HeldOut) add(p Predictor, outputs int) {
	if len(h.NLL) == window+1 {
		h.NLL = append(h.NLL[:0], h.NLL[1:]...)
	}
	h.NLL = append(h.NLL, NegativeLogLikelihood(p, outputs, h.Rows)/float64(h.Rows.Len()))
}

// Converged says whether the mean of the last five checks is within the tolerance of the
// mean of the five that end one check earlier.
func (h *HeldOut) Converged() bool {
	return h != nil && len(h.NLL) == window+1 && math.Abs(h.NLL[window]-h.NLL[0])/window < h.rule.HoldoutTolerance
}
