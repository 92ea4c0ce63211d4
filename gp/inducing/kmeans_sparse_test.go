package inducing

import (
	"context"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/inputs"
)

// Sparse rows have the centres of the same rows kept whole, also where rows coincide.
func TestKMeansSparseIsKMeans(t *testing.T) {
	const n, d = 400, 30
	rng := rand.New(rand.NewPCG(11, 12))
	x, csr := mat.NewDense(n, d, nil), data.NewCSR(d)
	cols := make([]int, d)
	for j := range cols {
		cols[j] = j
	}
	for i := range n {
		row := x.RawRowView(i)
		for j := range row {
			if rng.Float64() < 0.15 {
				row[j] = rng.NormFloat64()
			}
		}
		if i%4 == 3 {
			copy(row, x.RawRowView(i-1))
		}
		csr.Append(cols, row)
	}
	for _, m := range []int{1, 8, 40, 350} {
		for _, sweeps := range []int{0, 1} {
			want, err := KMeans(t.Context(), x, m, sweeps, rand.New(rand.NewPCG(13, 14)))
			if err != nil {
				t.Fatal(err)
			}
			got, err := KMeansSparse(t.Context(), inputs.Sparse{CSR: csr}, m, sweeps, rand.New(rand.NewPCG(13, 14)))
			if err != nil {
				t.Fatal(err)
			}
			if !mat.EqualApprox(got, want.T(), 1e-12) {
				t.Errorf("m = %d, %d sweeps: centres differ", m, sweeps)
			}
		}
	}
}

func TestKMeansEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := KMeans(ctx, mat.NewDense(5, 2, nil), 2, 0, rand.New(rand.NewPCG(1, 2))); err == nil {
		t.Error("dense rows: no error")
	}
	csr := data.NewCSR(2)
	csr.Append([]int{0}, []float64{1})
	if _, err := KMeansSparse(ctx, inputs.Sparse{CSR: csr}, 1, 0, rand.New(rand.NewPCG(1, 2))); err == nil {
		t.Error("sparse rows: no error")
	}
}
