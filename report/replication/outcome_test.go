package replication

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gpcbench/analysis"
	"gpcbench/analysis/statistics"
	"gpcbench/harness/record"
	"gpcbench/harness/record/recordtest"
	"gpcbench/harness/spec"
	"gpcbench/report/document"
	"gpcbench/report/replication/statistic"
	"gpcbench/wording"
)

// claimed is an experiment of methods A and B on data sets with three repeats each, whose
// errors are given by data set, label and repeat.
func claimed(errors map[string]map[string][]float64, names ...string) *Experiment {
	s := &spec.Spec{Name: "paper/x", Profile: spec.Paper, Methods: []spec.Method{{Name: "a", Label: "A"}, {Name: "b", Label: "B"}}}
	in := Input{Input: analysis.Input{Spec: s, Records: map[string]record.Record{}}}
	for _, name := range names {
		s.Datasets = append(s.Datasets, spec.Dataset{Name: name})
		in.Datasets = append(in.Datasets, record.Dataset{Name: name, Available: true})
		for label, values := range errors[name] {
			for i, v := range values {
				c := record.Cell{ID: fmt.Sprint(name, label, i), Dataset: name, Label: label, Repeat: i}
				in.Cells = append(in.Cells, &record.Planned{Cell: c})
				in.Records[c.ID] = record.Record{Cell: c, Status: record.OK, Metrics: map[string]float64{"error": v}, Provenance: apart}
			}
		}
	}
	return New(in)
}

// apart is of repeats that have no rows in common to speak of: the t-test is Student's.
var apart = map[string]string{"train_rows": "100000000000000", "test_rows": "100"}

func claim(name string, threshold float64) statistic.Claim {
	c := statistic.Claim{Name: "c", Experiment: "paper/x", Statistic: name, Methods: []string{"A"}, Than: []string{"B"}, Metric: "error"}
	switch name {
	case "noninferior", "similar":
		c.Margin = &threshold
	case "better":
		if threshold > 0 {
			c.AtLeast = &threshold
		}
	}
	return c
}

// A is better by 0.1, 0.2 and 0.3 in the three Repeats: the mean is 0.2 and Student's interval
// 0.2 +- 4.302653 x 0.1 / sqrt(3).
func TestBetterOverRepeats(t *testing.T) {
	p := claimed(map[string]map[string][]float64{"d": {"A": {0.1, 0.1, 0.1}, "B": {0.2, 0.3, 0.4}}}, "d")
	o := p.outcome(claim("better", 0))
	half := 4.302652729911275 * 0.1 / math.Sqrt(3)
	recordtest.Near(t, "mean", o.Value, 0.2)
	recordtest.Near(t, "low", o.Low, 0.2-half)
	recordtest.Near(t, "high", o.High, 0.2+half)
	if o.Outcome != wording.CannotTell || o.Over != "over 3 repeats" {
		t.Errorf("%s over %s", o.Outcome, o.Over)
	}
}

func TestOutcomes(t *testing.T) {
	const e = 1e-3 // how far repeats differ
	flat := func(a, b float64) map[string][]float64 {
		return map[string][]float64{"A": {a, a, a}, "B": {b - e, b, b + e}}
	}
	most := claim("better", 0)
	most.Most = true
	for _, c := range []struct {
		name          string
		claim         statistic.Claim
		better, worse int // data sets on which A's error is 0.1 lower, higher
		same          int
		want          string
	}{
		{"everywhere", claim("better", 0), 2, 0, 0, wording.Holds},
		{"nowhere", claim("better", 0), 0, 2, 0, wording.DoesNotHold},
		{"on average, and nowhere against it", claim("better", 0), 8, 0, 1, wording.Holds},
		{"on average, but not on one", claim("better", 0), 9, 1, 0, wording.HoldsInPart},
		{"on some", claim("better", 0), 2, 2, 0, wording.HoldsInPart},
		{"no difference", claim("better", 0), 0, 0, 1, wording.CannotTell},
		{"no difference, and once against it", claim("better", 0), 0, 1, 3, wording.DoesNotHold},
		{"no difference, and half of the time against it", claim("better", 0), 0, 2, 2, wording.DoesNotHold},
		{"not by so much", claim("better", 0.2), 1, 0, 0, wording.DoesNotHold},
		{"similar", claim("similar", 0.05), 0, 0, 1, wording.Holds},
		{"not similar", claim("similar", 0.05), 1, 0, 0, wording.DoesNotHold},
		{"not inferior", claim("noninferior", 0.05), 1, 0, 1, wording.Holds},
		{"inferior", claim("noninferior", 0.05), 0, 1, 0, wording.DoesNotHold},
		{"no records", claim("better", 0), 0, 0, 0, wording.CannotTell},
		{"on most, and against it on one", most, 3, 1, 1, wording.Holds},
		{"on half, and against it on the others", most, 2, 2, 0, wording.DoesNotHold},
		{"on half, and open on the others", most, 2, 0, 2, wording.CannotTell},
		{"on most, where it is claimed of all", claim("better", 0), 3, 1, 1, wording.HoldsInPart},
	} {
		errors := map[string]map[string][]float64{}
		var names []string
		add := func(n int, a, b float64) {
			for range n {
				name := fmt.Sprint("d", len(names))
				names, errors[name] = append(names, name), flat(a, b)
			}
		}
		add(c.better, 0.2, 0.3)
		add(c.worse, 0.3, 0.2)
		add(c.same, 0.2, 0.2)
		o := claimed(errors, names...).outcome(c.claim)
		if o.Outcome != c.want {
			t.Errorf("%s: %s, want %s: %+v", c.name, o.Outcome, c.want, o)
		}
		if reason := "no records of paper/x"; (o.Why == reason) != (len(names) == 0) {
			t.Errorf("%s: the reason is %q", c.name, o.Why)
		}
	}
}

// Over six data sets the interval is that of their means.
func TestBetterOverDatasets(t *testing.T) {
	errors := map[string]map[string][]float64{}
	var names []string
	for i, d := range []float64{0.1, 0.2, 0.3, 0.4, 0.5, 0.6} {
		names = append(names, fmt.Sprint("d", i))
		errors[names[i]] = map[string][]float64{"A": {0.1, 0.1}, "B": {0.1 + d, 0.1 + d}}
	}
	o := claimed(errors, names...).outcome(claim("better", 0))
	half := 2.5705818366147395 * math.Sqrt(0.175/5/6)
	recordtest.Near(t, "mean", o.Value, 0.35)
	recordtest.Near(t, "low", o.Low, 0.35-half)
	recordtest.Near(t, "high", o.High, 0.35+half)
	if o.Outcome != wording.Holds || o.Over != "over 6 data sets" {
		t.Errorf("%s over %s", o.Outcome, o.Over)
	}
}

// One split has the standard errors of its test rows, by the further ends of the intervals of 20 and 40 of 100.
func TestBetterOnOneSplit(t *testing.T) {
	o := claimed(map[string]map[string][]float64{"d": {"A": {0.2}, "B": {0.4}}}, "d").outcome(claim("better", 0))
	half := 1.959963984540054 * math.Hypot(statistics.FurtherSE(20, 100), statistics.FurtherSE(40, 100))
	recordtest.Near(t, "low", o.Low, 0.2-half)
	if o.Outcome != wording.Holds || !slices.Equal(o.Caveats, []string{"one split", "rows not paired, so a wide interval"}) {
		t.Errorf("%+v", o)
	}
}

// A is at the target after 1 second and by 2, B after 20 and by 40, in each of six
// Repeats: the ratio lies between 20/2 and 40/1.
func TestSpeedup(t *testing.T) {
	p := claimed(nil, "d")
	for i := range 6 {
		for label, seconds := range map[string][]float64{"A": {1, 2, 3}, "B": {20, 40, 60}} {
			r := recordtest.Traced(i, seconds, []float64{0.6, 0.5, 0.5})
			r.ID, r.Dataset, r.Label, r.Provenance = fmt.Sprint(label, i), "d", label, map[string]string{"classes": "2"}
			p.Cells, p.Records[r.ID] = append(p.Cells, &record.Planned{Cell: r.Cell}), r
		}
	}
	c := claim("speedup", 0)
	c.Metric = "nll"
	o := p.outcome(c)
	recordtest.Near(t, "ratio", o.Value, 20)
	recordtest.Near(t, "low", o.Low, 10)
	recordtest.Near(t, "high", o.High, 40)
	for limit, want := range map[float64]string{5: wording.Holds, 30: wording.CannotTell, 100: wording.DoesNotHold} {
		c.AtLeast = &limit
		if got := p.outcome(c).Outcome; got != want {
			t.Errorf("at least %g: %s, want %s", limit, got, want)
		}
	}
	most := 5.0
	c.AtLeast, c.AtMost = nil, &most
	if got := p.outcome(c).Outcome; got != wording.DoesNotHold {
		t.Errorf("at most 5: %s", got)
	}
}

// A costs 1, 2 and 4 in three repeats, B twice, four times and eight times as much.
func TestRatio(t *testing.T) {
	c := claim("ratio", 0)
	o := claimed(map[string]map[string][]float64{"d": {"A": {1, 2, 4}, "B": {2, 8, 32}}}, "d").outcome(c)
	half := 4.302652729911275 * math.Ln2 / math.Sqrt(3)
	recordtest.Near(t, "ratio", o.Value, 4)
	recordtest.Near(t, "low", o.Low, math.Exp(math.Log(4)-half))
	if o.Outcome != wording.CannotTell {
		t.Errorf("%s", o.Outcome)
	}
	o = claimed(map[string]map[string][]float64{"d": {"A": {1}, "B": {4}}}, "d").outcome(c)
	if o.Outcome != wording.HoldsFew || !math.IsNaN(o.Low) || o.Over != "" {
		t.Errorf("one repeat: %+v", o)
	}
}

// Of three repeats each the standard deviation of B is 100 times A's, and F's quantile 39.
func TestSteadier(t *testing.T) {
	o := claimed(map[string]map[string][]float64{"d": {"A": {0.01, 0.02, 0.03}, "B": {1, 2, 3}}}, "d").outcome(claim("steadier", 0))
	recordtest.Near(t, "ratio", o.Value, 100)
	recordtest.Near(t, "low", o.Low, 100/math.Sqrt(39))
	recordtest.Near(t, "high", o.High, 100*math.Sqrt(39))
	if o.Outcome != wording.Holds {
		t.Errorf("%+v", o)
	}
}

// gridded is an experiment of method A on one data set, with a metric at each of several
// numbers of inducing inputs.
func gridded(metric string, values map[string][]float64, places ...any) *Experiment {
	p := claimed(nil, "d")
	p.Spec.Grid = []spec.Axis{{Option: "inducing", Values: places}}
	for _, place := range places {
		for i, v := range values[analysis.Option(place)] {
			c := record.Cell{ID: fmt.Sprint(place, i), Dataset: "d", Label: "A", Repeat: i, Options: map[string]any{"inducing": place}}
			r := record.Record{Cell: c, Status: record.OK, Metrics: map[string]float64{metric: v}, Timing: record.Timing{CPUSeconds: v}}
			r.Provenance = apart
			p.Cells, p.Records[c.ID] = append(p.Cells, &record.Planned{Cell: c}), r
		}
	}
	return p
}

// The error falls by 0.1 with each doubling in the first repeat, by 0.2 in the second,
// and by 0.3 in the third.
func TestTrend(t *testing.T) {
	p := gridded("error", map[string][]float64{"10": {0.9, 0.9, 0.9}, "20": {0.8, 0.7, 0.6}, "40": {0.7, 0.5, 0.3}}, 10.0, 20.0, 40.0)
	c := statistic.Claim{Statistic: "trend", Methods: []string{"A"}, Metric: "error", Along: "inducing", Direction: "falls"}
	o := p.outcome(c)
	recordtest.Near(t, "slope", o.Value, -0.2)
	recordtest.Near(t, "high", o.High, -0.2+4.302652729911275*0.1/math.Sqrt(3))
	if o.Outcome != wording.CannotTell {
		t.Errorf("%+v", o)
	}
}

// A cost that grows as the square root of what stands along the axis has the power 1/2;
// of one repeat the interval is between two of the fifteen slopes.
func TestTrendOfACost(t *testing.T) {
	values := map[string][]float64{}
	places := []any{"5%", "10%", "20%", "40%", "80%", "160%"}
	for i, place := range places {
		values[place.(string)] = []float64{math.Sqrt(math.Pow(2, float64(i)))}
	}
	p := gridded("error", values, places...)
	c := statistic.Claim{Statistic: "trend", Methods: []string{"A"}, Metric: "cpu_seconds", Along: "inducing"}
	for direction, want := range map[string]string{"rises": wording.Holds, "falls": wording.DoesNotHold, "flat": wording.DoesNotHold} {
		margin := 0.1
		if c.Direction, c.Margin = direction, nil; direction == "flat" {
			c.Margin = &margin
		}
		o := p.outcome(c)
		recordtest.Near(t, "power", o.Value, 0.5)
		if o.Outcome != want || o.Over != "over pairs of values of M" {
			t.Errorf("%s: %s %s, want %s", direction, o.Outcome, o.Over, want)
		}
	}
}

// A cost that grows as the square root of the numbers of rows, attributes and labels of four
// data sets has the power 1/2 along each of them.
func TestTrendAlongSizes(t *testing.T) {
	names := []string{"a", "b", "c", "d"}
	p := claimed(nil, names...)
	for i, name := range names {
		n := 1000 << (2 * i)
		c := record.Cell{ID: name, Dataset: name, Label: "A"}
		d := record.Dataset{Name: name, Rows: n, Attributes: 2 * n, Classes: 3 * n, Available: true}
		p.Datasets[i] = d
		p.Cells = append(p.Cells, &record.Planned{Cell: c})
		p.Records[c.ID] = record.Record{Cell: c, Status: record.OK, Timing: record.Timing{CPUSeconds: math.Sqrt(float64(n))}}
	}
	for _, key := range spec.Sizes {
		o := p.outcome(statistic.Claim{Statistic: "trend", Methods: []string{"A"}, Metric: "cpu_seconds", Along: key, Direction: "rises"})
		recordtest.Near(t, "power of "+key, o.Value, 0.5)
		if o.Outcome != wording.HoldsFew || len(o.Cases) != 1 {
			t.Errorf("%s: %+v", key, o)
		}
	}
}

// traced is an experiment of one data set with one fit a label, whose NLLs after 1, 2, 4
// and 8 seconds are given.
func traced(nll map[string][]float64) *Experiment {
	p := claimed(nil, "d")
	for label, values := range nll {
		r := recordtest.Traced(0, []float64{1, 2, 4, 8}, values)
		r.ID, r.Dataset, r.Label = label, "d", label
		r.Provenance = map[string]string{"classes": "2", "test_rows": "100"}
		r.Metrics = map[string]float64{"nll": values[3], "nll_sd": 0.1}
		p.Cells, p.Records[r.ID] = append(p.Cells, &record.Planned{Cell: r.Cell}), r
	}
	return p
}

func TestRise(t *testing.T) {
	p := traced(map[string][]float64{"A": {0.6, 0.3, 0.4, 0.5}, "B": {0.6, 0.5, 0.4, 0.3}})
	tenth := 0.1
	c := statistic.Claim{Statistic: "rise", Methods: []string{"A"}, Metric: "nll", AtLeast: &tenth}
	o := p.outcome(c)
	half := 1.959963984540054 * math.Sqrt2 * 0.01
	recordtest.Near(t, "rise", o.Value, 0.2)
	recordtest.Near(t, "low", o.Low, 0.2-half)
	if o.Outcome != wording.Holds {
		t.Errorf("%+v", o)
	}
	c.Since, c.AtLeast, c.AtMost = "start", nil, &tenth
	o = p.outcome(c)
	recordtest.Near(t, "rise since the start", o.Value, -0.1)
	if o.Outcome != wording.Holds {
		t.Errorf("%+v", o)
	}
	c.Since, c.Methods = "", []string{"B"}
	if o = p.outcome(c); o.Value != 0 || o.Outcome != wording.HoldsFew {
		t.Errorf("a fit that ends at its best: %+v", o)
	}
	p = traced(map[string][]float64{"A": {0.3, 0.6, 0.5, 0.2}})
	c.Since, c.Methods = "half", []string{"A"}
	o = p.outcome(c)
	recordtest.Near(t, "rise in the second half", o.Value, 0.2)
	if o.Outcome != wording.DoesNotHold || !math.IsNaN(o.Low) { // it is to be 0.1 at most
		t.Errorf("%+v", o)
	}
}

// A is within 1% of its end after 2 seconds and by 4, and below that of B after 1 and by 2.
func TestArrival(t *testing.T) {
	p := traced(map[string][]float64{"A": {0.6, 0.5, 0.302, 0.3}, "B": {0.6, 0.6, 0.6, 0.55}, "C": {0.3, 0.2, 0.2, 0.1}})
	most := 5.0
	c := statistic.Claim{Statistic: "arrival", Methods: []string{"A"}, Metric: "nll", AtMost: &most}
	o := p.outcome(c)
	recordtest.Near(t, "at its own end", o.Value, math.Sqrt(2*4))
	if o.Outcome != wording.HoldsFew || !o.Few || o.Over != "what the spacing of the traces leaves open" {
		t.Errorf("%+v", o)
	}
	c.Than = []string{"B"}
	recordtest.Near(t, "below B", p.outcome(c).Value, math.Sqrt(1*2))
	c.Than = []string{"C"}
	if o = p.outcome(c); !math.IsInf(o.Value, 1) || o.Outcome != wording.DoesNotHold {
		t.Errorf("never below C: %+v", o)
	}
	most = 3
	c.Than = nil
	if o = p.outcome(c); o.Outcome != wording.CannotTell {
		t.Errorf("between 2 and 4, and at most 3: %+v", o)
	}
	c.Clock = "iteration"
	if o = p.outcome(c); o.Value >= 3 || o.Outcome != wording.HoldsFew {
		t.Errorf("in iterations: %+v", o)
	}
}

// The mean over three repeats is 0.2, and Student's interval 0.2 +- 4.302653 x 0.1 / sqrt(3).
func TestLevel(t *testing.T) {
	p := claimed(map[string]map[string][]float64{"d": {"A": {0.1, 0.2, 0.3}}}, "d")
	for limit, want := range map[float64]string{0.01: wording.DoesNotHold, 0.3: wording.CannotTell, 0.5: wording.Holds} {
		o := p.outcome(statistic.Claim{Statistic: "level", Methods: []string{"A"}, Metric: "error", AtMost: &limit})
		recordtest.Near(t, "mean", o.Value, 0.2)
		recordtest.Near(t, "high", o.High, 0.2+4.302652729911275*0.1/math.Sqrt(3))
		if limit > 0.01 && o.Outcome != want {
			t.Errorf("at most %g: %s, want %s", limit, o.Outcome, want)
		}
	}
	p = claimed(map[string]map[string][]float64{"d": {"A": {0.2}}}, "d")
	limit := 0.1
	if o := p.outcome(statistic.Claim{Statistic: "level", Methods: []string{"A"}, Metric: "error", AtMost: &limit}); o.Outcome != wording.DoesNotHold || o.Low < 0.1 {
		t.Errorf("of one split: %+v", o)
	}
}

// The lengthscales of a and b are 1 and 2, that of c is 6.
func TestRelevance(t *testing.T) {
	p := claimed(map[string]map[string][]float64{"d": {"A": {0.1}}}, "d")
	for id, r := range p.Records {
		r.Parameters = []record.Parameter{
			{Name: "se-ard: variance", Value: 9},
			{Name: "se-ard: lengthscale a", Value: 1},
			{Name: "se-ard: lengthscale b", Value: 2},
			{Name: "se-ard: lengthscale c", Value: 6},
		}
		p.Records[id] = r
	}
	for _, c := range []struct {
		attributes []string
		times      float64
		outcome    string
	}{
		{[]string{"a", "b"}, 3, wording.HoldsFew},
		{[]string{"b"}, 0.5, wording.DoesNotHold},
		{[]string{"e"}, math.NaN(), wording.CannotTell},
		{[]string{"a", "b", "c"}, math.NaN(), wording.CannotTell},
	} {
		o := p.outcome(statistic.Claim{Statistic: "relevance", Methods: []string{"A"}, Attributes: c.attributes})
		if o.Outcome != c.outcome || math.IsNaN(o.Value) != math.IsNaN(c.times) || math.Abs(o.Value-c.times) > 1e-12 {
			t.Errorf("%v: %+v, want %v", c.attributes, o, c)
		}
	}
}

// A is best from the second point on, of the three doublings from 1 to 8 seconds for two.
func TestFrontierOfAClaim(t *testing.T) {
	p := traced(map[string][]float64{"A": {0.6, 0.3, 0.3, 0.3}, "B": {0.5, 0.4, 0.4, 0.4}})
	c := claim("frontier", 0)
	c.Metric = "nll"
	for least, want := range map[float64]string{0.5: wording.HoldsFew, 0.9: wording.DoesNotHold} {
		c.AtLeast = &least
		o := p.outcome(c)
		if math.Abs(o.Value-2.0/3) > 0.02 || o.Outcome != want {
			t.Errorf("at least %g: %+v, want %s", least, o, want)
		}
	}
}

// Where a method never comes to a target in one case of five, the value over all is the
// median case, and not infinite, and so are its ends.
func TestOverallWithAnInfiniteCase(t *testing.T) {
	var cases []statistic.Case
	for i, v := range []float64{-1, -2, math.Inf(1), -3, -0.5} {
		cases = append(cases, statistic.Case{At: analysis.Coordinates{"dataset": fmt.Sprint(i)}, Value: v, Low: v - 1, High: v + 1, Repeats: 3})
	}
	if got := overall(cases); got != (together{value: -1, low: -2, high: 0, over: overMedian}) {
		t.Errorf("%+v", got)
	}
}

// A case whose repeats are all equal has an interval of no width among others; that of a single
// fit, whose spread is not known, leaves the mean without one.
func TestOverallWithACaseWithoutAnInterval(t *testing.T) {
	of := func(dataset string, value, half float64, repeats int) statistic.Case {
		return statistic.Case{At: analysis.Coordinates{"dataset": dataset}, Value: value, Low: value - half, High: value + half, Repeats: repeats, Exact: repeats > 1 && math.IsNaN(half)}
	}
	for repeats, want := range map[int][2]float64{3: {0, 0.5}, 1: {math.NaN(), math.NaN()}} {
		all := overall([]statistic.Case{of("a", 0.25, math.NaN(), repeats), of("b", -0.25, 0.5, 3), of("c", 0.75, 0.25, 3)})
		if got := []float64{all.value, all.low, all.high}; !sameOrNaN(got, append([]float64{0.25}, want[:]...)) {
			t.Errorf("%d Repeats: %v, want 0.25 and %v", repeats, got, want)
		}
	}
}

func sameOrNaN(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.IsNaN(x) && math.IsNaN(y) || math.Abs(x-y) < 1e-15 })
}

// The mean of a single fit and of wide intervals is not for a claim, nor against it; that of single
// fits alone is.
func TestSingleFitAmongIntervals(t *testing.T) {
	nan := math.NaN()
	single := statistic.Case{At: analysis.Coordinates{"dataset": "d"}, Value: 0.8, Low: nan, High: nan, Repeats: 1}
	wide := statistic.Case{At: analysis.Coordinates{"dataset": "e"}, Value: 0.1, Low: -1, High: 1.2, Repeats: 3}
	above := statistic.Of("better").Region(claim("better", 0))
	for _, c := range []struct {
		cases []statistic.Case
		want  string
	}{{[]statistic.Case{single, wide}, statistic.Open}, {[]statistic.Case{single, single}, statistic.For}} {
		all := overall(c.cases)
		if got := standsOverall(above, c.cases, all.value, all.low, all.high); got != c.want {
			t.Errorf("%+v: %s, want %s", c.cases, got, c.want)
		}
	}
}

// TestMedianOfInfiniteCases: of an even number of cases the ends are the middle ones, not their
// mean, which infinities of both signs have none of.
func TestMedianOfInfiniteCases(t *testing.T) {
	inf := math.Inf(1)
	value, low, high := medianOf([]statistic.Case{{Value: inf, Low: inf, High: inf}, {Value: 0.5, Low: math.Inf(-1), High: 1}})
	if value != inf || !math.IsInf(low, -1) || high != inf {
		t.Errorf("%v [%v, %v]", value, low, high)
	}
}

// A case that may be anything is not the slowest nor the fastest: the median is that of the others, and
// its ends count.
func TestOverallWithACaseThatIsNotKnown(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	unknown := statistic.Case{At: analysis.Coordinates{"dataset": "a"}, Value: nan, Low: -inf, High: inf}
	known := statistic.Case{At: analysis.Coordinates{"dataset": "b"}, Value: 0.5, Low: 0.25, High: 1}
	if all := overall([]statistic.Case{unknown, known}); all.value != 0.5 || all.low != -inf || all.high != inf {
		t.Errorf("%+v, want 0.5 [-Inf, Inf]", all)
	}
	if all := overall([]statistic.Case{unknown}); !math.IsNaN(all.value) || scaleOf(all.value, all.low, all.high) != nil {
		t.Errorf("%+v, want no value", all)
	}
}

// A data set counts once, however many cases it has: in the value, and in its interval.
func TestOverallOfUnevenDatasets(t *testing.T) {
	of := func(dataset string, value float64) statistic.Case {
		return statistic.Case{At: analysis.Coordinates{"dataset": dataset}, Value: value, Low: value - 1, High: value + 2}
	}
	if got := overall([]statistic.Case{of("a", 4), of("a", 6), of("b", 1)}); got.value != 3 || got.low != 2 || got.high != 5 {
		t.Errorf("%+v, want 3 [2, 5]", got)
	}
}

// A case whose own interval just excludes 0 tells alone, but not as one of several that do
// not lie alike: at 1 - 0.05/3 it covers 0.
func TestOneCaseOfManyByChance(t *testing.T) {
	just := []float64{0.1, 0.1, 0.1}
	level := func(gap float64) map[string][]float64 {
		return map[string][]float64{"A": just, "B": {0.1 + gap - 0.1, 0.1 + gap, 0.1 + gap + 0.1}}
	}
	// Student's half-width of three repeats that differ by 0.1 is 0.248; at 1 - 0.05/3, 0.436.
	alone := claimed(map[string]map[string][]float64{"d": level(0.3)}, "d").outcome(claim("better", 0))
	if alone.Outcome != wording.Holds {
		t.Errorf("alone: %s", alone.Outcome)
	}
	three := claimed(map[string]map[string][]float64{"d": level(0.3), "e": level(0), "f": level(-0.05)}, "d", "e", "f").outcome(claim("better", 0))
	if three.Outcome != wording.CannotTell || three.Cases[0].Stands != statistic.Open || three.Cases[0].Low < 0 {
		t.Errorf("one of three: %s, %+v", three.Outcome, three.Cases[0])
	}
	strong := claimed(map[string]map[string][]float64{"d": level(0.5), "e": level(0), "f": level(-0.05)}, "d", "e", "f").outcome(claim("better", 0))
	if strong.Outcome != wording.HoldsInPart {
		t.Errorf("a strong one of three: %s", strong.Outcome)
	}
}

// A mean within a margin is not enough where most cases are open.
func TestMarginOfSeveralCases(t *testing.T) {
	near, open := []float64{0.199, 0.2, 0.201}, []float64{0.1, 0.2, 0.3}
	for n, want := range []string{wording.CannotTell, wording.HoldsInPart, wording.HoldsInPart, wording.Holds, wording.Holds} {
		errors := map[string]map[string][]float64{}
		names := []string{"a", "b", "c", "d"}
		for i, name := range names {
			errors[name] = map[string][]float64{"A": {0.2, 0.2, 0.2}, "B": open}
			if i < n {
				errors[name]["B"] = near
			}
		}
		if o := claimed(errors, names...).outcome(claim("similar", 0.2)); o.Outcome != want {
			t.Errorf("%d of 4 cases: %s, want %s: %+v", n, o.Outcome, want, o)
		}
	}
}

// Up to half of the cases that are against a claim do not refute it where the others, all open,
// are for it in the mean; more of them do, and so does one where the mean is not for it.
func TestCasesAgainstAmongOpenOnes(t *testing.T) {
	for _, c := range []struct {
		against int     // of four data sets, on which A's error is 0.1 higher
		other   float64 // by how much it is lower on the others
		want    string
	}{{1, 0.3, wording.CannotTell}, {2, 0.3, wording.CannotTell}, {3, 0.5, wording.DoesNotHold}, {1, 0.01, wording.DoesNotHold}} {
		errors := map[string]map[string][]float64{}
		names := []string{"a", "b", "c", "d"}
		for i, name := range names {
			errors[name] = map[string][]float64{"A": {0.2, 0.2, 0.2}, "B": {0.2 + c.other - 0.4, 0.2 + c.other, 0.2 + c.other + 0.4}}
			if i < c.against {
				errors[name]["B"] = []float64{0.099, 0.1, 0.101}
			}
		}
		if o := claimed(errors, names...).outcome(claim("better", 0)); o.Outcome != c.want {
			t.Errorf("%d against, the others %g better: %s, want %s: %+v", c.against, c.other, o.Outcome, c.want, o)
		}
	}
}

// Where a case is beyond a margin, though its interval reaches into it, a claim holds in part.
func TestACaseBeyondAMargin(t *testing.T) {
	for worst, want := range map[float64]string{0.24: wording.Holds, 0.26: wording.HoldsInPart} {
		errors := map[string]map[string][]float64{"e": {"A": {worst - 0.02, worst, worst + 0.02}, "B": {0.2, 0.2, 0.2}}}
		names := []string{"a", "b", "c", "d", "e"}
		for _, name := range names[:4] {
			errors[name] = map[string][]float64{"A": {0.2, 0.2, 0.2}, "B": {0.199, 0.2, 0.201}}
		}
		if o := claimed(errors, names...).outcome(claim("noninferior", 0.05)); o.Outcome != want {
			t.Errorf("%g worse: %s, want %s: %+v", worst-0.2, o.Outcome, want, o)
		}
	}
}

// What other versions of a method come to stands beside.
func TestClaimOfAnotherReading(t *testing.T) {
	c := claim("better", 0)
	c.Also = []string{"C", "D"}
	p := claimed(map[string]map[string][]float64{"d": {"A": {0.1, 0.11, 0.12}, "B": {0.5, 0.51, 0.53}, "C": {0.9, 0.91, 0.92}, "D": {0.2, 0.21, 0.22}}}, "d")
	if o := p.outcome(c); o.Outcome != wording.Holds || !slices.Equal(o.Variants, []document.Variant{{Name: "C", Outcome: wording.DoesNotHold}, {Name: "D", Outcome: wording.Holds}}) {
		t.Errorf("%+v", o)
	}
}

// A claim on three data sets of which one has records holds at most in part.
func TestMostDatasetsAbsent(t *testing.T) {
	one := map[string]map[string][]float64{"d": {"A": {0.1, 0.11, 0.12}, "B": {0.5, 0.51, 0.53}}}
	if o := claimed(one, "d", "e").outcome(claim("better", 0)); o.Outcome != wording.Holds {
		t.Errorf("one of two: %s", o.Outcome)
	}
	if o := claimed(one, "d", "e", "f").outcome(claim("better", 0)); o.Outcome != wording.HoldsInPart {
		t.Errorf("one of three: %s", o.Outcome)
	}
}

// A comes to the error that both reach at the second of its points, B at the fourth: by time
// and by iterations.
func TestSpeedupOfTheError(t *testing.T) {
	p := claimed(nil, "d")
	for label, errors := range map[string][]float64{"A": {0.5, 0.2, 0.2, 0.2}, "B": {0.5, 0.4, 0.3, 0.2}} {
		r := recordtest.Traced(0, []float64{1, 2, 4, 8}, []float64{0.6, 0.6, 0.6, 0.6})
		r.ID, r.Dataset, r.Label = label, "d", label
		for i, v := range errors {
			r.Trace[i].Metrics["error"] = v
		}
		p.Cells, p.Records[r.ID] = append(p.Cells, &record.Planned{Cell: r.Cell}), r
	}
	c := claim("speedup", 0)
	o := p.outcome(c)
	recordtest.Near(t, "least", o.Low, 2) // 4 / 2
	recordtest.Near(t, "most", o.High, 8) // 8 / 1
	c.Clock = "iteration"
	o = p.outcome(c)
	recordtest.Near(t, "least, by iterations", o.Low, 1.5) // 3 / 2
	recordtest.Near(t, "most, by iterations", o.High, 4)   // 4 / 1
}

// A claim may be held against published numbers: of an error of 0.4 in 100 rows the standard
// error is 0.049, that of a published one without a spread is taken to be as large, and that
// of one with a spread is its own.
func TestClaimAgainstPublished(t *testing.T) {
	p := claimed(map[string]map[string][]float64{"d": {"A": {0.4}}}, "d", "e")
	table := &PublishedTable{Name: "table1", Repeats: 4, Spread: "sd", Values: []PublishedValue{
		{At: map[string]string{"dataset": "d", "label": "Other"}, Metric: "error", Value: "0.55"},
		{At: map[string]string{"dataset": "d", "label": "Spread"}, Metric: "error", Value: "0.55", Spread: "0.2"},
		{At: map[string]string{"dataset": "d", "label": "Word"}, Metric: "error", Value: "Large"},
	}}
	ours := math.Sqrt(0.4 * 0.6 / 100)
	for _, c := range []struct {
		than    string
		se      float64
		outcome string
	}{{"Other", math.Sqrt2 * ours, wording.Holds}, {"Spread", math.Hypot(ours, 0.1), wording.CannotTell}, {"Word", math.NaN(), wording.CannotTell}} {
		claim := claim("better", 0)
		claim.Than, claim.ThanPublished, claim.Numbers = []string{c.than}, "table1", table
		claim.Datasets = []string{"d"}
		o := p.outcome(claim)
		if o.Outcome != c.outcome {
			t.Errorf("%s: %+v, want it to be: %s", c.than, o, c.outcome)
		}
		if !math.IsNaN(c.se) {
			recordtest.Near(t, c.than, o.Value, 0.15)
			recordtest.Near(t, c.than+", interval", (o.High-o.Low)/2, 1.959963984540054*c.se)
		}
	}
}

// A claim about data that cannot be had says so.
func TestClaimWithoutData(t *testing.T) {
	p := claimed(map[string]map[string][]float64{"d": {"A": {0.4, 0.5}, "B": {0.5, 0.7}}}, "d", "e")
	p.Datasets[1] = record.Dataset{Name: "e"}
	c := claim("better", 0)
	c.Datasets = []string{"e"}
	if o := p.outcome(c); o.Outcome != wording.CannotTell || o.Why != "no data of e" {
		t.Errorf("%+v", o)
	}
}

// Of one split P@k is compared row by row where the records have hits: here A is right at 30
// rows of 100 and B at 20 of these, so that ten rows tell them apart.
func TestClaimOfHits(t *testing.T) {
	p := claimed(map[string]map[string][]float64{"d": {"A": {0}, "B": {0}}}, "d")
	for id, right := range map[string]int{"dA0": 30, "dB0": 20} {
		r := p.Records[id]
		share := float64(right) / 100
		r.Metrics = map[string]float64{"p_at_1": share, "p_at_1_sd": math.Sqrt(share * (1 - share))}
		var hits []byte
		for i := range 100 {
			n := 0
			if i < right {
				n = 1
			}
			hits = append(hits, record.Hit([3]int{n, n, n}))
		}
		r.Hits = record.Hits(hits)
		p.Records[id] = r
	}
	c := claim("better", 0)
	c.Metric = "p_at_1"
	o := p.outcome(c)
	recordtest.Near(t, "better by", o.Value, 0.1)
	recordtest.Near(t, "interval", (o.High-o.Low)/2, 1.959963984540054*math.Sqrt(11-100./102)/102)
	if o.Outcome != wording.Holds || o.Over != "over test rows" {
		t.Errorf("%+v", o)
	}
	r := p.Records["dB0"]
	r.Provenance = map[string]string{"data": "other", "test_rows": "100"}
	p.Records["dB0"] = r
	if o := p.outcome(c); o.Outcome != wording.CannotTell {
		t.Errorf("of other data: %+v", o)
	}
}

// A share of 0 of the rows of one split is no proof that it is below 0.02: of 100 rows the interval reaches to 0.036.
func TestLevelOfNoErrors(t *testing.T) {
	c, most := claim("level", 0), 0.02
	c.Than, c.AtMost = nil, &most
	o := claimed(map[string]map[string][]float64{"d": {"A": {0}, "B": {0}}}, "d").outcome(c)
	recordtest.Near(t, "high", o.High, 1-math.Pow(0.025, 0.01))
	if o.Outcome != wording.CannotTell || o.Low != 0 {
		t.Errorf("%+v", o)
	}
}

// A ratio that is infinite rests on as few fits as any other.
func TestFewRunsOfAnInfiniteRatio(t *testing.T) {
	far := math.Inf(1)
	for few, want := range map[bool]string{true: wording.HoldsFew, false: wording.Holds} {
		cases := []statistic.Case{{Value: far, Low: far, High: far, Few: few}}
		if got := qualified(wording.Holds, statistic.Claim{}, together{value: far, low: far, high: far}, cases); got != want {
			t.Errorf("%t: %s", few, got)
		}
	}
}

// A claim about pairs holds in part where it does so for one of them, whatever another says.
func TestJointly(t *testing.T) {
	pairs := func(outcomes ...string) (out []document.PairRow) {
		for _, o := range outcomes {
			out = append(out, document.PairRow{Outcome: o})
		}
		return out
	}
	for _, c := range []struct {
		all   string
		pairs []document.PairRow
		want  string
	}{
		{wording.Holds, pairs(wording.Holds, wording.Holds), wording.Holds},
		{wording.Holds, pairs(wording.CannotTell, wording.DoesNotHold), wording.HoldsInPart},
		{wording.CannotTell, pairs(wording.HoldsInPart, wording.DoesNotHold), wording.HoldsInPart},
		{wording.HoldsInPart, pairs(wording.CannotTell, wording.DoesNotHold), wording.DoesNotHold},
		{wording.CannotTell, pairs(wording.CannotTell, wording.CannotTell), wording.CannotTell},
	} {
		if got := jointly(c.all, c.pairs); got != c.want {
			t.Errorf("%s of %+v: %s, want %s", c.all, c.pairs, got, c.want)
		}
	}
}
