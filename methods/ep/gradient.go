package ep

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
)

// gradient writes the derivatives of log Z_q by all parameters to grad: (10), or
// (12), or with "inner-exact" those at fixed factors.
func (f *run) gradient() {
	exact := f.cfg.Gradient == "inner-exact"
	if exact && f.sites != nil {
		f.factors.totals(f.weights, f.views, f.sites)
	} else {
		f.factors.derivatives(f.weights, f.views, f.inside, f.scale())
	}
	clear(f.grad)
	for _, g := range f.groups {
		g.pull.Begin()
		clear(g.e)
		for _, c := range f.classes {
			if c.group != g {
				continue
			}
			switch {
			case !exact:
				v := c.view()
				g.pull.AddMarginals(g.pr, v.Mean, v.Cov, c.av, c.w.g, c.w.h)
				g.pull.AddPrior(1, c.q.Mean, c.q.Cov)
			case c.cavity != nil:
				c.exactTied()
			default:
				c.exact(f.rows, f.square)
			}
			for i, e := range c.w.e {
				g.e[i] += e
			}
		}
		g.pull.AddResiduals(g.pr, g.e)
		g.pull.End(g.prior)
		g.pull.Kernel(f.lay.Theta(f.grad, g.index), f.lay.Z(f.grad, g.index), g.prior, g.pr, g.e)
	}
}

// exactTied adds the derivative of log Z_q for tied factors, whose product
// stays put in u: the cavity moves, and n (log normaliser of the cavity less
// that of q) does.
func (c *class) exactTied() {
	pull := c.pull
	pull.AddMarginals(c.pr, c.cavity.Mean, c.cavity.Cov, c.av, c.w.g, c.w.h)
	pull.AddMotion(c.cavity.Mean, c.cavity.Cov)
	pull.AddPrior(1-c.n, c.q.Mean, c.q.Cov)
	pull.AddPrior(c.n, c.cavity.Mean, c.cavity.Cov)
}

// exact adds the derivative of log Z_q at fixed C1 and C2, a function of A A' and
// the residual variances. With p and s of totals, m and V of q,
// G = A's and H = A' diag(p) A,
//
//	Gamma  = -(V + m m')/2 - V H V - (V G m' + m G'V)/2     (dF/dB)
//	dF/da_i = 2 Delta_ii Gamma a_i + mu~_i (m + V G) + 2 p_i V a_i + s_i m.
func (c *class) exact(rows, gamma *mat.Dense) {
	m, v, pull := c.q.Mean, c.q.Cov, c.pull
	size := len(m)
	pull.Means(c.pr, c.w.g)
	pull.Variances(c.pr, c.w.h)
	vg, vh := make([]float64, size), mat.NewDense(size, size, nil)
	linalg.MulVec(vg, false, 1, v, pull.G, 0)
	linalg.Mul(vh, false, false, 1, v, pull.H, 0)
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
	pull.AddRows(c.pr, rows)
}
