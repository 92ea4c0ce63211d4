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

	curvature []float64 // W
	third     []float64 // of log p(y | f), then space
	slope     []float64 // d/df of -1/2 log|I + K W|, then b = (I + W K)^-1 times that
	work      []float64
}

// newBinary returns the posterior of rows of classes y, of which 1 is +1.
func newBinary(link likelihood.Link, y []int, k covariance, prior *sparse.Prior) *binary {
	b := &binary{covariance: k, link: link, y: method.Signs(y), prior: prior}
	for _, v := range []*[]float64{&b.curvature, &b.third, &b.slope, &b.work} {
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

// settle keeps the third derivatives.
func (b *binary) settle(_, f []float64) error {
	for i, y := range b.y {
		b.third[i] = b.link.ThirdDerivative(y, f[i])
	}
	return nil
}

func (b *binary) evidence() float64 { return -0.5 * b.logDet() }

// gradient is (9) carried to the kernel.
func (b *binary) gradient(to sparse.Gradient, _ *nested.Group, a []float64) {
	b.taken(b.slope)
	for i, w := range b.curvature {
		if w == 0 {
			b.slope[i] = 0
			continue
		}
		b.slope[i] *= 0.5 * b.third[i] / w
	}
	b.times(b.work, b.slope)
	b.solve(b.third, b.work)
	for i, v := range b.third {
		b.slope[i] -= v
	}
	b.covariance.gradient(to, a, b.slope)
}

func (b *binary) predictor(a []float64) (method.Predictor, error) {
	mean, factor, err := b.whitened(a)
	if err != nil {
		return nil, err
	}
	return sparse.NewClassifier(b.prior, mean, factor, b.link)
}
