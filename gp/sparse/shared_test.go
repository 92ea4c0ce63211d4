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
	for _, way := range ways {
		const b, size, functions = 7, 4, 3
		rng := rand.New(rand.NewPCG(19, uint64(way.fixed)))
		p := randomProblem(b, size, QV, rng)
		p.own = way.own
		prior, pr, _, _ := p.whitened(t)
		var factors, covariances []Function
		one := NewPullback(b, size)
		kfu, kuu := mat.NewDense(b, size, nil), mat.NewDense(size, size, nil)
		for range functions {
			q := randomProblem(b, size, QV, rng)
			f := Function{Mean: q.m, Factor: q.factor, AFactor: mat.NewDense(b, size, nil), G: make([]float64, b), H: make([]float64, b)}
			for i := range b {
				f.G[i], f.H[i] = rng.NormFloat64(), rng.NormFloat64()
			}
			linalg.MulFactor(f.AFactor, pr.A, f.Factor)
			factors = append(factors, f)
			cov := mat.NewDense(size, size, nil)
			cov.Mul(f.Factor, f.Factor.T())
			covariances = append(covariances, Function{Mean: f.Mean, Cov: cov, G: f.G, H: f.H})
			one.Function(toMatrices, prior, pr, f, way.fixed)
			kfu.Add(kfu, one.kfu)
			kuu.Add(kuu, one.kuu)
		}
		for from, fs := range map[string][]Function{"factors": factors, "covariances": covariances} {
			if from == "factors" && way.fixed == Sites {
				continue // it takes covariances
			}
			all := NewPullback(b, size)
			all.Shared(toMatrices, prior, pr, fs, way.fixed)
			if !mat.EqualApprox(all.kuu, kuu, 1e-10) || !way.own && !mat.EqualApprox(all.kfu, kfu, 1e-10) {
				t.Errorf("%v, from %s: dF/dKfu %v, sum %v; dF/dKuu %v, sum %v", way, from, all.kfu, kfu, all.kuu, kuu)
			}
		}
	}
}
