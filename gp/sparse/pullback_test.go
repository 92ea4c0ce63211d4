package sparse

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/linalg"
)

// matrices is a kernel whose matrices are given, so that their entries can be
// moved one at a time.
type matrices struct {
	kernel.Kernel
	gram, cov *mat.Dense
	vars      []float64
}

func (k *matrices) Gram(dst, _ *mat.Dense)          { dst.Copy(k.gram) }
func (k *matrices) Cov(dst, _, _ *mat.Dense)        { dst.Copy(k.cov) }
func (k *matrices) Var(dst []float64, _ *mat.Dense) { copy(dst, k.vars) }

// Derivatives by the matrices are as far as it goes: a pullback has them.
func (k *matrices) GramBack([]float64, *mat.Dense, *mat.Dense, *mat.Dense, *mat.Dense) {}
func (k *matrices) VarBack([]float64, *mat.Dense, *mat.Dense, []float64)               {}
func (k *matrices) CovBack([]float64, *mat.Dense, *mat.Dense, *mat.Dense, *mat.Dense, *mat.Dense, *mat.Dense) {
}

// toMatrices is where derivatives by kernel matrices go.
var toMatrices = Gradient{Theta: []float64{}}

// problem is an objective F = sum_i [sin(mean_i) - (1/2) log(1 + var_i) mean_i] - KL
// of q(u) = N(mu, B B') or q(v) = N(m, C C') and of kernel matrices.
type problem struct {
	k      *matrices
	m      []float64  // in u or in v
	factor *mat.Dense // the same
	fixed  Fixed
	own    bool // the rows are inducing inputs, some of them twice

	shift, precision *mat.Dense // of the sites of u, if they are what is fixed
}

// keepSites makes the sites of u, which m and factor of q(u) have under the present prior,
// what is fixed.
func (p *problem) keepSites(t *testing.T) {
	t.Helper()
	prior, _, err := NewPrior(p.k, mat.NewDense(len(p.m), 1, nil))
	if err != nil {
		t.Fatal(err)
	}
	for i := range p.m { // differences see the rounding of inverses
		p.factor.Set(i, i, 1+math.Abs(p.factor.At(i, i)))
	}
	var s, inverse mat.Dense
	s.Mul(p.factor, p.factor.T())
	if err := inverse.Inverse(&s); err != nil {
		t.Fatal(err)
	}
	p.shift, p.precision = new(mat.Dense), new(mat.Dense)
	p.shift.Mul(&inverse, mat.NewDense(len(p.m), 1, p.m))
	p.precision.Sub(&inverse, precisionOf(t, prior))
}

// precisionOf returns the inverse of Kuu with its jitter.
func precisionOf(t *testing.T, prior *Prior) *mat.Dense {
	t.Helper()
	var kuu, inverse mat.Dense
	kuu.Mul(prior.L, prior.L.T())
	if err := inverse.Inverse(&kuu); err != nil {
		t.Fatal(err)
	}
	return &inverse
}

// followSites makes m and factor those of q(u) with the sites under a prior.
func (p *problem) followSites(t *testing.T, prior *Prior) {
	t.Helper()
	precision := precisionOf(t, prior)
	precision.Add(precision, p.precision)
	var s mat.Dense
	if err := s.Inverse(precision); err != nil {
		t.Fatal(err)
	}
	mat.NewDense(len(p.m), 1, p.m).Mul(&s, p.shift)
	if err := linalg.Cholesky(p.factor, &s); err != nil {
		t.Fatal(err)
	}
}

// randomProblem draws a problem with b rows and size inducing inputs.
func randomProblem(b, size int, fixed Fixed, rng *rand.Rand) *problem {
	normal := func(r, c int) *mat.Dense {
		a := mat.NewDense(r, c, nil)
		for i := range r {
			for j := range c {
				a.Set(i, j, rng.NormFloat64())
			}
		}
		return a
	}
	// One positive definite matrix of both sets of inputs.
	w := normal(b+size, b+size+3)
	var joint mat.Dense
	joint.Mul(w, w.T())
	joint.Scale(1/float64(size), &joint)
	p := &problem{k: &matrices{
		gram: mat.DenseCopyOf(joint.Slice(0, size, 0, size)),
		cov:  mat.DenseCopyOf(joint.Slice(size, size+b, 0, size)),
		vars: make([]float64, b),
	}, m: make([]float64, size), factor: normal(size, size), fixed: fixed}
	for i := range b {
		p.k.vars[i] = joint.At(size+i, size+i) + 0.1
	}
	for i := range size {
		p.m[i] = rng.NormFloat64()
		for j := i + 1; j < size; j++ {
			p.factor.Set(i, j, 0)
		}
	}
	return p
}

// whitened returns the prior, the projection, and m, C in whitened coordinates.
func (p *problem) whitened(t *testing.T) (*Prior, *Projection, []float64, *mat.Dense) {
	t.Helper()
	size := len(p.m)
	prior, _, err := NewPrior(p.k, mat.NewDense(size, 1, nil))
	if err != nil {
		t.Fatal(err)
	}
	pr := p.project(prior)
	if p.precision != nil {
		p.followSites(t, prior)
	}
	m := append([]float64(nil), p.m...)
	c := mat.DenseCopyOf(p.factor)
	if p.fixed != QV {
		prior.Whiten(m, c)
	}
	return prior, pr, m, c
}

// project returns the projection of the rows.
func (p *problem) project(prior *Prior) *Projection {
	b := len(p.k.vars)
	pr, positions := NewProjection(b, prior.M(), 1), make([]int, b)
	for i := range positions {
		positions[i] = (3*i + 1) % prior.M()
	}
	prior.Own = p.own
	prior.ProjectTraining(pr, positions)
	return pr
}

// value returns F, and g and h if they are not nil.
func (p *problem) value(t *testing.T, g, h []float64) float64 {
	_, pr, m, c := p.whitened(t)
	b := len(p.k.vars)
	mean, vars := make([]float64, b), make([]float64, b)
	ac := mat.NewDense(b, len(m), nil)
	linalg.Mul(ac, false, false, 1, pr.A, c, 0)
	pr.Moments(mean, vars, m, ac)
	f := -Divergence(m, c)
	for i, mu := range mean {
		f += math.Sin(mu) - 0.5*math.Log1p(vars[i])*mu
		if g != nil {
			g[i] = math.Cos(mu) - 0.5*math.Log1p(vars[i])
			h[i] = -0.5 * mu / (1 + vars[i])
		}
	}
	return f
}

// slope is the central difference of F as *x moves.
func (p *problem) slope(t *testing.T, move func(by float64)) float64 {
	const step = 1e-5
	move(step)
	up := p.value(t, nil, nil)
	move(-2 * step)
	down := p.value(t, nil, nil)
	move(step)
	return (up - down) / (2 * step)
}

func near(a, b, tol float64) bool { return math.Abs(a-b) <= tol*(1+math.Abs(a)+math.Abs(b)) }

// ways are what stays put, and what the rows are.
var ways = []struct {
	fixed Fixed
	own   bool
}{{QU, false}, {QV, false}, {Sites, false}, {QU, true}, {QV, true}, {Sites, true}}

func TestPullbackAgainstFiniteDifferences(t *testing.T) {
	for _, way := range ways {
		fixed := way.fixed
		const b, size = 7, 4
		p := randomProblem(b, size, fixed, rand.New(rand.NewPCG(11, uint64(fixed))))
		p.own = way.own
		if fixed == Sites {
			p.keepSites(t)
		}
		g, h := make([]float64, b), make([]float64, b)
		p.value(t, g, h)
		prior, pr, m, c := p.whitened(t)
		pb := NewPullback(b, size)
		pb.Function(toMatrices, prior, pr, Function{Mean: m, Factor: c, G: g, H: h}, fixed)

		for i := range size {
			for j := range i + 1 {
				got := pb.kuu.At(i, j)
				if i != j {
					got *= 2 // both entries move
				}
				want := p.slope(t, func(by float64) {
					p.k.gram.Set(i, j, p.k.gram.At(i, j)+by)
					if i != j {
						p.k.gram.Set(j, i, p.k.gram.At(j, i)+by)
					}
				})
				if !near(got, want, 1e-6) {
					t.Errorf("%v: dF/dKuu[%d,%d] = %g, differences %g", way, i, j, got, want)
				}
			}
		}
		if p.own {
			continue // F has no other matrix
		}
		for i := range b {
			for j := range size {
				want := p.slope(t, func(by float64) { p.k.cov.Set(i, j, p.k.cov.At(i, j)+by) })
				if got := pb.kfu.At(i, j); !near(got, want, 1e-6) {
					t.Errorf("fixed %d: dF/dKfu[%d,%d] = %g, differences %g", fixed, i, j, got, want)
				}
			}
			want := p.slope(t, func(by float64) { p.k.vars[i] += by })
			if !near(h[i], want, 1e-6) {
				t.Errorf("fixed %d: dF/dvar[%d] = %g, differences %g", fixed, i, h[i], want)
			}
		}
	}
}

// The derivatives with respect to m and the factor C of S, of q(v) and of q(u).
func TestPullbackToQ(t *testing.T) {
	for _, way := range ways {
		const b, size = 6, 5
		p := randomProblem(b, size, way.fixed, rand.New(rand.NewPCG(13, uint64(way.fixed))))
		p.own = way.own
		g, h := make([]float64, b), make([]float64, b)
		p.value(t, g, h)
		prior, pr, m, c := p.whitened(t)
		to := Gradient{Mean: make([]float64, size), Factor: mat.NewDense(size, size, nil)}
		NewPullback(b, size).Function(to, prior, pr, Function{Mean: m, Factor: c, G: g, H: h}, way.fixed)
		for i := range size {
			want := p.slope(t, func(by float64) { p.m[i] += by })
			if !near(to.Mean[i], want, 1e-6) {
				t.Errorf("%v: dF/dm[%d] = %g, differences %g", way, i, to.Mean[i], want)
			}
			for j := range i + 1 {
				want := p.slope(t, func(by float64) { p.factor.Set(i, j, p.factor.At(i, j)+by) })
				if got := to.Factor.At(i, j); !near(got, want, 1e-6) {
					t.Errorf("%v: dF/dC[%d,%d] = %g, differences %g", way, i, j, got, want)
				}
			}
		}
	}
}

// A space that was used for other rows, another q and another prior gives the same,
// and so does what the caller has worked out already.
func TestPullbackKeepsNothing(t *testing.T) {
	const b, size = 7, 4
	rng := rand.New(rand.NewPCG(29, 1))
	used, fresh := NewPullback(b, size), NewPullback(b, size)
	for i, way := range ways {
		p := randomProblem(b, size, way.fixed, rng)
		p.own = way.own
		g, h := make([]float64, b), make([]float64, b)
		p.value(t, g, h)
		prior, pr, m, c := p.whitened(t)
		f := Function{Mean: m, Factor: c, G: g, H: h}
		if i == len(ways)-1 {
			fresh.Function(toMatrices, prior, pr, f, way.fixed)
			f.Curvature, f.Cov = mat.DenseCopyOf(fresh.h), mat.DenseCopyOf(fresh.s)
		}
		used.Function(toMatrices, prior, pr, f, way.fixed)
	}
	if !mat.Equal(used.kuu, fresh.kuu) {
		t.Error("derivatives depend on what the space was used for")
	}
}

// KL and the marginals against their textbook forms in u.
func TestMarginalsAndDivergenceInU(t *testing.T) {
	const b, size = 5, 4
	p := randomProblem(b, size, QU, rand.New(rand.NewPCG(17, 1)))
	_, pr, m, c := p.whitened(t)
	mean, vars := make([]float64, b), make([]float64, b)
	var ac, inv, kappa, s, t1, t2 mat.Dense
	ac.Mul(pr.A, c)
	pr.Moments(mean, vars, m, &ac)

	if err := inv.Inverse(p.k.gram); err != nil {
		t.Fatal(err)
	}
	kappa.Mul(p.k.cov, &inv)
	s.Mul(p.factor, p.factor.T())
	mu := mat.NewVecDense(size, p.m)
	var wantMean mat.VecDense
	wantMean.MulVec(&kappa, mu)
	t1.Mul(&kappa, &s)
	t2.Mul(&t1, kappa.T())
	t1.Reset()
	t1.Mul(&kappa, p.k.cov.T())
	for i := range b {
		wantVar := p.k.vars[i] - t1.At(i, i) + t2.At(i, i)
		if !near(mean[i], wantMean.AtVec(i), 1e-8) || !near(vars[i], wantVar, 1e-8) {
			t.Errorf("row %d: %g, %g, want %g, %g", i, mean[i], vars[i], wantMean.AtVec(i), wantVar)
		}
	}

	t1.Reset()
	t1.Mul(&inv, &s)
	var kmu mat.VecDense
	kmu.MulVec(&inv, mu)
	logK, _ := mat.LogDet(p.k.gram)
	logS, _ := mat.LogDet(&s)
	want := 0.5 * (mat.Trace(&t1) + mat.Dot(mu, &kmu) - size + logK - logS)
	if got := Divergence(m, c); !near(got, want, 1e-8) {
		t.Errorf("KL = %g, want %g", got, want)
	}
}
