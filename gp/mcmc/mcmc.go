// Package mcmc judges Markov chains: split R-hat, effective sample size and
// Monte Carlo standard errors of the mean and variance of a quantity, from the
// draws of several chains (Gelman et al., Bayesian data analysis, 3rd edition,
// 2013, section 11.4-11.5; Vehtari et al., Rank-normalization, folding, and
// localization: an improved R-hat, 2021, section 3).
//
// Each chain is cut into halves, which makes m sequences of n draws, so that a
// chain that drifts disagrees with itself. With W the mean of the sequences'
// variances, B/n the variance of their means and V = (n-1)/n W + B/n,
//
//	R-hat = sqrt(V / W)
//	rho_t = 1 - (W - mean of the autocovariances at lag t) / V
//	ESS   = m n / (1 + 2 sum_t rho_t),
//
// the sum as Geyer's initial monotone sequence of pairs rho_2k + rho_2k+1
// (Geyer, Practical Markov chain Monte Carlo, 1992), and the ESS at most
// m n log10(m n), as in Vehtari et al. The standard error of a mean is
// sqrt(V / ESS); that of a variance is the same of the squared deviations.
//
// R-hat is not rank-normalised, which is meant for quantities without a variance.
// The quantities here have one, because their prior, or that of their logarithm, is
// Gaussian and the likelihood is bounded. The limits of Vehtari et al. are for
// rank-normalised R-hat and effective sample sizes.
package mcmc

import (
	"math"
	"slices"
)

// The limits of Vehtari et al. (2021, section 4): chains agree if R-hat is
// below RHatLimit and both effective sample sizes are at least ESSLimit.
const (
	RHatLimit = 1.01
	ESSLimit  = 400
)

// Summary summarises the draws of a quantity.
type Summary struct {
	Mean, Variance float64
	RHat           float64 // of the draws or their squared deviations, whichever is larger
	ESS            float64 // for the mean
	ESSVariance    float64 // for the variance
	MCSEMean       float64 // Monte Carlo standard error of Mean
	MCSEVariance   float64 // Monte Carlo standard error of Variance
}

// Converged says whether the chains agree and are long enough.
func (s Summary) Converged() bool {
	return s.RHat < RHatLimit && min(s.ESS, s.ESSVariance) >= ESSLimit
}

// MinDraws is the least number of draws a chain must have for a summary.
const MinDraws = 4

// Summarise returns the summary of the draws of one quantity, a row a chain.
// Chains have equal length, at least MinDraws; with an odd number of draws the
// middle one is used only for Mean and Variance. A quantity that never changes
// has an R-hat of +Inf, because its chains cannot be told from stuck ones.
//
// Cost O(chains n) times the lag at which the autocorrelation has died away.
func Summarise(chains [][]float64) Summary {
	n := len(chains[0])
	if n < MinDraws {
		panic("mcmc: Summarise: a chain needs at least four draws")
	}
	var s Summary
	total := float64(len(chains) * n)
	for _, c := range chains {
		if len(c) != n {
			panic("mcmc: Summarise: chains of different lengths")
		}
		for _, v := range c {
			s.Mean += v / total
		}
	}
	squares := make([][]float64, len(chains))
	for i, c := range chains {
		squares[i] = make([]float64, n)
		for j, v := range c {
			squares[i][j] = (v - s.Mean) * (v - s.Mean)
			s.Variance += squares[i][j] / total
		}
	}
	var rhatMean, rhatSquares float64
	rhatMean, s.ESS, s.MCSEMean = mixing(split(chains))
	rhatSquares, s.ESSVariance, s.MCSEVariance = mixing(split(squares))
	s.RHat = max(rhatMean, rhatSquares)
	return s
}

// ByChain cuts the values of a quantity at all draws, chain by chain, into the given number of
// chains of equal length, in the same memory.
func ByChain(values []float64, chains int) [][]float64 {
	n := len(values) / chains
	out := make([][]float64, chains)
	for c := range out {
		out[c] = values[c*n : (c+1)*n]
	}
	return out
}

// split cuts every chain into halves of the same length.
func split(chains [][]float64) [][]float64 {
	out := make([][]float64, 0, 2*len(chains))
	for _, c := range chains {
		half := len(c) / 2
		out = append(out, c[:half], c[len(c)-half:])
	}
	return out
}

// mixing returns R-hat, effective sample size and standard error of the mean.
func mixing(sequences [][]float64) (rhat, ess, mcse float64) {
	m, n := float64(len(sequences)), float64(len(sequences[0]))
	centred := make([][]float64, len(sequences))
	means := make([]float64, len(sequences))
	var grand float64
	for i, c := range sequences {
		for _, v := range c {
			means[i] += v / n
		}
		grand += means[i] / m
		centred[i] = make([]float64, len(c))
		for j, v := range c {
			centred[i][j] = v - means[i]
		}
	}
	within := autocovariance(centred, 0) * n / (n - 1)
	if within == 0 || math.IsNaN(within) || math.IsInf(within, 0) || !slices.ContainsFunc(sequences, Changes) {
		return math.Inf(1), 0, math.Inf(1)
	}
	var between float64 // B / n
	for _, v := range means {
		between += (v - grand) * (v - grand) / (m - 1)
	}
	total := within*(n-1)/n + between
	ess = m * n / correlationTime(centred, within, total)
	ess = min(ess, m*n*math.Log10(m*n))
	return math.Sqrt(total / within), ess, math.Sqrt(total / ess)
}

// Changes says whether a sequence has two different values. Its variance cannot tell:
// rounding makes it positive if all values are 0.1.
func Changes(sequence []float64) bool {
	return slices.ContainsFunc(sequence, func(v float64) bool { return v != sequence[0] })
}

// correlationTime returns 1 + 2 sum_t rho_t.
func correlationTime(centred [][]float64, within, total float64) float64 {
	rho := func(lag int) float64 { return 1 - (within-autocovariance(centred, lag))/total }
	n := len(centred[0])
	pair := 1 + rho(1)
	tau := -1.0
	for k := 0; pair > 0; k++ {
		tau += 2 * pair
		if 2*k+3 >= n {
			break
		}
		pair = min(pair, rho(2*k+2)+rho(2*k+3))
	}
	return max(tau, 1/float64(len(centred)*n))
}

// autocovariance returns the mean over sequences, whose means are 0, of
// 1/n sum_i x_i x_i+lag.
func autocovariance(centred [][]float64, lag int) float64 {
	var sum float64
	for _, c := range centred {
		var s float64
		for i, v := range c[lag:] {
			s += v * c[i]
		}
		sum += s / float64(len(c))
	}
	return sum / float64(len(centred))
}
