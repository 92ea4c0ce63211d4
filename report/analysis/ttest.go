package analysis

import (
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/wording"
)

// TTest is a t-test of whether the mean of differences is 0. All but the mean is
// NaN where the test cannot be made.
type TTest struct {
	Mean, Low, High float64 // with the 95% interval
	P               float64 // two-sided

	se, nu float64 // standard error of the mean and its degrees of freedom
}

// student is the distribution of the test.
func (t TTest) student() distuv.StudentsT { return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: t.nu} }

// At returns the ends of the interval of another coverage.
func (t TTest) At(coverage float64) (low, high float64) {
	if t.nu < 1 { // a single difference
		return math.NaN(), math.NaN()
	}
	half := t.student().Quantile((1+coverage)/2) * t.se
	return t.Mean - half, t.Mean + half
}

// Above is the one-sided p-value of the mean being above 0.
func (t TTest) Above() float64 {
	if t.Mean > 0 {
		return t.P / 2
	}
	return 1 - t.P/2
}

// CorrectedT is the corrected resampled t-test of Nadeau and Bengio (2003,
// Machine Learning 52) of differences d_1 to d_J over repeats:
//
//	t = mean / sqrt((1/J + n_test/n_train) s^2), with J - 1 degrees of freedom,
//
// s^2 their variance and share = n_test/n_train ([overlap]). The second term stands for what
// repeats have in common because their rows overlap; it was derived for random splits and is
// used for folds too (Bouckaert and Frank 2004).
func CorrectedT(d []float64, share float64) TTest {
	n := float64(len(d))
	mean := sum(d) / n
	ss := 0.0
	for _, x := range d {
		ss += (x - mean) * (x - mean)
	}
	se := math.Sqrt((1/n + share) * ss / (n - 1))
	out := TTest{Mean: mean, se: se, nu: n - 1}
	out.Low, out.High = out.At(Level)
	switch {
	case math.IsNaN(se):
		out.P = se
	case mean == 0: // also where se is 0
		out.P = 1
	case se <= sameDifference*math.Abs(mean):
		out.Low, out.High, out.P = math.NaN(), math.NaN(), math.NaN()
	default:
		out.P = 2 * out.student().Survival(math.Abs(mean)/se)
	}
	return out
}

// Significant is the p-value below which methods are told apart.
const Significant = 0.05

// sameDifference is the standard error, as a share of the mean, up to which
// differences are equal but for rounding. Their variance is no estimate then.
const sameDifference = 1e-12

// InCommon is what repeats have in common, as shares for [CorrectedT].
type InCommon struct {
	Tested  float64 // n_test/n_train; where more rows are left out than trained on, n/(N - n)
	Trained float64 // n_train/(N - n_train) there, else NaN
}

// overlap returns what repeats of a data set of N = rows rows (0: not known) have in common, the
// mean over their records; NaN if one does not tell. All rows that are not trained on count as
// n_test, scored or not. Where these are more than the training rows, repeats share the rows that
// are scored: of n out of N, drawn anew, a share n/N is met again, and of the training rows
// likewise.
func overlap(rows int, records []record.Record) InCommon {
	var out InCommon
	for _, r := range records {
		train, err := strconv.ParseFloat(r.Provenance["train_rows"], 64)
		test, bad := strconv.ParseFloat(r.Provenance["test_rows"], 64)
		if err != nil || bad != nil || train <= 0 {
			return InCommon{math.NaN(), math.NaN()}
		}
		all := float64(rows)
		if left := all - train; left <= train || test >= all {
			out.Tested += max(test, left) / train
			out.Trained = math.NaN()
		} else {
			out.Tested += test / (all - test)
			out.Trained += train / left
		}
	}
	n := float64(len(records))
	return InCommon{out.Tested / n, out.Trained / n}
}

// Overlap is that of the repeats of a data set. In the order of time those rows that no repeat has
// yet are no sign of how little they share; nor are training rows that are few because each is
// taken once.
func (p *Experiment) Overlap(dataset string, records []record.Record) InCommon {
	if p.nested(dataset) {
		return overlap(0, records)
	}
	out := overlap(p.Dataset(dataset).Rows, records)
	if slices.ContainsFunc(p.Spec.Datasets, func(d spec.Dataset) bool { return d.Name == dataset && d.Split.Distinct }) {
		out.Trained = math.NaN()
	}
	return out
}

// Share is that of the test of differences d. Where few rows are trained on, the differences vary
// with these more than with the rows that are scored, and
//
//	n_train/(N - n_train) + se^2/s^2
//
// stands in the place of n/(N - n) if it is less: training rows by how far they overlap, and by se
// the standard error that the test rows of a repeat give a difference; 0 of a cost, which these
// do not change, and NaN where it is not known. In 200 simulations each of two equal classifiers
// on 6,435 rows with 1,287 to train on, 5,300 with 400 and 1,066 with 400, the test finds a
// difference in at most 6%; the plain one in 52 to 69%.
func (c InCommon) Share(d []float64, se float64) float64 {
	if other := c.Trained + se*se/stat.Variance(d, nil); other < c.Tested {
		return other
	}
	return c.Tested
}

// RowsSE is the standard error that the test rows of a repeat give the difference of two
// methods, as though their rows were not the same; NaN where that of one is not known.
func RowsSE(a, b []record.Record, metric string) float64 {
	return math.Hypot(MeanRowsSE(a, metric), MeanRowsSE(b, metric))
}

// MeanRowsSE is the mean over records of the standard error of a metric over their test rows.
func MeanRowsSE(records []record.Record, metric string) float64 {
	total := 0.0
	for _, r := range records {
		total += Summarise([]record.Record{r}, metric, "mean").SE
	}
	return total / float64(len(records))
}

// String writes the mean with its interval.
func (t TTest) String() string {
	if math.IsNaN(t.Low) {
		return wording.Short(t.Mean, 2)
	}
	d := Decimals(Summary{Value: t.Mean, SE: (t.High - t.Low) / 4})
	return wording.Fixed(t.Mean, d) + " [" + wording.Fixed(t.Low, d) + ", " + wording.Fixed(t.High, d) + "]"
}
