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

	rows    int        // of a block
	utility marginals  // of a block, rows x K
	dSquare *mat.Dense // K x P
}

// newUtilities returns space for K labels and P functions.
func newUtilities(expect *likelihood.Softplus, labels, latents, batch int) *utilities {
	rows := min(max(labelBlock/labels, 8), batch)
	return &utilities{
		expect: expect, rows: rows, square: mat.NewDense(labels, latents, nil), dSquare: mat.NewDense(labels, latents, nil),
		utility: newMarginals(rows, labels),
	}
}

// value returns scale times the sum and adds its derivatives by Phi and b to slope. It sets those
// by the marginals of the latent functions, b x P.
func (u *utilities) value(slope *parameters, latent marginals, at *parameters, rows *batch, scale float64) float64 {
	u.square.MulElem(at.phi, at.phi)
	u.dSquare.Zero()
	n, latents := latent.mean.Dims()
	sum := 0.0
	for from := 0; from < n; from += u.rows {
		to := min(from+u.rows, n)
		sum += u.block(slope, latent.slice(from, to, latents), at, rows.labels, from, scale)
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
func (u *utilities) block(slope *parameters, latent marginals, at *parameters, labels *data.LabelSets, from int, scale float64) float64 {
	n, _ := latent.mean.Dims()
	k := len(at.b)
	of := u.utility.slice(0, n, k)
	linalg.Mul(of.mean, false, true, 1, latent.mean, at.phi, 0)
	linalg.Mul(of.variance, false, true, 1, latent.variance, u.square, 0)
	for i := range n {
		row := of.mean.RawRowView(i)
		for l, b := range at.b {
			row[l] += b
		}
	}
	size := n * k
	sum := -u.expect.Expect(of.dMean.RawMatrix().Data[:size], of.dVariance.RawMatrix().Data[:size], of.mean.RawMatrix().Data[:size], of.variance.RawMatrix().Data[:size])
	for i := range n {
		means, byMean, byVariance := of.mean.RawRowView(i), of.dMean.RawRowView(i), of.dVariance.RawRowView(i)
		for l := range byMean {
			byMean[l] *= -scale
			byVariance[l] *= -scale
		}
		for _, l := range labels.Row(from + i) {
			sum += means[l]
			byMean[l] += scale
		}
		for l, v := range byMean {
			slope.b[l] += v
		}
	}
	linalg.Mul(latent.dMean, false, false, 1, of.dMean, at.phi, 0)
	linalg.Mul(latent.dVariance, false, false, 1, of.dVariance, u.square, 0)
	linalg.Mul(slope.phi, true, false, 1, of.dMean, latent.mean, 1)
	linalg.Mul(u.dSquare, true, false, 1, of.dVariance, latent.variance, 1)
	return sum
}
