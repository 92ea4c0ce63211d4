package dirichlet

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/likelihood"
	"gpcbench/gp/saved"
	"gpcbench/gp/sparse"
)

// Model is a fitted model: a latent function a class, with a constant prior mean, behind a softmax.
// It is safe for concurrent use.
type Model struct {
	*sparse.Model // of the functions less their prior means
	offset        []float64
}

// model returns that of these q(v_c), which it copies.
func (r *regression) model(mean [][]float64, factor []*mat.Dense) (*Model, error) {
	softmax, err := r.predict.Softmax(len(r.priors))
	if err != nil {
		return nil, err
	}
	m, err := sparse.NewModel(r.priors, mean, factor, softmax)
	if err != nil {
		return nil, err
	}
	return &Model{m, append([]float64(nil), r.offset...)}, nil
}

// Latents writes the posterior means, with the prior means, and variances of the C functions at the
// n rows of x to mean and variance, n x C.
func (m *Model) Latents(mean, variance, x *mat.Dense) {
	m.Model.Latents(mean, variance, x)
	n, _ := mean.Dims()
	for i := range n {
		row := mean.RawRowView(i)
		for c, o := range m.offset {
			row[c] += o
		}
	}
}

// Predict writes (6) of the rows of x to dst, n x C.
func (m *Model) Predict(dst, x *mat.Dense) {
	mean, variance := m.latents(x)
	m.Likelihood().Predict(dst, mean, variance)
}

// Deviations returns a function that writes the posterior standard deviations of the class
// probabilities: see sparse.Model.
func (m *Model) Deviations() func(dst, x *mat.Dense) {
	l := m.Likelihood().(likelihood.Deviating)
	return func(dst, x *mat.Dense) {
		mean, variance := m.latents(x)
		l.Deviations(dst, mean, variance)
	}
}

// latents returns what Latents writes.
func (m *Model) latents(x *mat.Dense) (mean, variance *mat.Dense) {
	n, _ := x.Dims()
	mean, variance = mat.NewDense(n, len(m.offset), nil), mat.NewDense(n, len(m.offset), nil)
	m.Latents(mean, variance, x)
	return mean, variance
}

// savedModel is a Model as it is marshalled.
type savedModel struct {
	Model  []byte
	Offset []float64
}

// MarshalBinary returns the model for Load.
func (m *Model) MarshalBinary() ([]byte, error) {
	raw, err := m.Model.MarshalBinary()
	if err != nil {
		return nil, err
	}
	return saved.Encode(savedModel{raw, m.offset})
}

// Load returns the model that MarshalBinary wrote.
func Load(raw []byte) (*Model, error) {
	var s savedModel
	if err := saved.Decode(raw, &s); err != nil {
		return nil, err
	}
	m, err := sparse.LoadModel(s.Model)
	if err != nil {
		return nil, err
	}
	if len(s.Offset) != m.Functions() {
		return nil, saved.ErrMisfit
	}
	return &Model{m, s.Offset}, nil
}
