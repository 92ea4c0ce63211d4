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

// The evidence of two rows against quadrature over the latent values, and over the kernel's variance.
func TestEvidence(t *testing.T) {
	x := mat.NewDense(2, 1, []float64{0, 0.7})
	k, err := kernel.New("se", 1, kernel.Start{Variance: 9, Lengthscale: 1, Noise: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	l, err := likelihood.New(likelihood.State{Name: "logit", Outputs: 2})
	if err != nil {
		t.Fatal(err)
	}
	cfg := New()
	cfg.EvidenceRuns, cfg.EvidenceSteps = 800, 15
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
				want += over.W[i] * ofTwo(t, l, at.at(theta), x, y)
			}
			got, err := cfg.anneal(t.Context(), newPosterior(l, x, y, prior), rand.New(rand.NewPCG(7, 8)))
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
