package statistics

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// ClopperPearson returns the interval of the probability of an event that k of n independent rows
// have: all p for which k or fewer, and k or more, both have a probability of at least (1 - coverage)/2.
// It is exact and never too narrow (Clopper and Pearson 1934).
func ClopperPearson(k, n, coverage float64) (low, high float64) {
	tail := (1 - coverage) / 2
	low, high = 0, 1
	if k > 0 {
		low = distuv.Beta{Alpha: k, Beta: n - k + 1}.Quantile(tail)
	}
	if k < n {
		high = distuv.Beta{Alpha: k + 1, Beta: n - k}.Quantile(1 - tail)
	}
	return low, high
}

// Wilson returns the interval of all p for which |k/n - p| <= z sqrt(p (1 - p)/n), z the normal
// quantile (Wilson 1927).
func Wilson(k, n, coverage float64) (low, high float64) {
	p, z := k/n, NormalQuantile((1+coverage)/2)
	scale := 1 + z*z/n
	middle, half := (p+z*z/(2*n))/scale, z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))/scale
	return max(0, middle-half), min(1, middle+half)
}

// FurtherSE is the standard error of a share k/n from the farther end of its 95% Clopper-Pearson
// interval: the whole interval lies within two of these standard errors. It is at least
// sqrt(p (1 - p)/n).
func FurtherSE(k, n float64) float64 {
	low, high := ClopperPearson(k, n, Level)
	return max(k/n-low, high-k/n) / NormalQuantile((1+Level)/2)
}

// PairedShares is the difference of two shares of the same n rows, with its standard error. more rows have
// only the first and fewer rows only the second. Half a row is added to each of the four kinds of
// row, which keeps the level of its normal interval if few rows differ (Agresti and Min 2005).
func PairedShares(more, fewer, n float64) (difference, se float64) {
	n += 2
	d := more - fewer
	return d / n, math.Sqrt(more+fewer+1-d*d/n) / n
}
