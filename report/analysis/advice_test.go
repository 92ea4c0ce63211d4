package analysis

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// advised is an experiment of three methods and the classes' shares on six data sets: "good"
// is the best everywhere, "near" the second but twice as fast, "bad" the worst.
func advised() *Experiment {
	in := Input{Spec: &spec.Spec{Name: "gpcbench/test", Profile: "paper", Methods: []spec.Method{
		{Name: "ep", Label: "good"}, {Name: "vi", Label: "near"}, {Name: "logistic", Label: "bad"}, {Name: "majority", Label: "Shares"},
	}}, Records: map[string]record.Record{}}
	for d := range 6 {
		name, train := fmt.Sprintf("d%d", d), []int{500, 800, 1000, 1001, 5000, 20000}[d]
		in.Datasets = append(in.Datasets, record.Dataset{Name: name, Attributes: 10, Available: true})
		for i, m := range in.Spec.Methods {
			for repeat := range 2 {
				c := record.Cell{ID: fmt.Sprint(name, m.Label, repeat), Dataset: name, Label: m.Label, Method: m.Name, Repeat: repeat}
				nll := []float64{0.25, 0.5, 0.75, 1}[i]
				r := record.Record{Cell: c, Status: record.OK, Metrics: map[string]float64{"nll": nll, "error": 1 - nll}, Provenance: map[string]string{"train_rows": fmt.Sprint(train), "classes": "3"}}
				seconds := []float64{8, 4, 1, 1}[i]
				r.Trace = []record.Point{
					{Seconds: seconds / 2, Iteration: 1, Metrics: map[string]float64{"nll": 2 * nll}},
					{Seconds: seconds, Iteration: 2, Metrics: map[string]float64{"nll": 1.01 * nll}},
					{Seconds: 2 * seconds, Iteration: 4, Metrics: map[string]float64{"nll": nll}},
				}
				in.Cells, in.Records[c.ID] = append(in.Cells, record.Planned{Cell: c}), r
			}
		}
	}
	return New(in)
}

func TestAdvise(t *testing.T) {
	all := advised().Advise(nil)
	var kinds []string
	for _, a := range all {
		kinds = append(kinds, fmt.Sprintf("%s: %d", a.Kind, len(a.Sets)))
	}
	// All have as many attributes and classes, which is no group of them.
	if want := []string{"all data sets: 6", "up to 1,000 training rows: 3", "1,001 to 10,000 training rows: 2", "more than 10,000 training rows: 1"}; !slices.Equal(kinds, want) {
		t.Fatalf("%q", kinds)
	}
	whole := all[0]
	if whole.Best != (Standing{"good", 1, 8}) || whole.Next != (Standing{"near", 2, 4}) || whole.MostRight.Label != "bad" {
		t.Errorf("%+v", whole)
	}
}

// Where the machine was busy, times are of the processor, and so is who is there first.
func TestAdviseOnABusyMachine(t *testing.T) {
	p := advised()
	for id, r := range p.Records {
		r.Timing = record.Timing{WallSeconds: 16, CPUSeconds: 16}
		if r.Label == "good" {
			r.Timing.CPUSeconds = 4
		}
		p.Records[id] = r
	}
	a := New(p.Input).Advise(nil)[0]
	if !a.Busy || a.Best != (Standing{"good", 1, 2}) {
		t.Errorf("%+v", a)
	}
}

// fail makes a record of the experiment that of a failed fit.
func fail(p *Experiment, dataset, label string, repeat int) {
	id := fmt.Sprint(dataset, label, repeat)
	r := p.Records[id]
	r.Status = record.Failed
	p.Records[id] = r
}

// A data set that a method failed on does not count.
func TestAdviseWithoutAMethod(t *testing.T) {
	p := advised()
	for repeat := range 2 {
		fail(p, "d2", "near", repeat)
	}
	if a := p.Advise(nil)[0]; slices.Contains(a.Sets, "d2") || len(a.Sets) != 5 {
		t.Errorf("%v", a.Sets)
	}
}

// The classes' shares alone are no choice of methods.
func TestNothingToAdvise(t *testing.T) {
	p := advised()
	p.Labels = []string{"Shares"}
	if all := p.Advise(nil); all != nil {
		t.Errorf("%+v", all)
	}
}

// Of label sets ranks are by log loss and P@1, and the labels' shares do not take part.
func TestAdviseOnLabelSets(t *testing.T) {
	in := Input{Spec: &spec.Spec{Name: "gpcbench/test", Profile: "paper", Methods: []spec.Method{
		{Name: "mlgpf", Label: "A"}, {Name: "logistic-ova", Label: "B"}, {Name: "label-prior", Label: "Prior"},
	}}, Records: map[string]record.Record{}}
	for d := range 6 {
		name := fmt.Sprintf("d%d", d)
		in.Datasets = append(in.Datasets, record.Dataset{Name: name, Attributes: 100, Classes: []int{5, 5, 50, 50, 50, 500}[d], Multilabel: true, Available: true})
		for i, m := range in.Spec.Methods {
			c := record.Cell{ID: fmt.Sprint(name, m.Label), Dataset: name, Label: m.Label, Method: m.Name}
			loss := []float64{0.25, 0.5, 1}[i]
			in.Cells, in.Records[c.ID] = append(in.Cells, record.Planned{Cell: c}), record.Record{
				Cell: c, Status: record.OK, Metrics: map[string]float64{"log_loss": loss, "p_at_1": loss},
				Trace: []record.Point{{Seconds: 1, Iteration: 1, Metrics: map[string]float64{"log_loss": 2 * loss}}, {Seconds: 3, Iteration: 2, Metrics: map[string]float64{"log_loss": loss}}},
			}
		}
	}
	p := New(in)
	all := p.Advise(nil)
	var kinds []string
	for _, a := range all {
		kinds = append(kinds, a.Kind)
	}
	if want := []string{"all data sets", "up to 10 labels", "11 to 100 labels", "more than 100 labels"}; !slices.Equal(kinds, want) {
		t.Fatalf("%q", kinds)
	}
	if a := all[0]; a.Best != (Standing{"A", 1, 3}) || a.MostRight.Label != "B" || a.Worth != worthOfLabels {
		t.Errorf("%+v", a)
	}
}

// TestRankingIsOfWhatCompetes: of data sets that are one under two names the first counts, and
// methods that learn shares alone have no rank.
func TestRankingIsOfWhatCompetes(t *testing.T) {
	p := advised()
	trivial := func(m spec.Method) bool { return slices.Contains(spec.Floors, m.Name) }
	if !slices.ContainsFunc(p.Spec.Methods, trivial) {
		t.Fatal("no method is trivial")
	}
	ranks, sets := p.Ranking("nll", "mean", nil)
	if len(ranks) != 3 || sets != 6 {
		t.Errorf("%d data sets, %+v", sets, ranks)
	}
	for i := range p.Datasets {
		if p.Datasets[i].Name == "d3" {
			p.Datasets[i].Set = "d1"
		}
	}
	if ranks, sets = p.Ranking("nll", "mean", nil); sets != 5 || len(ranks) != 3 {
		t.Errorf("with d3 as d1: %d data sets, %+v", sets, ranks)
	}
	if a := p.Advise(nil)[0]; len(a.Sets) != 5 || slices.Contains(a.Sets, "d3") {
		t.Errorf("advice over %v", a.Sets)
	}
}

// TestAdviseWantsACommonRepeat: a data set on which no repeat has all methods is none of the
// advice's.
func TestAdviseWantsACommonRepeat(t *testing.T) {
	p := advised()
	for repeat, label := range []string{"near", "good"} {
		fail(p, "d2", label, repeat)
	}
	if a := p.Advise(nil)[0]; slices.Contains(a.Sets, "d2") || len(a.Sets) != 5 {
		t.Errorf("%v", a.Sets)
	}
}

// TestAdviseWithoutTimes: a method without traces is ranked, and its time is not known.
func TestAdviseWithoutTimes(t *testing.T) {
	p := advised()
	for id, r := range p.Records {
		if r.Label == "good" {
			r.Trace = nil
			p.Records[id] = r
		}
	}
	if a := p.Advise(nil)[0]; a.Best.Label != "good" || !math.IsNaN(a.Best.Seconds) {
		t.Errorf("%+v", a)
	}
}
