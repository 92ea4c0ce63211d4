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

// exact is the log density (7) of the targets.
type exact struct {
	*regression
	groups []*exactGroup
	b      *mat.Dense // C x N: (K + D_c)^-1 y_c, in the order of the rows
}

// exactGroup is what belongs to a kernel.
type exactGroup struct {
	of      *group
	chol    *mat.Dense // of K + s_0 I, then space
	inverse *mat.Dense // H
	v       *mat.Dense // V_c' of the classes of the group, one below the other: rows x N
	value   float64
}

// newExact returns the density before its first value.
func newExact(r *regression) *exact {
	n := len(r.rows)
	e := &exact{regression: r, b: mat.NewDense(len(r.priors), n, nil)}
	for _, g := range r.groups {
		rows := 0
		for _, c := range g.classes {
			rows += r.count(c)
		}
		e.groups = append(e.groups, &exactGroup{of: g, chol: mat.NewDense(n, n, nil), inverse: mat.NewDense(n, n, nil), v: mat.NewDense(rows, n, nil)})
	}
	return e
}

// Converge works out all but the derivatives. The error is that of a decomposition, which exists
// as long as all numbers are finite.
func (e *exact) Converge() error {
	errs := make([]error, len(e.groups))
	threads.Do(len(e.groups), func(_, k int) { errs[k] = e.converge(e.groups[k]) })
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// converge works out (11) and (12) of the classes of a group. Cost N^3 flops and those of an update
// for each class, N N_c^2 + N_c^3/3.
func (e *exact) converge(g *exactGroup) error {
	n := len(e.rows)
	gram := g.of.Prior.Gram
	g.inverse.Copy(gram)
	for i := range n {
		g.inverse.Set(i, i, gram.At(i, i)+e.s0)
	}
	if err := linalg.Cholesky(g.chol, g.inverse); err != nil {
		return err
	}
	logDet := linalg.LogDet(g.chol)
	linalg.Inverse(g.inverse, g.chol)
	g.value = 0
	sorted, y, from := make([]float64, n), make([]float64, n), 0
	for _, c := range g.of.classes {
		v := part(g.v, from, from+e.count(c))
		from += e.count(c)
		more, err := e.update(v, g.inverse, c)
		if err != nil {
			return err
		}
		e.column(sorted, c)
		for i, at := range e.rows {
			y[at] = sorted[i]
		}
		b, half := e.b.RawRowView(c), make([]float64, e.count(c))
		linalg.MulVec(half, false, 1, v, y, 0)
		linalg.MulVec(b, false, 1, g.inverse, y, 0)
		linalg.MulVec(b, true, 1, v, half, 1)
		g.value -= 0.5 * (linalg.Dot(y, b) + logDet + more + float64(n)*math.Log(2*math.Pi))
	}
	return nil
}

// update writes V_c' of class c to v and returns log|K + D_c| - log|K + s_0 I|.
func (e *exact) update(v, inverse *mat.Dense, c int) (float64, error) {
	rows, d := e.of(c), e.s0-e.s1
	gather(v, inverse, rows)
	s := mat.NewDense(len(rows), len(rows), nil)
	for i := range rows {
		from, to := v.RawRowView(i), s.RawRowView(i)
		for j, at := range rows[:i+1] {
			to[j] = -from[at]
		}
		to[i] += 1 / d
	}
	if err := linalg.Cholesky(s, s); err != nil {
		return 0, err
	}
	linalg.SolveLeft(s, v)
	return float64(len(rows))*math.Log(d) + linalg.LogDet(s), nil
}

// Value returns L of (7).
func (e *exact) Value() (sum float64) {
	for _, g := range e.groups {
		sum += g.value
	}
	return sum
}

// Gradient adds (13) carried to the kernel. Cost N^2 times the rows of the group's classes, which
// are N for a kernel of all classes.
func (e *exact) Gradient(to sparse.Gradient, of *nested.Group, _ int) {
	g := e.groups[e.index(of)]
	w := g.chol
	linalg.MulLower(w, true, false, -0.5, g.v, g.v, 0)
	classes := float64(len(g.of.classes))
	for i := range e.rows {
		row := w.RawRowView(i)[:i+1]
		for j, h := range g.inverse.RawRowView(i)[:i+1] {
			row[j] -= 0.5 * classes * h
		}
	}
	for _, c := range g.of.classes {
		b := e.b.RawRowView(c)
		for i, bi := range b {
			row := w.RawRowView(i)[:i+1]
			for j, bj := range b[:i+1] {
				row[j] += 0.5 * bi * bj
			}
		}
	}
	linalg.MirrorLower(w)
	g.of.Prior.Kernel.GramBack(to.Theta, nil, g.of.Prior.Z, g.of.Prior.Gram, w)
}

// Predictor returns the model. With K = L L' and g_c = L v_c, q(v_c) has mean L'b_c and precision
// I + L'D_c^-1 L. Cost 7/3 C N^3 flops.
func (e *exact) Predictor() (method.Predictor, error) {
	n := len(e.rows)
	mean, factor := make([][]float64, len(e.priors)), make([]*mat.Dense, len(e.priors))
	sorted, weights := make([]float64, n), make([]float64, n)
	for c, prior := range e.priors {
		e.weights(sorted, c)
		for i, at := range e.rows {
			weights[at] = sorted[i]
		}
		var err error
		if mean[c], factor[c], err = prior.Whitened(e.b.RawRowView(c), weights); err != nil {
			return nil, err
		}
	}
	return e.model(mean, factor)
}
