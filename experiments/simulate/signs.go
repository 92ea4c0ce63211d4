package main

import (
	"math"

	"gpcbench/analysis/statistics"
)

// mostFlips is the number of sign vectors that [signFlipP] tries.
const mostFlips = 1 << 14

// signFlipP is the two-sided p-value of the mean of differences that are independent and
// symmetric about 0: the share of sign flips whose mean is at least as far from 0. With J
// differences it is at least 2^(1 - J).
func signFlipP(d []float64) float64 {
	sum, size := 0.0, 0.0
	for _, x := range d {
		sum += x
		size += math.Abs(x)
	}
	far, of := 0, 0
	for s := range statistics.Signs(len(d), mostFlips) {
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
