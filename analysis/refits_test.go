package analysis

import (
	"fmt"
	"slices"
	"testing"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// Fits with parts of a budget are points of the curve of the whole fit, in the order of their times, and no method's
// results. One that failed, or took as long as the whole fit, is none.
func TestRefitsArePointsOfACurve(t *testing.T) {
	in := Input{Spec: &spec.Spec{Methods: []spec.Method{{Name: "m", Label: "M"}}, Datasets: []spec.Dataset{{Name: "d"}}}, Records: map[string]record.Record{}}
	for i, seconds := range []float64{8, 1, 2.5, 9} {
		c := &record.Planned{Cell: record.Cell{ID: fmt.Sprint(i), Dataset: "d", Label: "M"}, Refit: "iterations"}
		if i == 0 {
			c.Refit, c.Refits = "", []string{"2", "1", "3", "4"}
		}
		in.Cells = append(in.Cells, c)
		in.Records[c.ID] = record.Record{Cell: c.Cell, Status: record.OK, Metrics: map[string]float64{"nll": seconds}, Timing: record.Timing{WallSeconds: seconds, CPUSeconds: seconds},
			Trace: []record.Point{{Seconds: seconds / 2, Iteration: 1, Objective: new(1.5)}, {Seconds: seconds, Iteration: 2, Metrics: map[string]float64{"nll": 1 / seconds}}}}
	}
	for id, cpu := range map[string]float64{"1": 1.5, "2": 0.5} { // the machine was busy
		r := in.Records[id]
		r.Timing.CPUSeconds = cpu
		in.Records[id] = r
	}
	in.Records["4"] = record.Record{Status: record.Failed}
	p := New(in)
	if len(p.Cells) != 1 || p.Planned() != 4 || len(in.Records["0"].Trace) != 2 {
		t.Fatalf("%d cells, %d planned, %d points in the record itself", len(p.Cells), p.Planned(), len(in.Records["0"].Trace))
	}
	got := TraceOf(p.Group(Coordinates{"label": "M"}).OK[0], "seconds", "nll")
	if cpu := TraceOf(p.Group(Coordinates{"label": "M"}).OK[0], CPUSeconds, "nll"); !slices.Equal(cpu.X, []float64{0.5, 1.5, 8}) || !slices.Equal(cpu.Y, []float64{0.4, 1, 0.125}) {
		t.Errorf("in CPU time the curve is %v", cpu)
	}
	if !slices.Equal(got.X, []float64{1, 2.5, 8}) || !slices.Equal(got.Y, []float64{1, 0.4, 0.125}) {
		t.Errorf("the curve is %v", got)
	}
}
