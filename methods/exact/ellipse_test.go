package exact

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distmv"
)

// An ellipse has the moments of the draws, is there and back, and weighs as the two densities say.
func TestEllipse(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var z []float64
	for range 4000 {
		a, b := rng.NormFloat64(), rng.NormFloat64()
		z = append(z, 2+0.5*a, -1+0.3*a+0.2*b)
	}
	e := fitEllipse(z, 2)
	cov := mat.NewSymDense(2, []float64{0.25, 0.15, 0.15, 0.13})
	var of mat.Dense
	factor := mat.NewDense(2, 2, e.Factor)
	of.Mul(factor, factor.T())
	for i, mean := range []float64{2, -1} {
		if math.Abs(e.Mean[i]-mean) > 0.05 {
			t.Errorf("mean %v", e.Mean)
		}
		for j := range 2 {
			if math.Abs(of.At(i, j)-wider*wider*cov.At(i, j)) > 0.05 {
				t.Errorf("covariance %v", of)
			}
		}
	}
	at, zeta := []float64{1.3, -0.2}, make([]float64, 2)
	e.to(zeta, at)
	e.from(zeta, zeta)
	if math.Abs(zeta[0]-at[0])+math.Abs(zeta[1]-at[1]) > 1e-12 {
		t.Errorf("%v comes back as %v", at, zeta)
	}
	narrow, _ := distmv.NewNormal(e.Mean, mat.NewSymDense(2, of.RawMatrix().Data), nil)
	prior, _ := distmv.NewNormal(make([]float64, 2), mat.NewSymDense(2, []float64{1, 0, 0, 1}), nil)
	if want := prior.LogProb(at) - narrow.LogProb(at); math.Abs(e.weight(at)-want) > 1e-10 {
		t.Errorf("weight %v, want %v", e.weight(at), want)
	}
	if !e.fits(2) || e.fits(3) || (&ellipse{Mean: []float64{0}, Factor: []float64{math.NaN()}}).fits(1) {
		t.Error("an ellipse of two parameters fits otherwise")
	}
	if fitEllipse([]float64{1, 2, 1, 2, 1, 2}, 2) != nil || fitEllipse([]float64{1, 2}, 2) != nil {
		t.Error("draws at one place have an ellipse")
	}
}

// With an ellipse the evidence is what it is without.
func TestEvidenceFromAnEllipse(t *testing.T) {
	x, y := mat.NewDense(2, 1, []float64{0, 0.7}), []int{1, 0}
	k, l := nearRows(t)
	cfg := New()
	cfg.EvidenceRuns, cfg.EvidenceSteps = 600, 10
	var of [2]evidence
	for i, e := range []*ellipse{nil, {Mean: []float64{-0.2, 0.3}, Factor: []float64{1.3, 0, 0.4, 1.2}}} {
		post := newPosterior(l, x, y, newHyperprior(k, true, 1, 1))
		post.ellipse = e
		var err error
		if of[i], err = cfg.anneal(t.Context(), post, rand.New(rand.NewPCG(7, 8))); err != nil {
			t.Fatal(err)
		}
	}
	if d := of[0].Log - of[1].Log; math.Abs(d) > 4*math.Hypot(of[0].SE, of[1].SE) {
		t.Errorf("%+v and %+v", of[0], of[1])
	}
	t.Logf("%+v", of)
}
