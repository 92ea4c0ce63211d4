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

// TestMinibatchesArePermutations: every epoch has each position once, a batch
// does not depend on what was asked for before, and epochs differ.
func TestMinibatchesArePermutations(t *testing.T) {
	sizes := []int{777, 4096, 4097, 50000}
	for n := 2; n <= 70; n++ {
		sizes = append(sizes, n)
	}
	for _, n := range sizes {
		b := NewMinibatches(n, 1, rand.New(rand.NewPCG(5, uint64(n))))
		same := 0
		previous := make([]int, n)
		for epoch := range 4 {
			order, seen := make([]int, n), make([]bool, n)
			for i := range n {
				b.At(order[i:i+1], epoch*n+i)
				if seen[order[i]] {
					t.Fatalf("n %d, epoch %d: position %d comes twice", n, epoch, order[i])
				}
				seen[order[i]] = true
			}
			if slices.Equal(order, previous) {
				same++
			}
			previous = order
		}
		if n > 10 && same > 0 {
			t.Errorf("n %d: epochs have the same order", n)
		}
	}
}

func TestMinibatchesArePure(t *testing.T) {
	const n, size = 103, 10
	make1 := func() *Minibatches { return NewMinibatches(n, size, rand.New(rand.NewPCG(5, 2))) }
	forward := make1()
	var whole []int
	batch := make([]int, size)
	for at := range 40 {
		forward.At(batch, at)
		whole = append(whole, batch...)
	}
	late := make1()
	late.At(batch, 25)
	if !slices.Equal(batch, whole[250:260]) {
		t.Error("a batch depends on the batches asked for before")
	}
	// Batches run over from one epoch into the next without a loss.
	counts := make([]int, n)
	for _, p := range whole[:3*n] {
		counts[p]++
	}
	for p, c := range counts {
		if c != 3 {
			t.Errorf("position %d comes %d times in three epochs", p, c)
		}
	}
}

func TestMinibatchesFull(t *testing.T) {
	for _, size := range []int{0, 5, 6} {
		b := NewMinibatches(5, size, rand.New(rand.NewPCG(1, 1)))
		batch := make([]int, b.Size())
		b.At(batch, 3)
		if !slices.Equal(batch, []int{0, 1, 2, 3, 4}) {
			t.Errorf("size %d: %v", size, batch)
		}
	}
}

// TestMinibatchesAreUniform: over keys, each position is as likely to come first.
func TestMinibatchesAreUniform(t *testing.T) {
	const n, draws = 11, 22000
	var counts [n]int
	var batch [1]int
	for draw := range draws {
		NewMinibatches(n, 1, rand.New(rand.NewPCG(7, uint64(draw)))).At(batch[:], 0)
		counts[batch[0]]++
	}
	for p, c := range counts {
		if sd := math.Sqrt(draws / n); math.Abs(float64(c)-draws/n) > 4.5*sd {
			t.Errorf("position %d comes first %d times of %d", p, c, draws)
		}
	}
}

// Classes yields every class once, in order, across the blocks it reads, and ends
// where its reader does.
func TestClassesInOrder(t *testing.T) {
	const n = 10_000
	x, y := mat.NewDense(n, 1, nil), make([]int, n)
	var index Rows
	var want []int
	for i := range n {
		y[i] = i * i % 7
	}
	for i := n - 1; i >= 0; i -= 2 {
		index = append(index, i)
		want = append(want, y[i])
	}
	ex := NewExamples(NewMemory(x, y), index, nil)
	if got := slices.Collect(ex.Classes()); !slices.Equal(got, want) {
		t.Errorf("%d classes, not those of the examples", len(got))
	}
	seen := 0
	for range ex.Classes() {
		if seen++; seen == 4097 {
			break
		}
	}
	if seen != 4097 {
		t.Errorf("%d classes before the end", seen)
	}
}
