package data

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gpcbench/data/datatest"
)

func TestSet(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	for _, n := range []int{1, 63, 64, 65, 511, 512, 513, 5000} {
		for _, share := range []float64{0, 0.01, 0.5, 1} {
			s := NewSet(n)
			var want []int
			for row := range n {
				if rng.Float64() < share {
					s.Add(row)
					want = append(want, row)
				}
			}
			if got := datatest.Rows(s.Done()); !slices.Equal(got, want) {
				t.Errorf("n %d, share %v: %v, want %v", n, share, got, want)
			}
		}
	}
}

func TestExcept(t *testing.T) {
	for _, r := range []Range{{0, 0}, {0, 3}, {4, 7}, {7, 10}, {0, 10}} {
		var want []int
		for row := range 10 {
			if row < r.From || row >= r.To {
				want = append(want, row)
			}
		}
		if got := datatest.Rows(Except{10, r}); !slices.Equal(got, want) {
			t.Errorf("all but %v: %v", r, got)
		}
	}
}

func BenchmarkSetAt(b *testing.B) {
	s := NewSet(11_000_000)
	for row := 0; row < 11_000_000; row += 2 {
		s.Add(row)
	}
	s.Done()
	rng := rand.New(rand.NewPCG(1, 1))
	for b.Loop() {
		s.At(rng.IntN(s.Len()))
	}
}
