package likelihood

import (
	"math"
	"sync"

	"gpcbench/linalg/engine"
)

// forPredictions have digits where a probability is small: both Psi and 1 - Psi are good to 1e-5 of themselves down to
// 1e-30, and have a digit down to 1e-75. Their levels are closer, for the terms of a Taylor series in v are like
// (x^2 dv/v^2)^n there. Most programs need none.
var forPredictions = sync.OnceValue(func() *tables { return newTables(200, 1e6, 1.03, alongTails) })

// tails computes the derivatives of a level, with those of b(u) = exp(-e^u) in the integrand, whose terms do not cancel
// where 1 - Psi is small,
//
//	Psi(x, v)       = integral -b'(u) Phi((u - x)/sqrt(v)) du,
//	Psi^(n+1)(x, v) = v^(-n/2) integral b'(u) N(u - x; v) He_n((u - x)/sqrt(v)) du,
//
// by the trapezoidal rule at the nodes u = j h.
type tails struct {
	v, sd, h float64
	first    int
	slope    []float64 // b' at the nodes from the first on
	normal   []float64 // space
}

const (
	// tailReach is how many standard deviations from the largest term the nodes go, leastNode the u that is so far
	// below it that exp(u) is negligible, and lastNode the one from which on b' is.
	tailReach = 11
	leastNode = -90
	lastNode  = 6
	// tailSpacing is the distance of the nodes, and that in standard deviations where they are small.
	tailSpacing = 0.3
	// leastLog is the u below which -b' has less than 1e-17 of its mass.
	leastLog = -40
	// wideTail is the standard deviation from which on Psi is integrated over u.
	wideTail = 4
)

// alongTails writes derivatives by tails.
func alongTails(derivatives [][engine.TaylorOrder]float64, v, from, step float64) {
	t := newTails(v, from)
	for i := range derivatives {
		t.derivatives(&derivatives[i], from+step*float64(i))
	}
}

// newTails returns those of a level whose first x is given.
func newTails(v, from float64) *tails {
	sd := math.Sqrt(v)
	t := &tails{v: v, sd: sd, h: tailSpacing * min(1, sd)}
	t.first, _ = t.nodes(from)
	for j := t.first; t.h*float64(j) <= lastNode; j++ {
		u := t.h * float64(j)
		t.slope = append(t.slope, u-math.Exp(u))
	}
	engine.Exp(t.slope, t.slope)
	for j := range t.slope {
		t.slope[j] = -t.slope[j]
	}
	return t
}

// nodes returns the first and the last node that count at x. For x below 0 the largest term is at x + v or, because b'
// falls like exp(-e^u), at 0; for x above 0 it is between 0 and x.
func (t *tails) nodes(x float64) (first, last int) {
	lo, hi := max(0, x-2*tailReach*t.sd), x
	if x < 0 {
		lo = min(x+t.v, 0)
		hi = lo
	}
	reach := tailReach * t.sd
	return int(math.Floor((lo + max(-reach, leastNode)) / t.h)), int(math.Floor(min(hi+reach, lastNode) / t.h))
}

// derivatives writes those of Psi at x.
func (t *tails) derivatives(d *[engine.TaylorOrder]float64, x float64) {
	d[0] = t.psi(x)
	first, last := t.nodes(x)
	first, last = max(first, t.first), min(last, t.first+len(t.slope)-1)
	n := max(0, last-first+1)
	t.normal = room(t.normal, n)
	for i := range t.normal {
		y := (t.h*float64(first+i) - x) / t.sd
		t.normal[i] = -0.5 * y * y
	}
	engine.Exp(t.normal, t.normal)
	scale, inverse := t.h/t.sd/math.Sqrt(2*math.Pi), 1/t.v
	for i, normal := range t.normal {
		far := (t.h*float64(first+i) - x) / t.v
		before, he := 0.0, scale*normal*t.slope[first+i-t.first]
		for n := 1; n < len(d); n++ {
			d[n] += he
			before, he = he, far*he-float64(n-1)*inverse*before
		}
	}
}

// psi returns Psi: over u, or the mean of b(x + f) over f ~ N(0, v) if that is narrower.
func (t *tails) psi(x float64) (p float64) {
	if t.sd > wideTail {
		from := max(0, int(math.Floor(leastLog/t.h))-t.first)
		for j, slope := range t.slope[from:] {
			u := t.h * float64(t.first+from+j)
			p -= t.h * slope * 0.5 * math.Erfc((x-u)/(t.sd*math.Sqrt2))
		}
		return p
	}
	for j := int(math.Floor(-2 * tailReach * t.sd / t.h)); t.h*float64(j) <= tailReach*t.sd; j++ {
		f := t.h * float64(j)
		p += t.h / t.sd / math.Sqrt(2*math.Pi) * math.Exp(-f*f/(2*t.v)-math.Exp(x+f))
	}
	return p
}
