package analysis

import (
	"fmt"
	"math"
	"testing"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/recordtest"
)

// claimed is an experiment of methods A and B on data sets with three repeats each, whose
// errors are given by data set, label and repeat.
func claimed(errors map[string]map[string][]float64, names ...string) *Experiment {
	s := &spec.Spec{Name: "paper/x", Profile: spec.Paper, Methods: []spec.Method{{Name: "a", Label: "A"}, {Name: "b", Label: "B"}}}
	in := Input{Spec: s, Records: map[string]record.Record{}}
	for _, name := range names {
		s.Datasets = append(s.Datasets, spec.Dataset{Name: name})
		in.Datasets = append(in.Datasets, record.Dataset{Name: name, Available: true})
		for label, values := range errors[name] {
			for i, v := range values {
				c := record.Cell{ID: fmt.Sprint(name, label, i), Dataset: name, Label: label, Repeat: i}
				in.Cells = append(in.Cells, record.Planned{Cell: c})
				in.Records[c.ID] = record.Record{Cell: c, Status: record.OK, Metrics: map[string]float64{"error": v}, Provenance: map[string]string{"train_rows": "10", "test_rows": "100"}}
			}
		}
	}
	return New(in)
}

func claim(statistic string, threshold float64) Claim {
	c := Claim{Name: "c", Experiment: "paper/x", Statistic: statistic, Methods: []string{"A"}, Than: []string{"B"}, Metric: "error"}
	switch statistic {
	case "noninferior", "similar":
		c.Margin = &threshold
	case "better":
		if threshold > 0 {
			c.AtLeast = &threshold
		}
	}
	return c
}

// A is better by 0.1, 0.2 and 0.3 in the three repeats, more are left out than trained on: the mean is 0.2 and
// Student's interval 0.2 +- 4.302653 x 0.1 / sqrt(3).
func TestBetterOverRepeats(t *testing.T) {
	p := claimed(map[string]map[string][]float64{"d": {"A": {0.1, 0.1, 0.1}, "B": {0.2, 0.3, 0.4}}}, "d")
	o := p.outcome(claim("better", 0))
	half := 4.302652729911275 * 0.1 / math.Sqrt(3)
	recordtest.Near(t, "mean", o.Value, 0.2)
	recordtest.Near(t, "low", o.Low, 0.2-half)
	recordtest.Near(t, "high", o.High, 0.2+half)
	if o.Outcome != CannotTell || o.Over != "3 repeats" {
		t.Errorf("%s over %s", o.Outcome, o.Over)
	}
}

func TestOutcomes(t *testing.T) {
	const e = 1e-3 // how far repeats differ
	flat := func(a, b float64) map[string][]float64 {
		return map[string][]float64{"A": {a, a, a}, "B": {b - e, b, b + e}}
	}
	for _, c := range []struct {
		name          string
		claim         Claim
		better, worse int // data sets on which A's error is 0.1 lower, higher
		same          int
		want          string
	}{
		{"everywhere", claim("better", 0), 2, 0, 0, Holds},
		{"nowhere", claim("better", 0), 0, 2, 0, DoesNotHold},
		{"on average, and nowhere against it", claim("better", 0), 8, 0, 1, Holds},
		{"on average, but not on one", claim("better", 0), 9, 1, 0, HoldsInPart},
		{"on some", claim("better", 0), 2, 2, 0, HoldsInPart},
		{"no difference", claim("better", 0), 0, 0, 1, CannotTell},
		{"no difference, and once against it", claim("better", 0), 0, 1, 3, DoesNotHold},
		{"not by so much", claim("better", 0.2), 1, 0, 0, HoldsInPart},
		{"similar", claim("similar", 0.05), 0, 0, 1, Holds},
		{"not similar", claim("similar", 0.05), 1, 0, 0, DoesNotHold},
		{"not inferior", claim("noninferior", 0.05), 1, 0, 1, Holds},
		{"inferior", claim("noninferior", 0.05), 0, 1, 0, DoesNotHold},
		{"no records", claim("better", 0), 0, 0, 0, CannotTell},
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
		if reason := "no records of paper/x"; (o.Reason == reason) != (len(names) == 0) {
			t.Errorf("%s: the reason is %q", c.name, o.Reason)
		}
	}
}

// Over four data sets the interval is that of their means.
func TestBetterOverDatasets(t *testing.T) {
	errors := map[string]map[string][]float64{}
	for i, d := range []float64{0.1, 0.2, 0.3, 0.4} {
		errors[fmt.Sprint("d", i)] = map[string][]float64{"A": {0.1, 0.1}, "B": {0.1 + d, 0.1 + d}}
	}
	o := claimed(errors, "d0", "d1", "d2", "d3").outcome(claim("better", 0))
	half := 3.182446305284263 * math.Sqrt(0.05/3) / 2
	recordtest.Near(t, "mean", o.Value, 0.25)
	recordtest.Near(t, "low", o.Low, 0.25-half)
	recordtest.Near(t, "high", o.High, 0.25+half)
	if o.Outcome != Holds || o.Over != "4 data sets" {
		t.Errorf("%s over %s", o.Outcome, o.Over)
	}
}

// One split has the standard errors of its test rows: 0.2 and 0.4 of 100.
func TestBetterOnOneSplit(t *testing.T) {
	o := claimed(map[string]map[string][]float64{"d": {"A": {0.2}, "B": {0.4}}}, "d").outcome(claim("better", 0))
	half := 1.959963984540054 * math.Sqrt(0.2*0.8/100+0.4*0.6/100)
	recordtest.Near(t, "low", o.Low, 0.2-half)
	if o.Outcome != Holds || len(o.Caveats) != 1 || o.Caveats[0] != "one split" {
		t.Errorf("%+v", o)
	}
}

// A is at the target after 1 second and by 2, B after 20 and by 40, in each of six
// repeats: the ratio lies between 20/2 and 40/1.
func TestSpeedup(t *testing.T) {
	p := claimed(nil, "d")
	for i := range 6 {
		for label, seconds := range map[string][]float64{"A": {1, 2, 3}, "B": {20, 40, 60}} {
			r := recordtest.Traced(i, seconds, []float64{0.6, 0.5, 0.5})
			r.ID, r.Dataset, r.Label, r.Provenance = fmt.Sprint(label, i), "d", label, map[string]string{"classes": "2"}
			p.Cells, p.Records[r.ID] = append(p.Cells, record.Planned{Cell: r.Cell}), r
		}
	}
	c := claim("speedup", 0)
	c.Metric = "nll"
	o := p.outcome(c)
	recordtest.Near(t, "ratio", o.Value, 20)
	recordtest.Near(t, "low", o.Low, 10)
	recordtest.Near(t, "high", o.High, 40)
	for limit, want := range map[float64]string{5: Holds, 30: CannotTell, 100: HoldsInPart} {
		c.AtLeast = &limit
		if got := p.outcome(c).Outcome; got != want {
			t.Errorf("at least %g: %s, want %s", limit, got, want)
		}
	}
	most := 5.0
	c.AtLeast, c.AtMost = nil, &most
	if got := p.outcome(c).Outcome; got != DoesNotHold {
		t.Errorf("at most 5: %s", got)
	}
}
