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
		// 10^(k div 10) is exact, so whole powers are too.
		out = append(out, int(math.Pow10(k/10)*math.Pow(10, float64(k%10)/10)))
	}
	return slices.Compact(out)
}

// Trace is rec.Trace for an objective that may fail. The objective's error
// takes precedence over the recorder's.
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

// Calls counts the evaluations of an objective, and traces each of them if the options say
// so.
type Calls struct {
	Tracing
	Rec Recorder

	n   int
	err error // of a trace
}

// At traces an evaluation. An error is kept for Err: if the objective returned it, the search
// would only avoid the point.
func (c *Calls) At(objective func() float64, predictor func() (Predictor, error)) {
	if !c.TraceCalls || c.err != nil {
		return
	}
	c.n++
	c.err = c.Rec.Trace(c.n, objective, predictor)
}

// Err returns the first error of a trace.
func (c *Calls) Err() error { return c.err }

// Done returns the number of the last trace of a search, given its number of iterations. It is
// that number, but at least 1: a start that cannot be improved counts as one iteration. If calls
// were traced, it is their number plus one, because the best point need not be the last one
// evaluated.
func (c *Calls) Done(iterations int) int {
	if c.TraceCalls {
		return c.n + 1
	}
	return max(1, iterations)
}
