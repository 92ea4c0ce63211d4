package take

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"gpcbench/analysis"
	"gpcbench/analysis/statistics"
	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// How a method compares with the one that is taken, on the rows on which both are judged, in addition to
// [analysis.AsGood], [analysis.Worse], [analysis.Undecided] and [analysis.Floor].
const (
	Taken  = "taken"
	Better = "better" // lower loss: on these rows it would have been chosen instead
	Choice = "choice" // not a method: on each half, the results of the method that the other half prefers, if the two differ
)

// Estimate is a mean with its 95% interval, NaN if unknown.
type Estimate struct{ Value, Low, High float64 }

// Result is a method on the repeats of both halves.
type Result struct {
	Label       string   // "" of [Choice]
	Repeats     int      // on which it is judged
	Rows        int      // tested in these, each once; 0 if unknown, or if rows are tested in several
	Loss, Error Estimate // of label sets Error is the precision at 1
	Seconds     float64  // of training, a mean
	Above       Estimate // its loss minus that of the first, on the rows of both
	Stands      string
}

// Outcome is the result of a race.
type Outcome struct {
	Worth   analysis.Worth
	Taken   string    // "" if no method was tested; for a mean of methods, [record.MeanLabel]
	Members []string  // labels that Taken is the mean of, or Taken itself if it is one method
	Results []Result  // the estimate for the choice, the method taken, the others by increasing loss, the floors last
	Halves  [2]string // what each half of the repeats alone prefers, "" if none
	Beaten  []string  // dropped, except one that is taken after all
	TooSlow []string  // for the time allowed, and never judged
	Failed  []string
	Untried []string // no cell was begun
	ECE     Estimate // of the method taken; NaN for label sets
	// Of Tried repeats of the methods that are taken, Failures failed.
	Failures, Tried int
}

// disagree says whether the halves prefer different methods, so that results of both judge the choice.
func (o Outcome) disagree() bool {
	return o.Halves[1] != "" && (o.Halves[0] != o.Taken || o.Halves[1] != o.Taken)
}

// Outcome is the result of the race.
func (r *Race) Outcome() Outcome {
	if r.chosen == "" {
		r.choose()
	}
	out := Outcome{Worth: r.worth, Taken: r.chosen, ECE: Estimate{math.NaN(), math.NaN(), math.NaN()}}
	r.sortOut(&out)
	if r.chosen == "" {
		return out
	}
	out.Taken = r.preferred(r.both())
	out.Members = r.members(out.Taken)
	for _, label := range out.Members {
		of := r.Group(analysis.Coordinates{spec.LabelKey: label})
		out.Failures, out.Tried = out.Failures+len(of.Failures), out.Tried+len(of.Failures)+len(of.OK)
	}
	out.Beaten = slices.DeleteFunc(out.Beaten, func(label string) bool { return slices.Contains(out.Members, label) })
	out.Halves = [2]string{r.preferred(r.choosing), r.preferred(r.judging)}
	judged := r.crossFitted(out.Halves)
	if len(judged) == 0 {
		judged = r.on(out.Taken, r.choosing) // which chose it
	}
	out.ECE = r.calibration(judged)
	out.Results = r.results(out, judged)
	shown := func(label string) bool {
		return slices.ContainsFunc(out.Results, func(s Result) bool { return s.Label == label })
	}
	out.TooSlow, out.Failed = slices.DeleteFunc(out.TooSlow, shown), slices.DeleteFunc(out.Failed, shown)
	return out
}

// sortOut names the methods that are out of the race, by reason, and those without a cell begun.
func (r *Race) sortOut(out *Outcome) {
	for _, label := range r.Labels {
		switch {
		case r.gone[label] == beaten:
			out.Beaten = append(out.Beaten, label)
		case r.gone[label] == tooSlow:
			out.TooSlow = append(out.TooSlow, label)
		case r.gone[label] == failed:
			out.Failed = append(out.Failed, label)
		case len(r.Group(analysis.Coordinates{spec.LabelKey: label}).OK) == 0:
			out.Untried = append(out.Untried, label)
		}
	}
}

// results are the estimate for the choice and the finalists, in the order of [Outcome.Results].
func (r *Race) results(out Outcome, judged []record.Record) (all []Result) {
	if out.disagree() {
		all = append(all, r.compared("", Choice, judged, judged))
	}
	labels := r.finalists
	if len(out.Members) > 1 {
		labels = append([]string{out.Taken}, labels...)
	}
	for _, label := range labels {
		records, as := r.on(label, r.both()), ""
		if label == out.Taken {
			as = Taken
			if !out.disagree() {
				records = judged
			}
		}
		if len(records) > 0 {
			all = append(all, r.compared(label, as, records, judged))
		}
	}
	place := map[string]int{Choice: -2, Taken: -1, analysis.Floor: 1}
	slices.SortStableFunc(all, func(a, b Result) int {
		if d := place[a.Stands] - place[b.Stands]; d != 0 {
			return d
		}
		return compare(a.Above.Value, b.Above.Value)
	})
	return all
}

// both are the repeats of both halves.
func (r *Race) both() []int {
	if r.judging[0] == r.choosing[0] {
		return r.choosing
	}
	return slices.Concat(r.choosing, r.judging)
}

// on are the records of a label on some repeats.
func (r *Race) on(label string, repeats []int) []record.Record {
	if members := r.members(label); len(members) > 1 {
		return r.averaged(label, members, repeats)
	}
	return slices.DeleteFunc(r.Group(analysis.Coordinates{spec.LabelKey: label}).OK, func(rec record.Record) bool {
		_, ok := rec.Metrics[r.worth.Loss]
		return !ok || !slices.Contains(repeats, rec.Repeat)
	})
}

// preferred is the finalist, or the mean of two or three if means are allowed, with the lowest mean loss on some
// repeats. Each is compared on the repeats that it shares with the best one. It is "" if the leader has no such
// repeat. A mean is tested on at least half of these.
func (r *Race) preferred(repeats []int) string {
	ranked := r.ranked(repeats)
	if len(ranked) == 0 {
		return ""
	}
	best, least := ranked[0], 0.0
	if !r.Means {
		return best
	}
	alone := r.on(best, repeats)
	tested := slices.DeleteFunc(ranked, func(label string) bool { return 2*len(r.on(label, repeats)) < len(alone) })
	for n := 2; n <= min(mostAveraged, len(tested)); n++ {
		label := r.average(tested[:n])
		records := r.on(label, repeats)
		if 2*len(records) < len(alone) || len(r.on(label, r.judging)) == 0 || !r.inTime(label) {
			continue
		}
		if d := stat.Mean(analysis.Differences(records, alone, r.worth.Loss), nil); d < least {
			best, least = label, d
		}
	}
	return best
}

// ranked are the finalists by increasing mean loss on some repeats, each by its difference to the leader on the repeats
// that both have, and the best of them first; none if the leader has none. Apart from the leader, a finalist without a record on the second half,
// which did not choose it, is left out.
func (r *Race) ranked(repeats []int) []string {
	leader := r.on(r.chosen, repeats)
	if len(leader) == 0 {
		return nil
	}
	labels, above := []string{r.chosen}, map[string]float64{}
	for _, label := range r.finalists {
		if label == r.chosen || slices.Contains(r.Floors(), label) || len(r.on(label, r.judging)) == 0 {
			continue
		}
		if d := analysis.Differences(r.on(label, repeats), leader, r.worth.Loss); len(d) > 0 {
			labels, above[label] = append(labels, label), stat.Mean(d, nil)
		}
	}
	slices.SortStableFunc(labels, func(a, b string) int { return cmp.Compare(above[a], above[b]) })
	r.bestFirst(labels, repeats)
	return labels
}

// bestFirst moves the label to the front that loses least where it loses most: by the mean difference to another on the repeats that
// both have. A label that is better than each other is this one. There is none if the first is better than the second, the
// second than the third and the third than the first, each on other repeats. A difference to the leader does not tell which of two is
// better where one has fewer repeats: one on which the leader is far off then counts more.
func (r *Race) bestFirst(labels []string, repeats []int) {
	records := make([][]record.Record, len(labels))
	for i, label := range labels {
		records[i] = r.on(label, repeats)
	}
	best, least := 0, math.Inf(1)
	for i, own := range records {
		most := math.Inf(-1)
		for j, other := range records {
			if d := analysis.Differences(own, other, r.worth.Loss); i != j && len(d) > 0 {
				most = max(most, stat.Mean(d, nil))
			}
		}
		if most < least && !math.IsInf(most, -1) {
			best, least = i, most
		}
	}
	label := labels[best]
	copy(labels[1:best+1], labels[:best])
	labels[0] = label
}

// crossFitted are, by repeat, the records on each half of the method that the other half prefers.
func (r *Race) crossFitted(halves [2]string) []record.Record {
	out := r.on(halves[0], r.judging)
	if halves[1] != "" && r.judging[0] != r.choosing[0] {
		out = slices.Concat(r.on(halves[1], r.choosing), out)
	}
	return out
}

// compared is the comparison of a label's records with those that judge the choice; as is its verdict, if that is
// known already.
func (r *Race) compared(label, as string, records, judged []record.Record) Result {
	if slices.Contains(r.Floors(), label) {
		as = analysis.Floor
	}
	s := Result{
		Label: label, Repeats: len(records), Rows: r.testRows(records), Loss: r.estimate(records, r.worth.Loss), Error: r.estimate(records, r.worth.Secondary),
		Seconds: analysis.Summarise(records, "seconds", "mean").Value, Above: Estimate{math.NaN(), math.NaN(), math.NaN()}, Stands: cmp.Or(as, analysis.Undecided),
	}
	if onlyItself(records, judged) {
		return s
	}
	d, rows := r.paired(records, judged)
	if !r.once && rows < leastRows { // the repeats agree because they test the same few rows
		d.Low, d.High = math.NaN(), math.NaN()
	}
	s.Above = Estimate{d.Mean, d.Low, d.High}
	switch {
	case as != "":
	case math.Abs(d.Mean) <= sameLoss:
		s.Stands = analysis.AsGood
	case d.Low > 0:
		s.Stands = analysis.Worse
	case d.High < 0:
		s.Stands = Better
	case d.High < r.worth.Margin:
		s.Stands = analysis.AsGood
	default:
		s.Stands = analysis.Undecided
	}
	return s
}

// onlyItself says whether records would be compared only with themselves, which shows nothing.
func onlyItself(a, b []record.Record) bool {
	return !slices.ContainsFunc(analysis.Paired(a, b), func(both [2]record.Record) bool { return both[0].ID != both[1].ID })
}

// estimate is a metric over the rows of repeats that test disjoint rows: with the exact interval for a share of the
// rows, the normal one for a mean over rows, else the interval over repeats.
func (r *Race) estimate(records []record.Record, metric string) Estimate {
	over := analysis.Summarise(records, metric, "mean")
	m, rows := metrics.Get(metric), r.testRows(records)
	switch {
	case m.OfRows && rows > 0:
		right := 0.0
		for _, rec := range records {
			v, _ := m.Value(rec)
			right += v * float64(r.testRows([]record.Record{rec}))
		}
		share := right / float64(rows)
		low, high := statistics.ClopperPearson(math.Round(right), float64(rows), statistics.Level)
		return Estimate{share, low, high}
	case m.AtRow != nil && metric == r.worth.Loss:
		var all []float64
		for _, rec := range records {
			all = append(all, r.rowsOf(rec.ID)...)
		}
		if len(all) == rows && rows > 1 {
			mean := statistics.MeanInterval(all, 0)
			low, high := m.Bounds.Clip(mean.Low, mean.High)
			return Estimate{mean.Mean, low, high}
		}
	}
	few := !r.once && r.different(records) < leastRows
	if few || over.Low == over.High { // equal repeats, as on the same rows, do not make the value certain
		return Estimate{over.Value, math.NaN(), math.NaN()}
	}
	return Estimate{over.Value, over.Low, over.High}
}

// calibration is the calibration error over the rows of repeats, with its interval by their bins.
func (r *Race) calibration(records []record.Record) Estimate {
	bins := analysis.PooledBins(records)
	out := Estimate{statistics.CalibrationError(bins), math.NaN(), math.NaN()} // NaN without rows
	if r.once && !math.IsNaN(out.Value) {
		out.Low, out.High = statistics.CalibrationInterval(bins, statistics.Level)
	}
	return out
}

// testRows is how many rows records were tested on, 0 if one does not say or several test the same rows.
func (r *Race) testRows(records []record.Record) int {
	if !r.once {
		return 0
	}
	return r.different(records)
}

// compare orders numbers, with NaN last.
func compare(a, b float64) int {
	switch {
	case a < b || math.IsNaN(b) && !math.IsNaN(a):
		return -1
	case a > b || math.IsNaN(a) && !math.IsNaN(b):
		return 1
	}
	return 0
}
