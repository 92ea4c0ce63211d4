package work

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/harness/harnesstest"
)

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-14*math.Max(1, math.Abs(b)) }

// Tenths have as many rows each, to one, in the order of confidence.
func TestTenths(t *testing.T) {
	s := newScorer(2, false)
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
	few := newScorer(2, false)
	few.add([]float64{1, 0}, 0)
	if got := few.result().tenths; got != nil {
		t.Errorf("of one row there are tenths: %v", got)
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
