package engine

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Every kernel makes the matrix symmetric as the definition says, and leaves alone what stands beside it.
func TestSymmetric(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 5))
	for n := range 23 {
		ld := n + 3
		a := make([]float64, n*ld)
		for i := range a {
			a[i] = rng.NormFloat64()
		}
		mirrored, symmetric := slices.Clone(a), slices.Clone(a)
		for i := range n {
			for j := range i {
				mirrored[j*ld+i] = a[i*ld+j]
				v := 0.5 * (a[i*ld+j] + a[j*ld+i])
				symmetric[i*ld+j], symmetric[j*ld+i] = v, v
			}
		}
		for _, e := range append(machineKernels(), &portable) {
			got := slices.Clone(a)
			if mirrorLower(e, n, got, ld); !sameBits(got, mirrored) {
				t.Errorf("%s: a mirrored matrix of %d rows is wrong", e.name, n)
			}
			got = slices.Clone(a)
			if symmetrise(e, n, got, ld); !sameBits(got, symmetric) {
				t.Errorf("%s: a symmetrised matrix of %d rows is wrong", e.name, n)
			}
		}
	}
}
