package likelihood

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestRobustMaxExpectedLog(t *testing.T) {
	const n = 6
	l, err := NewRobustMax(3, 0.05)
	if err != nil {
		t.Fatal(err)
	}
	mean, variance := marginals(n, 3)
	probs, space := mat.NewDense(n, 3, nil), mat.NewDense(n, 3, nil)
	l.Predict(probs, mean, variance)
	sum, y := 0.0, []int{0, 1, 2, 2, 1, 0}
	for i, c := range y {
		sum += l.ExpectedLog(probs.RawRowView(i), c)
	}
	if want := l.Expectations(mat.NewDense(n, 3, nil), space, y, mean, variance, 1); math.Abs(sum-want) > 1e-9 {
		t.Errorf("sum of E log p from predictions %v, from marginals %v", sum, want)
	}
}
