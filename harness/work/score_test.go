package work

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/harness/harnesstest"
	"gpcbench/harness/record"
)

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-14*math.Max(1, math.Abs(b)) }

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
	s := scorer{classes: 2}
	for _, r := range []struct {
		second float64
		y      int
	}{{0.9, 1}, {0.5, 1}, {0.2, 0}, {0.5, 0}, {0.6, 0}} {
		s.add([]float64{1 - r.second, r.second}, r.y)
	}
	got := s.result()
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
		if v := got.metrics[name]; !near(v, want) {
			t.Errorf("%s is %v, want %v", name, v, want)
		}
	}
	if len(got.calibration) != 15 || got.calibration[7] != (record.Bin{Count: 2, Confidence: 0.5, Accuracy: 0.5}) {
		t.Errorf("calibration %v", got.calibration)
	}
}

// Tenths have as many rows each, to one, in the order of confidence.
func TestTenths(t *testing.T) {
	s := scorer{classes: 2}
	for i := range 25 {
		p := 1 - 0.02*float64(i)
		s.add([]float64{p, 1 - p}, i%2)
	}
	got := s.result().tenths
	if len(got) != 10 || got[0].Count != 2 || got[1].Count != 3 || got[9].Count != 3 {
		t.Fatalf("%+v", got)
	}
	if !near(got[0].Confidence, 0.53) || got[0].Accuracy != 0.5 || !near(got[9].Confidence, 0.98) || !near(got[9].Accuracy, 2./3) {
		t.Errorf("%+v", got)
	}
	few := scorer{classes: 2}
	few.add([]float64{1, 0}, 0)
	if got := few.result().tenths; got != nil {
		t.Errorf("of one row there are tenths: %v", got)
	}
}

func TestScoresOfThreeClasses(t *testing.T) {
	s := scorer{classes: 3}
	s.add([]float64{0.2, 0.3, 0.5}, 2)
	s.add([]float64{0, 0.25, 0.75}, 0)
	s.add([]float64{1, 0, 0}, 0)
	got := s.result()
	for name, want := range map[string]float64{
		"error": 1. / 3, "nll": (math.Log(2) + 300*math.Ln10) / 3, "nll_median": math.Log(2), "clipped": 1,
		"brier": (0.04 + 0.09 + 0.25 + 1 + 0.0625 + 0.5625) / 3,
		"ece":   (0.5 + 0.75 + 0) / 3,
		// half of the rows of class 0 and none of class 2; class 1 has no row
		"balanced_error": (1./2 + 0) / 2,
	} {
		if v := got.metrics[name]; !near(v, want) {
			t.Errorf("%s is %v, want %v", name, v, want)
		}
	}
	if _, ok := got.metrics["auc"]; ok {
		t.Error("three classes have an auc")
	}
	if got.calibration[14].Count != 1 {
		t.Errorf("a probability of 1 is not in the last bin: %v", got.calibration)
	}
}

func TestScoresOfOneClassHaveNoAUC(t *testing.T) {
	s := scorer{classes: 2}
	s.add([]float64{0.4, 0.6}, 1)
	if _, ok := s.result().metrics["auc"]; ok {
		t.Error("auc without a row of the first class")
	}
}

func TestMedian(t *testing.T) {
	if a, b := median([]float64{5, 1, 3}), median([]float64{4, 1, 3, 9}); a != 3 || b != 3.5 {
		t.Error(a, b)
	}
}

// echo predicts that the second class has the probability of the input.
type echo struct{ harnesstest.Constant }

func (echo) Predict(dst, x *mat.Dense) {
	n, _ := x.Dims()
	for i := range n {
		dst.SetRow(i, []float64{1 - x.At(i, 0), x.At(i, 0)})
	}
}

func TestPredictAllGoesThroughAllBlocksInOrder(t *testing.T) {
	const n = 2*predictBlock + 7
	x, y := mat.NewDense(n, 1, nil), make([]int, n)
	for i := range n {
		x.Set(i, 0, float64(i)/n)
		y[i] = i % 2
	}
	rows := make(data.Rows, 0, n)
	for i := range n {
		rows = append(rows, n-1-i)
	}
	at := 0
	predictAll(echo{}, data.NewExamples(data.NewMemory(x, y), rows, nil), 2, func(i int, p []float64, class int) {
		if row := n - 1 - i; i != at || p[1] != float64(row)/n || class != row%2 {
			t.Fatalf("example %d (expected %d): p %v, class %d", i, at, p, class)
		}
		at++
	})
	if at != n {
		t.Errorf("%d of %d rows", at, n)
	}
}
