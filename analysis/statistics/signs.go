package statistics

import (
	"iter"
	"math/rand/v2"
)

// Signs yields vectors of n signs, 1 or -1, for flipping differences with a symmetric distribution. It
// yields all 2^n if these are at most most, the first of them without a flip; otherwise it yields most
// drawn ones, always the same for the same n. The next vector overwrites the last.
func Signs(n, most int) iter.Seq[[]float64] {
	return func(yield func([]float64) bool) {
		s := make([]float64, n)
		rng := rand.New(rand.NewPCG(uint64(n), 1))
		all := n < 31 && 1<<n <= most
		count := most
		if all {
			count = 1 << n
		}
		for c := range count {
			for i := range s {
				flip := c>>min(i, 31)&1 == 1
				if !all {
					flip = rng.Uint64()&1 == 1
				}
				if s[i] = 1; flip {
					s[i] = -1
				}
			}
			if !yield(s) {
				return
			}
		}
	}
}
