package sparse

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/gp/likelihood"
)

// mixturePrior is the prior at m random inducing inputs of two attributes.
func mixturePrior(t *testing.T, m int, rng *rand.Rand) *Prior {
	t.Helper()
	k, err := kernel.New("se", 2, kernel.Start{Lengthscale: 0.8, Variance: 1.5, Noise: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	p, _, err := NewPrior(k, normals(m, 2, rng))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A mixture of two Gaussians predicts the mean of what models of each of them do, and has
// the moments that follow from theirs.
func TestMixture(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 1))
	const m, n = 5, 700 // more rows than a block has
	p, x := mixturePrior(t, m, rng), normals(n, 2, rng)
	means, factor := normals(2, m, rng), normals(m, m, rng)
	mixture, err := NewMixture(p, means, factor, likelihood.Logit{})
	if err != nil {
		t.Fatal(err)
	}
	var parts [2]struct {
		p              *mat.Dense
		mean, variance []float64
	}
	for s := range parts {
		part, err := NewClassifier(p, means.RawRowView(s), factor, likelihood.Logit{})
		if err != nil {
			t.Fatal(err)
		}
		parts[s].p, parts[s].mean, parts[s].variance = mat.NewDense(n, 2, nil), make([]float64, n), make([]float64, n)
		part.Predict(parts[s].p, x)
		part.Latent(parts[s].mean, parts[s].variance, x)
	}
	probs, mean, variance := mat.NewDense(n, 2, nil), make([]float64, n), make([]float64, n)
	mixture.Predict(probs, x)
	mixture.Latents(mat.NewDense(n, 1, mean), mat.NewDense(n, 1, variance), x)
	a, b := parts[0], parts[1]
	for i := range mean {
		half := (a.mean[i] - b.mean[i]) / 2
		if want := (a.mean[i] + b.mean[i]) / 2; math.Abs(mean[i]-want) > 1e-12 {
			t.Errorf("row %d: mean %v, want %v", i, mean[i], want)
		}
		if want := a.variance[i] + half*half; math.Abs(variance[i]-want) > 1e-12*want {
			t.Errorf("row %d: variance %v, want %v", i, variance[i], want)
		}
		for k := range 2 {
			if want := (a.p.At(i, k) + b.p.At(i, k)) / 2; math.Abs(probs.At(i, k)-want) > 1e-13 {
				t.Errorf("row %d, class %d: probability %v, want %v", i, k, probs.At(i, k), want)
			}
		}
	}
	if z := mixture.Inducing(); len(z) != 1 || !mat.Equal(z[0], p.Z) || z[0] == p.Z {
		t.Error("Inducing is no copy of the inducing inputs")
	}
}

func TestMixtureSavesAndLoads(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 1))
	const m, n = 4, 30
	p, x := mixturePrior(t, m, rng), normals(n, 2, rng)
	mixture, err := NewMixture(p, normals(3, m, rng), normals(m, m, rng), likelihood.Probit{})
	if err != nil {
		t.Fatal(err)
	}
	raw, err := mixture.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	back, err := LoadMixture(raw)
	if err != nil {
		t.Fatal(err)
	}
	want, got := mat.NewDense(n, 2, nil), mat.NewDense(n, 2, nil)
	mixture.Predict(want, x)
	if back.Predict(got, x); !mat.Equal(got, want) {
		t.Error("the loaded model has other probabilities")
	}
	if _, err := LoadMixture(raw[:len(raw)-1]); err == nil {
		t.Error("a model that was cut off is no error")
	}
	for name, damage := range map[string]func(*Mixture){
		"no means":       func(m *Mixture) { m.means = &mat.Dense{} },
		"another size":   func(m *Mixture) { m.means = mat.NewDense(1, 3, nil) },
		"a small factor": func(m *Mixture) { m.factor = mat.NewDense(3, 3, nil) },
	} {
		damaged := *mixture
		damage(&damaged)
		raw, err := damaged.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := LoadMixture(raw); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := NewMixture(p, mat.NewDense(1, 3, nil), mat.NewDense(4, 4, nil), likelihood.Probit{}); err == nil {
		t.Error("means of another size are no error")
	}
}
