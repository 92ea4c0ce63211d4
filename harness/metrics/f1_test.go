package metrics

import (
	"math"
	"testing"
)

// The examples of scikit-learn's documentation of f1_score: three classes, 0.8, 0 and 0, and three
// labels, 2/3, 1 and 2/3. A class that there is not makes the mean less.
func TestMacroF1(t *testing.T) {
	for _, c := range []struct {
		classes int
		want    float64
	}{{3, 0.8 / 3}, {4, 0.8 / 4}} {
		s := NewScorer(Set{Task: Classes, Classes: c.classes}, false)
		said := []int{0, 2, 1, 0, 0, 1}
		for i, class := range []int{0, 1, 2, 0, 1, 2} {
			p := make([]float64, c.classes)
			p[said[i]] = 1
			s.Add(ofClass(class, p...))
		}
		if got := s.Values()["f1_macro"]; math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%d classes: %v, want %v", c.classes, got, c.want)
		}
	}
	s := NewScorer(Set{Task: LabelSets, Classes: 3, Rows: 3, Gains: []float64{1, 1, 1}, AllLabels: true}, false)
	s.Add(Row{P: []float64{0.1, 0.5, 0.2}, Ranked: []int32{1, 2, 0}})
	s.Add(Row{P: []float64{0.9, 0.8, 0.7}, Labels: []int32{0, 1, 2}, Ranked: []int32{0, 1, 2}})
	s.Add(Row{P: []float64{0.6, 0.7, 0.1}, Labels: []int32{1, 2}, Ranked: []int32{1, 0, 2}})
	if got, want := s.Values()["f1_macro"], (2./3+1+2./3)/3; math.Abs(got-want) > 1e-15 {
		t.Errorf("labels: %v, want %v", got, want)
	}
}
