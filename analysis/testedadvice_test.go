package analysis

import (
	"fmt"
	"math"
	"testing"

	"gpcbench/harness/record"
	"gpcbench/harness/record/recordtest"
)

// twoKinds is a field of eight data sets: A is the best where there are two attributes, B where there are a
// hundred. A fit of either has a loss after 1 second and ends after 10, the linear model after 1.
func twoKinds() Fits {
	f := Fits{Worth: worthOfClasses, Labels: []string{"A", "B", "Linear"}, Linear: "Linear"}
	for i := range 8 {
		s := SetFits{Name: fmt.Sprint(i), Fits: map[string][]Course{}, Regrets: map[string]float64{}, Settled: map[string]float64{"A": 3}}
		losses := map[string]float64{"A": 0.1, "B": 0.3, "Linear": 0.6}
		s.features = Features{100, 2, 2, 0.5, math.NaN(), 0}
		if i >= 4 {
			losses["A"], s.features[Attributes] = 0.5, 100
		}
		s.Least = min(losses["A"], losses["B"])
		for label, loss := range losses {
			c := Course{Trace: Trace{[]float64{1, 10}, []float64{loss + 0.05, loss}}, Loss: loss, Seconds: 10, Shares: 0.7, Weight: 0.5}
			if label == f.Linear {
				c.Trace, c.Seconds = Trace{[]float64{1}, []float64{loss}}, 1
			}
			c.Record.Calibration = []record.Bin{{Count: 4, Confidence: 0.75, Accuracy: 0.5}, {Count: 4, Confidence: 1, Accuracy: 1}}
			s.Fits[label], s.Regrets[label] = []Course{c, c}, loss-s.Least
		}
		f.Sets = append(f.Sets, s)
	}
	return f
}

// Of the seven others four are of the other kind, so that always taking their best is always wrong. The nearest five
// are not.
func TestRulesOfAdvice(t *testing.T) {
	tested, _ := twoKinds().Test()
	for i, want := range []struct {
		mean, cost float64
		within     int
	}{{0.2, 0, 0}, {0, 1. / 21, 8}, {0, 0.1, 8}, {0.1, 0.1, 4}, {0, 0.1, 8}, {0.1, 0.1, 4}, {0, 1, 8}} {
		got := tested[i] // both race for 1.05 seconds; after the linear model it is 0.55, when neither has a loss, and by halving 0.875
		recordtest.Near(t, "mean regret of "+got.Name, got.Mean(), want.mean)
		recordtest.Near(t, "cost of "+got.Name, got.Cost(), want.cost)
		if n := got.Within(0.01); n != want.within {
			t.Errorf("%s: %d within, want %d", got.Name, n, want.within)
		}
	}
	if !tested[2].Meets(worthOfClasses) || tested[3].Meets(worthOfClasses) || !tested[4].Meets(worthOfClasses) || tested[6].Meets(worthOfClasses) {
		t.Error("the races meet the goals; half of the sets, and all methods, do not")
	}
}

// A repeat does not judge what it has chosen.
func TestJudgedElsewhere(t *testing.T) {
	f := twoKinds()
	of := f.Sets[0]
	of.Fits["A"][1].Loss, of.Fits["B"][0].Loss, of.Fits["B"][1].Loss = 0.5, 0.5, 0.1
	f.Sets[0].Least = 0.3
	tested, _ := f.Test()
	all := tested[len(tested)-1]
	recordtest.Near(t, "regret where repeats disagree", all.Regrets[0], 0.2)
	if fmt.Sprint(all.Taken[0]) != "[B A]" {
		t.Error(all.Taken[0])
	}
}

func TestAfterTime(t *testing.T) {
	f := twoKinds()
	for seconds, want := range map[float64]AtTime{
		0.5: {"A", 0.5, 0, 0, 1}, 1: {"B", 0.15, 1, 0, 1}, 10: {"A", 0.1, 1, 1, 0}, // A and B are alike; the shares' loss is .5 above the mean least
	} {
		if seconds == 1 {
			for i := range f.Sets {
				f.Sets[i].Fits["A"][0].Y[0] += 0.01
			}
		}
		got := f.AfterTime(seconds)[0]
		for what, pair := range map[string][2]float64{"regret": {got.Regret, want.Regret}, "begun": {got.Begun, want.Begun}, "ended": {got.Ended, want.Ended}, "falling": {got.Falling, want.Falling}} {
			recordtest.Near(t, fmt.Sprint(what, " at ", seconds), pair[0], pair[1])
		}
		if seconds != 10 && got.Label != want.Label {
			t.Errorf("%s at %g", got.Label, seconds)
		}
	}
	if known, byBudget := f.Known(); known != 10 || byBudget {
		t.Error(known, byBudget)
	}
	one := &f.Sets[0].Fits["A"][0]
	one.Record.Options, one.Record.Timing.WallSeconds = map[string]any{"budget_seconds": 4.0}, 4.1
	if known, byBudget := f.Known(); known != 4 || !byBudget {
		t.Error(known, byBudget)
	}
}

// Of a method some of whose fits have no model yet nothing is known where no method learns the shares: it stands last.
func TestAfterTimeWithoutShares(t *testing.T) {
	f := twoKinds()
	for _, s := range f.Sets {
		for label, fits := range s.Fits {
			for i := range fits {
				fits[i].Shares = math.NaN()
			}
			if label == "A" {
				fits[0].X[0] = 5
			}
		}
	}
	if after := f.AfterTime(2); after[0].Label != "B" || after[2].Label != "A" || !math.IsNaN(after[2].Regret) {
		t.Errorf("%+v", after)
	}
}

func TestBands(t *testing.T) {
	f := twoKinds()
	bands := f.Bands(Attributes)
	if len(bands) != 2 || bands[0].Best() != "A" || bands[1].Best() != "B" || bands[1].Span != (Span{100, 100}) || len(bands[0].Sets) != 4 || f.Bands(Zeros) != nil {
		t.Errorf("%+v", bands)
	}
	ece, brier := f.Calibration("A") // of 16 rows: bins of 8, off by 1/4 and 0
	recordtest.Near(t, "ECE", ece, 0.125)
	recordtest.Near(t, "Brier score", brier.Score(), 0.03125-0.0625+0.1875)
	if f.Settled("A") != 3 {
		t.Error(f.Settled("A"))
	}
}
