package logistic

import (
	"context"
	"fmt"
	"testing"

	"gpcbench/methods/methodtest"
)

// BenchmarkNewton measures the first Newton step on 10,000 rows, and the phases
// that such steps are made of: a step takes a gradient or more and a product with
// the Hessian for every conjugate gradient.
func BenchmarkNewton(b *testing.B) {
	for _, size := range methodtest.Sizes {
		b.Run(fmt.Sprintf("N=10000,D=%d", size.Dim), func(b *testing.B) {
			l := newLoss(context.Background(), size.Task(10_000), 1)
			s, err := newSearch(l, nil, methodtest.Never)
			if err != nil {
				b.Fatal(err)
			}
			must := func(err error) {
				if err != nil {
					b.Fatal(err)
				}
			}
			gradient := func() {
				var err error
				s.value, err = l.gradient(s.gradient, s.w)
				must(err)
			}
			b.Run("step", func(b *testing.B) {
				methodtest.Fastest(b, func() {
					clear(s.w)
					gradient()
					_, err := s.step()
					must(err)
				})
			})
			methodtest.Breakdown(b, []methodtest.Phase{
				{Name: "gradient", Do: gradient},
				{Name: "Hessian product", Do: func() { must(l.curvature(s.product, s.w, s.gradient)) }},
				{Name: "preconditioner, factor", Do: s.stand.update},
				{Name: "preconditioner, solve", Do: func() { s.stand.solve(s.scaled, s.gradient) }},
			})
		})
	}
}
