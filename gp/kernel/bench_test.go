package kernel

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Cov and CovBack (all three pullbacks) at the sizes of a minibatch: batch x
// inducing inputs x columns. On one core of a shared AMD EPYC, GOMAXPROCS=1,
// with gonum's products (milliseconds, to about a third):
//
//	                 100 x 100 x 8     200 x 200 x 784
//	                 Cov   CovBack     Cov   CovBack
//	se               0.35  0.43        24    44
//	se-ard           0.42  0.38        25    51
//	matern32-ard     0.55  1.2         19    67
//	linear-ard       0.16  0.38        22    47
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
