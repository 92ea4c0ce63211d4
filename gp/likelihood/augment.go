package likelihood

import (
	"math"
	"math/rand/v2"

	"gpcbench/gp/mcmc"
)

// Augmented is an Observation whose label is that of h_k = f_k + e_k, e_k ~ N(0, s^2): 1 or 0 by the sign of one function,
// or the largest of several.
type Augmented interface {
	// NoiseSD returns s.
	NoiseSD() float64
	// Augment writes a draw of h, F numbers, given the label and f.
	Augment(rng *rand.Rand, h []float64, y int, f []float64)
}

// Augment returns the noise of an observation that has one of that kind: the probit and argmax.
func Augment(l Observation) (Augmented, bool) {
	if b, ok := l.(Bernoulli); ok {
		_, probit := b.Link.(Probit)
		return probitNoise{}, probit
	}
	a, ok := l.(Augmented)
	return a, ok
}

// probitNoise is the noise of a probit.
type probitNoise struct{}

func (probitNoise) NoiseSD() float64 { return 1 }

func (probitNoise) Augment(rng *rand.Rand, h []float64, y int, f []float64) {
	side := sign(y)
	h[0] = f[0] + side*mcmc.NormalAbove(rng, -side*f[0])
}

// NoiseSD returns s.
func (l Argmax) NoiseSD() float64 { return math.Sqrt(l.noise) }

// Augment writes a draw of f plus noise whose largest is that of the label: see Augmented. Cost some 20 (C - 1) normal
// distribution functions.
func (l Argmax) Augment(rng *rand.Rand, h []float64, y int, f []float64) {
	sd := l.NoiseSD()
	own := f[y] + sd*l.largest(rng, y, f)
	for k := range f {
		h[k] = own
		if k != y {
			h[k] = f[k] - sd*mcmc.NormalAbove(rng, (f[k]-own)/sd)
		}
	}
}

// largest draws the noise e of the function of label y, over s, with the density phi(e) prod_k Phi(e + (f_y - f_k)/s) up to a
// constant: that the others are smaller. Its logarithm falls from its top at least as fast as that of N(top, 1), from which
// it is drawn by rejection.
func (l Argmax) largest(rng *rand.Rand, y int, f []float64) float64 {
	sd := l.NoiseSD()
	// at returns the logarithm of the density, and its first two derivatives.
	at := func(e float64) (value, slope, curvature float64) {
		value, slope, curvature = -e*e/2, -e, 1
		for k, other := range f {
			if k != y {
				log, first, second := logNormalCDF(e + (f[y]-other)/sd)
				value, slope, curvature = value+log, slope+first, curvature-second
			}
		}
		return value, slope, curvature
	}
	// As argmaxSpace.top, in the digits of LogProb of a probit, and closer: draws are accepted more often.
	top := 0.0
	for range mostSteps {
		_, slope, curvature := at(top)
		top += slope / curvature
		if slope < nearlyFlat {
			break
		}
	}
	highest, slope, _ := at(top)
	for {
		z := rng.NormFloat64()
		e, d := top+slope+z, slope+z
		// The envelope is a parabola through the logarithm of the density where Newton's method ended.
		if value, _, _ := at(e); math.Log(rng.Float64()) < value-highest-slope*d+d*d/2 {
			return e
		}
	}
}

const (
	// mostSteps of Newton's method end at a slope below nearlyFlat.
	mostSteps  = 30
	nearlyFlat = 1e-3
)
