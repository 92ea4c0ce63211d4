package method

import (
	"math"
	"slices"
)

// OnCurve says whether a trace is taken after iteration t: where t is floor(10^(k/10)) for a k.
func OnCurve(t int) bool {
	_, found := slices.BinarySearch(onCurve, t)
	return found
}

// onCurve are the iterations floor(10^(k/10)) up to 10^12.
var onCurve = curveIterations()

func curveIterations() []int {
	var out []int
	for k := range 121 {
		// 10^(k div 10) is exact, and so the whole powers are.
		out = append(out, int(math.Pow10(k/10)*math.Pow(10, float64(k%10)/10)))
	}
	return slices.Compact(out)
}

// Trace is rec.Trace for an objective that may fail. Its error goes before that
// of the recorder.
func Trace(rec Recorder, t int, objective func() (float64, error), predictor func() (Predictor, error)) error {
	var failed error
	err := rec.Trace(t, func() float64 {
		v, err := objective()
		failed = err
		return v
	}, predictor)
	if failed != nil {
		return failed
	}
	return err
}

// Calls are the evaluations of an objective, each of which is traced if the options say so.
type Calls struct {
	Tracing
	Rec Recorder

	n   int
	err error // of a trace
}

// At traces an evaluation. Its error is kept for Err: as one of the objective it would only be a
// point to keep away from.
func (c *Calls) At(objective func() float64, predictor func() (Predictor, error)) {
	if !c.TraceCalls || c.err != nil {
		return
	}
	c.n++
	c.err = c.Rec.Trace(c.n, objective, predictor)
}

// Err returns the first error of a trace.
func (c *Calls) Err() error { return c.err }

// Done returns the number of the last trace of a search that made so many iterations: theirs, at
// least 1, for a start where nothing is left to learn is the one iteration. After traced calls it
// is one more than there were, for the best point is not where the search looked last.
func (c *Calls) Done(iterations int) int {
	if c.TraceCalls {
		return c.n + 1
	}
	return max(1, iterations)
}
