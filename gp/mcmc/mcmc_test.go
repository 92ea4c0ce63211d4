package mcmc

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// autoregressive returns chains of x_t = phi x_t-1 + sqrt(1 - phi^2) e_t, whose
// variance is 1; shift moves the chain of that number.
func autoregressive(chains, n int, phi float64, shift func(chain, t int) float64) [][]float64 {
	rng := rand.New(rand.NewPCG(3, 4))
	out := make([][]float64, chains)
	for c := range out {
		x := rng.NormFloat64()
		out[c] = make([]float64, n)
		for t := range out[c] {
			x = phi*x + math.Sqrt(1-phi*phi)*rng.NormFloat64()
			out[c][t] = x + shift(c, t)
		}
	}
	return out
}

func still(int, int) float64 { return 0 }

// The autocorrelation of x is phi^t and that of x^2 is phi^2t, so that the
// correlation times are (1 + phi) / (1 - phi) and (1 + phi^2) / (1 - phi^2).
func TestEffectiveSampleSize(t *testing.T) {
	const chains, n = 4, 20_000
	for _, phi := range []float64{0, 0.5, 0.9, -0.4} {
		s := Summarise(autoregressive(chains, n, phi, still))
		ess := chains * n * (1 - phi) / (1 + phi)
		ess2 := chains * n * (1 - phi*phi) / (1 + phi*phi)
		near(t, "ESS", s.ESS, ess, 0.08*ess)
		near(t, "ESS of the variance", s.ESSVariance, ess2, 0.08*ess2)
		near(t, "MCSE of the mean", s.MCSEMean, math.Sqrt(1/ess), 0.06*math.Sqrt(1/ess))
		near(t, "MCSE of the variance", s.MCSEVariance, math.Sqrt(2/ess2), 0.06*math.Sqrt(2/ess2))
		near(t, "mean", s.Mean, 0, 4*s.MCSEMean)
		near(t, "variance", s.Variance, 1, 4*s.MCSEVariance)
		near(t, "R-hat", s.RHat, 1, 0.003)
		if !s.Converged() {
			t.Errorf("phi = %v: not converged: %+v", phi, s)
		}
	}
}

// With means mu_c of long chains, V / W = 1 + Var(mu_c).
func TestChainsThatDisagree(t *testing.T) {
	apart := Summarise(autoregressive(4, 4000, 0, func(c, _ int) float64 { return float64(c % 2) }))
	// The eight halves have means of variance 8/7 of 1/4.
	near(t, "R-hat", apart.RHat, math.Sqrt(1+2./7), 0.02)
	if apart.Converged() || apart.ESS > 50 {
		t.Errorf("chains apart: %+v", apart)
	}
	drift := Summarise(autoregressive(1, 4000, 0, func(_, t int) float64 { return float64(t) / 2000 }))
	if drift.Converged() {
		t.Errorf("one chain that drifts: %+v", drift)
	}
	wider := Summarise(spread(autoregressive(4, 4000, 0, still)))
	if wider.Converged() {
		t.Errorf("chains of one mean and different spreads: %+v", wider)
	}
}

// spread doubles the spread of every other chain.
func spread(chains [][]float64) [][]float64 {
	for c := 0; c < len(chains); c += 2 {
		for i := range chains[c] {
			chains[c][i] *= 2
		}
	}
	return chains
}

// Over many short runs the mean of N(0, 1) is off by what the standard error
// says.
func TestStandardErrorIsHonest(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	const runs = 400
	var squares float64
	for range runs {
		chains := make([][]float64, 2)
		for c := range chains {
			x := rng.NormFloat64()
			for range 500 {
				x = 0.7*x + math.Sqrt(1-0.49)*rng.NormFloat64()
				chains[c] = append(chains[c], x)
			}
		}
		s := Summarise(chains)
		squares += s.Mean * s.Mean / (s.MCSEMean * s.MCSEMean) / runs
	}
	near(t, "mean square of error over standard error", squares, 1, 0.25)
}

func TestFewDraws(t *testing.T) {
	for _, v := range []float64{1, 0.1} {
		chain := slices.Repeat([]float64{v}, 1000)
		stuck := Summarise([][]float64{chain, chain})
		if stuck.Converged() || !math.IsInf(stuck.RHat, 1) || math.Abs(stuck.Mean-v) > 1e-12 {
			t.Errorf("chains that never move: %+v", stuck)
		}
	}
	odd := Summarise([][]float64{{1, 2, 6, 3, 4}})
	near(t, "mean of an odd number of draws", odd.Mean, 3.2, 1e-12)
	if odd.Converged() || math.IsNaN(odd.ESS) {
		t.Errorf("five draws: %+v", odd)
	}
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %v, want %v to %v", what, got, want, tolerance)
	}
}

// Moves leave a posterior of one dimension as it is, whose mean is known by quadrature.
func TestEllipticalSlice(t *testing.T) {
	likelihood := func(x float64) float64 { return -4*(x-1.2)*(x-1.2) - 2*math.Log1p(math.Exp(-6*x)) }
	var total, want float64
	for i := range 4001 {
		x := -6 + 12*float64(i)/4000
		p := math.Exp(likelihood(x) - x*x/2)
		total, want = total+p, want+p*x
	}
	want /= total

	const moves = 400_000
	rng := rand.New(rand.NewPCG(5, 6))
	x, sum := 1.0, 0.0
	for range moves {
		nu := rng.NormFloat64()
		at := func(angle float64) float64 { sin, cos := math.Sincos(angle); return x*cos + nu*sin }
		x = at(EllipticalSlice(rng, likelihood(x), func(angle float64) float64 { return likelihood(at(angle)) }))
		sum += x
	}
	// The standard error is 0.0008. A bracket that shrinks too far moves the mean by 0.01.
	if got := sum / moves; math.Abs(got-want) > 0.004 {
		t.Errorf("mean %.4f, by quadrature %.4f", got, want)
	}
}
