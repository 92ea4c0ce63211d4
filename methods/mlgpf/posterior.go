package mlgpf

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
)

// leastSigma is the least element of Sigma, (2.3).
const leastSigma = 1e-6

// posterior is q(u_p) of all latent functions at one K_Z: (8), (10), (22).
type posterior struct {
	k     *mat.Dense   // K_Z
	sigma *mat.Dense   // P x M
	b     []*mat.Dense // (K_Z + Sigma_p)^-1, P times M x M
	logs  []float64    // log|K_Z + Sigma_p| - log|Sigma_p|
	ku    *mat.Dense   // K_Z U, M x P

	space *mat.Dense
}

// newPosterior returns space for P functions of M inducing inputs.
func newPosterior(m, latents int) *posterior {
	q := &posterior{
		k: mat.NewDense(m, m, nil), sigma: mat.NewDense(latents, m, nil), logs: make([]float64, latents),
		ku: mat.NewDense(m, latents, nil), space: mat.NewDense(m, m, nil),
	}
	for range latents {
		q.b = append(q.b, mat.NewDense(m, m, nil))
	}
	return q
}

// moveTo takes Sigma and mu from at, and K_Z as it stands in k.
func (q *posterior) moveTo(at *parameters) error {
	for p, b := range q.b {
		sigma := q.sigma.RawRowView(p)
		logSigma := 0.0
		for j, xi := range at.xi.RawRowView(p) {
			sigma[j] = leastSigma + math.Exp(xi)
			logSigma += math.Log(sigma[j])
		}
		addDiagonal(b, q.k, sigma)
		if err := linalg.Cholesky(q.space, b); err != nil {
			return err
		}
		linalg.Inverse(b, q.space)
		q.logs[p] = linalg.LogDet(q.space) - logSigma
	}
	linalg.Mul(q.ku, false, false, 1, q.k, at.mu, 0)
	return nil
}

// addDiagonal sets dst to k with sigma added to its diagonal.
func addDiagonal(dst, k *mat.Dense, sigma []float64) {
	dst.Copy(k)
	for j, v := range sigma {
		dst.Set(j, j, dst.At(j, j)+v)
	}
}

// variances sets s to the variances of the latent functions at rows with covariances c and
// squared norms xx, (19). space(p), of the shape of c, receives c (K_Z + Sigma_p)^-1.
func (q *posterior) variances(s *mat.Dense, kernel covariance, c *mat.Dense, xx []float64, space func(p int) *mat.Dense) {
	explained := make([]float64, len(xx))
	for p, b := range q.b {
		linalg.RowQuadratic(explained, c, b, space(p))
		for i, v := range explained {
			s.Set(i, p, max(kernel.variance(xx[i])-v, 0))
		}
	}
}

// divergence returns the sum of KL_p, (22).
func (q *posterior) divergence(at *parameters) float64 {
	sum := 0.0
	for p, b := range q.b {
		trace := float64(len(q.sigma.RawRowView(p)))
		for j, v := range q.sigma.RawRowView(p) {
			trace -= b.At(j, j) * v
		}
		sum += 0.5 * (q.logs[p] - trace)
	}
	m, _ := at.mu.Dims()
	for j := range m {
		sum += 0.5 * linalg.Dot(at.mu.RawRowView(j), q.ku.RawRowView(j))
	}
	return sum
}

// divergenceBack adds the derivatives of minus the sum of KL_p to slope, as to mu and xi,
// and, if dK is not nil, to the lower triangle of dK, as to K_Z.
func (q *posterior) divergenceBack(slope *parameters, dK *mat.Dense, at *parameters) {
	slope.mu.Sub(slope.mu, q.ku)
	if dK != nil {
		linalg.MulLower(dK, false, true, -0.5, at.mu, at.mu, 1)
	}
	half := make([]float64, q.sigma.RawMatrix().Cols)
	for p, b := range q.b {
		sigma, dXi := q.sigma.RawRowView(p), slope.xi.RawRowView(p)
		for j, v := range sigma {
			bsb := 0.0
			for i, w := range b.RawRowView(j) {
				bsb += w * w * sigma[i]
			}
			dXi[j] -= 0.5 * (2*b.At(j, j) - bsb - 1/v) * (v - leastSigma)
			half[j] = 0.5 * v
		}
		if dK != nil {
			linalg.ScaleRows(q.space, half, b)
			linalg.MulLower(dK, true, false, 1, b, q.space, 1)
			addScaled(dK, -0.5, b)
		}
	}
}

// addScaled adds a b to dst.
func addScaled(dst *mat.Dense, a float64, b *mat.Dense) {
	n, _ := dst.Dims()
	for i := range n {
		row := dst.RawRowView(i)
		for j, v := range b.RawRowView(i) {
			row[j] += a * v
		}
	}
}
