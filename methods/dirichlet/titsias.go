package dirichlet

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/linalg/threads"
	"gpcbench/methods/method"
	"gpcbench/methods/nested"
)

// titsias is the bound (8) with its posterior.
type titsias struct {
	*regression
	q     []*sparse.Gaussian // of each class
	a     []*mat.Dense       // of each group: N x M, the rows a_i in the order of the targets
	parts []float64          // of (8), by class
	space []*titsiasSpace    // by worker
}

// titsiasSpace is what a worker works in.
type titsiasSpace struct {
	pull     *sparse.Pullback
	gram     *mat.Dense // M x M
	sum      *mat.Dense // M x M
	rows     *mat.Dense // N x M
	sorted   *mat.Dense // N x M
	y, w     []float64
	residual []float64
}

// newTitsias returns the bound before its first value.
func newTitsias(r *regression) *titsias {
	t := &titsias{regression: r, parts: make([]float64, len(r.priors))}
	n, m := len(r.rows), r.priors[0].M()
	for range r.priors {
		t.q = append(t.q, sparse.NewGaussian(m))
	}
	for range r.groups {
		t.a = append(t.a, mat.NewDense(n, m, nil))
	}
	for range threads.Workers(len(r.groups)) {
		s := &titsiasSpace{pull: sparse.NewPullback(n, m), gram: mat.NewDense(m, m, nil), sum: mat.NewDense(m, m, nil), rows: mat.NewDense(n, m, nil), sorted: mat.NewDense(n, m, nil)}
		for _, v := range []*[]float64{&s.y, &s.w, &s.residual} {
			*v = make([]float64, n)
		}
		t.space = append(t.space, s)
	}
	return t
}

// Converge works out the posterior. The error is that of the decomposition of a B_c, whose
// eigenvalues are at least 1.
func (t *titsias) Converge() error {
	errs := make([]error, len(t.groups))
	threads.Do(len(t.groups), func(worker, k int) { errs[k] = t.converge(t.space[worker], k) })
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// converge works out the posterior of the classes of a group.
func (t *titsias) converge(s *titsiasSpace, k int) error {
	g, a := t.groups[k], t.a[k]
	t.sorted(a, g.Projection.A)
	linalg.WeightedGram(s.gram, 1/t.s0, a, nil, 0, nil)
	residual := 0.0
	for _, r := range g.Projection.Residual {
		residual += r
	}
	n := len(t.rows)
	for _, c := range g.classes {
		q, own := t.q[c], part(a, t.first[c], t.first[c+1])
		q.Precision.Copy(s.gram)
		linalg.WeightedGram(q.Precision, 1/t.s1-1/t.s0, own, nil, 1, nil)
		q.AddPrior()
		t.column(s.y, c)
		t.weights(s.w, c)
		value := 0.0
		for i, w := range s.w {
			value += math.Log(w) - w*s.y[i]*s.y[i]
			s.y[i] *= w
		}
		linalg.MulVec(q.Shift, true, 1, a, s.y, 0)
		if err := q.Refresh(); err != nil {
			return err
		}
		for _, i := range t.of(c) {
			value -= (1/t.s1 - 1/t.s0) * g.Projection.Residual[i]
		}
		t.parts[c] = q.LogNorm + 0.5*(value-residual/t.s0-float64(n)*math.Log(2*math.Pi))
	}
	return nil
}

// Value returns F of (8).
func (t *titsias) Value() (sum float64) {
	for _, v := range t.parts {
		sum += v
	}
	return sum
}

// Gradient adds (14) carried to kernel and inducing inputs.
func (t *titsias) Gradient(to sparse.Gradient, of *nested.Group, worker int) {
	k, s := t.index(of), t.space[worker]
	g, a := t.groups[k], t.a[k]
	s.sum.Zero()
	for _, c := range g.classes {
		t.q[c].Covariance()
		s.sum.Add(s.sum, t.q[c].Cov)
	}
	linalg.Mul(s.sorted, false, false, -1/t.s0, a, s.sum, 0)
	for i := range s.residual {
		s.residual[i] = -0.5 * float64(len(g.classes)) / t.s0
	}
	for _, c := range g.classes {
		from, to, change := t.first[c], t.first[c+1], 1/t.s1-1/t.s0
		linalg.Mul(part(s.sorted, from, to), false, false, -change, part(a, from, to), t.q[c].Cov, 1)
		for _, i := range t.of(c) {
			s.residual[i] -= 0.5 * change
		}
		t.addMean(s, a, c)
	}
	for i, at := range t.rows {
		copy(s.rows.RawRowView(at), s.sorted.RawRowView(i))
	}
	s.pull.Sum(to, g.Prior, g.Projection, s.residual, func(p *sparse.Parts) { p.Rows(s.rows) })
}

// addMean adds W_c (y_c - A m_c) m_c' to the sorted rows.
func (t *titsias) addMean(s *titsiasSpace, a *mat.Dense, c int) {
	mean := t.q[c].Mean
	t.column(s.y, c)
	t.weights(s.w, c)
	linalg.MulVec(s.y, false, -1, a, mean, 1)
	for i, w := range s.w {
		e, row := w*s.y[i], s.sorted.RawRowView(i)
		for j, m := range mean[:len(row)] {
			row[j] += e * m
		}
	}
}

// Predictor returns the model.
func (t *titsias) Predictor() (method.Predictor, error) {
	mean, factor := make([][]float64, len(t.q)), make([]*mat.Dense, len(t.q))
	for c, q := range t.q {
		m := len(q.Mean)
		mean[c], factor[c] = q.Mean, mat.NewDense(m, m, nil)
		if err := q.LowerFactor(factor[c]); err != nil {
			return nil, err
		}
	}
	return t.model(mean, factor)
}
