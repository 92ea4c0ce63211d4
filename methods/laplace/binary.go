package laplace

import (
	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/nested"
)

// binary is the posterior of two classes.
type binary struct {
	covariance
	link  likelihood.Link
	y     []float64 // +-1
	prior *sparse.Prior
	// choose makes predictions at the mode if left-out rows favour it.
	choose bool
	f      []float64 // the mode

	curvature []float64 // W
	third     []float64 // of log p(y | f), then space
	slope     []float64 // d/df of -1/2 log|I + K W|, then b = (I + W K)^-1 times that
}

// newBinary returns the posterior of rows of classes y, of which 1 is +1.
func newBinary(link likelihood.Link, y []int, k covariance, prior *sparse.Prior, choose bool) *binary {
	b := &binary{covariance: k, link: link, y: method.Signs(y), prior: prior, choose: choose}
	for _, v := range []*[]float64{&b.f, &b.curvature, &b.third, &b.slope} {
		*v = make([]float64, len(y))
	}
	return b
}

func (b *binary) logLikelihood(gradient, f []float64) (sum float64) {
	for i, y := range b.y {
		value, first, _ := b.link.LogProb(y, f[i])
		gradient[i] = first
		sum += value
	}
	return sum
}

func (b *binary) factorise(f []float64) error {
	for i, y := range b.y {
		_, _, second := b.link.LogProb(y, f[i])
		b.curvature[i] = max(0, -second)
	}
	return b.covariance.factorise(b.curvature)
}

// finish keeps the mode and the third derivatives.
func (b *binary) finish(_, f []float64) error {
	copy(b.f, f)
	for i, y := range b.y {
		b.third[i] = b.link.ThirdDerivative(y, f[i])
	}
	return nil
}

func (b *binary) evidence() float64 { return -0.5 * b.logDet() }

// gradient is (9) carried to the kernel.
func (b *binary) gradient(to sparse.Gradient, _ *nested.Group, a []float64) {
	b.leverages(b.slope)
	for i, w := range b.curvature {
		if w == 0 {
			b.slope[i] = 0
			continue
		}
		b.slope[i] *= 0.5 * b.third[i] / w
	}
	b.solve(b.third, b.slope)
	copy(b.slope, b.third)
	b.covariance.gradient(to, a, b.slope)
}

func (b *binary) predictor(a []float64) (method.Predictor, error) {
	mean, factor, err := b.whitened(a)
	if err != nil {
		return nil, err
	}
	return sparse.NewClassifierOf(b.prior, mean, factor, likelihood.Bernoulli{Link: b.link, AtMean: b.choose && b.betterAtMode()})
}

// betterAtMode says whether p(y | f) at the means of (17) predicts training rows better than its
// expectation does, by more than two standard errors of the difference of their logarithms.
func (b *binary) betterAtMode() bool {
	leverages := make([]float64, len(b.y))
	b.leverages(leverages)
	var differences difference
	for i, y := range b.y {
		if b.curvature[i] == 0 {
			continue // so certain that both predictions are the same
		}
		mean, variance := b.leftOut(i, leverages[i])
		at, _, _ := b.link.LogProb(y, mean)
		expected, other := b.link.LogPredict(mean, variance)
		if y < 0 {
			expected = other
		}
		differences.add(at - expected)
	}
	return differences.surelyPositive()
}

// leftOut returns (17) of row i, which itself contributes the fraction leverage
// of its precision.
func (b *binary) leftOut(i int, leverage float64) (mean, variance float64) {
	_, first, _ := b.link.LogProb(b.y[i], b.f[i])
	variance = leverage / b.curvature[i] / max(1-leverage, leastLeft)
	return b.f[i] - variance*first, variance
}
