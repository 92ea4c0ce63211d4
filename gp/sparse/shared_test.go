package sparse

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
)

// The derivatives of several functions under one prior are the sum of those of
// each, which finite differences check.
func TestSharedPullbackIsTheSum(t *testing.T) {
	for _, fixed := range []Fixed{QU, QV} {
		const b, size, functions = 7, 4, 3
		rng := rand.New(rand.NewPCG(19, uint64(fixed)))
		prior, pr, _, _ := randomProblem(b, size, QV, rng).whitened(t)
		var m, g, h [][]float64
		var c, ac []*mat.Dense
		hs, one := make([]float64, b), NewPullback(b, size)
		kfu, kuu := mat.NewDense(b, size, nil), mat.NewDense(size, size, nil)
		for k := range functions {
			p := randomProblem(b, size, QV, rng)
			gk, hk := make([]float64, b), make([]float64, b)
			for i := range b {
				gk[i], hk[i] = rng.NormFloat64(), rng.NormFloat64()
				hs[i] += hk[i]
			}
			m, c, g, h = append(m, p.m), append(c, p.factor), append(g, gk), append(h, hk)
			ac = append(ac, mat.NewDense(b, size, nil))
			linalg.MulFactor(ac[k], pr.A, c[k])
			var s mat.Dense
			s.Mul(c[k], c[k].T())
			one.Means(pr, gk)
			one.Variances(pr, hk)
			one.Covariances(prior, pr, m[k], &s, gk, hk, fixed)
			kfu.Add(kfu, one.Kfu)
			kuu.Add(kuu, one.Kuu)
		}
		all := NewPullback(b, size)
		all.SharedCovariances(prior, pr, m, c, ac, g, h, hs, fixed)
		if !mat.EqualApprox(all.Kfu, kfu, 1e-10) || !mat.EqualApprox(all.Kuu, kuu, 1e-10) {
			t.Errorf("fixed %d: dF/dKfu %v, sum %v; dF/dKuu %v, sum %v", fixed, all.Kfu, kfu, all.Kuu, kuu)
		}
	}
}
