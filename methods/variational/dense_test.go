package variational

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/likelihood"
	"gpcbench/methods/methodtest"
)

// With all rows as inducing inputs, q(u) satisfies the fixed point of the dense
// KL method (Opper & Archambeau 2009): m = K g and S^-1 = K^-1 - 2 diag(h), with
// g and h the derivatives (20) at the marginals m_i, S_ii.
func TestAllRowsAgainstDenseKL(t *testing.T) {
	const n = 25
	link := likelihood.Probit{}
	s := configured(t, map[string]any{"inducing": "all", "inducing_init": "first", "batch": 0, "learn": []string{}, "iterations": 500, "optimiser": "lbfgs", "noise": 0.0, "lengthscale": 1.0})
	f := started(t, s, toy(n, 2), likelihood.Bernoulli{Link: link})
	if err := f.search(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.elbo.whitened(f.at, 0)
	l := f.elbo.priors[0].L
	var mu mat.VecDense
	var lc, cov, k, precision mat.Dense
	mu.MulVec(l, mat.NewVecDense(n, f.elbo.m[0]))
	lc.Mul(l, f.elbo.c[0])
	cov.Mul(&lc, lc.T())
	k.Mul(l, l.T())
	if err := precision.Inverse(&k); err != nil {
		t.Fatal(err)
	}
	g := mat.NewVecDense(n, nil)
	for i, class := range f.elbo.class {
		_, gi, hi := link.Expect(float64(2*class-1), mu.AtVec(i), cov.At(i, i))
		g.SetVec(i, gi)
		precision.Set(i, i, precision.At(i, i)-2*hi)
	}
	var wantMu mat.VecDense
	wantMu.MulVec(&k, g)
	var want mat.Dense
	if err := want.Inverse(&precision); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		if d := math.Abs(mu.AtVec(i) - wantMu.AtVec(i)); d > 1e-4 {
			t.Errorf("mean %d: %g, fixed point %g", i, mu.AtVec(i), wantMu.AtVec(i))
		}
		if d := math.Abs(cov.At(i, i) - want.At(i, i)); d > 1e-4 {
			t.Errorf("variance %d: %g, fixed point %g", i, cov.At(i, i), want.At(i, i))
		}
	}
}

// An independent computation of the bound with numpy, by dense inverses and
// scipy's adaptive quadrature, of five rows x_ij = sin(1 + 2i + 3j) of class i mod
// 3, and for class k inducing inputs z_ij = cos(k + i + 2j), mean 0.8 sin(k + i),
// factor 1/2 + (i-j)/10 + k/20 of u, variance 0.8 + 0.3k, lengthscales 0.7 + k/10
// and 1.1, noise 0.2; epsilon is 0.01.
func TestRobustBoundAgainstNumpy(t *testing.T) {
	x := mat.NewDense(5, 2, nil)
	for i := range 5 {
		for j := range 2 {
			x.Set(i, j, math.Sin(float64(1+2*i+3*j)))
		}
	}
	task := methodtest.Task(data.NewMemory(x, []int{0, 1, 2, 0, 1}), 3, 1)
	for _, whiten := range []bool{false, true} {
		f := started(t, configured(t, map[string]any{"inducing": 2, "batch": 0, "kernel": "se-ard", "whiten": whiten}), task, robustMax(3, 0.01))
		for k := range 3 {
			r := float64(k)
			copy(f.at.theta[k], []float64{math.Log(0.8 + 0.3*r), math.Log(0.7 + 0.1*r), math.Log(1.1), math.Log(0.2)})
			for i := range 2 {
				f.at.mean[k][i] = 0.8 * math.Sin(r+float64(i))
				for j := range 2 {
					f.at.z[k].Set(i, j, math.Cos(r+float64(i+2*j)))
				}
				for j := range i + 1 {
					f.at.factor[k].Set(i, j, 0.5+0.1*float64(i-j)+0.05*r)
				}
			}
		}
		if whiten {
			if err := f.elbo.moveTo(f.at); err != nil {
				t.Fatal(err)
			}
			for k, prior := range f.elbo.priors {
				prior.Whiten(f.at.mean[k], f.at.factor[k])
			}
		}
		v, err := f.elbo.value(f.at)
		if err != nil {
			t.Fatal(err)
		}
		if want := -21.8967861545; math.Abs(v-want) > 1e-8 {
			t.Errorf("whiten %v: bound %.10f, numpy %.10f", whiten, v, want)
		}
	}
}
