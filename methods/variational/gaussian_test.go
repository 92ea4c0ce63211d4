package variational

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/likelihood"
)

// gaussian is regression on the classes as -1 and +1: y = f + noise of a variance. With it
// the bound has known limits (hensman2015 section 4, Limiting cases).
type gaussian struct{ variance float64 }

func (gaussian) State() likelihood.State { return likelihood.State{Name: "gaussian", Outputs: 2} }
func (gaussian) Functions() int          { return 1 }
func (gaussian) Outputs() int            { return 2 }

func (l gaussian) LogProb(class int, f []float64) float64 {
	residual := float64(2*class-1) - f[0]
	return -0.5*math.Log(2*math.Pi*l.variance) - residual*residual/(2*l.variance)
}

func (l gaussian) Expectations(dMean, dVariance *mat.Dense, y []int, mean, variance *mat.Dense, scale float64) float64 {
	sum := 0.0
	for i, class := range y {
		residual := float64(2*class-1) - mean.At(i, 0)
		sum -= 0.5*math.Log(2*math.Pi*l.variance) + (residual*residual+variance.At(i, 0))/(2*l.variance)
		dMean.Set(i, 0, scale*residual/l.variance)
		dVariance.Set(i, 0, -0.5*scale/l.variance)
	}
	return sum
}

func (gaussian) Predict(_, _, _ *mat.Dense) { panic("nobody asks regression for a class") }

// regression is the dense algebra of a fit with a gaussian likelihood, by plain inverses.
type regression struct {
	y        *mat.VecDense
	kmm, knm *mat.Dense
	weights  *mat.Dense // Knm Kmm^-1
	qnn      *mat.Dense
	residual float64 // tr(Knn - Qnn)
	variance float64 // sigma^2
}

func newRegression(t *testing.T, f *fit, l gaussian) *regression {
	t.Helper()
	if _, err := f.elbo.value(f.at); err != nil { // works out prior and projection
		t.Fatal(err)
	}
	prior, pr := f.elbo.priors[0], f.elbo.projections[0]
	n := len(f.elbo.class)
	r := &regression{y: mat.NewVecDense(n, nil), kmm: new(mat.Dense), knm: new(mat.Dense), weights: new(mat.Dense), qnn: new(mat.Dense), variance: l.variance}
	r.kmm.Mul(prior.L, prior.L.T())
	r.knm.Mul(pr.A, prior.L.T())
	var inverse mat.Dense
	if err := inverse.Inverse(r.kmm); err != nil {
		t.Fatal(err)
	}
	r.weights.Mul(r.knm, &inverse)
	r.qnn.Mul(r.weights, r.knm.T())
	self := make([]float64, n)
	prior.Kernel.Var(self, pr.X)
	for i, class := range f.elbo.class {
		r.y.SetVec(i, float64(2*class-1))
		r.residual += self[i] - r.qnn.At(i, i)
	}
	if prior.Own {
		r.residual = 0
	}
	return r
}

// logDensity returns log N(y | mean, cov); no mean is 0, no covariance sigma^2 I.
func (r *regression) logDensity(t *testing.T, mean mat.Vector, cov *mat.Dense) float64 {
	t.Helper()
	n := r.y.Len()
	total, d := mat.NewDense(n, n, nil), mat.VecDenseCopyOf(r.y)
	if cov != nil {
		total.Copy(cov)
	}
	for i := range n {
		total.Set(i, i, total.At(i, i)+r.variance)
	}
	if mean != nil {
		d.SubVec(d, mean)
	}
	var solved mat.VecDense
	if err := solved.SolveVec(total, d); err != nil {
		t.Fatal(err)
	}
	logDet, _ := mat.LogDet(total)
	return -0.5 * (mat.Dot(d, &solved) + logDet + float64(n)*math.Log(2*math.Pi))
}

// For any q the bound is (7); of the best q it is that of Titsias, (6).
func TestGaussianBoundIsTitsias(t *testing.T) {
	l := gaussian{0.3}
	for _, whiten := range []bool{false, true} {
		options := map[string]any{"inducing": 6, "batch": 0, "learn": []string{}, "optimiser": "lbfgs", "whiten": whiten, "kernel": "se-ard", "lengthscale": 0.8, "noise": 0.1}
		f := started(t, configured(t, options), toy(40, 2), l)
		f.scatter()
		f.layout.unpack(f.at, f.x)
		r := newRegression(t, f, l)

		got := f.bound(t, f.x)
		prior := f.elbo.priors[0]
		var mean, fitted mat.VecDense // of u, of f
		var factor, s, spread, product mat.Dense
		mean.MulVec(prior.L, mat.NewVecDense(6, f.elbo.m[0])) // e.m and e.c are of v
		factor.Mul(prior.L, f.elbo.c[0])
		s.Mul(&factor, factor.T())
		fitted.MulVec(r.weights, &mean)
		spread.Product(r.weights, &s, r.weights.T())
		if err := product.Solve(r.kmm, &s); err != nil {
			t.Fatal(err)
		}
		var solved mat.VecDense
		if err := solved.SolveVec(r.kmm, &mean); err != nil {
			t.Fatal(err)
		}
		logS, _ := mat.LogDet(&s)
		logK, _ := mat.LogDet(r.kmm)
		divergence := 0.5 * (mat.Trace(&product) + mat.Dot(&mean, &solved) - 6 + logK - logS)
		if want := r.logDensity(t, &fitted, nil) - (mat.Trace(&spread)+r.residual)/(2*l.variance) - divergence; math.Abs(got-want) > 1e-8 {
			t.Errorf("whiten %v: bound %.10f, (7) %.10f", whiten, got, want)
		}

		r = newRegression(t, started(t, configured(t, options), toy(40, 2), l), l)
		best := optimum(t, toy(40, 2), l, with(options, map[string]any{"iterations": 2000}))
		if want := r.logDensity(t, nil, r.qnn) - r.residual/(2*l.variance); math.Abs(best-want) > 1e-8 {
			t.Errorf("whiten %v: optimum %.10f, (6) %.10f", whiten, best, want)
		}
	}
}

// With the training rows as inducing inputs the optimum is exact regression: its evidence,
// and its mean and variance at new rows.
func TestGaussianOnAllRowsIsRegression(t *testing.T) {
	l := gaussian{0.3}
	for _, noise := range []float64{0, 0.2} {
		f := started(t, configured(t, map[string]any{
			"inducing": "all", "batch": 0, "learn": []string{}, "optimiser": "lbfgs", "iterations": 2000, "kernel": "se-ard", "lengthscale": 0.8, "noise": noise,
		}), toy(25, 2), l)
		if err := f.search(t.Context()); err != nil {
			t.Fatal(err)
		}
		r := newRegression(t, f, l)
		if got, want := f.bound(t, f.x), r.logDensity(t, nil, r.kmm); math.Abs(got-want) > 1e-8 {
			t.Errorf("noise %v: optimum %.10f, evidence %.10f", noise, got, want)
		}

		model, err := f.elbo.model(f.at)
		if err != nil {
			t.Fatal(err)
		}
		x := mat.NewDense(3, 2, []float64{0.3, -1, 1, 1, -2, 0.5})
		mean, variance := mat.NewDense(3, 1, nil), mat.NewDense(3, 1, nil)
		model.Latents(mean, variance, x)
		prior := f.elbo.priors[0]
		cross, self := mat.NewDense(3, 25, nil), make([]float64, 3)
		prior.Kernel.Cov(cross, x, prior.Z)
		prior.Kernel.Var(self, x)
		total := mat.DenseCopyOf(r.kmm)
		for i := range 25 {
			total.Set(i, i, total.At(i, i)+l.variance)
		}
		for i := range self {
			var solved mat.VecDense
			if err := solved.SolveVec(total, cross.RowView(i)); err != nil {
				t.Fatal(err)
			}
			wantMean, wantVariance := mat.Dot(&solved, r.y), self[i]-mat.Dot(&solved, cross.RowView(i))
			if math.Abs(mean.At(i, 0)-wantMean) > 1e-5 || math.Abs(variance.At(i, 0)-wantVariance) > 1e-5 {
				t.Errorf("noise %v, row %d: %.8f, %.8f, of regression %.8f, %.8f", noise, i, mean.At(i, 0), variance.At(i, 0), wantMean, wantVariance)
			}
		}
	}
}
