package likelihood

import (
	"math"
	"sync"

	"gpcbench/linalg/engine"
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
// for as many x at once as the nodes of a panel (engine.TaylorTable), and beyond it is Edgeworth's: with the mean
// -gamma and the variance S^2 = v + pi^2/6 of the sum, y = (x + gamma)/S, and c_n the coefficients of exp(sum_(n>2) (-1)^n zeta(n) z^n/n),
//
//	Psi = Phi(-y) + N(y) sum_(n>2) c_n He_(n-1)(y) / S^n.
//
// Both are good to 1e-12.
type survival struct {
	table  *engine.TaylorTable
	dv     [engine.TaylorOrder]float64 // dv / n
	sd     float64                     // S
	series [edgeworth + 1]float64      // c_n / S^n
}

const (
	// apart is the distance of a table's points in units of the level's scale.
	apart = 0.25
	// firstLevel is the first v + firstLevel of the levels, which grows by a ratio.
	firstLevel = 0.3
	edgeworth  = 16
	eulerGamma = 0.57721566490153286060651209008240243
)

// tables are those of survival functions, by rising variance.
type tables struct {
	certain float64 // the logarithm of the distance from 0 or 1 within which a probability is rounded to it
	most    float64 // the largest variance that is tabled
	ratio   float64 // logarithm of that of v + firstLevel from level to level
	levels  []level
}

// level is the table of a variance, made on first use.
type level struct {
	variance float64
	table    func() *engine.TaylorTable
}

// derive writes the derivatives of Psi for v > 0 at points of equal distance, the first at from.
type derive func(derivatives [][engine.TaylorOrder]float64, v, from, step float64)

// newTables returns those up to a variance.
func newTables(certain, most, ratio float64, of derive) *tables {
	t := &tables{certain: certain, most: most, ratio: math.Log(ratio)}
	for at := firstLevel; at-firstLevel <= most*ratio; at *= ratio {
		v := at - firstLevel
		t.levels = append(t.levels, level{v, sync.OnceValue(func() *engine.TaylorTable { return t.table(v, of) })})
	}
	return t
}

// table returns that of a variance: of exp(-e^x) itself where it is 0.
func (t *tables) table(v float64, of derive) *engine.TaylorTable {
	step, from := apart*math.Sqrt(v+1), t.earliest(v)
	derivatives := make([][engine.TaylorOrder]float64, int(math.Ceil((t.latest(v)-from)/step))+1)
	if v > 0 {
		of(derivatives, v, from, step)
	} else {
		for i := range derivatives {
			pointDerivatives(&derivatives[i], from+step*float64(i))
		}
	}
	return engine.NewTaylorTable(from, step, derivatives)
}

// forTraining are good to 1e-12 of 1.
var forTraining = newTables(30, 200, 1.1, alongGaussian)

// earliest and latest return where Psi is still 1 and where it is already 0. By Chernoff's bound
// 1 - Psi is below exp(t x + t^2 v/2) for all t in (0, 1].
func (t *tables) earliest(v float64) float64 {
	if v < 2*t.certain {
		return -t.certain - v/2
	}
	return -math.Sqrt(2 * t.certain * v)
}

func (t *tables) latest(v float64) float64 {
	return math.Log(t.certain) + math.Sqrt(2*t.certain*v)
}

// alongGaussian writes derivatives by the trapezoidal rule for
//
//	Psi^(n)(x, v) = v^(-n/2) integral exp(-exp(x + f)) N(f; v) He_n(f/sqrt(v)) df.
func alongGaussian(derivatives [][engine.TaylorOrder]float64, v, from, step float64) {
	sd := math.Sqrt(v)
	h := min(0.2, 0.3*sd)
	nodes := int(math.Ceil(10 * sd / h))
	for j := -nodes; j <= nodes; j++ {
		u := h * float64(j) / sd
		var hermite [engine.TaylorOrder]float64
		hermite[0] = h / sd * math.Exp(-u*u/2) / math.Sqrt(2*math.Pi)
		hermite[1] = hermite[0] * u / sd
		for k := 2; k < len(hermite); k++ {
			hermite[k] = (u*hermite[k-1] - float64(k-1)/sd*hermite[k-2]) / sd
		}
		for i := range derivatives {
			b := math.Exp(-math.Exp(from + step*float64(i) + u*sd))
			d := &derivatives[i]
			for k, he := range hermite {
				d[k] += b * he
			}
		}
	}
}

// pointDerivatives writes those of b(x) = exp(-e^x): b^(n) is b times the polynomial of t = -e^x
// with p_0 = 1, p_(n+1) = t (p_n + p_n').
func pointDerivatives(d *[engine.TaylorOrder]float64, x float64) {
	t := -math.Exp(x)
	b := math.Exp(t)
	var p [engine.TaylorOrder + 1]float64
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
func (s *survival) set(t *tables, v float64) {
	if v <= t.most {
		// The nearest level on the scale on which levels are equally spaced.
		l := &t.levels[int(math.Round(math.Log((v+firstLevel)/firstLevel)/t.ratio))]
		s.table = l.table()
		s.dv = engine.TaylorShift(v - l.variance)
		return
	}
	s.table = nil
	s.sd = math.Sqrt(v + math.Pi*math.Pi/6)
	c, power := edgeworthSeries(), 1.0
	for n := range s.series {
		s.series[n] = c[n] * power
		power /= s.sd
	}
}

// at writes Psi and its first two derivatives by x at w + shift, for each node w. Up to begin Psi is 1.
func (s *survival) at(to *engine.TaylorValues, nodes *engine.TaylorPanel, shift, begin float64) {
	if s.table != nil {
		nodes.At(to, s.table, shift, begin, &s.dv)
		return
	}
	for j, w := range nodes.W {
		to.Value[j], to.First[j], to.Second[j] = 1, 0, 0
		if w > begin {
			to.Value[j], to.First[j], to.Second[j] = s.edgeworth(w + shift)
		}
	}
}

// edgeworth returns Psi and its first two derivatives at x, beyond the tables.
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
