package likelihood

import (
	"math"
	"sync"
)

// survival is the function of a variance v
//
//	Psi(x, v) = E exp(-exp(x + sqrt(v) z)),   z ~ N(0, 1):
//
// the probability that log E - sqrt(v) z is above x, where E has the exponential distribution. By
// the heat equation dPsi/dv = 1/2 d2Psi/dx2. Up to mostTabled it is a Taylor series in x and v
// about the nearest point of a table,
//
//	Psi(x + dx, v + dv) = sum_n Psi^(n)(x, v) h_n,   n h_n = dx h_(n-1) + dv h_(n-2),
//
// and beyond it is Edgeworth's: with the mean -gamma and the variance S^2 = v + pi^2/6 of the sum,
// y = (x + gamma)/S, and c_n the coefficients of exp(sum_(n>2) (-1)^n zeta(n) z^n/n),
//
//	Psi = Phi(-y) + N(y) sum_(n>2) c_n He_(n-1)(y) / S^n.
//
// Both are good to 1e-12.
type survival struct {
	level  *level
	dv     [taylor]float64        // dv / n
	sd     float64                // S
	series [edgeworth + 1]float64 // c_n / S^n
}

const (
	// taylor is the number of derivatives at a point of the table, and along the distance of
	// points in units of a level's scale.
	taylor = 16
	apart  = 0.25
	// firstLevel and levelRatio lay the levels: v + firstLevel grows by the ratio.
	firstLevel = 0.3
	levelRatio = 1.1
	mostTabled = 200.0
	edgeworth  = 16
	eulerGamma = 0.57721566490153286060651209008240243
	// certain is the logarithm of what a probability may differ from 0 or 1 to be taken for it.
	certain = 30
)

// level is the table of a variance.
type level struct {
	variance    float64
	from, step  float64
	derivatives [][taylor]float64 // by point
}

// early and late return where Psi is still 1 and where it is already 0. By Chernoff's bound
// 1 - Psi is below exp(t x + t^2 v/2) for all t in (0, 1].
func earliestRing(v float64) float64 {
	if v < 2*certain {
		return -certain - v/2
	}
	return -math.Sqrt(2 * certain * v)
}

func latestRing(v float64) float64 { return math.Log(certain) + math.Sqrt(2*certain*v) }

// levels are the tables by rising variance.
var levels = sync.OnceValue(func() []*level {
	var out []*level
	for at := firstLevel; at-firstLevel <= mostTabled*levelRatio; at *= levelRatio {
		out = append(out, newLevel(at-firstLevel))
	}
	return out
})

// newLevel works out the derivatives of a level: of exp(-e^x) itself where v = 0, else
//
//	Psi^(n)(x, v) = v^(-n/2) integral exp(-exp(x + f)) N(f; v) He_n(f/sqrt(v)) df
//
// by the trapezoidal rule.
func newLevel(v float64) *level {
	l := &level{variance: v, step: apart * math.Sqrt(v+1), from: earliestRing(v)}
	n := int(math.Ceil((latestRing(v)-l.from)/l.step)) + 1
	l.derivatives = make([][taylor]float64, n)
	if v == 0 {
		for i := range l.derivatives {
			pointDerivatives(&l.derivatives[i], l.from+l.step*float64(i))
		}
		return l
	}
	sd := math.Sqrt(v)
	h := min(0.2, 0.3*sd)
	nodes := int(math.Ceil(10 * sd / h))
	for j := -nodes; j <= nodes; j++ {
		u := h * float64(j) / sd
		var hermite [taylor]float64
		hermite[0] = h / sd * math.Exp(-u*u/2) / math.Sqrt(2*math.Pi)
		hermite[1] = hermite[0] * u / sd
		for k := 2; k < taylor; k++ {
			hermite[k] = (u*hermite[k-1] - float64(k-1)/sd*hermite[k-2]) / sd
		}
		for i := range l.derivatives {
			b := math.Exp(-math.Exp(l.from + l.step*float64(i) + u*sd))
			d := &l.derivatives[i]
			for k, he := range hermite {
				d[k] += b * he
			}
		}
	}
	return l
}

// pointDerivatives writes those of b(x) = exp(-e^x): b^(n) is b times the polynomial of t = -e^x
// with p_0 = 1, p_(n+1) = t (p_n + p_n').
func pointDerivatives(d *[taylor]float64, x float64) {
	t := -math.Exp(x)
	b := math.Exp(t)
	var p [taylor + 1]float64
	p[0] = 1
	for n := range d {
		sum := 0.0
		for k := n; k >= 0; k-- {
			sum = sum*t + p[k]
		}
		d[n] = b * sum
		for k := n + 1; k > 0; k-- {
			p[k] = p[k-1] + float64(k)*p[k]
		}
		p[0] = 0
	}
}

// edgeworthSeries returns c_n.
var edgeworthSeries = sync.OnceValue(func() (c [edgeworth + 1]float64) {
	zeta := func(n int) float64 {
		// Euler and Maclaurin's sum from the twentieth term on.
		const first = 20
		sum, s := 0.0, float64(n)
		for k := 1; k < first; k++ {
			sum += math.Pow(float64(k), -s)
		}
		last := math.Pow(first, -s)
		return sum + last*(first/(s-1)+0.5+s/(12*first)-s*(s+1)*(s+2)/(720*first*first*first))
	}
	c[0] = 1
	for n := 1; n <= edgeworth; n++ {
		for k := 3; k <= n; k++ {
			sign := 1 - 2*float64(k%2)
			c[n] += sign * zeta(k) * c[n-k] / float64(n)
		}
	}
	return c
})

// set makes s that of a variance.
func (s *survival) set(v float64) {
	if v <= mostTabled {
		all := levels()
		// The nearest on the scale on which they are equally far from each other.
		at := int(math.Round(math.Log((v+firstLevel)/firstLevel) / math.Log(levelRatio)))
		s.level = all[at]
		for n, r := range reciprocal {
			s.dv[n] = (v - s.level.variance) * r
		}
		return
	}
	s.level = nil
	s.sd = math.Sqrt(v + math.Pi*math.Pi/6)
	c, power := edgeworthSeries(), 1.0
	for n := range s.series {
		s.series[n] = c[n] * power
		power /= s.sd
	}
}

// at returns Psi and its first two derivatives by x.
func (s *survival) at(x float64) (p, first, second float64) {
	if s.level == nil {
		return s.edgeworth(x)
	}
	l := s.level
	u := (x - l.from) / l.step
	if u < 0 {
		return 1, 0, 0
	}
	i := int(u + 0.5)
	if i >= len(l.derivatives) {
		return 0, 0, 0
	}
	dx := (u - float64(i)) * l.step
	d := &l.derivatives[i]
	before, h := 0.0, 1.0
	d0, d1 := d[0], d[1]
	for n := range taylor - 2 {
		d2 := d[n+2]
		p += d0 * h
		first += d1 * h
		second += d2 * h
		d0, d1 = d1, d2
		before, h = h, (dx*reciprocal[n+1])*h+s.dv[n+1]*before
	}
	return p, first, second
}

// reciprocal is 1/n.
var reciprocal = func() (r [taylor]float64) {
	for n := 1; n < taylor; n++ {
		r[n] = 1 / float64(n)
	}
	return r
}()

// edgeworth is at beyond the tables.
func (s *survival) edgeworth(x float64) (p, first, second float64) {
	y := (x + eulerGamma) / s.sd
	density := math.Exp(-y*y/2) / math.Sqrt(2*math.Pi)
	// He_(n-1), He_n, He_(n+1) of n = 3.
	low, he, high := y*y-1, y*(y*y-3), (y*y-6)*y*y+3
	var tail, slope, curve float64
	for n := 3; n <= edgeworth; n++ {
		c := s.series[n]
		tail += c * low
		slope += c * he
		curve += c * high
		low, he, high = he, high, y*high-float64(n+1)*he
	}
	return 0.5*math.Erfc(y/math.Sqrt2) + density*tail, -density * (1 + slope) / s.sd, density * (y + curve) / (s.sd * s.sd)
}
