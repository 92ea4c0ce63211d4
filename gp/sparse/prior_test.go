package sparse

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
)

// Whitened is q(u) = N(K a, (K^-1 + diag(w))^-1) in v, by plain inverses.
func TestWhitened(t *testing.T) {
	const size = 5
	rng := rand.New(rand.NewPCG(3, 4))
	k, err := kernel.New("se", 1, kernel.Start{Variance: 2, Lengthscale: 0.5, Noise: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	p, _, err := NewPrior(k, mat.NewDense(size, 1, []float64{-1, -0.3, 0.2, 0.9, 1.4}))
	if err != nil {
		t.Fatal(err)
	}
	a, w := make([]float64, size), make([]float64, size)
	for i := range size {
		a[i], w[i] = rng.NormFloat64(), rng.Float64()
	}
	mean, factor, err := p.Whitened(a, w)
	if err != nil {
		t.Fatal(err)
	}
	var gram, covariance, got mat.Dense
	gram.Mul(p.L, p.L.T())
	if err := covariance.Inverse(&gram); err != nil {
		t.Fatal(err)
	}
	for i := range size {
		covariance.Set(i, i, covariance.At(i, i)+w[i])
	}
	if err := covariance.Inverse(&covariance); err != nil {
		t.Fatal(err)
	}
	var c, ofU, want mat.Dense
	c.Mul(p.L, factor)
	got.Mul(&c, c.T())
	if !mat.EqualApprox(&got, &covariance, 1e-10) {
		t.Errorf("covariance %v, want %v", mat.Formatted(&got), mat.Formatted(&covariance))
	}
	ofU.Mul(p.L, mat.NewDense(size, 1, mean))
	want.Mul(&gram, mat.NewDense(size, 1, a))
	if !mat.EqualApprox(&ofU, &want, 1e-12) {
		t.Errorf("mean %v, want %v", mat.Formatted(&ofU), mat.Formatted(&want))
	}
}
