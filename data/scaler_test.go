package data

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

func TestScaler(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	const n, d = 3000, 4
	x, y := mat.NewDense(n, d, nil), make([]int, n)
	for i := range n {
		x.SetRow(i, []float64{1e6 + rng.NormFloat64(), 0.1, 3 * rng.ExpFloat64(), float64(i % 2)})
		y[i] = i % 3
	}
	var train Rows
	for i := 0; i < n; i += 2 {
		train = append(train, i)
	}
	table := NewMemory(x, y)
	s := FitScaler(table, train)
	if s.SD[1] != 0 || s.SD[3] != 0 {
		t.Errorf("constant columns have standard deviations %v and %v", s.SD[1], s.SD[3])
	}
	ex := NewExamples(table, train, s)
	got, classes := ex.ReadAll()
	for j := range d {
		mean, variance := stat.PopMeanVariance(mat.Col(nil, j, got), nil)
		want := 1.0
		if j%2 == 1 {
			want = 0
		}
		if math.Abs(mean) > 1e-8 || math.Abs(variance-want) > 1e-9 {
			t.Errorf("column %d: mean %v, variance %v", j, mean, variance)
		}
	}
	if classes[1] != 2 || ex.Row(1) != 2 {
		t.Errorf("example 1 is row %d of class %d", ex.Row(1), classes[1])
	}
	if x.At(0, 0) < 1e5 {
		t.Error("the table was scaled in place")
	}
	// A subset reads the same rows; a gap in a position's order is no matter.
	sub := ex.Subset([]int{5, 0, 7})
	one, oneClass := mat.NewDense(2, d, nil), make([]int, 2)
	sub.Read(one, oneClass, []int{2, 0})
	if !slices.Equal(one.RawRowView(0), got.RawRowView(7)) || !slices.Equal(one.RawRowView(1), got.RawRowView(5)) || oneClass[0] != classes[7] {
		t.Error("a subset reads other rows")
	}
}

func TestScalerOfHugeValues(t *testing.T) {
	x := mat.NewDense(3, 3, []float64{1, 7, 1e200, 2, 7, -1e200, 3, 7, 0})
	if j := FitScaler(NewMemory(x, make([]int, 3)), All(3)).Overflown(); j != 2 {
		t.Errorf("column %d has too large a standard deviation, want 2", j)
	}
	if j := FitScaler(NewMemory(x.Slice(0, 3, 0, 2).(*mat.Dense), make([]int, 3)), All(3)).Overflown(); j != -1 {
		t.Errorf("column %d has too large a standard deviation, want none", j)
	}
}

// A row that is far out leaves the others apart; one that is less so changes nothing, nor do columns
// whose quartiles coincide.
func TestScalerOfARowFarOut(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	const n = 400
	x := mat.NewDense(n, 3, nil)
	for i := range n {
		x.SetRow(i, []float64{5 + 2*rng.NormFloat64(), 5 + 2*rng.NormFloat64(), 0})
	}
	x.SetRow(17, []float64{1e9, 5e4, 1e9})
	x.SetRow(18, []float64{-3e9, 5, 0})
	s := FitScaler(NewMemory(x, make([]int, n)), All(n))
	if math.Abs(s.Mean[0]-5) > 0.3 || math.Abs(s.SD[0]-2) > 0.3 {
		t.Errorf("with two rows far out, mean %v and standard deviation %v", s.Mean[0], s.SD[0])
	}
	for j := 1; j < 3; j++ {
		mean, variance := stat.PopMeanVariance(mat.Col(nil, j, x), nil)
		if math.Abs(s.Mean[j]-mean) > 1e-6*mean || math.Abs(s.SD[j]-math.Sqrt(variance)) > 1e-6*s.SD[j] {
			t.Errorf("column %d: mean %v and standard deviation %v, not %v and %v", j, s.Mean[j], s.SD[j], mean, math.Sqrt(variance))
		}
	}
}
