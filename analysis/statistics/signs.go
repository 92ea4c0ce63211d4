package statistics

import (
	"iter"
	"math/rand/v2"
)

// Signs yields vectors of n signs, 1 or -1, by which differences are flipped whose distribution is
// symmetric: all 2^n where these are no more than most, the first of them without a flip, else most
// drawn ones, the same for the same n. The vector is overwritten by the next.
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
