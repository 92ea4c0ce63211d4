package engine

import "unsafe"

// MirrorLower copies the lower triangle of the n x n matrix a, with rows of stride ld, to the upper
// one, and Symmetrise replaces both by 1/2 (a + a'). Blocks of 4 x 4 go through registers.
func MirrorLower(n int, a []float64, ld int) { mirrorLower(best(), n, a, ld) }

// Symmetrise is beside MirrorLower.
func Symmetrise(n int, a []float64, ld int) { symmetrise(best(), n, a, ld) }

func mirrorLower(e *kernels, n int, a []float64, ld int) {
	for i := 0; i < n; i += 4 {
		rows, from := min(4, n-i), 0
		if rows == 4 {
			if from = i; i > 0 {
				e.transpose(i, &a[i*ld], ld*8, &a[i], ld*8)
			}
		}
		for r := i; r < i+rows; r++ {
			for c := from; c < r; c++ {
				a[c*ld+r] = a[r*ld+c]
			}
		}
	}
}

func symmetrise(e *kernels, n int, a []float64, ld int) {
	for i := 0; i < n; i += 4 {
		rows, from := min(4, n-i), 0
		if rows == 4 {
			if from = i; i > 0 {
				e.symmetrise(i, &a[i*ld], &a[i], ld*8)
			}
		}
		for r := i; r < i+rows; r++ {
			for c := from; c < r; c++ {
				v := 0.5 * (a[r*ld+c] + a[c*ld+r])
				a[r*ld+c], a[c*ld+r] = v, v
			}
		}
	}
}

// symmetrisePortable is the kernel of Symmetrise in Go, for four rows of n elements and as many columns,
// with rows of stride ld bytes.
func symmetrisePortable(n int, rows, columns *float64, ld int) {
	for r := range 4 {
		for c := range n {
			below := (*float64)(unsafe.Add(unsafe.Pointer(rows), r*ld+8*c))
			above := (*float64)(unsafe.Add(unsafe.Pointer(columns), c*ld+8*r))
			v := 0.5 * (*below + *above)
			*below, *above = v, v
		}
	}
}
