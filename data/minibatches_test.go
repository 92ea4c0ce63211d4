package data

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

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
