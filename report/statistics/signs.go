package statistics

import (
	"iter"
	"math"
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

// mostFlips is how many vectors of signs [SignFlipP] tries.
const mostFlips = 1 << 14

// SignFlipP is the two-sided p-value of the mean of differences that are independent and
// symmetric about 0: the share of flips of their signs with a mean as far from 0. With J
// differences it is 2^(1 - J) at least.
func SignFlipP(d []float64) float64 {
	sum, size := 0.0, 0.0
	for _, x := range d {
		sum += x
		size += math.Abs(x)
	}
	far, of := 0, 0
	for s := range Signs(len(d), mostFlips) {
		flipped := 0.0
		for i, x := range d {
			flipped += s[i] * x
		}
		if of++; math.Abs(flipped) >= math.Abs(sum)-1e-12*size {
			far++
		}
	}
	return float64(far) / float64(of)
}
