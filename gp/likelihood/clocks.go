package likelihood

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg/engine"
)

// clocks computes E log S of the softmax with its derivatives, for variances of any size, at a cost
// that hardly depends on them. With E_k from the exponential distribution, E_k/s_k are the times at
// which clocks of the rates s_k = exp(f_k) ring, and the first is E/S with another such E. So
//
//	E log S = -gamma - E X,   X = min_k (log E_k - f_k),   P(X > w) = prod_k G_k(w),
//	E X = a + integral from a to b of prod_k G_k(w) dw,    G_k(w) = Psi(w + m_k, v_k),
//
// where the product is 1 before a and 0 after b: see survival. Its derivatives are those of the
// integrand. The integral is a sum over Gauss-Legendre panels as narrow as the narrowest Psi that
// they touch. It holds space and is not safe for concurrent use.
type clocks struct {
	of    *tables
	clock []clock
	nodes engine.TaylorPanel
	// Of the clocks whose Psi is below 1 somewhere in a panel: which they are, Psi, and the row's derivatives.
	going              []int
	psi                []engine.TaylorValues
	byMean, byVariance []float64

	rest []float64 // derivatives that nobody asks for
}

// clock is that of a class.
type clock struct {
	survival
	mean  float64 // m_k
	begin float64 // the w before which Psi is 1
	scale float64 // over which Psi changes
}

const (
	// clockPanel is the width of a panel, of panelNodes nodes, in units of the narrowest scale.
	clockPanel = 4.5
)

// logSums returns the sum over rows of E log S, and writes its derivatives.
func (c *clocks) logSums(dMean, dVariance, mean, variance *mat.Dense) float64 {
	return sumRows(c.logSum, dMean, dVariance, mean, variance)
}

// logSum is logSums of a row. The result for a row with a non-finite
// value is not a number.
func (c *clocks) logSum(dMean, dVariance, mean, variance []float64) float64 {
	shift, _ := largest(mean, variance)
	if math.IsNaN(shift) {
		for k := range dMean {
			dMean[k], dVariance[k] = shift, shift
		}
		return shift
	}
	clear(dMean)
	clear(dVariance)
	from, to := c.start(shift, mean, variance)
	sum := -eulerGamma - from
	for from < to {
		width := min(c.width(from), to-from)
		sum -= c.panel(from, width, dMean, dVariance)
		from += width
	}
	return shift + sum
}

// start sets the clocks of a row, from whose latent values the shift is subtracted, and returns
// where the first may ring, and where one certainly has rung.
func (c *clocks) start(shift float64, mean, variance []float64) (from, to float64) {
	if len(c.clock) != len(mean) {
		n := len(mean)
		c.clock, c.going, c.psi = make([]clock, n), make([]int, n), make([]engine.TaylorValues, n)
		c.byMean, c.byVariance = make([]float64, n), make([]float64, n)
	}
	from, to = math.Inf(1), math.Inf(1)
	for k := range c.clock {
		one, v := &c.clock[k], max(variance[k], 0)
		one.set(c.of, v)
		one.mean, one.scale = mean[k]-shift, math.Sqrt(v+1)
		one.begin = c.of.earliest(v) - one.mean
		from, to = min(from, one.begin), min(to, c.of.latest(v)-one.mean)
	}
	return from, to
}

// width returns the width of the panel that begins at w. The product of n functions that
// change together changes within 1/sqrt(1 + 2 log n) of their scale.
func (c *clocks) width(w float64) float64 {
	narrowest, together := math.Inf(1), 0.0
	for k := range c.clock {
		one := &c.clock[k]
		if w >= one.begin {
			together++
		}
		narrowest = min(narrowest, one.scale+away*max(0, -reach*one.scale-one.mean-w))
	}
	return clockPanel * narrowest / math.Sqrt(1+2*math.Log(max(together, 1)))
}

// panel returns the integral over one, and adds its part to the derivatives.
func (c *clocks) panel(from, width float64, dMean, dVariance []float64) (sum float64) {
	var weight [panelNodes]float64
	r := panelRule()
	for j, x := range r.X {
		c.nodes.W[j], weight[j] = from+0.5*width*(1+x), width*r.W[j]
	}
	n := 0
	for k := range c.clock {
		if one := &c.clock[k]; one.begin < from+width {
			one.at(&c.psi[n], &c.nodes, one.mean, one.begin)
			c.going[n], c.byMean[n], c.byVariance[n] = k, dMean[k], dVariance[k]
			n++
		}
	}
	sum = engine.Product(c.psi[:n], &weight, c.byMean[:n], c.byVariance[:n])
	for i, k := range c.going[:n] {
		dMean[k], dVariance[k] = c.byMean[i], c.byVariance[i]
	}
	return sum
}
