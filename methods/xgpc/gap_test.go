package xgpc

import (
	"math"
	"math/rand/v2"
	"testing"

	"gpcbench/gp/likelihood"
	"gpcbench/gp/quad"
	"gpcbench/gp/sparse"
)

// polyaGammaDivergence is KL(PG(1, c) || PG(1, f)). With the densities
// cosh(c/2) exp(-c^2 omega / 2) PG(omega | 1, 0) and E[omega] = tanh(c/2) / (2c) it is
//
//	log cosh(c/2) - log cosh(f/2) - 1/2 (c^2 - f^2) tanh(c/2) / (2c).
func polyaGammaDivergence(c, f float64) float64 {
	return logCosh(c/2) - logCosh(f/2) - 0.5*(c*c-f*f)*likelihood.PolyaGammaMean(c)
}

// The closed form against the integral over omega: the density of PG(1, 0) is
// the alternating series sum_n (-1)^n (2n + 1) / sqrt(2 pi omega^3)
// exp(-(2n + 1)^2 / (8 omega)).
func TestPolyaGammaDivergence(t *testing.T) {
	density := func(omega float64) float64 {
		var s float64
		for n := range 60 {
			k := float64(2*n + 1)
			s += math.Pow(-1, float64(n)) * k * math.Exp(-k*k/(8*omega))
		}
		return s / math.Sqrt(2*math.Pi*omega*omega*omega)
	}
	for _, cf := range [][2]float64{{0, 2}, {2, 0}, {1, -4}, {5, 5.5}, {3, 3}} {
		c, f := cf[0], cf[1]
		var total, want float64
		const step = 5e-4
		for omega := step; omega < 4; omega += step {
			p := math.Cosh(c/2) * math.Exp(-c*c*omega/2) * density(omega)
			logRatio := logCosh(c/2) - logCosh(f/2) - (c*c-f*f)*omega/2
			total += step * p
			want += step * p * logRatio
		}
		if math.Abs(total-1) > 1e-6 {
			t.Fatalf("c = %v: the density integrates to %v", c, total)
		}
		if got := polyaGammaDivergence(c, f); math.Abs(got-want) > 1e-5 || got < -1e-15 {
			t.Errorf("KL(PG(1, %v) || PG(1, %v)) = %v, by integration %v", c, f, got, want)
		}
	}
}

// Section 4.2: with the same q(f) the bound of the plain model less that of the
// augmented one is E_q(f)[KL(q(omega) || p(omega | f, y))]. The left side is
// two objectives, the right one divergences.
func TestGapBetweenBounds(t *testing.T) {
	rule := quad.GaussHermite(100)
	for _, options := range []map[string]any{
		{"inducing": "all", "noise": 0.0},
		{"inducing": "all", "noise": 0.0, "variance": 9.0},
		{"inducing": 10},
	} {
		options["batch"], options["learn"] = 0, []string{}
		f := after(t, 50, options, toy(60))
		augmented := f.Bound()
		plain := -sparse.Divergence(f.q.Mean, f.factor)
		var want float64
		for i, mu := range f.mean {
			sd, c := math.Sqrt(f.variance[i]), math.Sqrt(f.variance[i]+mu*mu)
			for k, x := range rule.X {
				v := mu + sd*x
				logp, _, _ := likelihood.Logit{}.LogProb(f.y[i], v)
				plain += rule.W[k] * logp
				want += rule.W[k] * polyaGammaDivergence(c, v)
			}
		}
		t.Logf("%v: plain bound %.5f, augmented %.5f, divergence %.5f", options, plain, augmented, want)
		if got := plain - augmented; want <= 0 || math.Abs(got-want) > 1e-9*math.Abs(plain) {
			t.Errorf("%v: the bounds differ by %.10f, the expected divergence is %.10f", options, got, want)
		}
	}
}

// Appendix A.5: log p(y | f) is bounded by the augmented model, for any f and
// any c, as it is by Gibbs & MacKay's
//
//	sigma(z) >= sigma(c) exp((z - c) / 2 - (sigma(c) - 1/2) / (2c) (z^2 - c^2)),
//
// which touches at z = +-c.
func TestGibbsAndMacKay(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 8))
	for range 1000 {
		y, f, c := float64(2*rng.IntN(2)-1), 4*rng.NormFloat64(), 0.05+5*rng.Float64()
		theta := likelihood.PolyaGammaMean(c)
		divergence := logCosh(c/2) - c/4*math.Tanh(c/2) // KL(PG(1, c) || PG(1, 0)), A.2
		augmented := 0.5*y*f - 0.5*theta*f*f - math.Ln2 - divergence
		sigma, z := 1/(1+math.Exp(-c)), y*f
		mackay := math.Log(sigma) + (z-c)/2 - (sigma-0.5)/(2*c)*(z*z-c*c)
		if math.Abs(augmented-mackay) > 1e-12*(1+math.Abs(mackay)) {
			t.Errorf("y = %v, f = %v, c = %v: augmented %v, Gibbs & MacKay %v", y, f, c, augmented, mackay)
		}
		plain, _, _ := likelihood.Logit{}.LogProb(1, z)
		if augmented > plain+1e-12 {
			t.Errorf("y = %v, f = %v, c = %v: bound %v above %v", y, f, c, augmented, plain)
		}
		if gap := plain - augmented - polyaGammaDivergence(c, f); math.Abs(gap) > 1e-12*(1+math.Abs(mackay)) {
			t.Errorf("y = %v, f = %v, c = %v: the gap is not the divergence, by %v", y, f, c, gap)
		}
		if touch, _, _ := (likelihood.Logit{}).LogProb(1, c); math.Abs(math.Log(sigma)-touch) > 1e-12 {
			t.Errorf("c = %v: does not touch", c)
		}
	}
}

// logCosh returns log cosh x without overflow.
func logCosh(x float64) float64 {
	x = math.Abs(x)
	return x + math.Log1p(math.Exp(-2*x)) - math.Ln2
}
