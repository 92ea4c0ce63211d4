package xgpc

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// small is a task of six rows on a line.
func small() method.Task {
	x := mat.NewDense(6, 1, []float64{0.2, 1.1, -0.7, 2.5, 1.3, 0.4})
	return methodtest.Task(data.NewMemory(x, []int{1, 0, 1, 1, 1, 1}), 2, 3)
}

// converged returns the run at its fixed point.
func converged(t *testing.T, options map[string]any) *run {
	all := map[string]any{"batch": 0, "learn": []string{}, "lengthscale": 1.0, "inducing_init": "first", "noise": 0.0}
	for k, v := range options {
		all[k] = v
	}
	return after(t, 300, all, small())
}

// exactMoments returns mean and variance of a'v for the rows of a, under
//
//	p(v) prod_i exp(1/2 y_i a_i'v) / (2 cosh(1/2 sqrt(r_i + (a_i'v)^2))),
//
// which the bound belongs to, by the trapezoidal rule over v.
func exactMoments(f *run, a *mat.Dense) (mean, variance []float64) {
	m, n := f.prior.M(), len(f.y)
	k, _ := a.Dims()
	mean, variance = make([]float64, k), make([]float64, k)
	const step, end = 0.25, 7.
	side := int(2*end/step) + 1
	points := int(math.Pow(float64(side), float64(m)))
	v := make([]float64, m)
	var total float64
	for p := range points {
		for j, rest := 0, p; j < m; j, rest = j+1, rest/side {
			v[j] = -end + step*float64(rest%side)
		}
		var logp float64
		for _, e := range v {
			logp -= 0.5 * e * e
		}
		for i := range n {
			g := dot(f.pr.A.RawRowView(i), v)
			logp += 0.5*f.y[i]*g - logCosh(0.5*math.Sqrt(f.pr.Residual[i]+g*g))
		}
		w := math.Exp(logp)
		total += w
		for i := range k {
			g := dot(a.RawRowView(i), v)
			mean[i] += w * g
			variance[i] += w * g * g
		}
	}
	for i := range k {
		mean[i] /= total
		variance[i] = variance[i]/total - mean[i]*mean[i]
	}
	return mean, variance
}

func dot(a, b []float64) (s float64) {
	for i, v := range a {
		s += v * b[i]
	}
	return s
}

// gaussian returns mean and variance of a'v for the rows of a under N(m, C C').
func gaussian(m []float64, c, a *mat.Dense) (mean, variance []float64) {
	k, _ := a.Dims()
	var ac mat.Dense
	ac.Mul(a, c)
	for i := range k {
		mean = append(mean, dot(a.RawRowView(i), m))
		variance = append(variance, dot(ac.RawRowView(i), ac.RawRowView(i)))
	}
	return mean, variance
}

// distance returns the sum of absolute differences.
func distance(a, b []float64) (s float64) {
	for i := range a {
		s += math.Abs(a[i] - b[i])
	}
	return s
}

// errorsOf returns the distances from the truth, at the training rows, before
// and after the correction.
func errorsOf(t *testing.T, f *run) (mean, variance, meanCorrected, varianceCorrected float64) {
	t.Helper()
	trueMean, trueVariance := exactMoments(f, f.pr.A)
	m0, v0 := gaussian(f.q.Mean, f.factor, f.pr.A)
	m, c, err := correction(f.Posterior())
	if err != nil {
		t.Fatal(err)
	}
	m1, v1 := gaussian(m, c, f.pr.A)
	return distance(m0, trueMean), distance(v0, trueVariance), distance(m1, trueMean), distance(v1, trueVariance)
}

// The correction moves mean and variance of small models, with inducing inputs
// that stand for themselves and for others, closer to the truth.
func TestCorrectionMovesTowardsTheTruth(t *testing.T) {
	for _, options := range []map[string]any{
		{"inducing": 3, "variance": 1.0},
		{"inducing": 3, "variance": 4.0},
		{"inducing": 3, "variance": 4.0, "noise": 0.2},
		{"inducing": 2, "variance": 9.0},
	} {
		mean, variance, meanC, varianceC := errorsOf(t, converged(t, options))
		t.Logf("%v: mean %.4f to %.4f, variance %.4f to %.4f", options, mean, meanC, variance, varianceC)
		if meanC > 0.6*mean || varianceC > 0.6*variance {
			t.Errorf("%v: mean is off by %.4f before and %.4f after, variance by %.4f and %.4f",
				options, mean, meanC, variance, varianceC)
		}
	}
}

// With Z = X, of three rows, the truth is the posterior of the model itself.
func TestCorrectionOfTheFullModel(t *testing.T) {
	task := small()
	task.Train = task.Train.Subset([]int{0, 1, 3})
	f := after(t, 300, map[string]any{"batch": 0, "learn": []string{}, "lengthscale": 1.0, "inducing": "all", "noise": 0.0, "variance": 4.0}, task)
	mean, variance, meanC, varianceC := errorsOf(t, f)
	if f.pr.Residual[0] > 1e-8 {
		t.Fatalf("residuals %v", f.pr.Residual)
	}
	if meanC > 0.6*mean || varianceC > 0.6*variance {
		t.Errorf("mean is off by %.4f before and %.4f after, variance by %.4f and %.4f", mean, meanC, variance, varianceC)
	}
}

// As the prior variance goes to 0 so does V, and what the correction leaves is
// of higher order than what it corrects: a wrong coefficient would leave a
// constant share.
func TestCorrectionIsOfSecondOrder(t *testing.T) {
	var before, beforeVariance float64
	for _, variance := range []float64{0.25, 0.0625} {
		m, v, mc, vc := errorsOf(t, converged(t, map[string]any{"inducing": 3, "variance": variance}))
		t.Logf("prior variance %v: mean %.3g to %.3g, variance %.3g to %.3g", variance, m, mc, v, vc)
		if variance < 0.25 && (mc/m > 0.4*before || vc/v > 0.4*beforeVariance) {
			t.Errorf("prior variance %v: %.4f of the mean's error is left and %.4f of the variance's, at four times as much %.4f and %.4f",
				variance, mc/m, vc/v, before, beforeVariance)
		}
		before, beforeVariance = mc/m, vc/v
	}
}

// The fit is that of X-GPC; what it predicts with is the corrected q, whatever
// the block that the rows are read in.
func TestCorrectedFit(t *testing.T) {
	task, cfg := toy(700), NewCorrected()
	options := map[string]any{"inducing": 6, "batch": 0, "collapse": false, "learn": []string{}, "iterations": 30}
	if err := method.Decode(cfg, options); err != nil {
		t.Fatal(err)
	}
	rec := &methodtest.Recorder{Every: 1000}
	p, err := cfg.Fit(t.Context(), task, rec)
	if err != nil {
		t.Fatal(err)
	}
	f := after(t, 30, options, task)
	if got, want := rec.Objectives[30], f.Bound(); math.Abs(got-want) > 1e-9*math.Abs(want) {
		t.Errorf("objective %v, X-GPC's bound %v", got, want)
	}
	// The sums over all rows at once, from a projection of all.
	var scaled, gram, cov mat.Dense
	f.q.Covariance()
	d, w := make([]float64, 700), make([]float64, 700)
	for i, mu := range f.mean {
		v := likelihood.PolyaGammaVariance(math.Sqrt(f.variance[i] + mu*mu))
		s := f.variance[i] - f.pr.Residual[i]
		d[i], w[i] = (mu*mu+s)*v, s*mu*v
	}
	scaled.Mul(f.pr.A.T(), mat.NewDiagDense(700, d))
	gram.Mul(&scaled, f.pr.A)
	cov.Mul(f.q.Cov, &gram)
	cov.Mul(&cov, f.q.Cov)
	cov.Add(&cov, f.q.Cov)
	var pull, delta mat.VecDense
	pull.MulVec(f.pr.A.T(), mat.NewVecDense(700, w))
	delta.MulVec(f.q.Cov, &pull)
	cov.RankOne(&cov, -1, &delta, &delta)
	x, _ := task.Train.ReadAll()
	mean, variance := make([]float64, 700), make([]float64, 700)
	p.(*sparse.Classifier).Latent(mean, variance, x)
	for _, i := range []int{0, 511, 512, 699} {
		a := mat.NewVecDense(6, f.pr.A.RawRowView(i))
		var sa mat.VecDense
		sa.MulVec(&cov, a)
		wantMean := dot(f.pr.A.RawRowView(i), f.q.Mean) + mat.Dot(a, &delta)
		if want := f.pr.Residual[i] + mat.Dot(a, &sa); math.Abs(mean[i]-wantMean) > 1e-10 || math.Abs(variance[i]-want) > 1e-10 {
			t.Errorf("row %d: mean %v and variance %v, want %v and %v", i, mean[i], variance[i], wantMean, want)
		}
	}
}
