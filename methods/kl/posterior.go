package kl

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/likelihood"
	"gpcbench/linalg"
	"gpcbench/methods/method"
)

// posterior is q(f) = N(K alpha, (K^-1 + diag lambda)^-1) with the bound F, worked out from
// its sites. B = I + diag(root) K diag(root), root the roots of lambda.
type posterior struct {
	link likelihood.Link
	y    []float64  // +-1
	k    *mat.Dense // K, N x N

	sites      []float64 // lambda, then nu
	lambda, nu []float64 // the two halves

	root    []float64
	chol    *mat.Dense // R, lower triangular: B = R R'
	inverse *mat.Dense // of R
	alpha   []float64
	mean, s []float64 // mean and variance of f_n
	e, g, h []float64 // E_n and its slopes by mean and variance
	value   float64   // F

	square *mat.Dense // space, N x N
	column []float64  // space
}

// newPosterior returns the prior N(0, K), which has no sites, for rows of classes y, of
// which 1 is +1. K is read at every use.
func newPosterior(link likelihood.Link, y []int, k *mat.Dense) *posterior {
	n := len(y)
	p := &posterior{link: link, k: k, y: method.Signs(y), sites: make([]float64, 2*n)}
	p.lambda, p.nu = p.sites[:n], p.sites[n:]
	for _, v := range []*[]float64{&p.root, &p.alpha, &p.mean, &p.s, &p.e, &p.g, &p.h, &p.column} {
		*v = make([]float64, n)
	}
	for _, a := range []**mat.Dense{&p.chol, &p.inverse, &p.square} {
		*a = mat.NewDense(n, n, nil)
	}
	return p
}

// refresh works out everything for the sites. The error is that B has no decomposition: its
// eigenvalues are at least 1, so that it has numbers that are not finite. Cost 2/3 N^3 flops,
// and N^2 more for each weak site.
func (p *posterior) refresh() error {
	if err := p.decompose(); err != nil {
		return err
	}
	clear(p.alpha)
	p.addMean(p.nu)
	p.variances()
	p.expect()
	return nil
}

// decompose works out R and its inverse. A lambda below 0, which a combination of sweeps may have because it is not convex,
// becomes 0. Cost 2/3 N^3 flops.
func (p *posterior) decompose() error {
	for i, l := range p.lambda {
		p.lambda[i] = max(0, l)
		p.root[i] = math.Sqrt(p.lambda[i])
	}
	if err := linalg.ScaledCholesky(p.chol, p.k, p.root); err != nil {
		return err
	}
	linalg.InverseLower(p.inverse, p.chol)
	return nil
}

// addMean adds V r to the mean, V the covariance of f: to alpha (I - diag(lambda) V) r, which
// is r - diag(root) B^-1 diag(root) K r. Cost O(N^2).
func (p *posterior) addMean(r []float64) {
	linalg.MulVec(p.mean, false, 1, p.k, r, 0)
	for i, root := range p.root {
		p.mean[i] *= root
	}
	linalg.MulVec(p.column, false, 1, p.inverse, p.mean, 0)
	linalg.MulVec(p.mean, true, 1, p.inverse, p.column, 0)
	for i, root := range p.root {
		p.alpha[i] += r[i] - root*p.mean[i]
	}
	p.setMean()
}

// setMean works out the mean K alpha.
func (p *posterior) setMean() { linalg.MulVec(p.mean, false, 1, p.k, p.alpha, 0) }

// weak is a lambda_n K_nn below which s_n = (1 - [B^-1]_nn) / lambda_n would lose more than
// four digits to cancellation.
const weak = 1e-4

// variances works out s: of weak sites as K_nn - |R^-1 diag(root) k_n|^2.
func (p *posterior) variances() {
	diagonal := p.column // of B^-1
	clear(diagonal)
	for i := range p.root {
		for j, c := range p.inverse.RawRowView(i)[:i+1] {
			diagonal[j] += c * c
		}
	}
	var rows []int // of weak sites
	for i, l := range p.lambda {
		if l*p.k.At(i, i) < weak {
			rows = append(rows, i)
			continue
		}
		p.s[i] = max(0, (1-diagonal[i])/l)
	}
	if len(rows) == 0 {
		return
	}
	half, squares := p.square.Slice(0, len(rows), 0, len(p.s)).(*mat.Dense), p.column[:len(rows)]
	for j, i := range rows {
		to := half.RawRowView(j)
		for m, k := range p.k.RawRowView(i) {
			to[m] = k * p.root[m]
		}
	}
	linalg.SolveRightT(half, p.chol)
	linalg.RowDots(squares, half, half)
	for j, i := range rows {
		p.s[i] = max(0, p.k.At(i, i)-squares[j])
	}
}

// expect works out the expectations and F at mean and variances.
func (p *posterior) expect() {
	p.link.Expectations(p.e, p.g, p.h, p.y, p.mean, p.s)
	p.value = -0.5 * (linalg.LogDet(p.chol) + linalg.Dot(p.alpha, p.mean))
	for i, e := range p.e {
		p.value += e + 0.5*p.lambda[i]*p.s[i]
	}
}

// slope writes dF/dK at fixed q(f), 1/2 (alpha alpha' - diag(root) B^-1 diag(root)), to dst.
// Cost 2/3 N^3 flops.
func (p *posterior) slope(dst *mat.Dense) {
	linalg.Inverse(dst, p.chol)
	for i, ri := range p.root {
		row, ai := dst.RawRowView(i), p.alpha[i]
		for j, rj := range p.root {
			row[j] = 0.5 * (ai*p.alpha[j] - ri*row[j]*rj)
		}
	}
}
