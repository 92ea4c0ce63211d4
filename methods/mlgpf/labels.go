package mlgpf

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/likelihood"
	"gpcbench/linalg"
)

// labelBlock is about the number of utilities that are worked on together: what there is
// of each then stays in the second-level cache.
const labelBlock = 1 << 14

// utilities is the first sum of (20) over the rows of a batch and all labels, with its
// derivatives.
type utilities struct {
	expect *likelihood.Softplus
	square *mat.Dense // Phi o Phi, K x P

	rows                             int        // of a block
	mean, variance, dMean, dVariance *mat.Dense // rows x K
	dSquare                          *mat.Dense // K x P
}

// newUtilities returns space for K labels and P functions.
func newUtilities(expect *likelihood.Softplus, labels, latents, batch int) *utilities {
	rows := min(max(labelBlock/labels, 8), batch)
	block := func() *mat.Dense { return mat.NewDense(rows, labels, nil) }
	return &utilities{
		expect: expect, rows: rows, square: mat.NewDense(labels, latents, nil), dSquare: mat.NewDense(labels, latents, nil),
		mean: block(), variance: block(), dMean: block(), dVariance: block(),
	}
}

// value returns scale times the sum and adds its derivatives by Phi and b to slope. Those
// by the marginals m and s of the latent functions, b x P, go to dM and dS.
func (u *utilities) value(slope *parameters, dM, dS, m, s *mat.Dense, at *parameters, rows *batch, scale float64) float64 {
	u.square.MulElem(at.phi, at.phi)
	u.dSquare.Zero()
	n, latents := m.Dims()
	sum := 0.0
	for from := 0; from < n; from += u.rows {
		to := min(from+u.rows, n)
		part := func(a *mat.Dense) *mat.Dense { return a.Slice(from, to, 0, latents).(*mat.Dense) }
		sum += u.block(slope, part(dM), part(dS), part(m), part(s), at, rows.labels, from, scale)
	}
	k := len(at.b)
	for l := range k {
		row, phi := slope.phi.RawRowView(l), at.phi.RawRowView(l)
		for p, v := range u.dSquare.RawRowView(l) {
			row[p] += 2 * phi[p] * v
		}
	}
	return scale * sum
}

// block is value for the rows from the given one on, unscaled.
func (u *utilities) block(slope *parameters, dM, dS, m, s *mat.Dense, at *parameters, labels *data.LabelSets, from int, scale float64) float64 {
	n, _ := m.Dims()
	k := len(at.b)
	part := func(a *mat.Dense) *mat.Dense { return a.Slice(0, n, 0, k).(*mat.Dense) }
	mean, variance, e, w := part(u.mean), part(u.variance), part(u.dMean), part(u.dVariance)
	linalg.Mul(mean, false, true, 1, m, at.phi, 0)
	linalg.Mul(variance, false, true, 1, s, u.square, 0)
	for i := range n {
		row := mean.RawRowView(i)
		for l, b := range at.b {
			row[l] += b
		}
	}
	size := n * k
	sum := -u.expect.Expect(e.RawMatrix().Data[:size], w.RawMatrix().Data[:size], mean.RawMatrix().Data[:size], variance.RawMatrix().Data[:size])
	for i := range n {
		means, row, others := mean.RawRowView(i), e.RawRowView(i), w.RawRowView(i)
		for l := range row {
			row[l] *= -scale
			others[l] *= -scale
		}
		for _, l := range labels.Row(from + i) {
			sum += means[l]
			row[l] += scale
		}
		for l, v := range row {
			slope.b[l] += v
		}
	}
	linalg.Mul(dM, false, false, 1, e, at.phi, 0)
	linalg.Mul(dS, false, false, 1, w, u.square, 0)
	linalg.Mul(slope.phi, true, false, 1, e, m, 1)
	linalg.Mul(u.dSquare, true, false, 1, w, s, 1)
	return sum
}
