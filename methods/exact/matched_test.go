package exact

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/gp/likelihood"
	"gpcbench/methods/methodtest"
)

// Where the kernel's variance is large p(y) of two rows is the probability of a quadrant: with f + e, e ~ N(0, 1), of
// correlation rho, 1/4 + asin(rho)/(2 pi) for y_1 = y_2.
func TestMatchedWhereVarianceIsLarge(t *testing.T) {
	const variance = 1e8
	x := mat.NewDense(2, 1, []float64{0, 0.7})
	k, err := kernel.New("se", 1, kernel.Start{Variance: variance, Lengthscale: 1, Noise: 0})
	if err != nil {
		t.Fatal(err)
	}
	l, err := likelihood.New(likelihood.State{Name: "probit", Outputs: 2})
	if err != nil {
		t.Fatal(err)
	}
	rho := variance * math.Exp(-0.7*0.7/2) / (variance + 1)
	cfg := New()
	cfg.EvidenceRuns, cfg.EvidenceSteps = 400, 20
	for _, y := range [][]int{{1, 1}, {1, 0}} {
		want := 0.25 + math.Asin(rho)/(2*math.Pi)
		if y[1] == 0 {
			want = 0.5 - want
		}
		p := newPosterior(l, x, y, newHyperprior(k, false, 1, 1))
		if err := p.matchMoments(); err != nil {
			t.Fatal(err)
		}
		got, err := cfg.anneal(t.Context(), p, rand.New(rand.NewPCG(7, 8)))
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%v: %.4f +- %.4f, want %.4f", y, got.Log, got.SE, math.Log(want))
		if math.Abs(got.Log-math.Log(want)) > 4*got.SE || got.SE > 0.03 {
			t.Errorf("%v: log evidence %.4f +- %.4f, want %.4f", y, got.Log, got.SE, math.Log(want))
		}
	}
}

// Rows that are far apart are independent: p(y) is 2^-N, whatever the variance.
func TestMatchedEvidenceOfManyRows(t *testing.T) {
	const n = 30
	x, y := mat.NewDense(n, 1, nil), make([]int, n)
	for i := range n {
		x.Set(i, 0, float64(100*i))
		y[i] = i % 2
	}
	k, err := kernel.New("se", 1, kernel.Start{Variance: 1e5, Lengthscale: 1, Noise: 0})
	if err != nil {
		t.Fatal(err)
	}
	l, err := likelihood.New(likelihood.State{Name: "probit", Outputs: 2})
	if err != nil {
		t.Fatal(err)
	}
	p := newPosterior(l, x, y, newHyperprior(k, false, 1, 1))
	if err := p.matchMoments(); err != nil {
		t.Fatal(err)
	}
	cfg := New()
	cfg.EvidenceRuns, cfg.EvidenceSteps = 50, 60
	got, err := cfg.anneal(t.Context(), p, rand.New(rand.NewPCG(7, 8)))
	if err != nil {
		t.Fatal(err)
	}
	if want := -n * math.Ln2; math.Abs(got.Log-want) > 4*got.SE || got.SE > 0.4 {
		t.Errorf("log evidence %.3f +- %.3f, want %.3f", got.Log, got.SE, want)
	}
	t.Logf("%+v", got)
}

// Chains of separable rows and a variance of 1e8 agree: those in the frame of a Gaussian fitted inside the steps do not.
func TestMatchedMixes(t *testing.T) {
	task := methodtest.Task(methodtest.Blobs(40, 2, 2, rand.New(rand.NewPCG(1, 2))), 2, 7)
	m, _ := sample(t, task, map[string]any{
		"likelihood": "probit", "lengthscale": 2.0, "variance": 1e8, "noise": 0.0, "learn": []any{}, "iterations": 400, "thinning": 1, "latent_moves": 10, "matched_frame": true,
	})
	if m.diagnosis.RHat > 1.02 || m.diagnosis.ESS < 400 {
		t.Errorf("%+v", m.diagnosis)
	}
	t.Logf("%+v", m.diagnosis)
}

// Several latent functions have no matched frame.
func TestNothingToMatch(t *testing.T) {
	task := methodtest.Task(methodtest.Blobs(20, 2, 3, rand.New(rand.NewPCG(1, 2))), 3, 7)
	cfg := New()
	cfg.MatchedFrame = true
	if _, err := cfg.Fit(t.Context(), task, &methodtest.Recorder{Every: 1 << 30}); err == nil {
		t.Error("no error")
	}
}
