package sparse

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/gp/likelihood"
	"gpcbench/gp/saved"
	"gpcbench/linalg"
)

// Mixture is a fitted model of two classes with one latent function whose q(v) is a
// mixture, in equal parts, of S Gaussians with the same covariance. It averages
// predictions over draws. S = 1 is a Classifier. It is safe for concurrent use.
type Mixture struct {
	prior  *Prior
	means  *mat.Dense // S x M
	factor *mat.Dense // M x M: the covariance is factor factor'
	link   likelihood.Link
}

// NewMixture returns the model of q(v) = 1/S sum_s N(row s of means, factor factor') under a
// prior with an inverse link. It copies what it is given; factor is any square matrix.
func NewMixture(p *Prior, means, factor *mat.Dense, link likelihood.Link) (*Mixture, error) {
	_, m := means.Dims()
	if r, c := factor.Dims(); m != p.M() || r != m || c != m {
		return nil, fmt.Errorf("means of %d and a factor of %d x %d do not fit %d inducing inputs", m, r, c, p.M())
	}
	return &Mixture{prior: p.clone(), means: mat.DenseCopyOf(means), factor: mat.DenseCopyOf(factor), link: link}, nil
}

// each calls do with every row's number, the mean of f in every part of the mixture and
// the variance of f, with the kernel's noise, that they have in common.
// Cost O(M^2 + S M) a row.
func (m *Mixture) each(x *mat.Dense, do func(i int, means []float64, variance float64)) {
	parts, _ := m.means.Dims()
	m.prior.inBlocks(x, func(from, to int, pr *Projection, ac *mat.Dense) {
		means := mat.NewDense(to-from, parts, nil)
		linalg.Mul(means, false, true, 1, pr.A, m.means, 0)
		linalg.Mul(ac, false, false, 1, pr.A, m.factor, 0)
		for i := from; i < to; i++ {
			row := ac.RawRowView(i - from)
			do(i, means.RawRowView(i-from), pr.Residual[i-from]+linalg.Dot(row, row))
		}
	})
}

// Predict writes the probabilities of both classes at the n rows of x to dst, n x 2: the
// mean over the parts of the mixture.
func (m *Mixture) Predict(dst, x *mat.Dense) {
	n, _ := x.Dims()
	if r, c := dst.Dims(); r != n || c != 2 {
		panic("sparse: Predict: shape of dst")
	}
	m.each(x, func(i int, means []float64, variance float64) {
		var plus, minus float64
		for _, f := range means {
			p, q := m.link.Predict(f, variance)
			plus += p
			minus += q
		}
		dst.Set(i, 0, minus/float64(len(means)))
		dst.Set(i, 1, plus/float64(len(means)))
	})
}

// Size returns D and the number of classes, 2.
func (m *Mixture) Size() (columns, classes int) {
	_, columns = m.prior.Z.Dims()
	return columns, 2
}

// Functions returns 1.
func (m *Mixture) Functions() int { return 1 }

// Latents writes the mean and variance of f, with the kernel's noise, at the n rows of x
// to mean and variance, n x 1.
func (m *Mixture) Latents(mean, variance, x *mat.Dense) {
	m.each(x, func(i int, means []float64, within float64) {
		f, v := MixtureMoments(means, within)
		mean.Set(i, 0, f)
		variance.Set(i, 0, v)
	})
}

// MixtureMoments returns mean and variance of a mixture, in equal parts, of distributions
// that have these means and one variance.
func MixtureMoments(means []float64, within float64) (mean, variance float64) {
	s := float64(len(means))
	variance = within
	for _, f := range means {
		mean += f / s
	}
	for _, f := range means {
		variance += (f - mean) * (f - mean) / s
	}
	return mean, variance
}

// Inducing returns a copy of the inducing inputs, M x D.
func (m *Mixture) Inducing() []*mat.Dense { return []*mat.Dense{mat.DenseCopyOf(m.prior.Z)} }

// Kernels returns the covariance function.
func (m *Mixture) Kernels() []kernel.Kernel { return []kernel.Kernel{m.prior.Kernel} }

// savedMixture is a Mixture as it is marshalled.
type savedMixture struct {
	Prior         savedPrior
	Means, Factor []float64
	Link          string
}

// MarshalBinary returns the model for LoadMixture: 8 M (S + M + D) bytes and little more.
func (m *Mixture) MarshalBinary() ([]byte, error) {
	return saved.Encode(savedMixture{
		Prior: save(m.prior), Means: m.means.RawMatrix().Data, Factor: m.factor.RawMatrix().Data, Link: m.link.Name(),
	})
}

// LoadMixture returns the model that MarshalBinary wrote.
func LoadMixture(raw []byte) (*Mixture, error) {
	var s savedMixture
	if err := saved.Decode(raw, &s); err != nil {
		return nil, err
	}
	m := s.Prior.M
	if !saved.Fits(len(s.Factor), m, m) || len(s.Means) == 0 || len(s.Means)%m != 0 {
		return nil, saved.ErrMisfit
	}
	link, err := likelihood.NewLink(s.Link)
	if err != nil {
		return nil, fmt.Errorf("the model cannot be read: %w", err)
	}
	p, err := s.Prior.prior()
	if err != nil {
		return nil, err
	}
	return NewMixture(p, mat.NewDense(len(s.Means)/m, m, s.Means), mat.NewDense(m, m, s.Factor), link)
}
