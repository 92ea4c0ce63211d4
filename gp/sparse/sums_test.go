package sparse

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
)

// With one weight for variances and residual variances the sums are the
// pullback at fixed q(u).
func TestSumsAgreeWithCovariances(t *testing.T) {
	const b, size = 7, 4
	p := randomProblem(b, size, QU, rand.New(rand.NewPCG(19, 1)))
	g, h := make([]float64, b), make([]float64, b)
	p.value(t, g, h)
	prior, pr, m, c := p.whitened(t)
	var s, as mat.Dense
	s.Mul(c, c.T())
	as.Mul(pr.A, &s)
	want := NewPullback(b, size)
	want.Means(pr, g)
	want.Variances(pr, h)
	want.Covariances(prior, pr, m, &s, g, h, QU)

	// In two parts, as for two functions with one prior.
	got := NewPullback(b, size)
	got.Begin()
	for part := range 2 {
		gp, hp := make([]float64, b), make([]float64, b)
		for i := range b {
			share := 0.3 + 0.1*float64(i)
			if part == 1 {
				share = 1 - share
			}
			gp[i], hp[i] = share*g[i], share*h[i]
		}
		got.AddMarginals(pr, m, &s, &as, gp, hp)
		got.AddPrior(0.5, m, &s)
	}
	got.AddResiduals(pr, h)
	got.End(prior)
	if !mat.EqualApprox(got.Kfu, want.Kfu, 1e-12) || !mat.EqualApprox(got.Kuu, want.Kuu, 1e-12) {
		t.Error("sums differ from Covariances")
	}
}

// F = sum_i x_i' V x_i + m'q with V = (I + W)^-1, m = V r for W and r that are
// fixed in u: AddMarginals and AddMotion have all of its derivative by Kuu.
func TestMotionAgainstFiniteDifferences(t *testing.T) {
	const b, size = 6, 4
	rng := rand.New(rand.NewPCG(23, 1))
	p := randomProblem(b, size, QU, rng)
	g, h := make([]float64, b), make([]float64, b)
	for i := range b {
		g[i], h[i] = rng.NormFloat64(), rng.NormFloat64()
	}
	var wu mat.Dense // precision of the factors, in u
	wu.Mul(p.factor, p.factor.T())
	at := func() (*Prior, *Projection, []float64, *mat.Dense, float64) {
		prior, _, err := NewPrior(p.k, mat.NewDense(size, 1, nil))
		if err != nil {
			t.Fatal(err)
		}
		pr := NewProjection(b, size, 1)
		prior.Project(pr)
		var w, lw, v mat.Dense
		lw.Mul(prior.L.T(), &wu)
		w.Mul(&lw, prior.L)
		for i := range size {
			w.Set(i, i, w.At(i, i)+1)
		}
		if err := v.Inverse(&w); err != nil {
			t.Fatal(err)
		}
		var shift, mean mat.VecDense
		shift.MulVec(prior.L.T(), mat.NewVecDense(size, p.m))
		mean.MulVec(&v, &shift)
		m := mean.RawVector().Data
		var f float64
		vars := make([]float64, b)
		linalg.RowQuadratic(vars, pr.A, &v, mat.NewDense(b, size, nil))
		for i := range b {
			f += g[i]*linalg.Dot(pr.A.RawRowView(i), m) + h[i]*vars[i]
		}
		return prior, pr, m, &v, f
	}
	prior, pr, m, v, _ := at()
	var av mat.Dense
	av.Mul(pr.A, v)
	pb := NewPullback(b, size)
	pb.Begin()
	pb.AddMarginals(pr, m, v, &av, g, h)
	pb.AddMotion(m, v)
	pb.End(prior)
	for i := range size {
		for j := range i + 1 {
			value := func(by float64) float64 {
				p.k.gram.Set(i, j, p.k.gram.At(i, j)+by)
				if i != j {
					p.k.gram.Set(j, i, p.k.gram.At(j, i)+by)
				}
				_, _, _, _, f := at()
				return f
			}
			up := value(1e-5)
			down := value(-2e-5)
			value(1e-5)
			got := pb.Kuu.At(i, j)
			if i != j {
				got *= 2
			}
			if want := (up - down) / 2e-5; !near(got, want, 1e-6) {
				t.Errorf("dF/dKuu[%d,%d] = %g, differences %g", i, j, got, want)
			}
		}
	}
}
