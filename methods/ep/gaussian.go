package ep

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/linalg"
)

// natural are the natural parameters of a product of sites in whitened
// coordinates: exp(-v'W v / 2 + v'r).
type natural struct {
	Prec  *mat.Dense // W, M x M; the lower triangle counts
	Shift []float64  // r
}

func newNatural(m int) *natural {
	return &natural{Prec: mat.NewDense(m, m, nil), Shift: make([]float64, m)}
}

func (n *natural) copyFrom(t *natural) {
	n.Prec.Copy(t.Prec)
	copy(n.Shift, t.Shift)
}

// combine sets n to a + share b.
func (n *natural) combine(a *natural, share float64, b *natural) {
	for i := range n.Shift {
		to, from, more := n.Prec.RawRowView(i)[:i+1], a.Prec.RawRowView(i)[:i+1], b.Prec.RawRowView(i)[:i+1]
		for j, v := range from {
			to[j] = v + share*more[j]
		}
		n.Shift[i] = a.Shift[i] + share*b.Shift[i]
	}
}

// add sets n to beta n plus the sites of the rows of a with precisions and
// shifts, (25) to (27). scratch is of a's shape. Cost O(b M^2).
func (n *natural) add(a *mat.Dense, prec, shift []float64, beta float64, scratch *mat.Dense) {
	linalg.WeightedGram(n.Prec, 1, a, prec, beta, scratch)
	linalg.MulVec(n.Shift, true, 1, a, shift, beta)
}

// move goes from coordinates v = L^-1 u to those of another factor of Kuu, of
// which t = L^-1 L_new, at fixed u: W becomes t'W t and r becomes t'r.
func (n *natural) move(t, scratch *mat.Dense) {
	linalg.MirrorLower(n.Prec)
	linalg.MulFactor(scratch, n.Prec, t)
	linalg.MulLower(n.Prec, true, false, 1, t, scratch, 0)
	linalg.MirrorLower(n.Prec)
	linalg.MulVec(scratch.RawRowView(0), true, 1, t, n.Shift, 0)
	copy(n.Shift, scratch.RawRowView(0))
}

// gaussian is the product of the prior N(0, I) of v and a power of a product
// of sites: q, or the cavity of tied factors.
type gaussian struct {
	chol    *mat.Dense // of its precision B = I + power W
	cov     *mat.Dense // B^-1, after covariance
	mean    []float64  // B^-1 power r
	logNorm float64    // log normaliser less the prior's: -log|B|/2 + m'B m/2
}

func newGaussian(m int) *gaussian {
	return &gaussian{chol: mat.NewDense(m, m, nil), cov: mat.NewDense(m, m, nil), mean: make([]float64, m)}
}

// set works out all but cov. scratch is M x M. The error is that B is not
// positive definite. Cost O(M^3).
func (g *gaussian) set(n *natural, power float64, scratch *mat.Dense) error {
	for i := range g.mean {
		to := scratch.RawRowView(i)[:i+1]
		for j, w := range n.Prec.RawRowView(i)[:i+1] {
			to[j] = power * w
		}
		to[i]++
		g.mean[i] = power * n.Shift[i]
	}
	if err := linalg.Cholesky(g.chol, scratch); err != nil {
		return err
	}
	linalg.SolveVec(g.chol, g.mean)
	g.logNorm = 0.5 * (linalg.Dot(g.mean, g.mean) - linalg.LogDet(g.chol))
	linalg.SolveVecT(g.chol, g.mean)
	return nil
}

// covariance fills cov. Cost O(M^3).
func (g *gaussian) covariance() { linalg.Inverse(g.cov, g.chol) }

// marginals writes mean and variance of a_i'v for the rows of the projection to
// q, with scratch b x M. Cost O(b M^2).
func (g *gaussian) marginals(q marginals, pr *sparse.Projection, scratch *mat.Dense) {
	linalg.MulVec(q.mean, false, 1, pr.A, g.mean, 0)
	scratch.Copy(pr.A)
	linalg.SolveRightT(scratch, g.chol)
	linalg.RowDots(q.variance, scratch, scratch)
}

// factor returns the lower triangular C with C C' = B^-1, B = I + W.
func (n *natural) factor() (*mat.Dense, error) {
	c := mat.DenseCopyOf(n.Prec)
	for i := range n.Shift {
		c.Set(i, i, c.At(i, i)+1)
	}
	if err := linalg.InverseFactor(c, c); err != nil {
		return nil, err
	}
	return c, nil
}

// clear makes n that of no sites.
func (n *natural) clear() {
	n.Prec.Zero()
	clear(n.Shift)
}
