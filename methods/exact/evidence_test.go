package exact

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/gp/likelihood"
	"gpcbench/gp/quad"
	"gpcbench/linalg"
)

// All labels that three rows of three classes may have, of which five say those of the rest, have evidences that sum to 1:
// in coupled frames, and from the prior and in wide frames where the kernel's variance is large.
func TestEvidencesSumToOne(t *testing.T) {
	t.Run("coupled frames", func(t *testing.T) {
		sumsToOne(t, append(likelihood.Multiclass(), likelihood.Noisy()...), 9, 250, 8, func(p *posterior) error { return p.couple() })
	})
	t.Run("from the prior", func(t *testing.T) {
		sumsToOne(t, []string{"softmax", "robust-max"}, 100, 200, 30, func(p *posterior) error { p.frames = priorFrame; return nil })
	})
	t.Run("as truncated Gaussians", func(t *testing.T) {
		sumsToOne(t, likelihood.Noisy(), 1e4, 50, 100, func(p *posterior) error { p.frames = priorFrame; return p.truncate() })
	})
	t.Run("wide frames", func(t *testing.T) {
		sumsToOne(t, append(likelihood.Multiclass(), likelihood.Noisy()...), 100, 200, 30, func(p *posterior) error { p.curvature = 0.1; return p.couple() })
	})
}

// sumsToOne holds the sum of evidences of likelihoods and a kernel's variance, by so many runs and powers in frames of a
// kind.
func sumsToOne(t *testing.T, likelihoods []string, variance float64, runs, steps int, frames func(*posterior) error) {
	t.Helper()
	x := mat.NewDense(3, 1, []float64{0, 0.7, 1.1})
	k, err := kernel.New("se", 1, kernel.Start{Variance: variance, Lengthscale: 1})
	if err != nil {
		t.Fatal(err)
	}
	cfg := New()
	cfg.EvidenceRuns, cfg.EvidenceSteps = runs, steps
	for _, name := range likelihoods {
		l, err := likelihood.NewMulticlass(name, 3, 0.05)
		observed := likelihood.Observation(l)
		if err != nil {
			if observed, err = likelihood.NewNoisy(name, 3, 0.5); err != nil {
				t.Fatal(err)
			}
		}
		sum, ofSum := 0.0, 0.0
		for _, of := range []struct {
			y     []int
			alike float64 // labels that are these but for the names of classes
		}{{[]int{0, 0, 0}, 3}, {[]int{0, 0, 1}, 6}, {[]int{0, 1, 0}, 6}, {[]int{0, 1, 1}, 6}, {[]int{0, 1, 2}, 6}} {
			post := newPosterior(observed, x, of.y, newHyperprior(k, false, 1, 1))
			if err := frames(post); err != nil {
				t.Fatal(err)
			}
			e, err := cfg.anneal(t.Context(), post, rand.New(rand.NewPCG(7, 8)))
			if err != nil {
				t.Fatal(err)
			}
			p := of.alike * math.Exp(e.Log)
			sum += p
			ofSum += p * p * e.SE * e.SE
		}
		if se := math.Sqrt(ofSum); math.Abs(sum-1) > 4*se || se > 0.05 {
			t.Errorf("%s: %.4f +- %.4f", name, sum, se)
		} else {
			t.Logf("%s: %.4f +- %.4f", name, sum, se)
		}
	}
}

// nearRows returns the kernel and the likelihood of two rows whose evidence is sought.
func nearRows(t *testing.T) (kernel.Kernel, likelihood.Likelihood) {
	t.Helper()
	k, err := kernel.New("se", 1, kernel.Start{Variance: 9, Lengthscale: 1, Noise: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	l, err := likelihood.New(likelihood.State{Name: "logit", Outputs: 2})
	if err != nil {
		t.Fatal(err)
	}
	return k, l
}

// The evidence of two rows against quadrature over the latent values, and over the kernel's variance.
func TestEvidence(t *testing.T) {
	cfg := New()
	cfg.EvidenceRuns, cfg.EvidenceSteps = 800, 15
	k, logit := nearRows(t)
	evidenceOfTwo(t, cfg, k, logit, func(*posterior) error { return nil })
	probit, err := likelihood.New(likelihood.State{Name: "probit", Outputs: 2})
	if err != nil {
		t.Fatal(err)
	}
	evidenceOfTwo(t, cfg, k, probit, func(p *posterior) error { return p.truncate() })
}

// evidenceOfTwo holds the evidence of two rows alike and apart, at the kernel k and over its variance.
func evidenceOfTwo(t *testing.T, cfg *Config, k kernel.Kernel, l likelihood.Likelihood, moves func(*posterior) error) {
	t.Helper()
	x := mat.NewDense(2, 1, []float64{0, 0.7})
	for _, y := range [][]int{{1, 1}, {1, 0}} {
		for _, learn := range []bool{false, true} {
			prior := newHyperprior(k, learn, 1e-9, 1) // of the variance alone
			want := 0.0
			over := quad.Rule{X: []float64{0}, W: []float64{1}}
			if learn {
				over = quad.GaussHermite(40)
			}
			for i, z := range over.X {
				at := prior
				theta := make([]float64, len(at.free))
				for j, s := range at.sd {
					if s == 1 {
						theta[j] = z
					}
				}
				want += over.W[i] * ofTwo(t, l, at.kernelAt(theta), x, y)
			}
			post := newPosterior(l, x, y, prior)
			if err := moves(post); err != nil {
				t.Fatal(err)
			}
			got, err := cfg.anneal(t.Context(), post, rand.New(rand.NewPCG(7, 8)))
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%v: %.4f +- %.4f, want %.4f", y, got.Log, got.SE, math.Log(want))
			if math.Abs(got.Log-math.Log(want)) > 4*got.SE || got.SE > 0.03 {
				t.Errorf("%v, kernel learnt %v: log evidence %.4f +- %.4f, want %.4f", y, learn, got.Log, got.SE, math.Log(want))
			}
		}
	}
}

// ofTwo is p(y) of two rows by quadrature over f = L v.
func ofTwo(t *testing.T, l likelihood.Likelihood, k kernel.Kernel, x *mat.Dense, y []int) (p float64) {
	t.Helper()
	gram, factor := mat.NewDense(2, 2, nil), mat.NewDense(2, 2, nil)
	k.Gram(gram, x)
	if _, err := linalg.JitterCholesky(factor, gram); err != nil {
		t.Fatal(err)
	}
	r := quad.GaussHermite(80)
	for i, a := range r.X {
		for j, b := range r.X {
			f, g := factor.At(0, 0)*a, factor.At(1, 0)*a+factor.At(1, 1)*b
			p += r.W[i] * r.W[j] * math.Exp(l.LogProb(y[0], []float64{f})+l.LogProb(y[1], []float64{g}))
		}
	}
	return p
}
