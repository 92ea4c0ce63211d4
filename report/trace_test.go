package report

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/recordtest"
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
	if y, cut := verticalRange([]analysis.Curve{c}, false, true); cut || y.High < math.Log(3) {
		t.Errorf("the whole axis ends at %g, below the value before training", y.High)
	}
	r.Method = "logistic"
	if c, _ := analysis.NewCurve("Linear", []record.Record{r}, "seconds", "nll", "mean"); !math.IsNaN(c.Before) {
		t.Error("the baseline has no course")
	}
}

// Where the axis leaves the value before training out, the panel says so at its
// edge.
func TestBeforeTrainingBeyondTheAxis(t *testing.T) {
	c := analysis.Curve{X: []float64{10}, Before: math.Log(2)}
	for _, test := range []struct {
		y    analysis.Span
		want beyond
		ok   bool
	}{
		{analysis.Span{Low: 0, High: 0.1}, beyond{text: "0.69 before training"}, true},
		{analysis.Span{Low: 0.8, High: 1}, beyond{text: "0.69 before training", below: true}, true},
		{analysis.Span{Low: 0, High: 0.7}, beyond{}, false},
	} {
		if got, ok := beforeBeyond([]analysis.Curve{{X: []float64{1}, Before: math.NaN()}, c}, test.y); got.text != test.want.text || got.below != test.want.below || ok != test.ok {
			t.Errorf("%v: %v, %v, want %v", test.y, got, ok, test.want)
		}
	}
	in := reporttest.Synthetic("paper", 10)
	for id, r := range in.Records {
		for i := range r.Trace {
			r.Trace[i].Metrics["nll"] *= 0.1
		}
		in.Records[id] = r
	}
	if text := string(build(t, in).Files[0].Content); !strings.Contains(text, "Before training: Test NLL (mean over rows) 0.693.") {
		t.Error("the value before training is cut off, and the caption does not say so")
	}
}

func TestVerticalRange(t *testing.T) {
	records := []record.Record{recordtest.Traced(0, []float64{1, 2, 10, 100, 1000}, []float64{50, 0.9, 0.6, 0.5, 0.45})}
	c, _ := analysis.NewCurve("a", records, "seconds", "nll", "mean")
	r, cut := verticalRange([]analysis.Curve{c}, false, false)
	if !cut || r.High > 1 || r.Low > 0.45 {
		t.Errorf("an early 50 is cut: %+v, %v", r, cut)
	}
	if r, cut := verticalRange([]analysis.Curve{c}, false, true); cut || r.High < 50 {
		t.Errorf("the whole has an early 50: %+v, %v", r, cut)
	}
	records = []record.Record{recordtest.Traced(0, []float64{1, 2, 10, 100, 1000}, []float64{1, 1, 3, 3.4, 3.5})}
	c, _ = analysis.NewCurve("a", records, "seconds", "nll", "mean")
	if r, cut := verticalRange([]analysis.Curve{c}, false, false); cut || r.Low > 1 {
		t.Errorf("what was better early on is shown: %+v, %v", r, cut)
	}
	if r, cut := verticalRange([]analysis.Curve{c}, true, false); !cut || r.Low < 2 {
		t.Errorf("where more is better, an early 1 is cut: %+v, %v", r, cut)
	}
	records = []record.Record{recordtest.Traced(0, []float64{1, 1000}, []float64{0.5, 0.5})}
	c, _ = analysis.NewCurve("a", records, "seconds", "nll", "mean")
	if r, cut := verticalRange([]analysis.Curve{c}, false, false); cut || !(r.Low < 0.5 && r.High > 0.5) {
		t.Errorf("a constant: %+v, %v", r, cut)
	}
}

// On a logarithmic axis values lie at their logarithms, and what is not positive at its foot.
func TestLogarithmicRange(t *testing.T) {
	records := []record.Record{recordtest.Traced(0, []float64{1, 10, 100, 1000}, []float64{14, 1, 0.01, 0})}
	c, _ := analysis.NewCurve("a", records, "seconds", "nll", "mean")
	m := tracedMetric{curves: []analysis.Curve{c}, looks: spare[:1], powers: true}
	r, cut := m.verticalRange(true)
	if cut || !(r.Low > 0.003 && r.Low <= 0.005 && r.High > 14 && r.High < 28) {
		t.Errorf("range %+v, %v", r, cut)
	}
	for v, want := range map[float64]float64{1: 0, 100: 2, 0: math.Log10(0.005), -3: math.Log10(0.005)} {
		if got := m.height(v); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v lies at %v, not at %v", v, got, want)
		}
	}
	if linear := (tracedMetric{curves: m.curves}); !m.touchesZero() || linear.touchesZero() || !strings.Contains(traceCaption([]tracedMetric{m}), "Values of 0 lie at the foot") {
		t.Error("the caption does not say where values of 0 lie")
	}
	for _, tick := range m.panel("Time", analysis.Span{Low: 1, High: 1000}, r).Y.Tick.Marker.Ticks(0, 1) {
		if tick.Label == "1" && math.Abs(tick.Value) > 1e-12 {
			t.Errorf("1 stands at %v", tick.Value)
		}
	}
}

func TestTicks(t *testing.T) {
	labels := func(ticks []plot.Tick) (out []string) {
		for _, t := range ticks {
			if t.Label != "" {
				out = append(out, t.Label)
			}
		}
		return out
	}
	for _, c := range []struct {
		ticks []plot.Tick
		want  []string
	}{
		{logTicks(0.03, 200), []string{power(-1), power(0), power(1), power(2)}},
		{logTicks(0.1, 10), []string{"0.1", "0.2", "0.5", "1", "2", "5", "10"}},
		{logTicks(0.02, 90), []string{"0.02", "0.1", "0.5", "2", "10", "50"}},
		{logTicks(1.5, 30), []string{"2", "5", "10", "20"}},
		{logTicks(0.9, 6), []string{"1", "2", "3", "4", "5"}},
		{logTicks(1.5, 4), []string{"1.5", "2.0", "2.5", "3.0", "3.5", "4.0"}},
		{logTicks(1, 1e7), []string{power(0), power(2), power(4), power(6)}},
		{linearTicks(0, 1, 5), []string{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}},
		{linearTicks(0.231, 0.262, 5), []string{"0.235", "0.240", "0.245", "0.250", "0.255", "0.260"}},
		{linearTicks(-1500, 900, 5), []string{"-1500", "-1000", "-500", "0", "500"}},
	} {
		got := labels(c.ticks)
		if len(got) != len(c.want) {
			t.Errorf("got %q, want %q", got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("got %q, want %q", got, c.want)
				break
			}
		}
	}
}

// A label that would touch the one before is left out, whatever the order of the values.
func TestLabelsDoNotTouch(t *testing.T) {
	at := func(v float64, label string) plot.Tick { return plot.Tick{Value: math.Log10(v), Label: label} }
	sizes := []plot.Tick{at(500e3, "500k"), at(500, "500"), at(5e3, "5k"), at(50e3, "50k"), at(150e3, "150k")}
	got := untouched(sizes, 2.5, 5.9, axisWidth([]plot.Tick{{Label: "10000"}}))
	var labels []string
	for _, tick := range got {
		labels = append(labels, tick.Label)
	}
	if want := []string{"500", "5k", "50k", "", "500k"}; !slices.Equal(labels, want) {
		t.Errorf("labels %q, want %q", labels, want)
	}
}

// An axis of time has at least four labels, and they do not run into each other.
func TestLogTicksHaveLabels(t *testing.T) {
	for low := 0.0013; low < 20; low *= 1.37 {
		for _, width := range []float64{1.3, 2, 4, 9, 11, 40, 99, 101, 350, 999, 1001, 3e4, 2e6, 1e9} {
			var at []float64
			for _, tick := range logTicks(low, low*width) {
				if tick.Label != "" {
					at = append(at, tick.Value)
				}
			}
			if len(at) < 4 {
				t.Errorf("%g to %g has %d labels", low, low*width, len(at))
			}
			for i := 1; i < len(at); i++ {
				if gap := (at[i] - at[i-1]) / math.Log10(width); gap < 0.05 {
					t.Errorf("%g to %g: labels %g and %g are %g of the axis apart", low, low*width, at[i-1], at[i], gap)
				}
			}
		}
	}
}

// A label looks the same in every experiment that has its method first, and no
// two labels of one experiment look the same.
func TestStyles(t *testing.T) {
	few := stylesOf([]spec.Method{{Name: "xgpc", Label: "X-GPC"}, {Name: "logistic", Label: "Linear"}})
	many := stylesOf([]spec.Method{{Name: "svgp", Label: "SVGPC"}, {Name: "logistic", Label: "Linear"}, {Name: "xgpc", Label: "X-GPC"}})
	if few["X-GPC"].color != blue || many["X-GPC"].color != blue || many["SVGPC"].color != orange || many["Linear"].color != black {
		t.Errorf("%v, %v", few, many)
	}
	var methods []spec.Method
	for i := range 6 {
		methods = append(methods, spec.Method{Name: "xgpc", Label: string(rune('A' + i))})
	}
	seen := map[string]bool{}
	for _, s := range stylesOf(append(methods, spec.Method{Name: "svgp", Label: "SVGPC"})) {
		key := string([]byte{s.color.R, s.color.G, s.color.B})
		if seen[key] {
			t.Errorf("two of seven labels have the colour %v", s.color)
		}
		seen[key] = true
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
	if span, _ := verticalRange([]analysis.Curve{c}, true, false); !(span.Low < -330 && span.High > -330 && span.High < 0) {
		t.Errorf("range %+v", span)
	}
}

// The note on the value before training gives way to a line that runs through its place, and
// is left out where there is no other.
func TestNoteGivesWay(t *testing.T) {
	p := plot.New()
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, 1, 0, 1
	c := draw.New(vgimg.New(200, 100))
	at := vg.Rectangle{Min: vg.Point{X: 150, Y: 90}, Max: vg.Point{X: 200, Y: 99}}
	rises := plotter.XYs{{X: 0.7, Y: 0}, {X: 0.9, Y: 1}}
	if got, ok := (beyond{}).free(at, c, p); !ok || got != at {
		t.Errorf("without lines it moves to %v", got)
	}
	if got, ok := (beyond{clear: []plotter.XYs{rises}}).free(at, c, p); !ok || got.Max.X > 140 || got.Min.X < 0 {
		t.Errorf("beside a line that reaches the top between 140 and 180 it stands at %v", got)
	}
	along := plotter.XYs{{X: 0, Y: 0.95}, {X: 1, Y: 0.95}}
	if got, ok := (beyond{clear: []plotter.XYs{along}}).free(at, c, p); ok {
		t.Errorf("with no room it stands at %v", got)
	}
}
