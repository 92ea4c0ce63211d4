package laplace

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/kernel"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// fitcGram returns the FITC covariance of rows x by plain inverses, and that of rows of test with them, for inducing
// inputs z: K_fu Kuu^-1 K_uf with the kernel's diagonal.
func fitcGram(t *testing.T, x, test, z *mat.Dense, start kernel.Start) (k, cross *mat.Dense) {
	t.Helper()
	of, whole := gram(t, x, start)
	m, _ := z.Dims()
	n, _ := x.Dims()
	between := func(rows *mat.Dense) *mat.Dense {
		r, _ := rows.Dims()
		out := mat.NewDense(r, m, nil)
		of.Cov(out, rows, z)
		return out
	}
	kuu, kfu := mat.NewDense(m, m, nil), between(x)
	of.Gram(kuu, z)
	var inverse mat.Dense
	if err := inverse.Inverse(kuu); err != nil {
		t.Fatal(err)
	}
	k, cross = new(mat.Dense), new(mat.Dense)
	k.Product(kfu, &inverse, kfu.T())
	cross.Product(between(test), &inverse, kfu.T())
	for i := range n {
		k.Set(i, i, whole.At(i, i))
	}
	return k, cross
}

// Evidence, mode, the covariances of rows and the joint latent Gaussian at new rows of several classes with FITC are
// those by plain inverses of C N x C N matrices.
func TestFITCSoftmax(t *testing.T) {
	const n, classes = 18, 3
	start := kernel.Start{Lengthscale: 0.8, Variance: 4, Noise: 0.1}
	task := blobs(n, classes)
	x, y := task.Train.ReadAll()
	test, _ := data.NewExamples(methodtest.Blobs(5, 2, classes, rand.New(rand.NewPCG(3, 4))), data.All(5), nil).ReadAll()
	run, in := fitcOf(t, task, map[string]any{"lengthscale": 0.8, "variance": 4.0, "noise": 0.1, "inducing": 6, "inducing_init": "first", "newton_tolerance": 1e-11})
	k, cross := fitcGram(t, x, test, mat.DenseCopyOf(x.Slice(0, 6, 0, 2)), start)
	s, want := plain(t, y, []*mat.Dense{k, k, k})
	if got := value(t, run); math.Abs(got-want) > 1e-9*math.Abs(want) {
		t.Errorf("%.11f, by plain inverses %.11f", got, want)
	}
	for i, f := range in.f {
		if math.Abs(f-s.f.AtVec(i)) > 1e-8 {
			t.Errorf("mode %d: %.9f, by plain inverses %.9f", i, f, s.f.AtVec(i))
		}
	}

	var inverse, both, covariance, gain mat.Dense
	if err := inverse.Inverse(s.k); err != nil {
		t.Fatal(err)
	}
	both.Add(&inverse, s.w)
	if err := covariance.Inverse(&both); err != nil {
		t.Fatal(err)
	}
	in.posterior.(*fitcSoftmax).covariances(func(i int, got *mat.Dense) {
		for c := range classes {
			for l := range classes {
				if want := covariance.At(c*n+i, l*n+i); math.Abs(got.At(c, l)-want) > 1e-8 {
					t.Errorf("row %d, classes %d and %d: covariance %.9f, by plain inverses %.9f", i, c, l, got.At(c, l), want)
				}
			}
		}
	})

	gain.Product(&inverse, &covariance, &inverse)
	gain.Sub(&inverse, &gain)
	var a mat.VecDense
	a.MulVec(&inverse, s.f)
	p, err := in.Predictor()
	if err != nil {
		t.Fatal(err)
	}
	mean, variance := mat.NewDense(5, classes, nil), mat.NewDense(5, classes, nil)
	p.(*Model).Latents(mean, variance, test)
	star := func(c, row int) *mat.VecDense {
		v := mat.NewVecDense(classes*n, nil)
		for j := range n {
			v.SetVec(c*n+j, cross.At(row, j))
		}
		return v
	}
	p.(*Model).Covariances(test, func(row int, got *mat.Dense) {
		for c := range classes {
			if want := mat.Dot(star(c, row), &a); math.Abs(mean.At(row, c)-want) > 1e-7 {
				t.Errorf("new row %d, class %d: mean %.9f, by plain inverses %.9f", row, c, mean.At(row, c), want)
			}
			if math.Abs(got.At(c, c)-variance.At(row, c)) > 1e-12 {
				t.Errorf("new row %d, class %d: variance %.12f and %.12f", row, c, got.At(c, c), variance.At(row, c))
			}
			for l := range classes {
				want := -mat.Inner(star(c, row), &gain, star(l, row))
				if c == l {
					want += 4.1
				}
				if math.Abs(got.At(c, l)-want) > 1e-7 {
					t.Errorf("new row %d, classes %d and %d: covariance %.9f, by plain inverses %.9f", row, c, l, got.At(c, l), want)
				}
			}
		}
	})
}

// With all rows as inducing inputs FITC is what there is without any: evidence, and the probabilities of rows.
func TestFITCSoftmaxOfAllRows(t *testing.T) {
	for _, classes := range []int{3, 5} {
		task := blobs(60, classes)
		options := map[string]any{"lengthscale": 0.7, "variance": 9.0, "noise": 0.05, "learn": []string{}}
		of := func(c method.Classifier, more map[string]any) (float64, *mat.Dense) {
			for name, v := range options {
				more[name] = v
			}
			if err := method.Decode(c, more); err != nil {
				t.Fatal(err)
			}
			rec := &methodtest.Recorder{}
			p, err := c.Fit(t.Context(), task, rec)
			if err != nil {
				t.Fatal(err)
			}
			x, _ := task.Train.ReadAll()
			out := mat.NewDense(60, classes, nil)
			p.Predict(out, x)
			return rec.Objectives[rec.Last], out
		}
		whole, p := of(NewFull(), map[string]any{})
		sparse, q := of(New(), map[string]any{"inducing": "all"})
		if math.Abs(whole-sparse) > 1e-7*math.Abs(whole) || !mat.EqualApprox(p, q, 1e-6) {
			t.Errorf("%d classes: evidence %.9f with all rows, %.9f without inducing inputs; probabilities\n%.5f\n%.5f", classes, sparse, whole, mat.Formatted(q), mat.Formatted(p))
		}
	}
}

// Where the prior variance is large the mode is found, and the derivatives there are those of differences.
func TestFITCSoftmaxOfLargeVariances(t *testing.T) {
	for _, variance := range []float64{1, 1e4, 1e8} {
		t.Run(fmt.Sprintf("variance %g", variance), func(t *testing.T) {
			f, in := fitcOf(t, blobs(700, 3), map[string]any{"variance": variance, "inducing": 10})
			events := map[string]int{}
			in.event = func(name string, n int) { events[name] += n }
			value(t, f)
			if len(events) > 0 {
				t.Errorf("events %v at log posterior %v", events, in.logPosterior)
			}
			methodtest.Differences{Step: 1e-4, Tolerance: 1e-4}.Check(t, "kernel", f.Objective, f.X(), f.Layout.KernelSize())
		})
	}
}

// A model that is read again predicts the same bits.
func TestLoadFITCSoftmax(t *testing.T) {
	task := blobs(40, 4)
	c := New()
	c.Iterations, c.Inducing = 3, method.Inputs(7)
	p, err := c.Fit(t.Context(), task, &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	sameWhenRead(t, p, task)
}

// More inducing inputs of all classes than there is memory for are refused, with what to do.
func TestTooManyInducingInputs(t *testing.T) {
	c := New()
	c.Inducing = method.AllInputs()
	_, err := c.Fit(t.Context(), blobs(mostCoupled/3+1, 3), &methodtest.Recorder{})
	if err == nil || !strings.Contains(err.Error(), "set it to 2000 or less, or use dirichlet") {
		t.Errorf("%v", err)
	}
}
