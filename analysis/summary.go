package analysis

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mathext"

	"gpcbench/analysis/statistics"
	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/wording"
)

// Summary summarises the repeats of one metric.
type Summary struct {
	N         int     // repeats that have the metric
	Value     float64 // mean or median
	SD        float64 // over repeats; NaN below two
	SE        float64 // of Value; NaN if unknown
	Low, High float64 // 95% interval, within what the metric can be; NaN if unknown
	Single    bool    // SE comes from the test rows of one split

	// Of a split: how many seeds Value is the mean of and their standard deviation, 0 of one; the
	// standard error that its test rows alone give, and the same where a share of them is near 0 or 1
	// ([statistics.FurtherSE]): 0 errors of 40 are no sign that there are none.
	Seeds           int
	SeedSD          float64
	RowsSE, Further float64
}

// Summarise returns the summary of a metric over records, one a repeat; kind
// is "mean" or "median".
func Summarise(records []record.Record, metric, kind string) Summary {
	var x []float64
	var single record.Record
	seeds := false
	for _, r := range records {
		if v, ok := metrics.Get(metric).Value(r); ok {
			x = append(x, v)
			single, seeds = r, seeds || r.SameRows
		}
	}
	s := SummariseValues(x, metric, kind)
	if seeds && s.N > 1 { // their standard deviation tells nothing of the rows
		s = SummariseValues(x, metric, "mean")
		s.Seeds, s.SeedSD, s.SE, s.Low, s.High = s.N, s.SD, math.NaN(), math.NaN(), math.NaN()
	}
	if s.N == 1 || s.Seeds > 0 {
		s.testRows(single, metric)
	}
	return s
}

// SummariseValues returns the summary of the values of a metric, one a repeat.
func SummariseValues(x []float64, metric, kind string) Summary {
	nan := math.NaN()
	s := Summary{N: len(x), Value: nan, SD: nan, SE: nan, Low: nan, High: nan}
	switch s.N {
	case 0:
		return s
	case 1:
		s.Value = x[0]
		return s
	}
	mean := sum(x) / float64(s.N)
	ss := 0.0
	for _, v := range x {
		ss += (v - mean) * (v - mean)
	}
	if s.SD = math.Sqrt(ss / float64(s.N-1)); s.SD <= statistics.Rounding*math.Abs(mean) {
		s.SD = 0 // the values are the same but for rounding
	}
	if kind == "median" {
		s.median(metric, x)
		return s
	}
	s.Value, s.SE = mean, s.SD/math.Sqrt(float64(s.N))
	t := statistics.StudentQuantile((1+statistics.Level)/2, float64(s.N-1))
	s.Low, s.High = metrics.Get(metric).Bounds.Clip(mean-t*s.SE, mean+t*s.SE)
	return s
}

// testRows sets the standard error that one split's test rows and the seeds of its fits give.
func (s *Summary) testRows(r record.Record, metric string) {
	rows := float64(r.TestRows())
	if rows == 0 {
		return
	}
	m := metrics.Get(metric)
	if m.RowsSE == nil {
		return
	}
	se, ok := m.RowsSE(s.Value, rows, r)
	if !ok {
		return
	}
	s.RowsSE, s.Further, s.Single = se, se, true
	if m.OfRows {
		s.Further = max(se, statistics.FurtherSE(count(s.Value, rows), rows))
	}
	s.SE = math.Hypot(se, s.SeedSD/math.Sqrt(float64(max(1, s.Seeds))))
	if s.Low, s.High = s.within(statistics.Level); s.Seeds <= 1 {
		s.Low, s.High = RowsInterval(r, metric, statistics.Level)
	}
	s.Low, s.High = m.Bounds.Clip(s.Low, s.High)
}

// within is the normal interval of a summary.
func (s Summary) within(coverage float64) (low, high float64) {
	half := statistics.NormalQuantile((1+coverage)/2) * s.SE
	return s.Value - half, s.Value + half
}

// RowsInterval is the interval of a metric from the test rows of one fit: exact for a share of the rows,
// by its bins for a calibration error, otherwise normal; NaN if there is none.
func RowsInterval(r record.Record, metric string, coverage float64) (low, high float64) {
	m := metrics.Get(metric)
	value, ok := m.Value(r)
	rows := float64(r.TestRows())
	if !ok || rows == 0 || m.RowsSE == nil {
		return math.NaN(), math.NaN()
	}
	switch se, known := m.RowsSE(value, rows, r); {
	case !known:
		return math.NaN(), math.NaN()
	case m.OfRows:
		return statistics.ClopperPearson(count(value, rows), rows, coverage)
	case m.Calibration:
		return statistics.CalibrationInterval(PooledBins([]record.Record{r}), coverage)
	default:
		return Summary{Value: value, SE: se}.within(coverage)
	}
}

// count is how many of the rows a share is.
func count(share, rows float64) float64 { return math.Round(min(max(share, 0), 1) * rows) }

// PooledBins are the calibration bins of records, added up.
func PooledBins(records []record.Record) (out []statistics.Bin) {
	var fits [][]record.Bin
	for _, r := range records {
		fits = append(fits, r.Details().Calibration)
	}
	for _, b := range record.PoolBins(fits) {
		out = append(out, statistics.Bin(b))
	}
	return out
}

// median sets the median of x, its Maritz-Jarrett standard error and the
// shortest symmetric interval between order statistics that covers at least
// 95%. Below six values there is none; then it is Student's, with the
// Maritz-Jarrett standard error.
func (s *Summary) median(metric string, x []float64) {
	x = slices.Sorted(slices.Values(x))
	n := len(x)
	s.Value = (x[(n-1)/2] + x[n/2]) / 2
	a := float64(n+1) / 2
	first, second, below := 0.0, 0.0, 0.0
	for i, v := range x {
		next := mathext.RegIncBeta(a, a, float64(i+1)/float64(n))
		first += (next - below) * v
		second += (next - below) * v * v
		below = next
	}
	if s.SD > 0 {
		s.SE = math.Sqrt(max(0, second-first*first))
	} else {
		s.SE = 0
	}
	if k := intervalRank(n); k > 0 {
		s.Low, s.High = x[k-1], x[n-k]
		return
	}
	t := statistics.StudentQuantile((1+statistics.Level)/2, float64(n-1))
	s.Low, s.High = metrics.Get(metric).Bounds.Clip(s.Value-t*s.SE, s.Value+t*s.SE)
}

// intervalRank returns the rank k such that the k-th smallest and the k-th
// largest of n values enclose the median with a probability of at least 95%:
// the largest k with 2 P(Binomial(n, 1/2) < k) <= 0.05. It is 0 below six
// values. Its terms are added by their logarithms: 0.5^n is no number from
// n = 1075 on.
func intervalRank(n int) int {
	k := 0
	term := -float64(n) * math.Ln2 // log P(Binomial(n, 1/2) = k)
	for tail := math.Exp(term); 2*tail <= 1-statistics.Level; k++ {
		term += math.Log(float64(n-k) / float64(k+1))
		tail += math.Exp(term)
	}
	return k
}

// Interval is a median with its distribution-free 95% interval; low and high
// are NaN where there are too few values for one.
type Interval struct{ Median, Low, High float64 }

// MedianInterval summarises values, which may be infinite.
func MedianInterval(x []float64) Interval {
	nan := math.NaN()
	if len(x) == 0 {
		return Interval{nan, nan, nan}
	}
	x = slices.Sorted(slices.Values(x))
	out := Interval{MedianOf(x), nan, nan}
	if k := intervalRank(len(x)); k > 0 {
		out.Low, out.High = x[k-1], x[len(x)-k]
	}
	return out
}

// MedianOf returns the median, which x must have.
func MedianOf(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
}

// Written writes a value and its interval with as many decimals as that is worth; interval is empty where there is none.
func Written(value, low, high float64) (ours, interval string) {
	if math.IsNaN(low) || math.IsNaN(high) {
		return wording.Short(value, 2), ""
	}
	d := Decimals(Summary{Value: value, SE: (high - low) / 4})
	return wording.Fixed(value, d), "[" + wording.Fixed(low, d) + ", " + wording.Fixed(high, d) + "]"
}

// WithInterval writes a mean with its interval, where it has one.
func WithInterval(m statistics.Mean) string {
	ours, interval := Written(m.Mean, m.Low, m.High)
	return strings.TrimSpace(ours + " " + interval)
}

// sum adds in order.
func sum(x []float64) float64 {
	total := 0.0
	for _, v := range x {
		total += v
	}
	return total
}

// Decimals returns how many decimals show two significant digits of the
// standard error, or four of the value where there is none.
func Decimals(s Summary) int {
	x, digits := s.SE, 2
	if math.IsNaN(x) || x == 0 {
		x, digits = math.Abs(s.Value), 4
	}
	if x == 0 {
		return 2
	}
	return min(max(digits-1-int(math.Floor(math.Log10(x))), 0), 6)
}

// Shown is the summary in the unit that tables have of its metric.
func (s Summary) Shown(metric string) Summary {
	if by := metrics.Get(metric).Shown; by != 0 {
		s.Value, s.SD, s.SE, s.Low, s.High = by*s.Value, by*s.SD, by*s.SE, by*s.Low, by*s.High
	}
	return s
}
