package gfitc

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
	"gpcbench/methods/nested"
)

// smallX and smallY are nine rows of three classes.
var (
	smallX = mat.NewDense(9, 2, []float64{
		0.3, -1.2, 1.1, 0.4, -0.7, 0.9, 0.2, 0.1, -1.5, -0.3, 0.8, 1.6, -0.4, -0.8, 1.9, -0.6, 0.1, 1.2,
	})
	smallY = []int{0, 1, 2, 2, 0, 1, 0, 1, 2}
)

// smallPriors are of three classes with kernels of their own; the inducing inputs
// of class k are rows 3k to 3k + 2.
func smallPriors(t *testing.T) []*sparse.Prior {
	t.Helper()
	var priors []*sparse.Prior
	for k, p := range [][4]float64{{1.7, 0.8, 1.3, 0.2}, {0.9, 1.1, 0.7, 0.05}, {2.4, 0.9, 0.9, 0.4}} { // variance, lengthscales, noise
		ard, err := kernel.New("se-ard", 2, kernel.Start{Lengthscale: 1, Variance: 1, Noise: 1})
		if err != nil {
			t.Fatal(err)
		}
		theta := make([]float64, 4)
		for i, v := range p {
			theta[i] = math.Log(v)
		}
		prior, _, err := sparse.NewPrior(ard.With(theta), mat.DenseCopyOf(smallX.Slice(3*k, 3*k+3, 0, 2)))
		if err != nil {
			t.Fatal(err)
		}
		priors = append(priors, prior)
	}
	return priors
}

// exact is EP to rounding.
var exact = Inference{EPTolerance: 1e-13, Sweeps: 10000, Damping: 0.7}

// everything learns all, and shares what is named.
func everything(share ...string) nested.Settings {
	return nested.Settings{Learning: method.LearnAll(), Sharing: method.Sharing{Share: share}, Optimiser: "lbfgs"}
}

// converged returns EP on inputs x at its fixed point, the log evidence there and its
// gradient.
func converged(t *testing.T, x *mat.Dense, lik factors, priors []*sparse.Prior, share ...string) (e *ep, value float64, grad []float64) {
	t.Helper()
	rec := &methodtest.Recorder{}
	f, e := newFit(x, lik, priors, everything(share...), exact, rec)
	value, grad = at(t, f, f.X())
	if len(rec.Events) > 0 {
		t.Fatal(rec.Events)
	}
	return e, value, grad
}

// moments returns means and variances of f_i, by function.
func moments(f *fitc) (mean, variance []float64) {
	mean, variance = make([]float64, len(f.g)), make([]float64, len(f.g))
	f.variances(variance)
	for i, r := range f.pr.Residual {
		mean[i] = (f.g[i] + r*f.nu[i]) / (1 + f.tau[i]*r)
	}
	return mean, variance
}

// Sequential EP with dense N x N matrices in numpy, to 1e-13, of the same
// factorised family. Of 20 million draws from the prior 1264 give these classes:
// log evidence -9.669 +- 0.028; the family has no covariance between functions,
// which costs evidence.
func TestAgainstNumpy(t *testing.T) {
	e, value, _ := converged(t, smallX, newArgmax(smallY, 3, 1), smallPriors(t))
	if want := -9.825033729199; math.Abs(value-want) > 1e-9 {
		t.Errorf("log Z_EP %.12f, numpy %.12f", value, want)
	}
	wantMean := [][]float64{
		{1.091957, -1.0484919, -0.15209515, -0.24581881, 1.03647477, -1.03456182, 1.22190782, -0.9658797, -0.53735053},
		{-0.38138636, 0.52324529, -0.13435184, -0.11461595, -0.53358395, 0.69168899, -0.42572669, 0.59952724, 0.19906405},
		{-0.8765594, -0.92680453, 1.67900015, 1.42933608, -0.83628943, -0.43320795, -0.61287133, -1.15324232, 1.59095382},
	}
	wantVariance := [][]float64{
		{0.86470596, 1.01917485, 1.18778749, 1.03958874, 0.97013782, 1.13909296, 0.89637412, 1.12397573, 1.26344257},
		{0.72853829, 0.60262249, 0.75089043, 0.65181838, 0.72523932, 0.59463502, 0.71940818, 0.6701459, 0.64390776},
		{1.59956391, 1.28075555, 1.12739024, 0.9928333, 1.65501814, 1.02656644, 1.48532921, 1.52974875, 0.95693286},
	}
	for k, fn := range e.fs {
		mean, variance := moments(fn.(*fitc))
		for i := range mean {
			if math.Abs(mean[i]-wantMean[k][i]) > 1e-7 || math.Abs(variance[i]-wantVariance[k][i]) > 1e-7 {
				t.Errorf("f^%d at row %d: %.8f, %.8f, numpy %.8f, %.8f", k, i, mean[i], variance[i], wantMean[k][i], wantVariance[k][i])
			}
		}
	}
}

// The same for Phi(y f), y = +1 for class 1, under the prior of the first class.
// Four million draws from the prior have log evidence -5.2402 +- 0.0023.
func TestProbitAgainstNumpy(t *testing.T) {
	y := make([]int, len(smallY))
	for i, c := range smallY {
		if c == 1 {
			y[i] = 1
		}
	}
	e, value, _ := converged(t, smallX, newProbit(y, 1), smallPriors(t)[:1])
	if want := -5.241770319685; math.Abs(value-want) > 1e-9 {
		t.Errorf("log Z_EP %.12f, numpy %.12f", value, want)
	}
	if sampled, sd := -5.2402, 0.0023; math.Abs(value-sampled) > 3*sd {
		t.Errorf("log Z_EP %.6f, by sampling %v +- %v", value, sampled, sd)
	}
	mean, _ := moments(e.fs[0].(*fitc))
	for i, want := range []float64{-1.15202235, 0.80553505, -1.44874861, -1.07341003, -1.17965329, 0.9313265, -1.44227374, 1.00004492, -1.04086429} {
		if math.Abs(mean[i]-want) > 1e-7 {
			t.Errorf("f at row %d: %.8f, numpy %.8f", i, mean[i], want)
		}
	}
}

// Every element of the gradient, whatever is shared. What is shared starts from
// the first class.
func TestGradientAgainstFiniteDifferences(t *testing.T) {
	for _, share := range [][]string{nil, {"kernel"}, {"inducing"}, {"kernel", "inducing"}} {
		sharing := method.Sharing{Share: share}
		priors := smallPriors(t)
		for k := range priors {
			switch {
			case len(share) == 2:
				priors[k] = priors[0]
			case sharing.SharesKernel():
				priors[k].Kernel = priors[0].Kernel
			case sharing.SharesInducing():
				priors[k].Z = priors[0].Z
			}
		}
		f, _ := newFit(smallX, newArgmax(smallY, 3, 1), priors, everything(share...), exact, &methodtest.Recorder{})
		checkGradient(t, f)
		want := map[int]int{0: 3*4 + 3*6, 1: 4 + 3*6, 2: 4 + 6}[len(share)]
		if sharing.SharesInducing() && len(share) == 1 {
			want = 3*4 + 6
		}
		if got := f.Layout.Size(); got != want {
			t.Errorf("%v: %d parameters, want %d", share, got, want)
		}
	}
}

func TestProbitGradientAgainstFiniteDifferences(t *testing.T) {
	f, _ := newFit(smallX, newProbit([]int{0, 1, 1, 0, 0, 1, 0, 1, 1}, 1), smallPriors(t)[:1], everything(), exact, &methodtest.Recorder{})
	checkGradient(t, f)
}

// checkGradient compares all derivatives near the start, away from coincidences of Z and
// X, with differences.
func checkGradient(t *testing.T, f *nested.Fit) {
	t.Helper()
	checkGradientOf(t, f, len(f.X()))
}

// checkGradientOf is checkGradient of the first derivatives.
func checkGradientOf(t *testing.T, f *nested.Fit, size int) {
	t.Helper()
	x := f.X()
	for i := range x {
		x[i] += 0.1 * math.Sin(float64(3*i))
	}
	methodtest.Differences{Step: 1e-4, Tolerance: 1e-8, Fourth: true}.Check(t, "all", f.Objective, x, size)
}

// Without noise the likelihood does not see the scale of the functions.
func TestScaleDoesNotMatterWithoutNoise(t *testing.T) {
	k, err := kernel.New("se-ard", 2, kernel.Start{Lengthscale: 0.9, Variance: 1.3})
	if err != nil {
		t.Fatal(err)
	}
	prior, _, err := sparse.NewPrior(k, mat.DenseCopyOf(smallX.Slice(1, 5, 0, 2)))
	if err != nil {
		t.Fatal(err)
	}
	_, _, grad := converged(t, smallX, newArgmax(smallY, 3, 1), []*sparse.Prior{prior, prior, prior}, "kernel", "inducing")
	if math.Abs(grad[0]) > 1e-9 || math.Abs(grad[1]) < 1e-3 {
		t.Errorf("derivatives with respect to log variance %g, log lengthscale %g", grad[0], grad[1])
	}
}

// With C = 2, f^2 = 0 and 1 added to the conditional variance of f^1 the factors are
// Phi(f) of binary probit.
func TestTwoClassesOneFunctionIsProbit(t *testing.T) {
	class := []int{0, 1, 1, 0, 0, 1, 0, 1, 1}
	sign := make([]int, len(class))
	for i, c := range class {
		sign[i] = 1 - c // class 0 is that of f^1, y = +1
	}
	probit, want, _ := converged(t, smallX, newProbit(sign, 1), smallPriors(t)[:1])

	f, two := newFit(smallX, newArgmax(class, 2, 1), smallPriors(t)[:2], everything(), exact, &methodtest.Recorder{})
	for i := range class {
		f.Groups[0].Projection.Residual[i]++
		f.Groups[1].Projection.Residual[i] = 0
	}
	f.Groups[1].Projection.A.Zero()
	if err := two.Converge(); err != nil {
		t.Fatal(err)
	}
	if got := two.Value(); math.Abs(got-want) > 1e-12*math.Abs(want) {
		t.Errorf("log Z_EP %.15f, probit %.15f", got, want)
	}
	a, b := two.fs[0].(*fitc), probit.fs[0].(*fitc)
	for i := range class {
		if math.Abs(a.g[i]-b.g[i]) > 1e-12 || math.Abs(a.q[i]-b.q[i]) > 1e-12 {
			t.Errorf("row %d: %.15f, %.15f, probit %.15f, %.15f", i, a.g[i], a.q[i], b.g[i], b.q[i])
		}
	}
}

// Classes that share a prior have the value that as many equal priors have.
func TestSharedPriorIsEqualPriors(t *testing.T) {
	one := smallPriors(t)[0]
	same := []*sparse.Prior{one, smallPriors(t)[0], smallPriors(t)[0]}
	_, a, gradA := converged(t, smallX, newArgmax(smallY, 3, 1), []*sparse.Prior{one, one, one}, "kernel", "inducing")
	_, b, gradB := converged(t, smallX, newArgmax(smallY, 3, 1), same)
	if math.Abs(a-b) > 1e-11 {
		t.Errorf("log Z_EP %.12f shared, %.12f equal", a, b)
	}
	for i := range 4 {
		if sum := gradB[i] + gradB[4+i] + gradB[8+i]; math.Abs(gradA[i]-sum) > 1e-9 {
			t.Errorf("parameter %d: %g shared, %g in all", i, gradA[i], sum)
		}
	}
}

// The model has q(v) = N(B^-1 rho, B^-1): at the training inputs a_i'v is that of EP,
// and a new e comes to it, with all of its variance.
func TestPredictor(t *testing.T) {
	priors := smallPriors(t)
	e, _, _ := converged(t, smallX, newArgmax(smallY, 3, 1), priors)
	e.model = func(mean [][]float64, factor []*mat.Dense) (method.Predictor, error) {
		return sparse.NewMulticlass(priors, mean, factor)
	}
	p, err := e.Predictor()
	if err != nil {
		t.Fatal(err)
	}
	mean, variance := mat.NewDense(9, 3, nil), mat.NewDense(9, 3, nil)
	p.(*sparse.Model).Latents(mean, variance, smallX)
	for k, fn := range e.fs {
		fn := fn.(*fitc)
		for i, r := range fn.pr.Residual {
			if math.Abs(mean.At(i, k)-fn.g[i]) > 1e-12 || math.Abs(variance.At(i, k)-r-fn.q[i]) > 1e-12 {
				t.Errorf("f^%d at row %d: %v, %v; want %v, %v", k, i, mean.At(i, k), variance.At(i, k), fn.g[i], r+fn.q[i])
			}
		}
	}
}
