package logisticova

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gpcbench/data"
	"gpcbench/methods/methodtest"
)

// BenchmarkStep measures the second Newton step of 32 labels on rows of the shape of Bibtex,
// 4,880 x 1,836 with 68 values each, and the phases that steps are made of: a step takes a
// gradient, and a product with the Hessian for every conjugate gradient.
func BenchmarkStep(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	x, sets := data.NewCSR(1836), data.NewLabelSets()
	for range 4880 {
		cols := rng.Perm(1836)[:68]
		slices.Sort(cols)
		x.Append(cols, slices.Repeat([]float64{1}, 68))
		var labels []int
		for l := range sideBySide {
			if rng.IntN(50) == 0 {
				labels = append(labels, l)
			}
		}
		sets.Append(labels)
	}
	s := newSearch(methodtest.LabelTask(data.NewSparseMemory(x, sets), sideBySide, 1), 1, 0, methodtest.Never)
	step := func() {
		if err := s.step(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	step()
	at, open := slices.Clone(s.weights.RawMatrix().Data), s.open
	b.Run("step", func(b *testing.B) {
		methodtest.Fastest(b, func() {
			copy(s.weights.RawMatrix().Data, at)
			s.open = open
			step()
		})
	})
	of := s.block
	methodtest.Breakdown(b, []methodtest.Phase{
		{Name: "gradient", Do: of.derivatives},
		{Name: "Hessian product", Do: func() { of.curve(of.product, of.conjugate) }},
		{Name: "losses", Do: func() { of.losses(of.value, of.scores) }},
	})
}
