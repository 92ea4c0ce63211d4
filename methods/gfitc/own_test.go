package gfitc

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
	"gpcbench/methods/nested"
)

// onRows returns the run of EPFitc with Z = X and noise, the kernel learnt.
func onRows(t *testing.T, task method.Task) *nested.Fit {
	t.Helper()
	cfg := NewBinary()
	if err := method.Decode(cfg, map[string]any{
		"inducing": "all", "kernel": "se-ard", "noise": 0.3, "variance": 2.5, "lengthscale": 0.8,
		"learn": []string{"kernel"}, "ep_tolerance": 1e-13, "sweeps": 10000,
	}); err != nil {
		t.Fatal(err)
	}
	f, _, err := cfg.start(t.Context(), task, &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// denseProbit is EP for Phi(y_i f_i) under N(0, k), site by site (Rasmussen and
// Williams 2006, algorithm 3.5, by plain inverses): the sites, the posterior and log Z.
func denseProbit(t *testing.T, k *mat.Dense, y []int) (tau, nu []float64, mean *mat.VecDense, cov *mat.Dense, logZ float64) {
	t.Helper()
	n := len(y)
	tau, nu = make([]float64, n), make([]float64, n)
	mean, cov = mat.NewVecDense(n, nil), mat.DenseCopyOf(k)
	var precision mat.Dense
	if err := precision.Inverse(k); err != nil {
		t.Fatal(err)
	}
	prior := mat.DenseCopyOf(&precision)
	posterior := func() {
		p := mat.DenseCopyOf(prior)
		for i := range n {
			p.Set(i, i, p.At(i, i)+tau[i])
		}
		if err := cov.Inverse(p); err != nil {
			t.Fatal(err)
		}
		mean.MulVec(cov, mat.NewVecDense(n, nu))
	}
	// cavity returns mean and variance without the site, and log of Phi's integral.
	cavity := func(i int) (m, v, logPhi, z, ratio float64) {
		v = 1 / (1/cov.At(i, i) - tau[i])
		m = v * (mean.AtVec(i)/cov.At(i, i) - nu[i])
		z = float64(2*y[i]-1) * m / math.Sqrt(1+v)
		phi := 0.5 * math.Erfc(-z/math.Sqrt2)
		return m, v, math.Log(phi), z, math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) / phi
	}
	for range 200 {
		for i := range n {
			m, v, _, z, ratio := cavity(i)
			alpha := float64(2*y[i]-1) * ratio / math.Sqrt(1+v)
			beta := ratio * (z + ratio) / (1 + v)
			tau[i], nu[i] = beta/(1-beta*v), (alpha+beta*m)/(1-beta*v)
			posterior()
		}
	}
	// log of the integral of N(f; 0, k) prod_i exp(nu_i f_i - tau_i f_i^2 / 2), and
	// for every factor log Z_i less the same of its cavity.
	b := mat.NewDense(n, n, nil)
	b.Mul(mat.NewDiagDense(n, tau), k)
	for i := range n {
		b.Set(i, i, b.At(i, i)+1)
	}
	logDet, _ := mat.LogDet(b)
	logZ = 0.5 * (mat.Dot(mat.NewVecDense(n, nu), mean) - logDet)
	for i := range n {
		m, v, logPhi, _, _ := cavity(i)
		s := 1 + v*tau[i]
		logZ += logPhi - (nu[i]*(m+0.5*v*nu[i])-0.5*tau[i]*m*m)/s + 0.5*math.Log(s)
	}
	return tau, nu, mean, cov, logZ
}

// With Z = X and noise EPFitc is EP of the whole model: its log evidence, and its
// latent mean and variance at new rows, whose noise is their own.
func TestAllInputsWithNoiseIsFullEP(t *testing.T) {
	task := blobs(12, 2)
	f := onRows(t, task)
	value, _ := at(t, f, f.X())
	x, y := task.Train.ReadAll()
	prior, n := f.Groups[0].Prior, len(y)
	var k mat.Dense // with noise and jitter
	k.Mul(prior.L, prior.L.T())
	_, _, mean, cov, logZ := denseProbit(t, &k, y)
	if math.Abs(value-logZ) > 1e-8 {
		t.Errorf("log Z_EP %.12f, of dense EP %.12f", value, logZ)
	}

	p, err := f.Inner.Predictor()
	if err != nil {
		t.Fatal(err)
	}
	fresh := mat.NewDense(3, 2, []float64{0.3, -1, x.At(4, 0), x.At(4, 1), 2, 2})
	gotMean, gotVariance := make([]float64, 3), make([]float64, 3)
	p.(*sparse.Classifier).Latent(gotMean, gotVariance, fresh)
	cross, self := mat.NewDense(3, n, nil), make([]float64, 3)
	prior.Kernel.Cov(cross, fresh, x)
	prior.Kernel.Var(self, fresh)
	var inverse mat.Dense
	if err := inverse.Inverse(&k); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		var w, sw mat.VecDense
		w.MulVec(&inverse, cross.RowView(i))
		sw.MulVec(cov, &w)
		wantMean := mat.Dot(&w, mean)
		want := self[i] - mat.Dot(&w, cross.RowView(i)) + mat.Dot(&w, &sw)
		if math.Abs(gotMean[i]-wantMean) > 1e-8 || math.Abs(gotVariance[i]-want) > 1e-8 {
			t.Errorf("row %d: mean %.10f and variance %.10f, of dense EP %.10f and %.10f", i, gotMean[i], gotVariance[i], wantMean, want)
		}
	}
}

// The derivatives of the kernel's parameters, noise among them, at Z = X.
func TestGradientOnRows(t *testing.T) {
	f := onRows(t, blobs(12, 2))
	methodtest.Differences{Step: 1e-5, Tolerance: 1e-6}.Check(t, "kernel", f.Objective, f.X(), f.Layout.KernelSize())
}
