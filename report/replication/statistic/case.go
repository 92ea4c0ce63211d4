package statistic

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"gpcbench/analysis"
	"gpcbench/analysis/statistics"
	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// Case is a claim on one data set, at one setting of the grid, for one pair of methods.
type Case struct {
	At               analysis.Coordinates // "dataset", options, variant
	Method, Than     string               // Than is empty where there is none
	Value, Low, High float64              // logarithms where the statistic has them; Low and High are NaN where there is no interval
	// Ends are those of the interval of another coverage; nil where it rests on no distribution.
	Ends    func(coverage float64) (low, high float64)
	Repeats int
	Exact   bool // the value needs no interval: all repeats come to it, or it is one of intervals
	// Few says that the interval is of fewer fits than one of the 95% level needs: how far they lie apart,
	// and what the spacing of their traces leaves open.
	Few    bool
	Over   string   // what the interval is over, "over test rows"; empty where that is repeats
	Notes  []string // what has to be known of this case
	Stands string   // to the claim: [For] or one of its neighbours
}

// HasInterval says whether a case has one.
func (e Case) HasInterval() bool { return !math.IsNaN(e.Low) && !math.IsNaN(e.High) }

// Bounded returns a case that needs no interval with one of no width.
func (e Case) Bounded() Case {
	if e.Exact {
		e.Low, e.High = e.Value, e.Value
	}
	return e
}

// each is the value of one repeat of a case, with the standard error from its test rows: 0
// if they do not affect it, NaN if it is not known. than is the record itself if the claim has no other methods.
type each func(c Claim, own, than record.Record) (value, se float64, ok bool)

// overRepeats makes cases of the values of repeats. The interval is that of the t-test by which the
// report compares pairs ([statistics.MeanInterval]). For one repeat it is normal, over the test rows: from
// differences row by row if there are any, or else from the standard error.
func overRepeats(of each, rows func(p *Records, c Claim, pairs [][2]record.Record) []float64) func(p *Records, c Claim) []Case {
	return func(p *Records, c Claim) []Case {
		return p.cases(c, func(e *Case, own, than []record.Record) bool {
			var values, ses []float64
			var used [][2]record.Record
			for _, both := range analysis.Paired(own, than) {
				if v, se, ok := of(c, both[0], both[1]); ok {
					values, ses, used = append(values, v), append(ses, se), append(used, both)
				}
			}
			e.Repeats = len(values)
			if rows != nil && len(values) == 1 {
				if d := rows(p, c, used); len(d) > 1 {
					e.ofRows(d, metrics.Get(c.Metric).OfRows)
					return true
				}
				e.Notes = append(e.Notes, "rows not paired, so a wide interval")
			}
			switch len(values) {
			case 0:
				return false
			case 1:
				e.normal(values[0], ses[0])
			default:
				e.ofRepeats(values, inCommon(p.Design(e.At[spec.DatasetKey], records(used)), stat.Mean(ses, nil)))
			}
			return true
		})
	}
}

// inCommon is what repeats have in common, by the standard error that test rows give their numbers.
func inCommon(of statistics.Design, se float64) float64 {
	if se == 0 {
		return of.OfTraining()
	}
	return of.C()
}

// ofRepeats takes the mean of the values of repeats, with the interval of the t-test; c is what the
// repeats have in common. One repeat has no interval.
func (e *Case) ofRepeats(d []float64, c float64) {
	e.Value, e.Low, e.High = d[0], math.NaN(), math.NaN()
	if len(d) == 1 {
		return
	}
	t := statistics.MeanInterval(d, c)
	e.Value, e.Low, e.High = t.Mean, t.Low, t.High
	e.Exact = !slices.ContainsFunc(d, func(x float64) bool { return math.Abs(x-t.Mean) > statistics.Rounding*math.Abs(t.Mean) })
	if !math.IsNaN(t.Low) {
		e.Ends = t.At
	}
}

// ofRows takes the mean of differences at test rows, with its normal interval: of shares, whose differences
// are -1, 0 or 1, that of [statistics.PairedShares].
func (e *Case) ofRows(d []float64, shares bool) {
	s := analysis.SummariseValues(d, "", "mean")
	e.normal(s.Value, s.SE)
	if !shares {
		return
	}
	more, fewer := 0.0, 0.0
	for _, x := range d {
		more, fewer = more+max(0, x), fewer+max(0, -x)
	}
	e.normal(statistics.PairedShares(more, fewer, float64(len(d))))
	e.Value = s.Value
}

// normal takes a mean over test rows with the interval of its standard error; none where that is 0 or not known.
func (e *Case) normal(mean, se float64) {
	e.Value, e.Low, e.High = mean, math.NaN(), math.NaN()
	if !(se > 0) {
		return
	}
	e.within(func(coverage float64) (low, high float64) {
		half := statistics.NormalQuantile((1+coverage)/2) * se
		return mean - half, mean + half
	})
}

// ofOneFit takes the interval that tables have of one fit, which a share of 0 has too.
func (e *Case) ofOneFit(r record.Record, metric string) {
	if low, _ := analysis.RowsInterval(r, metric, statistics.Level); !math.IsNaN(low) {
		e.within(func(coverage float64) (low, high float64) { return analysis.RowsInterval(r, metric, coverage) })
	}
}

// within takes the ends of intervals over test rows.
func (e *Case) within(ends func(coverage float64) (low, high float64)) {
	e.Over, e.Ends = "over test rows", ends
	e.Low, e.High = ends(statistics.Level)
}

// overSpacing is [Case.Over] of a single fit, whose interval tells nothing of other fits.
const overSpacing = "what the spacing of the traces leaves open"

// ofTimes takes times or their ratios. Each repeat has the least and the most that its trace leaves open, and
// the value is the geometric mean of the medians of both. The interval is from the low end of the median of the
// least to the high end of the median of the most; below six repeats it is from the least of all to the most.
func (e *Case) ofTimes(least, most []float64) {
	r := analysis.Ratio{Least: analysis.MedianInterval(least), Most: analysis.MedianInterval(most)}
	e.Value, e.Low, e.High = r.Middle(), math.Log(r.Least.Low), math.Log(r.Most.High)
	if !math.IsNaN(e.Low) {
		return
	}
	e.Few, e.Low, e.High = true, math.Log(slices.Min(least)), math.Log(slices.Max(most))
	if e.Over = overSpacing; e.Repeats > 1 {
		e.Over = fmt.Sprintf("the range of %d repeats", e.Repeats)
	}
}

// rowsSE is the standard error of a record's metric from its test rows, for a share by the further end of its
// interval. It is 0 if the metric is not about them, such as a cost or the place of inducing inputs.
func rowsSE(r record.Record, metric string) float64 {
	if unscoredSE(metrics.Get(metric)) == 0 {
		return 0
	}
	s := analysis.Summarise([]record.Record{r}, metric, "mean")
	return max(s.SE, s.Further)
}

// records are those of pairs.
func records(pairs [][2]record.Record) []record.Record {
	var out []record.Record
	for _, both := range pairs {
		out = append(out, both[:]...)
	}
	return out
}
