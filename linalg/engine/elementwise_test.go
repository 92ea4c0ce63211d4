package engine

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestElementwiseBits holds the kernels to the code in Go, whatever the length and the place in the
// slice, and sees that they write nothing else.
func TestElementwiseBits(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	step := AdamStep{0.1, 0.001, 0.01, 1.5, 1e-8}
	loops := map[string]func(e *kernels, s [5][]float64){
		"standardise": func(e *kernels, s [5][]float64) { e.standardise(s[0], s[1], s[2], s[3]) },
		"addSquare":   func(e *kernels, s [5][]float64) { e.addSquare(s[0], 0.7, s[1]) },
		"pullInputs":  func(e *kernels, s [5][]float64) { e.pullInputs(s[0], s[1], s[2], s[3], 0.7) },
		"pullLengths": func(e *kernels, s [5][]float64) { e.pullLengths(s[0], s[1], s[2], 0.7, 1) },
		"adam":        func(e *kernels, s [5][]float64) { e.adam(s[0], s[1], s[2], s[3], s[4], step) },
		"times":       func(e *kernels, s [5][]float64) { e.times(s[0], s[1], s[2]) },
		"exponents":   func(e *kernels, s [5][]float64) { e.exponents(s[0], 0.7, s[1]) },
		"approach":    func(e *kernels, s [5][]float64) { e.approach(s[0], s[1], 0.7, s[2]) },
		"approach in place": func(e *kernels, s [5][]float64) {
			e.approach(s[0], s[0], 0.7, s[1])
		},
		"subtract": func(e *kernels, s [5][]float64) { e.subtract(s[0], s[1], s[2], 0.7, s[3]) },
		"pull row": func(e *kernels, s [5][]float64) { e.pullRow(s[0], s[1], s[2], 0.7, -0.3) },
		"adam in place": func(e *kernels, s [5][]float64) {
			e.adam(s[0], s[0], s[2], s[3], s[4], step)
		},
	}
	for _, e := range machineKernels() {
		for name, loop := range loops {
			for n := range 40 {
				from := n % 3
				var a, b, parts, wants [5][]float64
				for i := range a {
					a[i] = random(rng, n+8)
					if i == 3 { // averages of squares
						for j, v := range a[i] {
							a[i][j] = v * v
						}
					}
					b[i] = slices.Clone(a[i])
					parts[i], wants[i] = a[i][from:from+n], b[i][from:from+n]
				}
				loop(e, parts)
				loop(&portable, wants)
				if got, want := fmt.Sprint(bitsOf(a)), fmt.Sprint(bitsOf(b)); got != want {
					t.Fatalf("%s, %s, %d elements: not the bits of the code in Go", e.name, name, n)
				}
			}
		}
	}
}

func bitsOf(slices [5][]float64) (bits []uint64) {
	for _, s := range slices {
		for _, v := range s {
			bits = append(bits, math.Float64bits(v))
		}
	}
	return bits
}

func TestElementwiseLengths(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("slices of different length, and no panic")
		}
	}()
	AddSquare(make([]float64, 3), 1, make([]float64, 4))
}
