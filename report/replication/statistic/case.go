package statistic

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"gpcbench/report/analysis"
)

// Case is a claim on one data set, at one setting of the grid, for one pair of methods.
type Case struct {
	At               analysis.Coordinates // "dataset", options, variant
	Method, Than     string               // Than is empty where there is none
	Value, Low, High float64              // logarithms where the statistic has them; Low and High are NaN where there is no interval
	// Ends are those of the interval of another coverage; nil where it rests on no distribution.
	Ends    func(coverage float64) (low, high float64)
	Repeats int
	Over    string   // what the interval is over, "over test rows"; empty where that is repeats
	Notes   []string // what has to be known of this case
	Stands  string   // to the claim: [For] or one of its neighbours
}

// HasInterval says whether a case has one.
func (e Case) HasInterval() bool { return !math.IsNaN(e.Low) && !math.IsNaN(e.High) }

// Bounded returns a case of repeats that are all alike, and so have no interval, with one of no
// width.
func (e Case) Bounded() Case {
	if e.Repeats > 1 && math.IsNaN(e.Low) {
		e.Low, e.High = e.Value, e.Value
	}
	return e
}

// ofRepeats takes the mean of what repeats come to, with the interval of the corrected
// t-test; of one repeat there is none.
func (e *Case) ofRepeats(d []float64, share float64) {
	if len(d) == 1 {
		e.Value, e.Low, e.High = d[0], math.NaN(), math.NaN()
		return
	}
	t := analysis.CorrectedT(d, share)
	e.Value, e.Low, e.High = t.Mean, t.Low, t.High
	if !math.IsNaN(t.Low) {
		e.Ends = t.At
	}
}

// ofRows takes the mean of differences at test rows, with its normal interval.
func (e *Case) ofRows(d []float64) {
	s := analysis.SummariseValues(d, "", "mean")
	e.ofTestRows(s.Value, s.SE)
}

// ofTestRows takes a mean over test rows with its normal interval; none where the standard error
// is not known.
func (e *Case) ofTestRows(mean, se float64) {
	e.Over = "over test rows"
	e.normal(mean, se)
}

// normal takes a mean with the interval of its standard error.
func (e *Case) normal(mean, se float64) {
	e.Value = mean
	e.Ends = func(coverage float64) (low, high float64) {
		half := distuv.UnitNormal.Quantile((1+coverage)/2) * se
		return mean - half, mean + half
	}
	e.Low, e.High = e.Ends(analysis.Level)
}

// ofTimes takes a ratio of times: the geometric mean of the least and the most that its median over
// repeats can be. The interval reaches from the low end of the least to the high end of the most;
// below six repeats it is what the points of the traces leave open.
func (e *Case) ofTimes(r analysis.Ratio) {
	e.Value, e.Low, e.High = r.Middle(), math.Log(r.Least.Low), math.Log(r.Most.High)
	if math.IsNaN(e.Low) {
		e.Low, e.High = math.Log(r.Least.Median), math.Log(r.Most.Median)
		e.Over = "where the interval is what the spacing of the traces leaves open"
	}
}
