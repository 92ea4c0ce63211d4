package engine

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/gonum"
	lapackgonum "gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// restoreGonum undoes Install at the end of the test.
func restoreGonum(t *testing.T) {
	t.Cleanup(func() {
		blas64.Use(gonum.Implementation{})
		lapack64.Use(lapackgonum.Implementation{})
	})
}

// TestInstalled solves and inverts with package mat on top of the engine.
func TestInstalled(t *testing.T) {
	restoreGonum(t)
	t.Log(Install())
	for _, n := range []int{1, 7, 50, 131, 260} {
		rnd := rand.New(rand.NewPCG(uint64(n), 1))
		a := mat.NewSymDense(n, wellConditioned(rnd, n))
		b := mat.NewDense(n, 3, random(rnd, 3*n))
		var chol mat.Cholesky
		if !chol.Factorize(a) {
			t.Fatalf("n=%d: not positive definite", n)
		}
		var x, back mat.Dense
		if err := chol.SolveTo(&x, b); err != nil {
			t.Fatal(err)
		}
		back.Mul(a, &x)
		back.Sub(&back, b)
		if e := mat.Norm(&back, 2); e > 1e-12 {
			t.Errorf("n=%d: A (A^-1 B) differs from B by %v", n, e)
		}
		var inverse mat.SymDense
		if err := chol.InverseTo(&inverse); err != nil {
			t.Fatal(err)
		}
		var unit mat.Dense
		unit.Mul(&inverse, a)
		for i := range n {
			unit.Set(i, i, unit.At(i, i)-1)
		}
		if e := mat.Norm(&unit, 2); e > 1e-12 {
			t.Errorf("n=%d: A^-1 A differs from the unit matrix by %v", n, e)
		}
	}
}
