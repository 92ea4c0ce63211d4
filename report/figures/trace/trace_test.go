package trace

import (
	"math"
	"slices"
	"testing"

	"gpcbench/analysis"
	"gpcbench/harness/record"
	"gpcbench/harness/record/recordtest"
	"gpcbench/report/drawing"
	"gpcbench/report/reporttest"
)

// Before training all classes have the same probability, where the records say
// how many there are and there is a curve at all.
func TestBeforeTraining(t *testing.T) {
	r := recordtest.Traced(0, []float64{1, 10}, []float64{0.6, 0.5})
	if c, _ := analysis.NewCurve("a", []record.Record{r}, "seconds", "nll", "mean"); !math.IsNaN(c.Before) {
		t.Errorf("the number of classes is not known, and before training there was %g", c.Before)
	}
	r.Provenance = map[string]string{"classes": "3"}
	c, _ := analysis.NewCurve("a", []record.Record{r}, "seconds", "nll", "mean")
	recordtest.Near(t, "before training", c.Before, math.Log(3))
	if time := analysis.TimeRange([]analysis.Curve{c}); !(time.Low < 1 && time.Low > 0.8) || time.High != 10 {
		t.Errorf("the axis goes from %g to %g", time.Low, time.High)
	}
	r.Method = "logistic"
	if c, _ := analysis.NewCurve("Linear", []record.Record{r}, "seconds", "nll", "mean"); !math.IsNaN(c.Before) {
		t.Error("the baseline has no course")
	}
}

// It is said that early values, which the axis leaves out, are cut off.
func TestCutOff(t *testing.T) {
	in := reporttest.Synthetic("paper", 10)
	for id, r := range in.Records {
		for i := range r.Trace {
			r.Trace[i].Metrics["nll"] *= 0.1
		}
		in.Records[id] = r
	}
	_, said := newFigure(analysis.New(in.Input), in.Spec.Figures[0], analysis.Coordinates{"dataset": "diabetis"})
	if !slices.Contains(said.Guide, "Early values that would squeeze the rest are cut off.") {
		t.Errorf("%q", said.Guide)
	}
}

func TestVerticalRange(t *testing.T) {
	records := []record.Record{recordtest.Traced(0, []float64{1, 2, 10, 100, 1000}, []float64{50, 0.9, 0.6, 0.5, 0.45})}
	c, _ := analysis.NewCurve("a", records, "seconds", "nll", "mean")
	r, cut := verticalRange([]analysis.Curve{c}, false)
	if !cut || r.High > 1 || r.Low > 0.45 {
		t.Errorf("an early 50 is cut: %+v, %v", r, cut)
	}
	records = []record.Record{recordtest.Traced(0, []float64{1, 2, 10, 100, 1000}, []float64{1, 1, 3, 3.4, 3.5})}
	c, _ = analysis.NewCurve("a", records, "seconds", "nll", "mean")
	if r, cut := verticalRange([]analysis.Curve{c}, false); cut || r.Low > 1 {
		t.Errorf("what was better early on is shown: %+v, %v", r, cut)
	}
	if r, cut := verticalRange([]analysis.Curve{c}, true); !cut || r.Low < 2 {
		t.Errorf("where more is better, an early 1 is cut: %+v, %v", r, cut)
	}
	records = []record.Record{recordtest.Traced(0, []float64{1, 1000}, []float64{0.5, 0.5})}
	c, _ = analysis.NewCurve("a", records, "seconds", "nll", "mean")
	if r, cut := verticalRange([]analysis.Curve{c}, false); cut || !(r.Low < 0.5 && r.High > 0.5) {
		t.Errorf("a constant: %+v, %v", r, cut)
	}
}

// On a logarithmic axis values lie at their logarithms, and what is not positive at its foot.
func TestLogarithmicRange(t *testing.T) {
	records := []record.Record{recordtest.Traced(0, []float64{1, 10, 100, 1000}, []float64{0.018, 0.015, 0.01, 0})}
	c, _ := analysis.NewCurve("a", records, "seconds", "nll", "mean")
	m := curves{curves: []analysis.Curve{c}, styles: []drawing.Style{{Color: drawing.Blue}}, foot: 0.005}
	r, cut := m.verticalRange(m.curves)
	if cut || !(r.Low > 0.003 && r.Low <= 0.005 && r.High > 0.018 && r.High < 0.03) {
		t.Errorf("range %+v, %v", r, cut)
	}
	for v, want := range map[float64]float64{1: 0, 100: 2, 0: math.Log10(0.005), -3: math.Log10(0.005)} {
		if got := m.height(v); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v lies at %v, not at %v", v, got, want)
		}
	}
	if linear := (curves{curves: m.curves}); m.height(0) != math.Log10(m.foot) || linear.height(0) != 0 {
		t.Error("values of 0 lie elsewhere")
	}
	for _, tick := range m.panel("Time", analysis.Span{Low: 1, High: 1000}, r).Y.Tick.Marker.Ticks(0, 1) {
		if tick.Label == "1" && math.Abs(tick.Value) > 1e-12 {
			t.Errorf("1 stands at %v", tick.Value)
		}
	}
}

// The objective, which may be negative, has a curve like any metric.
func TestCurveOfTheObjective(t *testing.T) {
	r := record.Record{}
	for i, v := range []float64{-700, -400, -330} {
		r.Trace = append(r.Trace, record.Point{Seconds: float64(i + 1), Iteration: i + 1, Objective: &v})
	}
	c, ok := analysis.NewCurve("EP", []record.Record{r}, "seconds", "objective", "mean")
	if !ok || c.Y[0] != -700 || c.Y[len(c.Y)-1] != -330 {
		t.Fatalf("curve %v", c.Y)
	}
	if span, _ := verticalRange([]analysis.Curve{c}, true); !(span.Low < -330 && span.High > -330 && span.High < 0) {
		t.Errorf("range %+v", span)
	}
}
