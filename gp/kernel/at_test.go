package kernel

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// A kernel at inputs gives what the kernel gives, to the last bit.
func TestAtIsTheKernel(t *testing.T) {
	for _, d := range []int{3, 197} {
		for _, expr := range []string{"se", "se-ard", "matern32-ard", "linear-ard", "se-ard + linear-ard", "matern32-ard + se"} {
			t.Run(fmt.Sprintf("%s/D=%d", expr, d), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(1, 2))
				k, err := New(expr, d, Start{Variance: 1.3, Lengthscale: 4, Noise: 0.1})
				if err != nil {
					t.Fatal(err)
				}
				const n, m = 9, 6
				x, z := normal(rng, n, d), normal(rng, m, d)
				dKfu, dKuu := normal(rng, n, m), normal(rng, m, m)
				kfu, kuu, fromAt := mat.NewDense(n, m, nil), mat.NewDense(m, m, nil), mat.NewDense(n, m, nil)
				k.Cov(kfu, x, z)
				k.Gram(kuu, z)

				at := NewAt(k, z)
				defer at.Release()
				at.Cov(fromAt, x)
				same(t, "Cov", fromAt, kfu)
				gram := mat.NewDense(m, m, nil)
				at.Gram(gram)
				same(t, "Gram", gram, kuu)

				for _, learnt := range []string{"kernel", "inputs", "both"} {
					var theta, wantTheta []float64
					var dZ, wantZ *mat.Dense
					if learnt != "inputs" {
						theta = make([]float64, k.NumParams())
						wantTheta = slices.Clone(theta)
					}
					if learnt != "kernel" {
						dZ = normal(rng, m, d)
						wantZ = mat.DenseCopyOf(dZ)
					}
					k.CovBack(wantTheta, nil, wantZ, x, z, kfu, dKfu)
					k.GramBack(wantTheta, wantZ, z, kuu, dKuu)
					at.CovBack(theta, dZ, x, kfu, dKfu)
					at.GramBack(theta, dZ, kuu, dKuu)
					if !slices.Equal(theta, wantTheta) {
						t.Errorf("%s: by the parameters %v, want %v", learnt, theta, wantTheta)
					}
					if dZ != nil {
						same(t, "by the inputs", dZ, wantZ)
					}
				}
			})
		}
	}
}

func same(t *testing.T, what string, got, want *mat.Dense) {
	t.Helper()
	if !mat.Equal(got, want) {
		t.Errorf("%s differs", what)
	}
}
