package sparse

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
)

// rowKinds are rows of their own and rows that are inducing inputs.
var rowKinds = []bool{false, true}

// With one weight for variances and residual variances the sums are the
// pullback at fixed q(u).
func TestSumAgreesWithFunction(t *testing.T) {
	for _, own := range rowKinds {
		const b, size = 7, 4
		p := randomProblem(b, size, QU, rand.New(rand.NewPCG(19, 1)))
		p.own = own
		g, h := make([]float64, b), make([]float64, b)
		p.value(t, g, h)
		prior, pr, m, c := p.whitened(t)
		var s, as mat.Dense
		s.Mul(c, c.T())
		as.Mul(pr.A, &s)
		want := NewPullback(b, size)
		want.Function(toMatrices, prior, pr, Function{Mean: m, Cov: &s, G: g, H: h}, QU)

		// In two parts, as for two functions with one prior.
		got := NewPullback(b, size)
		got.Sum(toMatrices, prior, pr, h, func(parts *Parts) {
			for part := range 2 {
				gp, hp := make([]float64, b), make([]float64, b)
				for i := range b {
					share := 0.3 + 0.1*float64(i)
					if part == 1 {
						share = 1 - share
					}
					gp[i], hp[i] = share*g[i], share*h[i]
				}
				parts.Marginals(m, &s, &as, gp, hp)
				parts.Prior(0.5, m, &s)
			}
		})
		if !own && !mat.EqualApprox(got.kfu, want.kfu, 1e-12) || !mat.EqualApprox(got.kuu, want.kuu, 1e-12) {
			t.Errorf("own rows %v: the sum differs from Function", own)
		}
	}
}

// posteriorOf is the Gaussian that the prior and sites make which stay put in u,
// exp(-1/2 u'wu u + u'q), with its projection.
func (p *problem) posteriorOf(t *testing.T, wu *mat.Dense, q []float64) (*Prior, *Projection, *Gaussian) {
	t.Helper()
	size := len(q)
	prior, _, err := NewPrior(p.k, mat.NewDense(size, 1, nil))
	if err != nil {
		t.Fatal(err)
	}
	pr := p.project(prior)
	var lw mat.Dense
	lw.Mul(prior.L.T(), wu)
	sites := NewNatural(size)
	sites.Precision.Mul(&lw, prior.L)
	linalg.MulVec(sites.Shift, true, 1, prior.L, q, 0)
	post := NewGaussian(size)
	if err := post.SetPosterior(sites, 1); err != nil {
		t.Fatal(err)
	}
	post.Covariance()
	return prior, pr, post
}

// gramSlopes compares dF/dKuu with differences of value.
func (p *problem) gramSlopes(t *testing.T, kuu *mat.Dense, value func() float64) {
	t.Helper()
	size, _ := kuu.Dims()
	for i := range size {
		for j := range i + 1 {
			moved := func(by float64) float64 {
				p.k.gram.Set(i, j, p.k.gram.At(i, j)+by)
				if i != j {
					p.k.gram.Set(j, i, p.k.gram.At(j, i)+by)
				}
				return value()
			}
			up := moved(1e-5)
			down := moved(-2e-5)
			moved(1e-5)
			got := kuu.At(i, j)
			if i != j {
				got *= 2 // both entries move
			}
			if want := (up - down) / 2e-5; !near(got, want, 1e-6) {
				t.Errorf("own rows %v: dF/dKuu[%d,%d] = %g, differences %g", p.own, i, j, got, want)
			}
		}
	}
}

// F = sum_i h_i a_i'V a_i + g_i a_i'm with V = (I + W)^-1, m = V r for W and r that are
// fixed in u: MovingMarginals have all of its derivative by Kuu.
func TestMovingMarginals(t *testing.T) {
	for _, own := range rowKinds {
		const b, size = 6, 4
		rng := rand.New(rand.NewPCG(23, 1))
		p := randomProblem(b, size, QU, rng)
		p.own = own
		g, h := make([]float64, b), make([]float64, b)
		for i := range b {
			g[i], h[i] = rng.NormFloat64(), rng.NormFloat64()
		}
		var wu, av mat.Dense
		wu.Mul(p.factor, p.factor.T())
		prior, pr, post := p.posteriorOf(t, &wu, p.m)
		av.Mul(pr.A, post.Cov)
		pb := NewPullback(b, size)
		pb.Sum(toMatrices, prior, pr, make([]float64, b), func(parts *Parts) {
			parts.MovingMarginals(post.Mean, post.Cov, &av, g, h)
		})
		p.gramSlopes(t, pb.kuu, func() (f float64) {
			_, pr, post := p.posteriorOf(t, &wu, p.m)
			mean, vars := make([]float64, b), make([]float64, b)
			post.Marginals(mean, vars, pr.A, mat.NewDense(b, size, nil))
			return linalg.Dot(g, mean) + linalg.Dot(h, vars)
		})
	}
}

// The log normaliser of the prior times sites of the rows that stay put: its
// derivative, and the same by Marginals and Prior.
func TestPosteriorOfSites(t *testing.T) {
	for _, own := range rowKinds {
		const b, size = 6, 4
		rng := rand.New(rand.NewPCG(31, 1))
		p := randomProblem(b, size, QU, rng)
		p.own = own
		precision, shift := make([]float64, b), make([]float64, b)
		for i := range b {
			precision[i], shift[i] = rng.Float64(), rng.NormFloat64()
		}
		posterior := func() (*Prior, *Projection, *Gaussian) {
			prior, _, err := NewPrior(p.k, mat.NewDense(size, 1, nil))
			if err != nil {
				t.Fatal(err)
			}
			pr, post := p.project(prior), NewGaussian(size)
			post.AddRows(pr.A, precision, shift, 1, mat.NewDense(b, size, nil))
			if err := post.Refresh(); err != nil {
				t.Fatal(err)
			}
			post.Covariance()
			return prior, pr, post
		}
		prior, pr, post := posterior()
		var as mat.Dense
		as.Mul(pr.A, post.Cov)
		pull, h, none := make([]float64, b), make([]float64, b), make([]float64, b)
		for i := range b {
			pull[i] = shift[i] - precision[i]*linalg.Dot(pr.A.RawRowView(i), post.Mean)
			h[i] = -0.5 * precision[i]
		}
		one, other := NewPullback(b, size), NewPullback(b, size)
		one.Sum(toMatrices, prior, pr, none, func(parts *Parts) { parts.Posterior(post.Mean, post.Cov, &as, pull, precision) })
		other.Sum(toMatrices, prior, pr, none, func(parts *Parts) {
			parts.Marginals(post.Mean, post.Cov, &as, pull, h)
			parts.Prior(1, post.Mean, post.Cov)
		})
		if !mat.EqualApprox(one.kuu, other.kuu, 1e-12) || !mat.EqualApprox(one.kfu, other.kfu, 1e-12) {
			t.Errorf("own rows %v: Posterior is not Marginals and Prior", own)
		}
		p.gramSlopes(t, one.kuu, func() float64 {
			_, _, post := posterior()
			return post.LogNorm
		})
	}
}

// F = sum_ij e_ij (A A')_ij.
func TestRows(t *testing.T) {
	for _, own := range rowKinds {
		const b, size = 6, 4
		rng := rand.New(rand.NewPCG(37, 1))
		p := randomProblem(b, size, QU, rng)
		p.own = own
		e := mat.NewSymDense(b, nil)
		for i := range b {
			for j := range i + 1 {
				e.SetSym(i, j, rng.NormFloat64())
			}
		}
		prior, pr, _, _ := p.whitened(t)
		var rows mat.Dense
		rows.Mul(e, pr.A)
		rows.Scale(2, &rows)
		pb := NewPullback(b, size)
		pb.Sum(toMatrices, prior, pr, make([]float64, b), func(parts *Parts) { parts.Rows(&rows) })
		p.gramSlopes(t, pb.kuu, func() float64 {
			_, pr, _, _ := p.whitened(t)
			var ea, aea mat.Dense
			ea.Mul(e, pr.A)
			aea.Mul(pr.A.T(), &ea)
			return mat.Trace(&aea)
		})
	}
}
