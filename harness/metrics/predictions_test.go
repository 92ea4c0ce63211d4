package metrics

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gpcbench/harness/record"
)

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-14*math.Max(1, math.Abs(b)) }

// ofClass is a row of a class with probabilities of classes.
func ofClass(class int, p ...float64) Row {
	return Row{P: p, Class: class, Best: slices.Index(p, slices.Max(p))}
}

// sd is the divisor-N standard deviation, by the difference of moments.
func sd(values ...float64) float64 {
	n, sum, squares := float64(len(values)), 0.0, 0.0
	for _, v := range values {
		sum += v
		squares += v * v
	}
	return math.Sqrt(squares/n - sum/n*sum/n)
}

func TestScoresAgainstHandValues(t *testing.T) {
	s, bins := NewScorer(Set{Task: TwoClasses, Classes: 2}, false), Bins{}
	for _, r := range []struct {
		second float64
		y      int
	}{{0.9, 1}, {0.5, 1}, {0.2, 0}, {0.5, 0}, {0.6, 0}} {
		row := ofClass(r.y, 1-r.second, r.second)
		s.Add(row)
		bins.Add(&row)
	}
	got := s.Values()
	for name, want := range map[string]float64{
		// a tie of the classes is the first class
		"error":      2. / 5,
		"nll":        -(math.Log(0.9) + math.Log(0.5) + math.Log(0.8) + math.Log(0.5) + math.Log(0.4)) / 5,
		"nll_median": math.Log(2),
		"nll_sd":     sd(-math.Log(0.9), -math.Log(0.5), -math.Log(0.8), -math.Log(0.5), -math.Log(0.4)),
		"brier":      2 * (0.01 + 0.25 + 0.04 + 0.25 + 0.36) / 5,
		// pairs (0.9 and 0.5 against 0.2, 0.5, 0.6): 3 of 3, and 1.5 of 3
		"auc":     4.5 / 6,
		"clipped": 0,
		// bins of 1/15: two 0.5 [7], 0.6 [9], 0.8 [12], 0.9 [13]; accuracies 1/2, 0, 1, 1
		"ece": (0 + 0.6 + 0.2 + 0.1) / 5,
		// 1 row of 3 of the first class, 1 of 2 of the second
		"balanced_error": (1./3 + 1./2) / 2,
	} {
		if v := got[name]; !near(v, want) {
			t.Errorf("%s is %v, want %v", name, v, want)
		}
	}
	if of := bins.Of(); len(of) != 15 || of[7] != (record.Bin{Count: 2, Confidence: 0.5, Accuracy: 0.5}) {
		t.Errorf("calibration %v", of)
	}
}

func TestScoresOfThreeClasses(t *testing.T) {
	s := NewScorer(Set{Task: Classes, Classes: 3}, false)
	s.Add(ofClass(2, 0.2, 0.3, 0.5))
	s.Add(ofClass(0, 0, 0.25, 0.75))
	s.Add(ofClass(0, 1, 0, 0))
	got := s.Values()
	for name, want := range map[string]float64{
		"error": 1. / 3, "nll": (math.Log(2) + 300*math.Ln10) / 3, "nll_median": math.Log(2), "clipped": 1,
		"brier": (0.04 + 0.09 + 0.25 + 1 + 0.0625 + 0.5625) / 3,
		"ece":   (0.5 + 0.75 + 0) / 3,
		// half of the rows of class 0 and none of class 2; class 1 has no row
		"balanced_error": (1./2 + 0) / 2,
	} {
		if v := got[name]; !near(v, want) {
			t.Errorf("%s is %v, want %v", name, v, want)
		}
	}
	if _, ok := got["auc"]; ok {
		t.Error("three classes have an auc")
	}
}

func TestScoresOfOneClassHaveNoAUC(t *testing.T) {
	s := NewScorer(Set{Task: TwoClasses, Classes: 2}, false)
	s.Add(ofClass(1, 0.4, 0.6))
	if _, ok := s.Values()["auc"]; ok {
		t.Error("auc without a row of the first class")
	}
}

func TestMedian(t *testing.T) {
	if a, b := median([]float64{5, 1, 3}), median([]float64{4, 1, 3, 9}); a != 3 || b != 3.5 {
		t.Error(a, b)
	}
}

// The macro AUC passes over labels that all test rows have, or none. Where there are such
// labels alone there is none, and a micro AUC of the pairs of a row and a label all the same.
func TestAreasNeedBothKindsOfRows(t *testing.T) {
	r := newLabelRanks(3, 2)
	r.Add(&Row{P: []float64{0.2, 0.5, 0.4}, Labels: []int32{0, 1}})
	one := map[string]float64{}
	r.Values(one)
	if _, macro := one["auc_macro"]; macro || one["auc_micro"] != 0.5 { // .2 and .5 against .4
		t.Errorf("one row has %v", one)
	}
	r.Add(&Row{P: []float64{0.3, 0.1, 0.8}, Labels: []int32{0}})
	if r.Values(one); one["auc_macro"] != 1 { // label 1 alone
		t.Errorf("macro AUC %v", one["auc_macro"])
	}
	for _, labels := range [][]int32{nil, {0, 1}} {
		r, none := newLabelRanks(2, 1), map[string]float64{}
		r.Add(&Row{P: []float64{0.2, 0.5}, Labels: labels})
		if r.Values(none); len(none) > 0 {
			t.Errorf("labels %v have %v", labels, none)
		}
	}
}

func TestClippedLabels(t *testing.T) {
	s := NewScorer(Set{Task: LabelSets, Classes: 3, Rows: 1, Gains: []float64{1, 1, 1}, AllLabels: true}, false)
	s.Add(Row{P: []float64{1, 0, 1}, Labels: []int32{0, 1}, Ranked: []int32{0, 2, 1}})
	got := s.Values()
	if want := (-math.Log(1e-300) + 54*math.Ln2) / 3; !near(got["log_loss"], want) || got["clipped"] != 2 {
		t.Errorf("log loss %v, want %v; %v clipped", got["log_loss"], want, got["clipped"])
	}
	if _, ok := got["p_at_5"]; ok {
		t.Error("three labels have a precision at 5")
	}
}

// The standard deviation of the ratio, over the root of N, is its standard error: against
// resampling.
func TestSpreadOfRatio(t *testing.T) {
	const n = 400
	rng := rand.New(rand.NewPCG(1, 2))
	var top, bottom numbers
	for range n {
		v := 1 + rng.Float64()
		bottom.add(v)
		top.add(v * rng.Float64())
	}
	a, b := top.each, bottom.each
	var ratios []float64
	for range 4000 {
		above, below := 0.0, 0.0
		for range n {
			i := rng.IntN(n)
			above, below = above+a[i], below+b[i]
		}
		ratios = append(ratios, above/below)
	}
	_, want := meanAndSD(ratios)
	if got := ratioSD(top, bottom) / math.Sqrt(n); math.Abs(got/want-1) > 0.05 {
		t.Errorf("standard error %v, by resampling %v", got, want)
	}
	none := map[string]float64{}
	if (&gains{name: "psp_at_1", gain: numbers{rows: 1}, most: numbers{rows: 1}}).Values(none); len(none) > 0 {
		t.Errorf("0/0 is a ratio: %v", none)
	}
}

// A scorer that forgets rows half way has the same numbers, and lacks what needs every row.
func TestForget(t *testing.T) {
	for _, set := range []Set{{Task: TwoClasses, Classes: 2}, {Task: LabelSets, Classes: 3, Gains: []float64{1, 2, 3}, AllLabels: true}} {
		whole, half := NewScorer(set, false), NewScorer(set, false)
		rng := rand.New(rand.NewPCG(3, 4))
		for i := range 50 {
			p := rng.Float64()
			row := ofClass(rng.IntN(2), 1-p, p)
			if set.Task == LabelSets {
				row = Row{P: []float64{p, 1 - p, p * p}, Labels: []int32{int32(rng.IntN(3))}, Ranked: []int32{0, 1, 2}}
			}
			whole.Add(row)
			half.Add(row)
			if i == 20 {
				half = half.Forget()
			}
		}
		got, want := half.Values(), whole.Values()
		for name, v := range want {
			lost := name == "nll_median" || strings.HasPrefix(name, "auc") || strings.HasSuffix(name, "_sd")
			if g, ok := got[name]; ok == lost || ok && g != v {
				t.Errorf("%s is %v (there: %v), of all rows %v", name, g, ok, v)
			}
		}
	}
}

// Without propensities there is no precision by them.
func TestNoPropensities(t *testing.T) {
	s := NewScorer(Set{Task: LabelSets, Classes: 3}, false)
	s.Add(Row{P: []float64{0.9, 0.1, 0.2}, Labels: []int32{0}, Ranked: []int32{0, 2, 1}})
	got := s.Values()
	if _, ok := got["psp_at_1"]; ok || got["p_at_1"] != 1 {
		t.Errorf("%v", got)
	}
}

// A trace has what it says it has; label sets of which the best labels alone are scored lack what
// needs all.
func TestScorersHaveWhatIsAskedFor(t *testing.T) {
	classes, labels := Set{Task: TwoClasses, Classes: 2}, Set{Task: LabelSets, Classes: 3, Rows: 1, Gains: []float64{1, 1, 1}}
	all := labels
	all.AllLabels = true
	for _, c := range []struct {
		set       Set
		trace     bool
		has, lack []string
	}{
		{classes, true, []string{"error", "nll", "nll_median"}, []string{"brier", "auc", "p_at_1"}},
		{classes, false, []string{"error", "brier", "ece", "clipped"}, []string{"log_loss"}},
		{all, true, []string{"log_loss", "log_loss_sd", "p_at_1"}, []string{"auc_macro", "hamming_loss", "ndcg_at_1", "error"}},
		{all, false, []string{"log_loss", "hamming_loss", "clipped", "p_at_3"}, []string{"p_at_5", "brier"}},
		{labels, false, []string{"p_at_1", "psp_at_3_sd", "ndcg_at_3"}, []string{"log_loss", "hamming_loss", "clipped", "auc_macro"}},
	} {
		s := NewScorer(c.set, c.trace)
		if c.set.Task == LabelSets {
			s.Add(Row{P: []float64{0.9, 0.1, 0.2}, Labels: []int32{0}, Ranked: []int32{0, 2, 1}})
		} else {
			s.Add(ofClass(1, 0.2, 0.8))
		}
		got := s.Values()
		for _, name := range c.has {
			if _, ok := got[name]; !ok {
				t.Errorf("%+v, trace %v: no %s", c.set, c.trace, name)
			}
		}
		for _, name := range c.lack {
			if _, ok := got[name]; ok {
				t.Errorf("%+v, trace %v: %s", c.set, c.trace, name)
			}
		}
	}
}
