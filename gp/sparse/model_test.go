package sparse

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/gp/likelihood"
)

// randomParts draws a model of that many classes on the plane, whose first two
// share a prior and the others have more inducing inputs, and returns its parts.
func randomParts(t *testing.T, classes int) ([]*Prior, [][]float64, []*mat.Dense) {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, uint64(classes)))
	priors, mean, factor := make([]*Prior, classes), make([][]float64, classes), make([]*mat.Dense, classes)
	for k := range classes {
		if k == 1 {
			priors[1] = priors[0]
		} else {
			kern, err := kernel.New("se", 2, kernel.Start{Lengthscale: 1 + 0.3*float64(k), Variance: 2, Noise: 0.1})
			if err != nil {
				t.Fatal(err)
			}
			if priors[k], _, err = NewPrior(kern, normals(5+k, 2, rng)); err != nil {
				t.Fatal(err)
			}
		}
		m := priors[k].M()
		mean[k], factor[k] = normals(m, 1, rng).RawMatrix().Data, normals(m, m, rng)
		for i := range m {
			clear(factor[k].RawRowView(i)[i+1:])
		}
		factor[k].Scale(0.3, factor[k])
	}
	return priors, mean, factor
}

func normals(r, c int, rng *rand.Rand) *mat.Dense {
	a := mat.NewDense(r, c, nil)
	for i := range r {
		for j := range c {
			a.Set(i, j, rng.NormFloat64())
		}
	}
	return a
}

func robust(t *testing.T, classes int, epsilon float64) *Model {
	t.Helper()
	priors, mean, factor := randomParts(t, classes)
	l, err := likelihood.NewRobustMax(classes, epsilon)
	if err != nil {
		t.Fatal(err)
	}
	c, err := NewModel(priors, mean, factor, l)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func predicted(c *Model, x *mat.Dense) *mat.Dense {
	n, _ := x.Dims()
	dst := mat.NewDense(n, len(c.mean), nil)
	c.Predict(dst, x)
	return dst
}

// Each class has the moments of a Classifier of its own, and rows those that they have
// alone, in whatever block.
func TestModelLatents(t *testing.T) {
	const n, classes = block + 40, 3
	priors, mean, factor := randomParts(t, classes)
	c := robust(t, classes, 0)
	x := normals(n, 2, rand.New(rand.NewPCG(1, 1)))
	m, v := mat.NewDense(n, classes, nil), mat.NewDense(n, classes, nil)
	c.Latents(m, v, x)
	for k := range classes {
		one, err := NewClassifier(priors[k], mean[k], factor[k], likelihood.Probit{})
		if err != nil {
			t.Fatal(err)
		}
		wantM, wantV := make([]float64, n), make([]float64, n)
		one.Latent(wantM, wantV, x)
		for i := range n {
			if math.Abs(m.At(i, k)-wantM[i]) > 1e-12 || math.Abs(v.At(i, k)-wantV[i]) > 1e-12 {
				t.Fatalf("class %d, row %d: %v, %v, want %v, %v", k, i, m.At(i, k), v.At(i, k), wantM[i], wantV[i])
			}
		}
	}
	all := predicted(c, x)
	for _, i := range []int{0, 5, block - 1, block, n - 1} {
		alone := predicted(c, mat.DenseCopyOf(x.Slice(i, i+1, 0, 2)))
		for k := range classes {
			if alone.At(0, k) != all.At(i, k) {
				t.Errorf("row %d alone has other probabilities", i)
			}
		}
	}
}

// Two classes have a closed form; noise in the labels mixes with the uniform.
func TestModelPredict(t *testing.T) {
	const n, epsilon = 30, 0.1
	x := normals(n, 2, rand.New(rand.NewPCG(2, 1)))
	c := robust(t, 2, epsilon)
	m, v := mat.NewDense(n, 2, nil), mat.NewDense(n, 2, nil)
	c.Latents(m, v, x)
	got := predicted(c, x)
	for i := range n {
		// Probit adds 1 to the variance.
		p, _ := likelihood.Probit{}.Predict(m.At(i, 0)-m.At(i, 1), v.At(i, 0)+v.At(i, 1)-1)
		if want := (1-epsilon)*p + epsilon/2; math.Abs(got.At(i, 0)-want) > 1e-11 || math.Abs(got.At(i, 1)-(1-want)) > 1e-11 {
			t.Errorf("row %d: %v, want %v", i, got.RawRowView(i), want)
		}
	}
}

func TestModelSurvivesSaving(t *testing.T) {
	c := robust(t, 4, 0.01)
	raw, err := c.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	back, err := LoadModel(raw)
	if err != nil {
		t.Fatal(err)
	}
	x := normals(20, 2, rand.New(rand.NewPCG(3, 1)))
	if !mat.Equal(predicted(c, x), predicted(back, x)) {
		t.Error("other probabilities after saving")
	}
	if len(back.priors) != 3 {
		t.Errorf("%d priors after saving, want 3", len(back.priors))
	}
	z := back.Inducing()
	if len(z) != 4 || !mat.Equal(z[0], z[1]) || !mat.Equal(z[3], c.priors[2].Z) {
		t.Error("other inducing inputs after saving")
	}
	if _, err := LoadModel(raw[:len(raw)/2]); err == nil {
		t.Error("half a model is read")
	}
}

// The model is a copy: what was given may move on.
func TestModelCopies(t *testing.T) {
	priors, mean, factor := randomParts(t, 3)
	c, err := NewMulticlass(priors, mean, factor)
	if err != nil {
		t.Fatal(err)
	}
	x := normals(5, 2, rand.New(rand.NewPCG(4, 1)))
	before := predicted(c, x)
	priors[0].Z.Set(0, 0, 9)
	priors[0].L.Set(0, 0, 9)
	mean[1][0], factor[2] = 9, nil
	if !mat.Equal(before, predicted(c, x)) {
		t.Error("the model changed")
	}
}

func TestModelRefuses(t *testing.T) {
	priors, mean, factor := randomParts(t, 3)
	for what, err := range map[string]error{
		"one class":       second(NewMulticlass(priors[:1], mean[:1], factor[:1])),
		"a mean too few":  second(NewMulticlass(priors, mean[:2], factor)),
		"a wrong factor":  second(NewMulticlass(priors, mean, []*mat.Dense{factor[0], factor[1], factor[0]})),
		"three functions": second(NewModel(priors, mean, factor, likelihood.Bernoulli{Link: likelihood.Probit{}})),
	} {
		if err == nil {
			t.Errorf("%s: no error", what)
		}
	}
}

func second(_ *Model, err error) error { return err }
