package laplace

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/likelihood"
	"gpcbench/gp/saved"
	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/methods/method"
)

// Model is a fitted model of several classes, whose latent functions depend on each other under the
// posterior. It is safe for concurrent use.
type Model struct {
	*sparse.Model              // with the part of a function's variance without the others
	joint         []*mat.Dense // G_c of each function, M x J: cov(v_c, v_k) has G_c G_k' besides
	atMode        bool         // predictions are the softmax at the means
}

// newModel returns the model of its arguments, which predicts by the softmax at the means or by its
// expectation; it keeps joint.
func newModel(priors []*sparse.Prior, mean [][]float64, factor, joint []*mat.Dense, by method.ByClocks, atMode bool) (*Model, error) {
	softmax, err := predicting(len(priors), by, atMode)
	if err != nil {
		return nil, err
	}
	m, err := sparse.NewModel(priors, mean, factor, softmax)
	if err != nil {
		return nil, err
	}
	return &Model{m, joint, atMode}, nil
}

// predicting returns the softmax that predicts at the means, or by its expectation.
func predicting(classes int, by method.ByClocks, atMode bool) (likelihood.Softmax, error) {
	if atMode {
		return likelihood.NewSoftmax(likelihood.NameSoftmax, classes, likelihood.Prediction{Name: "plug-in"})
	}
	return by.Softmax(classes)
}

// block is the number of rows that are predicted at a time.
const block = 512

// common calls do with rows [from, to) of x and a'G_c of each of them and class c, which is the part
// of latent values that classes have in common: their inner products are covariances.
func (m *Model) common(x *mat.Dense, do func(from, to int, common []*mat.Dense)) {
	n, d := x.Dims()
	for from := 0; from < n; from += block {
		to := min(from+block, n)
		out := make([]*mat.Dense, len(m.joint))
		var last *sparse.Prior
		var pr *sparse.Projection
		for c, g := range m.joint {
			prior, _, _ := m.Function(c)
			if prior != last {
				pr, last = sparse.NewProjection(to-from, prior.M(), d), prior
				pr.X.Copy(x.Slice(from, to, 0, d))
				prior.Project(pr)
			}
			_, j := g.Dims()
			out[c] = mat.NewDense(to-from, j, nil)
			linalg.Mul(out[c], false, false, 1, pr.A, g, 0)
		}
		do(from, to, out)
	}
}

// Latents writes the posterior means and variances of the C functions at the n rows of x to mean and
// variance, n x C.
func (m *Model) Latents(mean, variance, x *mat.Dense) {
	m.Model.Latents(mean, variance, x)
	m.common(x, func(from, to int, common []*mat.Dense) {
		for c, g := range common {
			for i := from; i < to; i++ {
				row := g.RawRowView(i - from)
				variance.Set(i, c, variance.At(i, c)+linalg.Dot(row, row))
			}
		}
	})
}

// Covariances calls do with each row of x and the covariance, C x C, of the functions there, which is
// good until the next.
func (m *Model) Covariances(x *mat.Dense, do func(row int, covariance *mat.Dense)) {
	m.jointly(x, func(row int, _ []float64, j *contrasts) { do(row, j.cov) })
}

// Predict writes E[softmax(f)] of the rows of x to dst, n x C, under the joint Gaussian of the latent
// values, or the softmax at their means: see contrasts, and (18) of the package documentation.
func (m *Model) Predict(dst, x *mat.Dense) {
	if m.atMode {
		m.Model.Predict(dst, x)
		return
	}
	m.jointly(x, func(row int, mean []float64, j *contrasts) {
		j.predict(dst.RawRowView(row), mean, m.Likelihood())
	})
}

// jointly calls do with each row of x, the means of the functions there, and contrasts that have their
// covariance.
func (m *Model) jointly(x *mat.Dense, do func(row int, mean []float64, j *contrasts)) {
	n, _ := x.Dims()
	c := m.Functions()
	mean, variance := mat.NewDense(n, c, nil), mat.NewDense(n, c, nil)
	m.Model.Latents(mean, variance, x)
	j := newContrasts(c)
	m.common(x, func(from, to int, common []*mat.Dense) {
		for i := from; i < to; i++ {
			j.covariance(variance.RawRowView(i), common, i-from)
			do(i, mean.RawRowView(i), j)
		}
	})
}

// Deviations returns nil: they are not computed for a posterior with dependent functions.
func (m *Model) Deviations() func(dst, x *mat.Dense) { return nil }

// LoadAny returns the model of two classes or of several that was marshalled.
func LoadAny(raw []byte) (method.Predictor, error) {
	if m, err := Load(raw); err == nil {
		return m, nil
	}
	return sparse.LoadClassifier(raw)
}

// savedModel is a Model as it is marshalled.
type savedModel struct {
	Model  []byte
	J      []int
	Joint  [][]float64
	AtMode bool
}

// MarshalBinary returns the model for Load.
func (m *Model) MarshalBinary() ([]byte, error) {
	raw, err := m.Model.MarshalBinary()
	if err != nil {
		return nil, err
	}
	s := savedModel{Model: raw, AtMode: m.atMode}
	for _, g := range m.joint {
		_, j := g.Dims()
		s.J, s.Joint = append(s.J, j), append(s.Joint, g.RawMatrix().Data)
	}
	return saved.Encode(s)
}

// Load returns the model that MarshalBinary wrote.
func Load(raw []byte) (*Model, error) {
	var s savedModel
	if err := saved.Decode(raw, &s); err != nil {
		return nil, err
	}
	of, err := sparse.LoadModel(s.Model)
	if err != nil {
		return nil, err
	}
	m := &Model{Model: of, atMode: s.AtMode}
	if len(s.Joint) != of.Functions() || len(s.J) != of.Functions() {
		return nil, saved.ErrMisfit
	}
	for c, values := range s.Joint {
		prior, _, _ := of.Function(c)
		joint, err := saved.Matrix(values, prior.M(), s.J[c])
		if err != nil || s.J[c] != s.J[0] {
			return nil, saved.ErrMisfit
		}
		m.joint = append(m.joint, joint)
	}
	return m, nil
}
