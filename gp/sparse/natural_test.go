package sparse

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
)

// withSites returns N(0, I) times the sites of b rows, the rows, and the sites.
func withSites(t *testing.T, b, size int, rng *rand.Rand) (g *Gaussian, a *mat.Dense, precision, shift []float64) {
	t.Helper()
	a = mat.NewDense(b, size, nil)
	precision, shift = make([]float64, b), make([]float64, b)
	for i := range b {
		precision[i], shift[i] = rng.Float64(), rng.NormFloat64()
		for j := range size {
			a.Set(i, j, rng.NormFloat64())
		}
	}
	g = NewGaussian(size)
	g.AddRows(a, precision, shift, 1, mat.NewDense(b, size, nil))
	if err := g.Refresh(); err != nil {
		t.Fatal(err)
	}
	return g, a, precision, shift
}

// Mean, covariance, both factors, marginals and normaliser against those that
// general inverses give.
func TestGaussian(t *testing.T) {
	const b, size = 6, 4
	g, a, precision, shift := withSites(t, b, size, rand.New(rand.NewPCG(1, 5)))
	var weighted, p, s mat.Dense
	weighted.Mul(mat.NewDiagDense(b, precision), a)
	p.Mul(a.T(), &weighted)
	for i := range size {
		p.Set(i, i, p.At(i, i)+1)
	}
	if err := s.Inverse(&p); err != nil {
		t.Fatal(err)
	}
	var r, m mat.VecDense
	r.MulVec(a.T(), mat.NewVecDense(b, shift))
	m.MulVec(&s, &r)
	if !mat.EqualApprox(g.Precision, &p, 1e-12) || !mat.EqualApprox(mat.NewVecDense(size, g.Mean), &m, 1e-12) {
		t.Errorf("precision %v and mean %v", mat.Formatted(g.Precision), g.Mean)
	}
	logDet, _ := mat.LogDet(&p)
	if want := 0.5 * (mat.Dot(&m, &r) - logDet); !near(g.LogNorm, want, 1e-12) {
		t.Errorf("log normaliser %v, want %v", g.LogNorm, want)
	}
	g.Covariance()
	upper, lower := mat.NewDense(size, size, nil), mat.NewDense(size, size, nil)
	g.UpperFactor(upper)
	if err := g.LowerFactor(lower); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]*mat.Dense{"upper": upper, "lower": lower} {
		var cc mat.Dense
		cc.Mul(c, c.T())
		if !mat.EqualApprox(&cc, &s, 1e-12) || !mat.EqualApprox(g.Cov, &s, 1e-12) {
			t.Errorf("the %s factor makes %v of %v", name, mat.Formatted(&cc), mat.Formatted(&s))
		}
		for i := range size {
			for j := range i {
				if name == "upper" && c.At(i, j) != 0 || name == "lower" && c.At(j, i) != 0 {
					t.Errorf("the %s factor is of the other triangle", name)
				}
			}
		}
	}
	mean, variance := make([]float64, b), make([]float64, b)
	g.Marginals(mean, variance, a, mat.NewDense(b, size, nil))
	for i := range b {
		row := a.RowView(i)
		if !near(mean[i], mat.Dot(row, &m), 1e-12) || !near(variance[i], mat.Inner(row, &s, row), 1e-12) {
			t.Errorf("row %d: mean %v and variance %v", i, mean[i], variance[i])
		}
	}
}

// A power of sites times the prior, and a step halfway from the prior.
func TestSetPosteriorAndStep(t *testing.T) {
	const size = 4
	whole, _, _, _ := withSites(t, 6, size, rand.New(rand.NewPCG(2, 5)))
	sites := NewNatural(size)
	sites.CopyFrom(&whole.Natural)
	for i := range size {
		sites.Precision.Set(i, i, sites.Precision.At(i, i)-1)
	}
	posterior, stepped := NewGaussian(size), NewGaussian(size)
	if err := posterior.SetPosterior(sites, 0.5); err != nil {
		t.Fatal(err)
	}
	stepped.Step(0.5, &whole.Natural)
	if err := stepped.Refresh(); err != nil {
		t.Fatal(err)
	}
	if !mat.EqualApprox(posterior.Chol, stepped.Chol, 1e-12) || !near(linalg.Dot(posterior.Mean, posterior.Mean), linalg.Dot(stepped.Mean, stepped.Mean), 1e-12) {
		t.Error("half of the sites is not half of the way")
	}
	posterior.Precision.Set(0, 0, math.NaN())
	if posterior.Refresh() == nil {
		t.Error("a precision that is not finite is no error")
	}
}

// A step of moments leads to (1 - rate) m + rate m' and (1 - rate) S + rate S' of a target
// N(m', S'), which it leaves as it is, and all that g has is of these.
func TestStepMoments(t *testing.T) {
	const size, rate = 4, 0.3
	rng := rand.New(rand.NewPCG(6, 5))
	g, _, _, _ := withSites(t, 6, size, rng)
	whole, _, _, _ := withSites(t, 9, size, rng)
	target := NewGaussian(size)
	target.Natural.CopyFrom(&whole.Natural) // and no more: the step works out the rest
	moments := func(g *Gaussian) (m mat.VecDense, s mat.Dense) {
		if err := s.Inverse(g.Precision); err != nil {
			t.Fatal(err)
		}
		m.MulVec(&s, mat.NewVecDense(size, g.Shift))
		return m, s
	}
	m, s := moments(g)
	to, cov := moments(target)
	m.ScaleVec(1-rate, &m)
	m.AddScaledVec(&m, rate, &to)
	s.Scale(1-rate, &s)
	cov.Scale(rate, &cov)
	s.Add(&s, &cov)
	if err := g.StepMoments(rate, target); err != nil {
		t.Fatal(err)
	}
	if !mat.EqualApprox(mat.NewVecDense(size, g.Mean), &m, 1e-12) || !mat.EqualApprox(g.Cov, &s, 1e-12) {
		t.Errorf("mean %v and covariance %v, want %v and %v", g.Mean, mat.Formatted(g.Cov), m.RawVector().Data, mat.Formatted(&s))
	}
	var p, chol mat.Dense
	var r mat.VecDense
	if err := p.Inverse(&s); err != nil {
		t.Fatal(err)
	}
	r.MulVec(&p, &m)
	chol.Mul(g.Chol, g.Chol.T())
	if !mat.EqualApprox(g.Precision, &p, 1e-12) || !mat.EqualApprox(mat.NewVecDense(size, g.Shift), &r, 1e-12) {
		t.Errorf("precision %v and shift %v, want %v and %v", mat.Formatted(g.Precision), g.Shift, mat.Formatted(&p), r.RawVector().Data)
	}
	if !mat.EqualApprox(&chol, &p, 1e-12) || g.Chol.At(0, 1) != 0 {
		t.Errorf("the factor makes %v of %v", mat.Formatted(&chol), mat.Formatted(&p))
	}
	logDet, _ := mat.LogDet(&p)
	if want := 0.5 * (mat.Dot(&m, &r) - logDet); !near(g.LogNorm, want, 1e-12) {
		t.Errorf("log normaliser %v, want %v", g.LogNorm, want)
	}
	if !mat.Equal(target.Precision, whole.Precision) || !slices.Equal(target.Shift, whole.Shift) {
		t.Error("the target is another")
	}
	target.Precision.Set(0, 0, math.NaN())
	if g.StepMoments(rate, target) == nil {
		t.Error("a target that is not finite is no error")
	}
}

// The same Gaussian of u in the coordinates of another prior.
func TestMove(t *testing.T) {
	const size = 4
	rng := rand.New(rand.NewPCG(3, 5))
	from, _, _, _ := randomProblem(5, size, QV, rng).whitened(t)
	to, _, _, _ := randomProblem(5, size, QV, rng).whitened(t)
	g, _, _, _ := withSites(t, 6, size, rng)
	inU := func(p *Prior) (mat.VecDense, mat.Dense) {
		if err := g.Refresh(); err != nil {
			t.Fatal(err)
		}
		g.Covariance()
		var mu mat.VecDense
		var ls, sigma mat.Dense
		mu.MulVec(p.L, mat.NewVecDense(size, g.Mean))
		ls.Mul(p.L, g.Cov)
		sigma.Mul(&ls, p.L.T())
		return mu, sigma
	}
	mu, sigma := inU(from)
	change, scratch := mat.NewDense(size, size, nil), mat.NewDense(size, size, nil)
	Change(change, from.L, to.L)
	g.Move(&g.Natural, change, scratch)
	if mu2, sigma2 := inU(to); !mat.EqualApprox(&mu, &mu2, 1e-10) || !mat.EqualApprox(&sigma, &sigma2, 1e-10) {
		t.Error("mean or covariance of u moved")
	}
}

// a b^share, of which the lower triangle counts.
func TestCombine(t *testing.T) {
	a, b, n := NewNatural(2), NewNatural(2), NewNatural(2)
	a.Precision.Set(1, 0, 3)
	b.Precision.Set(1, 0, 4)
	a.Shift[1], b.Shift[1] = 1, 2
	n.Combine(a, 0.25, b)
	if n.Precision.At(1, 0) != 4 || n.Shift[1] != 1.5 {
		t.Errorf("%v, %v", mat.Formatted(n.Precision), n.Shift)
	}
}
