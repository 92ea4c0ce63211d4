package linalg

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The factor of B, and what is solved and inverted with it, are those of plain matrices, also of weights that are 0, and
// nothing above the diagonal of K is read.
func TestScaled(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, n := range []int{1, 2, 5, 70} {
		a := normal(rng, n, n)
		k := product2(a, a.T())
		root := make([]float64, n)
		for i := range root {
			root[i] = max(0, rng.NormFloat64())
		}
		w := mat.NewDiagDense(n, root)
		var b, inverse mat.Dense
		b.Product(w, k, w)
		for i := range n {
			b.Set(i, i, 1+b.At(i, i))
		}
		if err := inverse.Inverse(&b); err != nil {
			t.Fatal(err)
		}
		inverse.Product(w, &inverse, w)

		if n > 1 {
			k.Set(0, n-1, math.NaN())
		}
		r, e := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
		if err := ScaledCholesky(r, k, root); err != nil {
			t.Fatal(err)
		}
		if !mat.EqualApprox(product2(r, r.T()), &b, 1e-10) {
			t.Errorf("n = %d: the factor is not that of B", n)
		}
		ScaledInverse(e, r, root)
		if !mat.EqualApprox(e, &inverse, 1e-10) {
			t.Errorf("n = %d: W^1/2 B^-1 W^1/2 is wrong", n)
		}
		x := normal(rng, 1, n).RawRowView(0)
		want := product2(&inverse, mat.NewDense(n, 1, append([]float64(nil), x...)))
		SolveScaled(r, root, x)
		if !mat.EqualApprox(mat.NewDense(n, 1, x), want, 1e-10) {
			t.Errorf("n = %d: W^1/2 B^-1 W^1/2 x is wrong", n)
		}
	}
	var wrong *NotFiniteError
	if err := ScaledCholesky(mat.NewDense(1, 1, nil), mat.NewDense(1, 1, []float64{math.NaN()}), []float64{1}); !errors.As(err, &wrong) {
		t.Errorf("error %v", err)
	}
}

// Both inverses of a factor are inverses and triangular, whatever the destinations held.
func TestTriangularInverses(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for _, n := range []int{1, 3, 70} {
		a := normal(rng, n, n)
		k := product2(a, a.T())
		l, lower, upper := mat.NewDense(n, n, nil), normal(rng, n, n), normal(rng, n, n)
		if _, err := JitterCholesky(l, k); err != nil {
			t.Fatal(err)
		}
		InverseLower(lower, l)
		InverseUpper(upper, l)
		unit := mat.NewDiagDense(n, nil)
		for i := range n {
			unit.SetDiag(i, 1)
		}
		if !mat.EqualApprox(product2(lower, l), unit, 1e-8) || !mat.EqualApprox(upper, lower.T(), 1e-8*mat.Norm(lower, 2)) {
			t.Errorf("n = %d: not the inverses", n)
		}
		for i := range n {
			for j := range i {
				if lower.At(j, i) != 0 || upper.At(i, j) != 0 {
					t.Fatalf("n = %d: an inverse is not triangular", n)
				}
			}
		}
	}
}
