package exact

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/likelihood"
	"gpcbench/linalg"
)

// coupling ties the latent functions of a coupled frame together,
//
//	I + L'W L = B (I - V V') B',  B_c B_c' = I + L'D_c L,  V_c = B_c^-1 L'U_c,  I - V'V = R R',
//
// where L stands for one copy for each function: see the package.
type coupling struct {
	v []*mat.Dense // a function each, N x N
	r *mat.Dense   // R, lower triangular
	s *mat.Dense   // I + R
}

func newCoupling(n, functions int) *coupling {
	c := &coupling{r: mat.NewDense(n, n, nil), s: mat.NewDense(n, n, nil)}
	for range functions {
		c.v = append(c.v, mat.NewDense(n, n, nil))
	}
	return c
}

// couple makes the posterior use coupled frames. The error is that of a likelihood that does not
// tie its functions together as a softmax does.
func (p *posterior) couple() error {
	ties, ok := p.guide.(likelihood.Tied)
	if !ok {
		return fmt.Errorf("exact: coupled_frame needs a likelihood of several latent functions; set coupled_frame = false")
	}
	p.coupled, p.ties = true, ties
	p.d = mat.NewDense(len(p.y), p.likelihood.Functions(), nil)
	p.u = mat.NewDense(len(p.y), p.likelihood.Functions(), nil)
	return nil
}

// weigh makes W_i = diag(D_i) - U_i U_i' the curvature of row i, of what pulls at its functions (likelihood.Tied) and the
// diagonal w.
func (p *posterior) weigh() {
	for i, y := range p.y {
		d, u, w := p.d.RawRowView(i), p.u.RawRowView(i), p.w.RawRowView(i)
		p.ties.Pull(u, y, p.g.RawRowView(i), p.f.RawRowView(i), p.smoothing.RawRowView(i))
		if total := p.ties.Total(); total > 0 {
			weighShifted(d, u, w, total)
		} else {
			weighTied(d, u, w)
		}
	}
}

// weighShifted makes d and u those of W = s (b diag(u) - u u'), whose rows sum to 0 where u sums to b: s, at most 1, gives
// W the trace that w says.
func weighShifted(d, u, w []float64, b float64) {
	diagonal, whole := 0.0, 0.0
	for c, q := range u {
		diagonal += w[c]
		whole += q * (b - q)
	}
	s := 0.0
	if whole > 0 {
		s = min(1, diagonal/whole)
	}
	for c, q := range u {
		d[c], u[c] = s*(b*q), math.Sqrt(s)*q
	}
}

// weighTied makes d and u those of W = diag(w + t u^2) - t u u', which has the diagonal w: t is 1, or as near to it as W
// has no negative eigenvalue, sum_c t u_c^2/(w_c + t u_c^2) <= 1.
func weighTied(d, u, w []float64) {
	share := func(t float64) (sum float64) {
		for c, q := range u {
			if q > 0 {
				sum += t * q * q / (w[c] + t*q*q)
			}
		}
		return sum
	}
	t := 1.0
	if share(t) > 1 {
		low, high := 0.0, 1.0
		for range 30 {
			if t = (low + high) / 2; share(t) > 1 {
				high = t
			} else {
				low = t
			}
		}
		t = low
	}
	for c, q := range u {
		d[c], u[c] = w[c]+t*q*q, math.Sqrt(t)*q
	}
}

// tie works out the coupling of the frame, at a share of W, from the factors B in t, and adds log|R| to logDet. The error is
// that of a matrix that rounding has made indefinite. Cost 2 F N^3 + N^3/3 flops.
func (p *posterior) tie(fr *frame, share float64) error {
	c, beta := fr.coupling, 0.0
	for k, v := range c.v {
		mat.Col(p.row, k, p.u)
		floats.Scale(math.Sqrt(share), p.row)
		v.Copy(fr.l.T())
		for i := range p.y {
			floats.Mul(v.RawRowView(i), p.row)
		}
		linalg.SolveLeft(fr.t[k], v)
		linalg.MulLower(c.r, true, false, -1, v, v, beta)
		beta = 1
	}
	for i := range p.y {
		c.r.Set(i, i, 1+c.r.At(i, i))
	}
	if err := linalg.Cholesky(c.r, c.r); err != nil {
		return err
	}
	c.s.Copy(c.r)
	for i := range p.y {
		c.s.Set(i, i, 1+c.s.At(i, i))
	}
	fr.logDet += linalg.LogDet(c.r) / 2
	return nil
}

// spread makes x, a vector a function, S x = x + V R^-T (I + R)^-1 V'x: S S' = (I - V V')^-1.
func (c *coupling) spread(x [][]float64, work []float64) {
	c.project(x, work)
	linalg.SolveVec(c.s, work)
	linalg.SolveVecT(c.r, work)
	c.add(x, work)
}

// spreadT makes x S'x = x + V (I + R')^-1 R^-1 V'x.
func (c *coupling) spreadT(x [][]float64, work []float64) {
	c.project(x, work)
	linalg.SolveVec(c.r, work)
	linalg.SolveVecT(c.s, work)
	c.add(x, work)
}

// gather makes x S^-1 x = x - V (I + R')^-1 V'x.
func (c *coupling) gather(x [][]float64, work []float64) {
	c.project(x, work)
	linalg.SolveVecT(c.s, work)
	floats.Scale(-1, work)
	c.add(x, work)
}

// project writes V'x.
func (c *coupling) project(x [][]float64, to []float64) {
	clear(to)
	for k, v := range c.v {
		linalg.MulVec(to, true, 1, v, x[k], 1)
	}
}

// add adds V y to x.
func (c *coupling) add(x [][]float64, y []float64) {
	for k, v := range c.v {
		linalg.MulVec(x[k], false, 1, v, y, 1)
	}
}

// coupledStep is newtonStep with all of W: T^-T T^-1 r, r_c = L'g_c - v_c.
func (p *posterior) coupledStep(fr *frame) (decrement float64, err error) {
	if err := p.decompose(fr, 1); err != nil {
		return 0, err
	}
	for c, m := range fr.mean {
		mat.Col(p.row, c, p.g)
		copy(p.step[c], m)
		linalg.MulVec(p.step[c], true, 1, fr.l, p.row, -1)
	}
	fr.whiten(p.step, p.row)
	for _, s := range p.step {
		decrement += linalg.Dot(s, s)
	}
	fr.colour(p.step, p.row)
	return decrement, nil
}

// variances writes the diagonal of the covariance of f_c under the frame's Gaussian, L_c T^-T T^-1 L_c': with
// P = B_c^-1 L' it is that of P'P + (R^-1 V_c'P)'(R^-1 V_c'P). Cost 4 N^3 flops.
func (p *posterior) variances(to []float64, fr *frame, c int) {
	p.scaled.Copy(fr.l.T())
	linalg.SolveLeft(fr.t[c], p.scaled)
	clear(to)
	add := func(of *mat.Dense) {
		for j := range to {
			for i, s := range of.RawRowView(j) {
				to[i] += s * s
			}
		}
	}
	add(p.scaled)
	if fr.tied {
		linalg.Mul(p.b, true, false, 1, fr.coupling.v[c], p.scaled, 0)
		linalg.SolveLeft(fr.coupling.r, p.b)
		add(p.b)
	}
}
