package gfitc

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
	"gpcbench/methods/nested"
)

// powered is EP of that power to rounding.
func powered(t *testing.T, alpha float64) Inference {
	t.Helper()
	inf := exact
	if err := inf.Alpha.SetOption(alpha); err != nil {
		t.Fatal(err)
	}
	return inf
}

// powerFit is converged of power EP.
func powerFit(t *testing.T, lik factors, priors []*sparse.Prior, alpha float64) (f *nested.Fit, e *ep, value float64) {
	t.Helper()
	rec := &methodtest.Recorder{}
	f, e = newFit(smallX, lik, priors, everything(), powered(t, alpha), rec)
	value, _ = at(t, f, f.X())
	if len(rec.Events) > 0 {
		t.Fatal(rec.Events)
	}
	return f, e, value
}

var powerSigns = []int{0, 1, 1, 0, 0, 1, 0, 1, 1}

// normalCDF is Phi.
func normalCDF(z float64) float64 { return 0.5 * math.Erfc(-z/math.Sqrt2) }

// Every derivative, of both likelihoods and without inducing inputs.
func TestPowerGradientAgainstFiniteDifferences(t *testing.T) {
	for _, alpha := range []float64{0.8, 0.1} {
		f, _, _ := powerFit(t, newProbit(powerSigns, alpha), smallPriors(t)[:1], alpha)
		checkGradient(t, f)
		f, _, _ = powerFit(t, newArgmax(smallY, 3, alpha), smallPriors(t), alpha)
		checkGradient(t, f)
	}
	full, _ := fullOf(t, blobs(12, 2), map[string]any{"kernel": "se-ard", "noise": 0.2, "variance": 2.0, "lengthscale": 0.9, "alpha": 0.5})
	checkGradientOf(t, full, full.Layout.KernelSize())
}

// cavityByHand returns, by quadrature, the logarithms of the integrals of the factor of row i and of
// its site, to the power of alpha, under the posterior without the part alpha of the site, by plain
// inverses. Both must have the same moments.
func cavityByHand(t *testing.T, f *fitc, i int, alpha, y float64) (logZ, logZSite float64) {
	t.Helper()
	n, m := f.pr.A.Dims()
	precision, shift := mat.NewDense(m, m, nil), mat.NewVecDense(m, nil)
	for j := range n {
		part := 1.0
		if j == i {
			part = 1 - alpha
		}
		s := 1 + alpha*f.tau[j]*f.pr.Residual[j]
		for a := range m {
			shift.SetVec(a, shift.AtVec(a)+part*f.nu[j]/s*f.pr.A.At(j, a))
			for b := range m {
				precision.Set(a, b, precision.At(a, b)+part*f.tau[j]/s*f.pr.A.At(j, a)*f.pr.A.At(j, b))
			}
		}
	}
	for a := range m {
		precision.Set(a, a, precision.At(a, a)+1)
	}
	var cov mat.Dense
	if err := cov.Inverse(precision); err != nil {
		t.Fatal(err)
	}
	row := f.pr.A.RowView(i)
	var ca mat.VecDense
	ca.MulVec(&cov, row)
	m0, v0 := mat.Dot(&ca, shift), mat.Dot(row, &ca)+f.pr.Residual[i]
	power := func(f float64) float64 { return math.Pow(normalCDF(y*f), alpha) }
	z := trapezium(m0, v0, 0, 0, power)
	mean := trapezium(m0, v0, 0, 0, func(f float64) float64 { return f * power(f) }) / z
	variance := trapezium(m0, v0, 0, 0, func(f float64) float64 { return (f - mean) * (f - mean) * power(f) }) / z
	site := math.Log(trapezium(m0, v0, alpha*f.tau[i], alpha*f.nu[i], func(float64) float64 { return 1 }))
	siteMean, siteVariance := times(m0, v0, alpha*f.tau[i], alpha*f.nu[i])
	if math.Abs(siteMean-mean) > 1e-7 || math.Abs(siteVariance-variance) > 1e-7 {
		t.Errorf("alpha %v, row %d: moments with the site %.9f, %.9f, with the factor %.9f, %.9f", alpha, i, siteMean, siteVariance, mean, variance)
	}
	return math.Log(z), site
}

// Sites match the moments of the factor's power, and log Z is that of power EP, by definition: with
// t_i(u)^alpha = E_{p(f_i | u)} Phi(y f_i)^alpha approximated by the power of a site,
// log of the integral of prior and sites plus sum (log Z_i - log Z'_i) / alpha.
func TestPowerEPByDefinition(t *testing.T) {
	for _, alpha := range []float64{1, 0.6, 0.05} {
		_, e, value := powerFit(t, newProbit(powerSigns, alpha), smallPriors(t)[:1], alpha)
		f := e.fs[0].(*fitc)
		want := 0.0
		precision := mat.NewDense(3, 3, nil)
		shift := mat.NewVecDense(3, nil)
		for i, sign := range powerSigns {
			logZ, site := cavityByHand(t, f, i, alpha, float64(2*sign-1))
			want += (logZ - site) / alpha
			r := f.pr.Residual[i]
			// The site as a function of u: the integral over f_i of its power, to the power 1/alpha.
			s := 1 + alpha*f.tau[i]*r
			want += 0.5*alpha*f.nu[i]*f.nu[i]*r/s - 0.5*math.Log(s)/alpha
			for a := range 3 {
				shift.SetVec(a, shift.AtVec(a)+f.nu[i]/s*f.pr.A.At(i, a))
				for b := range 3 {
					precision.Set(a, b, precision.At(a, b)+f.tau[i]/s*f.pr.A.At(i, a)*f.pr.A.At(i, b))
				}
			}
		}
		for a := range 3 {
			precision.Set(a, a, precision.At(a, a)+1)
		}
		var mean mat.VecDense
		if err := mean.SolveVec(precision, shift); err != nil {
			t.Fatal(err)
		}
		logDet, _ := mat.LogDet(precision)
		want += 0.5*mat.Dot(&mean, shift) - 0.5*logDet
		if math.Abs(value-want) > 1e-8/alpha {
			t.Errorf("alpha %v: log Z %.10f, by definition %.10f", alpha, value, want)
		}
	}
}

// As alpha goes to 0 log Z is the bound of svgp at its best q, where the sites are the slopes of the
// expected log likelihood.
func TestPowerEPOfLittleIsTheBound(t *testing.T) {
	const alpha = 1e-8
	_, e, value := powerFit(t, newProbit(powerSigns, alpha), smallPriors(t)[:1], alpha)
	f := e.fs[0].(*fitc)
	mean, factor, err := f.whitened()
	if err != nil {
		t.Fatal(err)
	}
	n := len(powerSigns)
	variance := make([]float64, n)
	ac := mat.NewDense(n, 3, nil)
	linalg.MulFactor(ac, f.pr.A, factor)
	bound := -sparse.Divergence(mean, factor)
	for i, sign := range powerSigns {
		y := float64(2*sign - 1)
		variance[i] = f.pr.Residual[i] + mat.Dot(ac.RowView(i), ac.RowView(i))
		bound += trapezium(f.g[i], variance[i], 0, 0, func(f float64) float64 { return math.Log(normalCDF(y * f)) })
		ratio := func(f float64) float64 {
			return math.Exp(-0.5*f*f) / math.Sqrt(2*math.Pi) / normalCDF(y*f)
		}
		first := y * trapezium(f.g[i], variance[i], 0, 0, ratio)
		second := -trapezium(f.g[i], variance[i], 0, 0, func(f float64) float64 { return ratio(f) * (ratio(f) + y*f) })
		if math.Abs(f.tau[i]+second) > 1e-6 || math.Abs(f.nu[i]-(first-second*f.g[i])) > 1e-6 {
			t.Errorf("row %d: site %.8f, %.8f, slopes of the bound say %.8f, %.8f", i, f.tau[i], f.nu[i], -second, first-second*f.g[i])
		}
	}
	if math.Abs(value-bound) > 1e-6 {
		t.Errorf("log Z %.9f, bound %.9f", value, bound)
	}
}

// With all training rows as inducing inputs it is power EP without any.
func TestPowerFullIsFITCWithAllRows(t *testing.T) {
	options := map[string]any{"kernel": "se-ard", "noise": 0.3, "variance": 2.5, "lengthscale": 0.8, "alpha": 0.3}
	full, _ := fullOf(t, blobs(30, 2), options)
	value, _ := at(t, full, full.X())
	cfg := NewBinary()
	cfg.Inference = exact
	options["inducing"], options["learn"] = "all", []any{"kernel"}
	if err := method.Decode(cfg, options); err != nil {
		t.Fatal(err)
	}
	fitc, _, err := cfg.start(t.Context(), blobs(30, 2), &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	if want, _ := at(t, fitc, fitc.X()); math.Abs(value-want) > 1e-7 {
		t.Errorf("log Z %.10f, with all rows as inducing inputs %.10f", value, want)
	}
}
