package report

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// traced is a record with a trace of the NLL at the given seconds.
func traced(repeat int, seconds, nll []float64) record.Record {
	r := record.Record{Status: record.OK}
	r.Repeat = repeat
	for i, t := range seconds {
		r.Trace = append(r.Trace, record.Point{Seconds: t, Iteration: i + 1, Metrics: map[string]float64{"nll": nll[i]}})
	}
	return r
}

func TestCurve(t *testing.T) {
	records := []record.Record{
		traced(0, []float64{1, 10, 100}, []float64{4, 2, 1}),
		traced(1, []float64{2, 20}, []float64{6, 4}),
	}
	c, ok := newCurve("a", style{}, records, "seconds", "nll", "mean")
	if !ok || c.flat || c.repeats != 2 || c.x[0] != 1.5 || c.x[len(c.x)-1] != 100 {
		t.Fatalf("from the median first point to when the last ends: %v to %v", c.x[0], c.x[len(c.x)-1])
	}
	for i, x := range c.x {
		want := 5.0 // 4 and 6, which counts before its first point too
		switch {
		case x >= 100:
			want = 2.5 // 1 and 4, which has ended
		case x >= 20:
			want = 3
		case x >= 10:
			want = 4
		}
		if c.y[i] != want {
			t.Fatalf("at %g: %g, want %g", x, c.y[i], want)
		}
	}
	near(t, "band", c.high[0]-c.y[0], 1) // sd sqrt 2 over sqrt 2
	if c, ok := newCurve("b", style{}, records[1:], "iteration", "nll", "mean"); !ok || c.x[0] != 1 || c.x[len(c.x)-1] != 2 || c.low[0] != c.high[0] {
		t.Errorf("against iterations: %+v", c)
	}
	if _, ok := newCurve("c", style{}, records, "seconds", "auc", "mean"); ok {
		t.Error("a curve of a metric that is not there")
	}
	for i := range records {
		records[i].Method = "logistic"
	}
	if c, ok := newCurve("Linear", style{}, records, "seconds", "nll", "mean"); !ok || !c.flat || c.y[0] != 2.5 {
		t.Errorf("the baseline is where it ends: %+v", c)
	}
	if c, ok := newCurve("d", style{}, []record.Record{traced(0, []float64{3}, []float64{1})}, "seconds", "nll", "mean"); !ok || !c.flat {
		t.Errorf("a single point: %+v", c)
	}
}

// Before training all classes have the same probability, where the records say
// how many there are and there is a curve at all.
func TestBeforeTraining(t *testing.T) {
	r := traced(0, []float64{1, 10}, []float64{0.6, 0.5})
	if c, _ := newCurve("a", style{}, []record.Record{r}, "seconds", "nll", "mean"); !math.IsNaN(c.before) {
		t.Errorf("the number of classes is not known, and before training there was %g", c.before)
	}
	r.Provenance = map[string]string{"classes": "3"}
	c, _ := newCurve("a", style{}, []record.Record{r}, "seconds", "nll", "mean")
	near(t, "before training", c.before, math.Log(3))
	if time := timeRange([]curve{c}); !(time.low < 1 && time.low > 0.8) || time.high != 10 {
		t.Errorf("the axis goes from %g to %g", time.low, time.high)
	}
	if y, cut := verticalRange([]curve{c}, false, true); cut || y.high < math.Log(3) {
		t.Errorf("the whole axis ends at %g, below the value before training", y.high)
	}
	r.Method = "logistic"
	if c, _ := newCurve("Linear", style{}, []record.Record{r}, "seconds", "nll", "mean"); !math.IsNaN(c.before) {
		t.Error("the baseline has no course")
	}
}

// Where the axis leaves the value before training out, the panel says so at its
// edge.
func TestBeforeTrainingBeyondTheAxis(t *testing.T) {
	c := curve{x: []float64{10}, before: math.Log(2)}
	for _, test := range []struct {
		y    span
		want beyond
		ok   bool
	}{
		{span{0, 0.1}, beyond{"0.69 before training", false}, true},
		{span{0.8, 1}, beyond{"0.69 before training", true}, true},
		{span{0, 0.7}, beyond{}, false},
	} {
		if got, ok := beforeBeyond([]curve{{x: []float64{1}, before: math.NaN()}, c}, test.y); got != test.want || ok != test.ok {
			t.Errorf("%v: %v, %v, want %v", test.y, got, ok, test.want)
		}
	}
	in := synthetic("paper", 10)
	for id, r := range in.Records {
		for i := range r.Trace {
			r.Trace[i].Metrics["nll"] *= 0.1
		}
		in.Records[id] = r
	}
	for _, f := range build(t, in).Files {
		if f.Path == "figure1-diabetis.svg" && !strings.Contains(string(f.Content), "0.69 before training") {
			t.Error("the value before training is cut off, and the figure does not say so")
		}
	}
}

func TestVerticalRange(t *testing.T) {
	records := []record.Record{traced(0, []float64{1, 2, 10, 100, 1000}, []float64{50, 0.9, 0.6, 0.5, 0.45})}
	c, _ := newCurve("a", style{}, records, "seconds", "nll", "mean")
	r, cut := verticalRange([]curve{c}, false, false)
	if !cut || r.high > 1 || r.low > 0.45 {
		t.Errorf("an early 50 is cut: %+v, %v", r, cut)
	}
	if r, cut := verticalRange([]curve{c}, false, true); cut || r.high < 50 {
		t.Errorf("the whole has an early 50: %+v, %v", r, cut)
	}
	records = []record.Record{traced(0, []float64{1, 2, 10, 100, 1000}, []float64{1, 1, 3, 3.4, 3.5})}
	c, _ = newCurve("a", style{}, records, "seconds", "nll", "mean")
	if r, cut := verticalRange([]curve{c}, false, false); cut || r.low > 1 {
		t.Errorf("what was better early on is shown: %+v, %v", r, cut)
	}
	if r, cut := verticalRange([]curve{c}, true, false); !cut || r.low < 2 {
		t.Errorf("where more is better, an early 1 is cut: %+v, %v", r, cut)
	}
	records = []record.Record{traced(0, []float64{1, 1000}, []float64{0.5, 0.5})}
	c, _ = newCurve("a", style{}, records, "seconds", "nll", "mean")
	if r, cut := verticalRange([]curve{c}, false, false); cut || !(r.low < 0.5 && r.high > 0.5) {
		t.Errorf("a constant: %+v, %v", r, cut)
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

// A label looks the same in every experiment that has its method once, and no
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

func TestPool(t *testing.T) {
	bins := pool([]record.Record{
		{Calibration: []record.Bin{{Count: 10, Confidence: 0.95, Accuracy: 1}, {Count: 0, Confidence: 0, Accuracy: 0}}},
		{Calibration: []record.Bin{{Count: 30, Confidence: 0.99, Accuracy: 0.6}, {Count: 5, Confidence: 1, Accuracy: 0}}},
		{Calibration: []record.Bin{{Count: 2, Confidence: 2. / 3, Accuracy: 1}}}, // the lower edge of a bin
	})
	last := bins[reliabilityBins-1]
	if last.Count != 45 || bins[10].Count != 2 {
		t.Fatalf("%+v", bins)
	}
	near(t, "confidence", last.Confidence, (10*0.95+30*0.99+5)/45)
	near(t, "accuracy", last.Accuracy, (10*1+30*0.6)/45)
	low, high := wilson(0.8, 10) // scipy.stats.binomtest(8, 10).proportion_ci(method="wilson")
	near(t, "low", low, 0.4901624715366418)
	near(t, "high", high, 0.9433178485456248)
}

// The objective, which may be negative, has a curve like any metric.
func TestCurveOfTheObjective(t *testing.T) {
	r := record.Record{}
	for i, v := range []float64{-700, -400, -330} {
		r.Trace = append(r.Trace, record.Point{Seconds: float64(i + 1), Iteration: i + 1, Objective: &v})
	}
	c, ok := newCurve("EP", style{}, []record.Record{r}, "seconds", "objective", "mean")
	if !ok || c.y[0] != -700 || c.y[len(c.y)-1] != -330 {
		t.Fatalf("curve %v", c.y)
	}
	if span, _ := verticalRange([]curve{c}, true, false); !(span.low < -330 && span.high > -330 && span.high < 0) {
		t.Errorf("range %+v", span)
	}
}
