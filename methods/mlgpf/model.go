package mlgpf

import (
	"cmp"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/inputs"
	"gpcbench/gp/likelihood"
	"gpcbench/gp/saved"
	"gpcbench/linalg"
	"gpcbench/linalg/engine"
)

// matrix is a matrix as it is saved.
type matrix struct {
	Rows, Cols int
	Data       []float64
}

// dense returns the matrix, nil if it has no rows.
func (s matrix) dense() *mat.Dense {
	if s.Rows == 0 {
		return nil
	}
	return mat.NewDense(s.Rows, s.Cols, s.Data)
}

// modelState is a model as it is saved.
type modelState struct {
	Kernel                       string
	Params                       []float64 // of the kernel
	Variance, Lengthscale        float64
	Centre                       []float64 // nil: rows stay as they are
	Basis, Inducing, Mu, Xi, Phi matrix
	B                            []float64
	Point                        bool
	Nodes                        int
	Notes                        map[string]float64
}

// Model is a fitted factor model. It is safe for concurrent use.
type Model struct {
	state  modelState
	space  space
	kernel covariance
	at     *parameters
	q      *posterior
	zz     []float64
}

// newModel makes the model of a state, of which it keeps copies.
func newModel(s modelState) (*Model, error) {
	for _, a := range []*[]float64{&s.Inducing.Data, &s.Mu.Data, &s.Xi.Data, &s.Phi.Data, &s.B, &s.Params, &s.Centre} {
		*a = slices.Clone(*a)
	}
	at := &parameters{mu: s.Mu.dense(), xi: s.Xi.dense(), phi: s.Phi.dense(), b: s.B, kernel: s.Params, inducing: s.Inducing.dense()}
	m, latents := at.mu.Dims()
	model := &Model{
		state: s, space: space{s.Basis.dense()}, kernel: newCovariance(s.Kernel, s.Variance, s.Lengthscale).with(s.Params),
		at: at, q: newPosterior(m, latents), zz: make([]float64, m),
	}
	gramOf(model.q.k, model.zz, model.kernel, at.inducing)
	return model, model.q.moveTo(at)
}

// Predict writes the probability of every label of the rows of x, n x K.
func (m *Model) Predict(dst, x *mat.Dense) { m.PredictRows(dst, inputs.Dense{Dense: x}) }

// predictBlock is the number of rows that are predicted together.
const predictBlock = 64

// PredictRows is Predict for rows that may be sparse.
func (m *Model) PredictRows(dst *mat.Dense, x inputs.Rows) {
	var rows batch
	rows.whole = lessCentre(x, m.state.Centre)
	m.space.enter(&rows)
	mean, variance := m.latents(&rows)
	n, latents := mean.Dims()
	_, k := dst.Dims()
	square := mat.NewDense(k, latents, nil)
	square.MulElem(m.at.phi, m.at.phi)
	f, v := mat.NewDense(predictBlock, k, nil), mat.NewDense(predictBlock, k, nil)
	expect := likelihood.NewSoftplus(m.state.Nodes)
	slopes := make([]float64, k)
	for from := 0; from < n; from += predictBlock {
		to := min(from+predictBlock, n)
		part := func(a *mat.Dense, from, to int) *mat.Dense {
			_, c := a.Dims()
			return a.Slice(from, to, 0, c).(*mat.Dense)
		}
		means, variances := part(f, 0, to-from), part(v, 0, to-from)
		linalg.Mul(means, false, true, 1, part(mean, from, to), m.at.phi, 0)
		if !m.state.Point {
			linalg.Mul(variances, false, true, 1, part(variance, from, to), square, 0)
		}
		for i := range to - from {
			row := means.RawRowView(i)
			for l, b := range m.at.b {
				row[l] += b
			}
			m.probabilities(dst.RawRowView(from+i), row, variances.RawRowView(i), slopes, expect)
		}
	}
}

// probabilities writes those of a row of utilities f to dst: at their means, or their
// expectations, which are the derivatives of E log(1 + e^f) by the means. Those by the
// variances, which nobody needs, go to slopes.
func (m *Model) probabilities(dst, f, variance, slopes []float64, expect *likelihood.Softplus) {
	if m.state.Point {
		engine.Sigmoid(dst, f)
		return
	}
	expect.Expect(dst, slopes, f, variance)
}

// latents returns means and variances of the latent functions, n x P, (18), (19).
func (m *Model) latents(rows *batch) (mean, variance *mat.Dense) {
	n, _ := rows.whole.Dims()
	size, latents := m.at.mu.Dims()
	c, scratch := mat.NewDense(n, size, nil), mat.NewDense(n, size, nil)
	rows.rows.Mul(c, m.at.inducing)
	m.kernel.covariances(c, rows.norms, m.zz)
	mean, variance = mat.NewDense(n, latents, nil), mat.NewDense(n, latents, nil)
	linalg.Mul(mean, false, false, 1, c, m.at.mu, 0)
	if m.state.Point {
		return mean, variance
	}
	m.q.variances(variance, m.kernel, c, rows.norms, func(int) *mat.Dense { return scratch })
	return mean, variance
}

// Diagnostics returns how far the inducing inputs have moved, inducing_moved = |A - A0|/|A0|
// (Z in the place of A where they are free), N/b as minibatches_per_epoch, and with a basis
// of singular vectors the largest of their residuals, basis_residual, the median of them,
// basis_residual_median, and the share of |X|^2 that is in their span, basis_share.
func (m *Model) Diagnostics() map[string]float64 { return m.state.Notes }

// MarshalBinary returns the model for Load.
func (m *Model) MarshalBinary() ([]byte, error) {
	return saved.Encode(m.state)
}

// Size returns D and the number of labels.
func (m *Model) Size() (columns, classes int) {
	if columns = m.state.Basis.Rows; columns == 0 {
		columns = m.state.Inducing.Rows
	}
	return columns, len(m.at.b)
}

// Load returns the model that MarshalBinary wrote.
func Load(raw []byte) (*Model, error) {
	var s modelState
	if err := saved.Decode(raw, &s); err != nil {
		return nil, fmt.Errorf("mlgpf: %w", err)
	}
	m, latents, labels, d := s.Mu.Rows, s.Mu.Cols, len(s.B), s.Inducing.Rows
	fits := func(a matrix, rows, cols int) bool {
		return a.Rows == rows && a.Cols == cols && saved.Fits(len(a.Data), rows, cols)
	}
	switch {
	case s.Nodes < 2 || s.Nodes > mostNodes,
		s.Kernel != "linear" && s.Kernel != "se", !(s.Variance > 0) || !(s.Lengthscale > 0),
		len(s.Params) != len(newCovariance(s.Kernel, s.Variance, s.Lengthscale).params()),
		!fits(s.Mu, m, latents), !fits(s.Xi, latents, m), !fits(s.Phi, labels, latents), !fits(s.Inducing, d, m),
		s.Basis.Rows != 0 && !fits(s.Basis, s.Basis.Rows, d),
		s.Centre != nil && len(s.Centre) != cmp.Or(s.Basis.Rows, d):
		return nil, fmt.Errorf("mlgpf: %w", saved.ErrMisfit)
	}
	if err := saved.Room(len(raw), m, m, latents+2); err != nil {
		return nil, fmt.Errorf("mlgpf: %w", err)
	}
	return newModel(s)
}
