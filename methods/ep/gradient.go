package ep

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/linalg/threads"
)

// gradient writes the derivatives of log Z_q by all parameters to grad: (10), or
// (12), or with "inner-exact" those at fixed factors.
func (f *run) gradient() {
	exact := f.cfg.Gradient == innerExact
	if exact && f.sites != nil {
		f.factors.totals(f.weights, f.views, f.sites)
	} else {
		f.factors.derivatives(f.weights, f.views, f.inside, f.scale())
	}
	threads.Chunks(len(f.grad), func(from, to int) { clear(f.grad[from:to]) })
	f.addsUp(func(worker int, g *group) {
		clear(g.e)
		for _, c := range g.classes {
			for i, e := range c.w.e {
				g.e[i] += e
			}
		}
		to := sparse.Gradient{Theta: f.layout.Theta(f.grad, g.index), Z: f.layout.Z(f.grad, g.index)}
		g.pull.Sum(to, g.prior, g.pr, g.e, func(parts *sparse.Parts) {
			for _, c := range g.classes {
				switch {
				case !exact:
					v := c.view()
					parts.Marginals(v.Mean, v.Cov, c.av, c.w.g, c.w.h)
					parts.Prior(1, c.q.Mean, c.q.Cov)
				case c.cavity != nil:
					c.exactTied(parts)
				default:
					c.exact(parts, f.work[worker].rows, f.work[worker].square)
				}
			}
		})
	})
}

// addsUp calls do for all groups: side by side, unless they add to the same derivatives.
func (f *run) addsUp(do func(worker int, g *group)) {
	if n := len(f.groups); f.layout.Kernels == n && f.layout.Inputs == n {
		threads.Do(n, func(worker, i int) { do(worker, f.groups[i]) })
		return
	}
	for _, g := range f.groups {
		do(0, g)
	}
}

// exactTied adds the derivative of log Z_q for tied factors, whose product
// is fixed in u: the cavity moves, and so does n (log normaliser of the
// cavity less that of q).
func (c *class) exactTied(parts *sparse.Parts) {
	parts.MovingMarginals(c.cavity.Mean, c.cavity.Cov, c.av, c.w.g, c.w.h)
	parts.Prior(1-c.n, c.q.Mean, c.q.Cov)
	parts.Prior(c.n, c.cavity.Mean, c.cavity.Cov)
}

// exact adds the derivative of log Z_q at fixed C1 and C2, a function of A A' and
// the residual variances. With p and s of totals, m and V of q,
// G = A's and H = A' diag(p) A,
//
//	Gamma  = -(V + m m')/2 - V H V - (V G m' + m G'V)/2     (dF/dB)
//	dF/da_i = 2 Delta_ii Gamma a_i + mu~_i (m + V G) + 2 p_i V a_i + s_i m.
func (c *class) exact(parts *sparse.Parts, rows, gamma *mat.Dense) {
	m, v := c.q.Mean, c.q.Cov
	size := len(m)
	g, h := parts.Weighted(c.w.g, c.w.h)
	vg, vh := make([]float64, size), mat.NewDense(size, size, nil)
	linalg.MulVec(vg, false, 1, v, g, 0)
	linalg.Mul(vh, false, false, 1, v, h, 0)
	linalg.Mul(gamma, false, false, -1, vh, v, 0)
	for i := range size {
		to, row := gamma.RawRowView(i), v.RawRowView(i)
		for j := range to {
			to[j] -= 0.5 * (row[j] + m[i]*m[j] + vg[i]*m[j] + m[i]*vg[j])
		}
	}
	linalg.Mul(rows, false, false, 1, c.pr.A, gamma, 0)
	for i, s := range c.w.g {
		to, av := rows.RawRowView(i), c.av.RawRowView(i)
		delta, shift, p := 2*c.prec[i], c.shift[i], 2*c.w.h[i]
		for j := range to {
			to[j] = delta*to[j] + shift*(m[j]+vg[j]) + p*av[j] + s*m[j]
		}
	}
	parts.Rows(rows)
}
