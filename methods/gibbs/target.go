package gibbs

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/polyagamma"
	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/methods/method"
)

// target is the distribution that is sampled, with the space that a sweep
// needs.
type target struct {
	a        *mat.Dense // N x M: f_i | v has mean a_i'v; L in the full form
	residual []float64  // var(f_i | v)
	half     []float64  // y_i / 2, y_i = +-1
	latent   []float64  // A v
	omega    []float64
	given    conditional
}

// conditional draws v given omega.
type conditional interface {
	draw(v, omega []float64, rng *rand.Rand) error
}

// newTarget reads the training rows. In the full form they are the inducing inputs
// of the prior.
func newTarget(task method.Task, prior *sparse.Prior) *target {
	x, class := task.Train.ReadAll()
	n, pr := len(class), prior.Training(x)
	t := &target{
		a: pr.A, residual: pr.Residual,
		half: make([]float64, n), latent: make([]float64, n), omega: make([]float64, n),
	}
	for i, c := range class {
		t.half[i] = float64(c) - 0.5
	}
	if prior.Own {
		t.given = newFullConditional(t.half, prior.L)
	} else {
		t.given = newSparseConditional(t.half, pr.A)
	}
	return t
}

// sweep draws omega given v and then v given omega.
func (t *target) sweep(v []float64, rng *rand.Rand) error {
	linalg.MulVec(t.latent, false, 1, t.a, v, 0)
	for i, f := range t.latent {
		t.omega[i] = polyagamma.Draw(rng, math.Sqrt(t.residual[i]+f*f))
	}
	return t.given.draw(v, t.omega, rng)
}

// fullConditional is p(v | omega, y) where f = L v.
type fullConditional struct {
	half    []float64
	l, k    *mat.Dense // K = L L'
	b, chol *mat.Dense
	root    []float64 // omega^1/2
	w       []float64
}

func newFullConditional(half []float64, l *mat.Dense) *fullConditional {
	n := len(half)
	c := &fullConditional{
		half: half, l: l, k: mat.NewDense(n, n, nil), b: mat.NewDense(n, n, nil), chol: mat.NewDense(n, n, nil),
		root: make([]float64, n), w: make([]float64, n),
	}
	linalg.Mul(c.k, false, true, 1, l, l, 0)
	return c
}

// draw is Matheron's rule. Cost N^3/3 flops.
func (c *fullConditional) draw(v, omega []float64, rng *rand.Rand) error {
	for i, o := range omega {
		c.root[i] = math.Sqrt(o)
	}
	for i, ri := range c.root {
		to := c.b.RawRowView(i)[:i+1] // the lower triangle is what is decomposed
		for j, k := range c.k.RawRowView(i)[:i+1] {
			to[j] = ri * k * c.root[j]
		}
		to[i]++
	}
	if err := linalg.Cholesky(c.chol, c.b); err != nil {
		return err
	}
	normal(v, rng)
	linalg.MulVec(c.w, false, 1, c.l, v, 0)
	for i, r := range c.root {
		c.w[i] = c.half[i]/r - r*c.w[i] - rng.NormFloat64()
	}
	linalg.SolveVec(c.chol, c.w)
	linalg.SolveVecT(c.chol, c.w)
	for i, r := range c.root {
		c.w[i] *= r
	}
	linalg.MulVec(v, true, 1, c.l, c.w, 1)
	return nil
}

// sparseConditional is p(v | omega, y) in the sparse form.
type sparseConditional struct {
	a, scaled  *mat.Dense // N x M
	pull       []float64  // 1/2 A'y
	prec, chol *mat.Dense
	noise      []float64
}

func newSparseConditional(half []float64, a *mat.Dense) *sparseConditional {
	n, m := a.Dims()
	c := &sparseConditional{
		a: a, scaled: mat.NewDense(n, m, nil), pull: make([]float64, m),
		prec: mat.NewDense(m, m, nil), chol: mat.NewDense(m, m, nil), noise: make([]float64, m),
	}
	linalg.MulVec(c.pull, true, 1, a, half, 0)
	return c
}

// draw decomposes the precision. With P = C C' and e ~ N(0, I) the draw is
// C^-T (C^-1 pull + e). Cost N M^2 + M^3/3 flops.
func (c *sparseConditional) draw(v, omega []float64, rng *rand.Rand) error {
	linalg.WeightedGram(c.prec, 1, c.a, omega, 0, c.scaled)
	for i := range v {
		c.prec.Set(i, i, 1+c.prec.At(i, i))
	}
	if err := linalg.Cholesky(c.chol, c.prec); err != nil {
		return err
	}
	copy(v, c.pull)
	linalg.SolveVec(c.chol, v)
	normal(c.noise, rng)
	for i, e := range c.noise {
		v[i] += e
	}
	linalg.SolveVecT(c.chol, v)
	return nil
}

// normal fills dst with draws of N(0, 1).
func normal(dst []float64, rng *rand.Rand) {
	for i := range dst {
		dst[i] = rng.NormFloat64()
	}
}
