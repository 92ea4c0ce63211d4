package subspace

import (
	"context"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/inputs"
)

// With as many basis vectors as the rank of X, rows of U S are as far apart as those of X,
// so that k-means of both finds the same centres: Z = A X~.
func TestCentresInTheSubspaceAreThoseOfTheInputs(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	x := sparsify(normals(120, 40, rng), 0.2, rng)
	ctx := context.Background()
	var centres []*mat.Dense
	for _, sparse := range []bool{false, true} {
		train := denseExamples(x)
		if sparse {
			train = sparseExamples(x)
		}
		basis, err := Solver{}.SVD(ctx, train, 40, rng)
		if err != nil {
			t.Fatal(err)
		}
		a, err := Centres(ctx, train, basis, 7, 0, rand.New(rand.NewPCG(7, 8)))
		if err != nil {
			t.Fatal(err)
		}
		zt, err := Centres(ctx, train, nil, 7, 0, rand.New(rand.NewPCG(7, 8)))
		if err != nil {
			t.Fatal(err)
		}
		var want mat.Dense
		want.Mul(basis.V, a.T())
		if !mat.EqualApprox(zt, &want, 1e-12) {
			t.Errorf("sparse %v: centres of the inputs are not those of the subspace", sparse)
		}
		centres = append(centres, zt)
	}
	if !mat.EqualApprox(centres[0], centres[1], 1e-13) {
		t.Error("centres of sparse and of dense rows differ")
	}
}

// With R the rank of X and A = Z X~', the kernel matrices of A X~ are those of Z.
func TestFullRankIsTheOrdinaryParametrisation(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	const n, d, rank, m = 80, 60, 25, 12
	x := withValues(n, d, powers(rank, 0.9), rng)
	basis, err := Solver{}.SVD(context.Background(), sparseExamples(x), d, rng)
	if err != nil {
		t.Fatal(err)
	}
	if len(basis.S) != rank {
		t.Fatalf("%d basis vectors of inputs of rank %d", len(basis.S), rank)
	}
	var z, a, az mat.Dense // Z are combinations of rows of X
	z.Mul(normals(m, n, rng), x)
	a.Mul(&z, basis.V)
	az.Mul(&a, basis.V.T())
	if !mat.EqualApprox(&az, &z, 1e-10) {
		t.Error("A X~ is not Z")
	}
	var kz, want mat.Dense
	kz.Mul(&a, a.T())
	want.Mul(&z, z.T())
	if !mat.EqualApprox(&kz, &want, 1e-10) {
		t.Error("K_Z")
	}
	us := mat.NewDense(n, rank, nil)
	basis.Project(us, inputs.Dense{Dense: x})
	kz.Reset()
	want.Reset()
	kz.Mul(us, a.T())
	want.Mul(x, z.T())
	if !mat.EqualApprox(&kz, &want, 1e-10) {
		t.Error("K_XZ")
	}
}
