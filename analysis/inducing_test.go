package analysis_test

import (
	"math"
	"testing"

	"gpcbench/analysis"
	"gpcbench/harness/record"
	"gpcbench/harness/record/recordtest"
)

func TestNearness(t *testing.T) {
	for want, m := range map[float64]*record.Map{
		0.5: recordtest.Halves([2]float64{2.5, 0}, [2]float64{4.5, 35}),
		0:   recordtest.Halves([2]float64{3.5, 20}),
		2.5: recordtest.Halves([2]float64{8.5, 70}), // outside the box
	} {
		if got := (analysis.DecisionMap{Map: *m}).Nearness(); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v: %v, want %v", m.Inducing, got, want)
		}
	}
	blank := recordtest.Halves([2]float64{1, 1})
	blank.SetGrid(make([]int, 64))
	for _, m := range []*record.Map{recordtest.Halves(), blank} {
		if got := (analysis.DecisionMap{Map: *m}).Nearness(); !math.IsNaN(got) {
			t.Errorf("no inducing inputs or no borders: %v", got)
		}
	}
}

func TestMoved(t *testing.T) {
	from := analysis.DecisionMap{Map: *recordtest.Halves([2]float64{0, 0}, [2]float64{7, 0})}
	to := analysis.DecisionMap{Map: *recordtest.Halves([2]float64{0, 70}, [2]float64{5.6, 0})}
	if got, _ := to.Since(from); math.Abs(got-0.6) > 1e-12 {
		t.Errorf("moved by %v, want the mean of 1 and 0.2", got)
	}
	if got, _ := to.Since(analysis.DecisionMap{Map: *recordtest.Halves([2]float64{0, 0})}); !math.IsNaN(got) {
		t.Errorf("one start for two: %v", got)
	}
	if got, _ := (analysis.DecisionMap{Map: *recordtest.Halves()}).Since(analysis.DecisionMap{Map: *recordtest.Halves()}); !math.IsNaN(got) {
		t.Errorf("nothing to move: %v", got)
	}
}

func TestInward(t *testing.T) {
	// The box has sides of 7 and 70: (0, 60) is nearer to (0, 0) than (7, 0) is.
	from := analysis.DecisionMap{Map: *recordtest.Halves([2]float64{7, 0}, [2]float64{1, 0}, [2]float64{0, 7})}
	to := analysis.DecisionMap{Map: *recordtest.Halves([2]float64{0, 60}, [2]float64{2, 0}, [2]float64{0, 7})}
	if _, got := to.Since(from); got != 1.0/3 {
		t.Errorf("share nearer to the origin %v, want a third", got)
	}
	if _, got := to.Since(analysis.DecisionMap{Map: *recordtest.Halves()}); !math.IsNaN(got) {
		t.Errorf("no start: %v", got)
	}
}

func TestCoinciding(t *testing.T) {
	near, far := [2]float64{0.03, 0.3}, [2]float64{3, 40} // the box has sides of 7 and 70
	for _, c := range []struct {
		inducing [][][2]float64
		want     float64
	}{
		{[][][2]float64{{{0, 0}, near, far}}, 2.0 / 3},
		{[][][2]float64{{{0, 0}, far}, {far, near}}, 0}, // of two latent functions
		{[][][2]float64{{{0, 0}, near}, {far}}, 1},      // one alone cannot
		{[][][2]float64{{far, far, far, {0, 0}}}, 0.75},
	} {
		m := recordtest.Halves()
		m.Inducing = c.inducing
		if got := (analysis.DecisionMap{Map: *m}).Coinciding(); got != c.want {
			t.Errorf("%v: %v, want %v", c.inducing, got, c.want)
		}
	}
	if got := (analysis.DecisionMap{Map: *recordtest.Halves([2]float64{1, 1})}).Coinciding(); !math.IsNaN(got) {
		t.Errorf("nothing to lie on: %v", got)
	}
}
