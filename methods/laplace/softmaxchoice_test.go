package laplace

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/kernel"
	"gpcbench/methods/methodtest"
)

// Without a row the posterior is that of the others' Gaussian sites, by plain inverses of matrices of all
// classes and rows.
func TestLeftOutOfSeveral(t *testing.T) {
	const n, classes = 14, 3
	task := blobs(n, classes)
	x, y := task.Train.ReadAll()
	_, whole := gram(t, x, kernel.Start{Lengthscale: 0.8, Variance: 4, Noise: 0.1})
	run, in := full(t, task, map[string]any{"lengthscale": 0.8, "variance": 4.0, "noise": 0.1})
	value(t, run)
	s := in.posterior.(*softmax)
	f, gradient := make([]float64, n*classes), make([]float64, n*classes)
	s.times(f, in.a)
	s.logLikelihood(gradient, f)

	var inverse mat.Dense
	if err := inverse.Inverse(whole); err != nil {
		t.Fatal(err)
	}
	joint := func(without int) (covariance *mat.Dense, mean *mat.VecDense) {
		precision, shift := mat.NewDense(n*classes, n*classes, nil), mat.NewVecDense(n*classes, nil)
		for c := range classes {
			precision.Slice(c*n, (c+1)*n, c*n, (c+1)*n).(*mat.Dense).Copy(&inverse)
		}
		for i := range n {
			if i == without {
				continue
			}
			for c := range classes { // a site of precision W_i whose slope at f is g
				at := c*n + i
				shift.SetVec(at, gradient[at])
				for k := range classes {
					w := -s.classes[c].p[i] * s.classes[k].p[i]
					if c == k {
						w += s.classes[c].p[i]
					}
					precision.Set(at, k*n+i, precision.At(at, k*n+i)+w)
					shift.SetVec(at, shift.AtVec(at)+w*f[k*n+i])
				}
			}
		}
		covariance, mean = new(mat.Dense), new(mat.VecDense)
		if err := covariance.Inverse(precision); err != nil {
			t.Fatal(err)
		}
		mean.MulVec(covariance, shift)
		return covariance, mean
	}
	all, _ := joint(-1)
	l := newLeft(classes)
	for i, class := range y {
		at, p := make([]float64, classes), make([]float64, classes)
		for c := range classes {
			at[c], p[c] = f[c*n+i], s.classes[c].p[i]
			for k := range classes {
				l.s.Set(c, k, all.At(c*n+i, k*n+i))
			}
		}
		l.leaveOut(class, at, p)
		covariance, mean := joint(i)
		for c := range classes {
			if want := mean.AtVec(c*n + i); math.Abs(l.mean[c]-want) > 1e-6 {
				t.Errorf("row %d, class %d: mean %.8f, by plain inverses %.8f", i, c, l.mean[c], want)
			}
			for k := range classes {
				if want := covariance.At(c*n+i, k*n+i); math.Abs(l.cov.At(c, k)-want) > 1e-6 {
					t.Errorf("row %d, classes %d, %d: covariance %.8f, by plain inverses %.8f", i, c, k, l.cov.At(c, k), want)
				}
			}
		}
	}
}

// around returns n rows of classes that lie on a circle.
func around(n, classes int, spread float64, rng *rand.Rand) *data.Memory {
	x, y := mat.NewDense(n, 2, nil), make([]int, n)
	for i := range y {
		y[i] = i % classes
		sin, cos := math.Sincos(2 * math.Pi * float64(y[i]) / float64(classes))
		x.SetRow(i, []float64{3*cos + spread*rng.NormFloat64(), 3*sin + spread*rng.NormFloat64()})
	}
	return data.NewMemory(x, y)
}

// Where classes are told apart easily the variances become large, and the expectation of the softmax
// comes near the classes' shares; at the mode it does not.
func TestEasyClasses(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const classes = 5
	rng := rand.New(rand.NewPCG(8, 8))
	task := methodtest.Task(around(100, classes, 0.4, rng), classes, 1)
	held := methodtest.Task(around(200, classes, 0.4, rng), classes, 1).Train
	nll := func(choose bool) float64 {
		c := NewFull()
		c.ChoosePrediction, c.Iterations = choose, 50
		p, err := c.Fit(t.Context(), task, &methodtest.Recorder{Every: 1000})
		if err != nil {
			t.Fatal(err)
		}
		v, _ := methodtest.Score(p, classes, held)
		return v
	}
	at, expected := nll(true), nll(false)
	t.Logf("NLL %.4f with the better of both, %.4f with the expectation", at, expected)
	if !(at < 0.1 && expected > 0.4) {
		t.Errorf("NLL %.4f with the better of both, %.4f with the expectation", at, expected)
	}
}

// No probability is 0, however far the values of one row lie apart.
func TestContrastsArePositive(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	rng := rand.New(rand.NewPCG(2, 9))
	for _, classes := range []int{8, 26} {
		softmax := byExpectation(t, classes)
		for range 6 {
			factor, mean := mat.NewDense(classes, classes, nil), make([]float64, classes)
			for c := range classes {
				mean[c] = 8 * rng.NormFloat64()
				for k := range classes {
					factor.Set(c, k, 6*rng.NormFloat64())
				}
			}
			j := newContrasts(classes)
			j.cov.Mul(factor, factor.T())
			p := make([]float64, classes)
			j.predict(p, mean, softmax)
			for c, v := range p {
				if !(v > 0) {
					t.Errorf("%d classes: class %d has probability %g", classes, c, v)
				}
			}
		}
	}
}

// What a model predicts at the mode it predicts when it is read again.
func TestLoadAtMode(t *testing.T) {
	task := methodtest.Task(around(60, 4, 0.3, rand.New(rand.NewPCG(1, 8))), 4, 1)
	p, err := NewFull().Fit(t.Context(), task, &methodtest.Recorder{Every: 1000})
	if err != nil {
		t.Fatal(err)
	}
	if !p.(*Model).atMode {
		t.Fatal("classes that lie apart are predicted by expectations")
	}
	sameWhenRead(t, p, task)
}

// What a choice takes for an expectation is that of quadrature.
func TestSlopes(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	for _, classes := range []int{2, 3, 8} {
		softmax := byExpectation(t, classes)
		quick, p, want := newSlopes(softmax), mat.NewDense(1, classes, nil), mat.NewDense(1, classes, nil)
		for _, sd := range []float64{0.1, 1, 10, 40} {
			mean, variance := mat.NewDense(1, classes, nil), mat.NewDense(1, classes, nil)
			for c := range classes {
				mean.Set(0, c, 2*sd*rng.NormFloat64())
				variance.Set(0, c, sd*sd*rng.ExpFloat64())
			}
			softmax.Predict(want, mean, variance)
			quick.Predict(p, mean, variance)
			for y := range classes {
				if got, at := p.At(0, y), want.At(0, y); at > small && math.Abs(got-at) > 1e-4*at {
					t.Errorf("%d classes, sd %g: class %d has %g by slopes, %g by quadrature", classes, sd, y, got, at)
				}
			}
		}
	}
}
