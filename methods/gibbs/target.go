package gibbs

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/methods/method"
)

// target is the distribution that is sampled, with the space that a sweep
// needs. What depends on the latent function has a slice a function.
type target struct {
	a        *mat.Dense  // N x M: f_i | v has mean a_i'v; L in the full form
	residual []float64   // var(f_i | v)
	latent   [][]float64 // A v
	half     [][]float64 // the linear term of p(v | auxiliary variables) is half'A v
	omega    [][]float64
	model    augmentation
	given    conditional
	level    *level // nil with one latent function
}

// augmentation is a likelihood with auxiliary variables, given which it is Gaussian.
type augmentation interface {
	// draw draws the auxiliary variables of all rows given v, and writes omega and half.
	draw(half, omega, latent [][]float64, residual []float64, rng *rand.Rand)
}

// conditional draws the v of a function given its omega and half.
type conditional interface {
	draw(v, half, omega []float64, rng *rand.Rand) error
}

// newTarget reads the training rows. In the full form they are the inducing inputs
// of the prior.
func newTarget(task method.Task, prior *sparse.Prior) *target {
	x, class := task.Train.ReadAll()
	n, pr := len(class), prior.Training(x)
	t := &target{a: pr.A, residual: pr.Residual}
	if task.Classes == 2 {
		t.model = logit{class}
	} else {
		l := newLogisticSoftmax(task.Classes, class)
		t.model, t.level = l, newLevel(l, t.a, t.residual)
	}
	for range functions(task.Classes) {
		t.latent = append(t.latent, make([]float64, n))
		t.half = append(t.half, make([]float64, n))
		t.omega = append(t.omega, make([]float64, n))
	}
	if prior.Own {
		t.given = newFullConditional(prior.L)
	} else {
		t.given = newSparseConditional(pr.A)
	}
	return t
}

// functions returns the number of latent functions: one suffices for two
// classes.
func functions(classes int) int {
	if classes == 2 {
		return 1
	}
	return classes
}

// sweep moves the level of several functions, draws the auxiliary variables given v, and
// then v, of every function, given them.
func (t *target) sweep(v []float64, rng *rand.Rand) error {
	m := len(v) / len(t.latent)
	of := func(c int) []float64 { return v[c*m : (c+1)*m] }
	for c, latent := range t.latent {
		linalg.MulVec(latent, false, 1, t.a, of(c), 0)
	}
	if t.level != nil {
		for range levelMoves {
			t.level.move(v, t.latent, rng)
		}
	}
	t.model.draw(t.half, t.omega, t.latent, t.residual, rng)
	for c := range t.latent {
		if err := t.given.draw(of(c), t.half[c], t.omega[c], rng); err != nil {
			return err
		}
	}
	return nil
}

// fullConditional is p(v | omega, y) where f = L v.
type fullConditional struct {
	l, k *mat.Dense // K = L L', its lower triangle
	chol *mat.Dense // of B
	root []float64  // omega^1/2
	w    []float64
}

func newFullConditional(l *mat.Dense) *fullConditional {
	n, _ := l.Dims()
	c := &fullConditional{
		l: l, k: mat.NewDense(n, n, nil), chol: mat.NewDense(n, n, nil),
		root: make([]float64, n), w: make([]float64, n),
	}
	linalg.MulLower(c.k, false, true, 1, l, l, 0)
	return c
}

// draw is Matheron's rule; a row with an omega of 0 carries no information. Cost N^3/3
// flops.
func (c *fullConditional) draw(v, half, omega []float64, rng *rand.Rand) error {
	for i, o := range omega {
		c.root[i] = math.Sqrt(o)
	}
	if err := linalg.ScaledCholesky(c.chol, c.k, c.root); err != nil {
		return err
	}
	normal(v, rng)
	linalg.MulVec(c.w, false, 1, c.l, v, 0)
	for i, r := range c.root {
		e := rng.NormFloat64()
		if r == 0 {
			c.w[i] = 0
			continue
		}
		c.w[i] = half[i]/r - r*c.w[i] - e
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
	prec, chol *mat.Dense
	noise      []float64
}

func newSparseConditional(a *mat.Dense) *sparseConditional {
	n, m := a.Dims()
	return &sparseConditional{
		a: a, scaled: mat.NewDense(n, m, nil),
		prec: mat.NewDense(m, m, nil), chol: mat.NewDense(m, m, nil), noise: make([]float64, m),
	}
}

// draw decomposes the precision. With P = C C' and e ~ N(0, I) the draw is
// C^-T (C^-1 A'half + e). Cost N M^2 + M^3/3 flops.
func (c *sparseConditional) draw(v, half, omega []float64, rng *rand.Rand) error {
	linalg.WeightedGram(c.prec, 1, c.a, omega, 0, c.scaled)
	for i := range v {
		c.prec.Set(i, i, 1+c.prec.At(i, i))
	}
	if err := linalg.Cholesky(c.chol, c.prec); err != nil {
		return err
	}
	linalg.MulVec(v, true, 1, c.a, half, 0)
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
