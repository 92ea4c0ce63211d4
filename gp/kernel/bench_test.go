package kernel

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Cov and CovBack (all three pullbacks) at the sizes of a minibatch: batch x
// inducing inputs x columns. On one core of an AMD EPYC (Zen 5), AVX-512,
// milliseconds:
//
//	                 100 x 100 x 8     200 x 200 x 784
//	                 Cov    CovBack    Cov    CovBack
//	se, se-ard       0.021  0.012      0.76   1.4
//	matern32-ard     0.038  0.065      0.82   2.2
//	linear-ard       0.003  0.005      0.58   1.3
func BenchmarkKernel(b *testing.B) {
	for _, size := range [][3]int{{100, 100, 8}, {200, 200, 784}} {
		n, m, d := size[0], size[1], size[2]
		rng := rand.New(rand.NewPCG(1, 2))
		x, z, w := normal(rng, n, d), normal(rng, m, d), normal(rng, n, m)
		cov, dX, dZ := mat.NewDense(n, m, nil), mat.NewDense(n, d, nil), mat.NewDense(m, d, nil)
		for _, expr := range []string{"se", "se-ard", "matern32-ard", "linear-ard"} {
			k, err := New(expr, d, Start{Variance: 1, Lengthscale: 20})
			if err != nil {
				b.Fatal(err)
			}
			dTheta := make([]float64, k.NumParams())
			b.Run(fmt.Sprintf("Cov/%s/%dx%dx%d", expr, n, m, d), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					k.Cov(cov, x, z)
				}
			})
			b.Run(fmt.Sprintf("CovBack/%s/%dx%dx%d", expr, n, m, d), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					k.CovBack(dTheta, dX, dZ, x, z, cov, w)
				}
			})
		}
	}
}
