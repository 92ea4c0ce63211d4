package chapter

import (
	"math"
	"testing"

	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/replication"
	"gpcbench/report/reporttest"
)

// findCurve returns a curve, which must be there once.
func findCurve(t *testing.T, all []document.Curve, dataset, method, metric string) document.Curve {
	t.Helper()
	var out []document.Curve
	for _, c := range all {
		if c.Dataset == dataset && c.Method == method && c.Metric == metric {
			out = append(out, c)
		}
	}
	if len(out) != 1 {
		t.Fatalf("%s on %s has %d curves of %s", method, dataset, len(out), metric)
	}
	return out[0]
}

// A curve on the page ends where the curve does, and is it at each of its places.
func TestCurveFacts(t *testing.T) {
	in := reporttest.Synthetic("paper", 10)
	p := replication.New(in)
	curves := curveFacts(p.Experiment)
	c := findCurve(t, curves, "diabetis", "X-GPC", "nll")
	whole, _ := analysis.NewCurve("", p.Group(analysis.Coordinates{"dataset": "diabetis", "label": "X-GPC"}).OK, "seconds", "nll", "mean")
	line, end := c.Lines["seconds"], len(whole.X)-1
	if c.Repeats != 10 || len(line.Values) != 80 || len(line.Errors) != len(line.Values) || line.To != rounded(whole.X[end], 5) {
		t.Errorf("%d repeats, the line is %+v", c.Repeats, line)
	}
	for k, v := range line.Values {
		share := float64(k) / float64(len(line.Values)-1)
		x := line.From * math.Pow(line.To/line.From, share)
		i := end - every*(len(line.Values)-1-k)
		if math.Abs(x/whole.X[i]-1) > 1e-4 || v != rounded(whole.Y[i], 4) || line.Errors[k] != rounded(whole.High[i]-whole.Y[i], 2) {
			t.Errorf("place %d: %g at %g, the curve has %g at %g", k, v, x, whole.Y[i], whole.X[i])
		}
	}
	for _, x := range axesOfTime {
		if flat := findCurve(t, curves, "diabetis", "Linear", "nll").Lines[x]; len(flat.Values) != 1 {
			t.Errorf("against %s what is fitted in one go is one point: %+v", x, flat)
		}
	}
}

// Variants share cells: a curve that two have stands once, and a method without inducing
// points once for all of them.
func TestCurvesOnce(t *testing.T) {
	findCurve(t, curveFacts(replication.New(reporttest.Variants("paper", 10)).Experiment), "diabetis", "X-GPC", "error")
	if c := findCurve(t, curveFacts(replication.New(reporttest.Grid()).Experiment), "diabetis", "Linear", "error"); c.Inducing != "" {
		t.Errorf("Linear has M = %s", c.Inducing)
	}
}

func TestRounded(t *testing.T) {
	for _, c := range []struct{ in, want float64 }{{0.123456, 0.123}, {1234567, 1230000}, {-2.0004, -2}, {0, 0}} {
		if got := rounded(c.in, 3); got != c.want {
			t.Errorf("%g is rounded to %g, want %g", c.in, got, c.want)
		}
	}
}
