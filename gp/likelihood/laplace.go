package likelihood

import (
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg/engine"
)

// fineness is the accuracy of the integrals.
type fineness struct {
	// along is the distance of the nodes in w, and in f where the Gaussian is wide. The
	// integrands are bounded where the imaginary part is below pi/2, so that the
	// trapezoidal rule leaves exp(-pi^2/along).
	along float64
	// early is where the nodes in w begin: before, t S is below exp(early), and integrands
	// are t times their slope at t = 0, which leaves a part of exp(2 early) of the integral.
	early float64
}

var (
	fine   = fineness{along: 0.36, early: -12} // 1e-12 and 4e-11: for predictions
	coarse = fineness{along: 0.45, early: -10} // 3e-10 and 2e-9: for training
)

const (
	// nodeSpacing is the distance of the nodes in f in standard deviations where they are small.
	nodeSpacing = 0.8
	// atOnce is the number of nodes in w that are worked out together.
	atOnce = 8
	// negligible is the part of an integral that nodes which end it have.
	negligible = 1e-14
)

// MaxVariance is the largest variance that a Softmax distinguishes from larger ones in Predict unless it is by clocks, and
// in Expectations unless it is Unbounded: the number of nodes grows with the standard deviation,
// and t = e^w stays finite.
const MaxVariance = 2500

// clampVariance returns the variance limited to MaxVariance.
func clampVariance(variance float64) float64 { return min(max(variance, 0), MaxVariance) }

// laplace works out the integrals over w of a Softmax: see the package. It holds space and is
// not safe for concurrent use.
type laplace struct {
	rate      rate
	nodes     fineness
	transform []transform // by class
	shift     float64     // what is taken from all latent values
	begin     float64     // the first node in w
	t         []float64   // e^w at the nodes
	before    []float64   // products of G of the classes before one
	after     []float64   // and after it
}

// transform is the Laplace transform G_k of a class's s_k: the nodes of its Gaussian, and at the
// nodes in w the expectations that integrands are made of.
type transform struct {
	// By node f: the weight of the Gaussian; that times s and, where derivatives are wanted,
	// times the first derivative of s, its square and the second; and -s.
	weight, s, first, square, second, minus []float64
	f                                       []float64

	g, d        []float64 // G and -dG/dw by node in w
	dMean, dVar []float64 // derivatives of G by mean and variance
	slope       float64   // E s
	sMean, sVar float64   // its derivatives
	term        []float64 // exp(-t s) by node in w and f
}

// newLaplace returns the space for rows of that many classes.
func newLaplace(of rate, classes int, nodes fineness) *laplace {
	r := &laplace{rate: of, nodes: nodes, transform: make([]transform, classes), t: make([]float64, atOnce), before: make([]float64, classes+1), after: make([]float64, classes+1)}
	for k := range r.transform {
		for _, s := range []*[]float64{&r.transform[k].g, &r.transform[k].d, &r.transform[k].dMean, &r.transform[k].dVar} {
			*s = make([]float64, atOnce)
		}
	}
	return r
}

// start lays the nodes of all classes. It returns false if a number is not finite.
func (r *laplace) start(mean, variance []float64, derivatives bool) bool {
	r.shift = r.rate.shift(mean)
	for k, m := range mean {
		if sum := m - r.shift + variance[k]; math.IsNaN(sum) || math.IsInf(sum, 0) {
			return false
		}
	}
	of, factor := r.rate.within(bounds(mean, variance, r.shift))
	top := math.Inf(-1)
	for k := range r.transform {
		v := clampVariance(variance[k])
		m := max(mean[k]-r.shift, of.least(v))
		top = max(top, of.top(m, v))
		r.transform[k].start(of, r.nodes, m, v, derivatives)
	}
	r.shift += factor
	r.begin = r.nodes.early - math.Log(float64(len(r.transform))) - top
	return true
}

// faint is the distance, in standard deviations, below which a row's largest value is 1e-9 of the time.
const faint = 6

// bounds returns between which numbers the largest value of a row, less the shift, nearly always is.
func bounds(mean, variance []float64, shift float64) (low, high float64) {
	low, high = math.Inf(-1), math.Inf(-1)
	for k, m := range mean {
		sd := math.Sqrt(clampVariance(variance[k]))
		low, high = max(low, m-shift-faint*sd), max(high, m-shift+reach*sd)
	}
	return low, high
}

// distance is that of the nodes in f for a standard deviation: see narrowStep of the
// logit link, of which this is the case of a strip of half the width.
func (n fineness) distance(sd float64) float64 {
	if sd < 0.2 {
		return nodeSpacing * sd
	}
	return 1 / (1/n.along + 1/(8*sd*sd))
}

// start lays the nodes of a class.
func (c *transform) start(of rate, nodes fineness, m, v float64, derivatives bool) {
	sd := math.Sqrt(v)
	h, each := nodes.distance(sd), 0
	if sd > 0 {
		each = int(math.Ceil(reach * sd / h))
	}
	n := 2*each + 1
	for _, s := range []*[]float64{&c.weight, &c.s, &c.first, &c.square, &c.second, &c.minus, &c.f} {
		*s = room(*s, n)
	}
	c.term = room(c.term, n*atOnce)
	total := 0.0
	for i := range n {
		f := h * float64(i-each)
		c.weight[i] = 1
		if sd > 0 {
			c.weight[i] = math.Exp(-0.5 * f * f / v)
		}
		total += c.weight[i]
		c.f[i] = m + f
	}
	of.along(c.s, c.first, c.second, c.f)
	c.slope, c.sMean, c.sVar = 0, 0, 0
	for i, s := range c.s {
		w := c.weight[i] / total
		c.weight[i], c.minus[i] = w, -s
		c.s[i] = w * s
		c.slope += w * s
		if derivatives {
			first, second := c.first[i], c.second[i]
			c.first[i], c.square[i], c.second[i] = w*first, w*first*first, w*second
			c.sMean += w * first
			c.sVar += 0.5 * w * second
		}
	}
}

// evaluate works out the expectations at the nodes t. Derivatives are those of a Gaussian's
// expectations: with s1, s2 those of s,
//
//	dG/dm = -t E[s1 e^-ts],   dG/dv = 1/2 E[(t^2 s1^2 - t s2) e^-ts].
func (c *transform) evaluate(t []float64, derivatives bool) {
	c.exponentials(t)
	c.expect(c.g, c.weight, len(t))
	if !derivatives {
		c.expect(c.d, c.s, len(t))
		for j, tj := range t {
			c.d[j] *= tj
		}
		return
	}
	c.expect(c.dMean, c.first, len(t))
	c.expect(c.dVar, c.square, len(t))
	c.expect(c.d, c.second, len(t))
	for j, tj := range t {
		c.dMean[j] *= -tj
		c.dVar[j] = 0.5 * tj * (tj*c.dVar[j] - c.d[j])
	}
}

const (
	// isOne is above the arguments of exp at which it is not 1 to the last bit, and isZero the largest at which it is 0.
	isOne, isZero = -0x1p-55, -746
)

// exponentials writes exp(-t s) at the nodes t, which grow, and all nodes in f, at which s grows
// too. If the Gaussian is wide, most of them are 1 or 0 and need not be computed. If none is, one
// call of Exp is faster than one a node.
func (c *transform) exponentials(t []float64) {
	n := len(c.minus)
	if t[0]*c.minus[0] < isOne && t[len(t)-1]*c.minus[n-1] > isZero {
		for j, tj := range t {
			floats.ScaleTo(c.term[j*n:(j+1)*n], tj, c.minus)
		}
		engine.Exp(c.term, c.term)
		return
	}
	for j, tj := range t {
		at := c.term[j*n : (j+1)*n]
		ones := sort.Search(n, func(i int) bool { return tj*c.minus[i] < isOne })
		zeros := sort.Search(n, func(i int) bool { return tj*c.minus[i] <= isZero })
		for i := range ones {
			at[i] = 1
		}
		clear(at[zeros:])
		at = at[ones:zeros]
		floats.ScaleTo(at, tj, c.minus[ones:zeros])
		engine.Exp(at, at)
	}
}

// expect writes the sums over nodes in f of weights times exp(-t s), at the n nodes t of the last
// run.
func (c *transform) expect(dst, weights []float64, n int) {
	cols := len(c.minus)
	terms := blas64.General{Rows: n, Cols: cols, Stride: cols, Data: c.term}
	blas64.Gemv(blas.NoTrans, 1, terms, blas64.Vector{N: cols, Data: weights, Inc: 1}, 0, blas64.Vector{N: n, Data: dst, Inc: 1})
}

// block sets the nodes of block b.
func (r *laplace) block(b int) {
	for j := range r.t {
		r.t[j] = math.Exp(r.begin + r.nodes.along*float64(b*atOnce+j))
	}
}

// ahead is the contribution of the nodes before the first to the integral of t times a
// slope, for the first t: the sum of a geometric series, in units of the slope.
func (r *laplace) ahead() float64 { return r.nodes.along * r.t[0] / math.Expm1(r.nodes.along) }

// exclude works out products of G at node j: that of all classes but k is
// before[k] after[k+1].
func (r *laplace) exclude(j int) {
	c := len(r.transform)
	r.before[0], r.after[c] = 1, 1
	for k := range r.transform {
		r.before[k+1] = r.before[k] * r.transform[k].g[j]
		r.after[c-1-k] = r.after[c-k] * r.transform[c-1-k].g[j]
	}
}

// probabilities writes E[s_k / S] of every class.
func (r *laplace) probabilities(p, mean, variance []float64) {
	if !r.start(mean, variance, false) {
		for k := range p {
			p[k] = math.NaN()
		}
		return
	}
	r.block(0)
	for k := range p {
		p[k] = r.ahead() * r.transform[k].slope
	}
	r.add(p, func(float64) float64 { return r.nodes.along }, func(c *transform) { c.evaluate(r.t, false) })
}

// add adds the integral over w of d_k prod_{j != k} G_j of every class to p. prepare leaves d at
// the nodes of a block, weight is that of the node t.
func (r *laplace) add(p []float64, weight func(t float64) float64, prepare func(c *transform)) {
	for b, going := 0, true; going; b++ {
		r.block(b)
		for k := range r.transform {
			prepare(&r.transform[k])
		}
		going = false
		for j, t := range r.t {
			r.exclude(j)
			step := weight(t)
			for k := range p {
				term := step * r.transform[k].d[j] * r.before[k] * r.after[k+1]
				p[k] += term
				going = going || j == atOnce-1 && term > negligible*p[k]
			}
		}
	}
}

// squares writes E[s_k^2 / S^2] of every class, which is the integral over w of
//
//	t^2 E[s_k^2 exp(-t s_k)] prod_{j != k} G_j.
//
// What the nodes before the first would add is exp(2 early) of it.
func (r *laplace) squares(q, mean, variance []float64) {
	if !r.start(mean, variance, false) {
		for k := range q {
			q[k] = math.NaN()
		}
		return
	}
	clear(q)
	if !r.vast() {
		for k := range r.transform {
			c := &r.transform[k]
			for i, s := range c.s {
				c.square[i] = s * -c.minus[i]
			}
		}
		r.add(q, func(t float64) float64 { return r.nodes.along * t * t }, func(c *transform) {
			c.evaluate(r.t, false)
			c.expect(c.d, c.square, len(r.t))
		})
		if !math.IsInf(slices.Max(q), 1) {
			return
		}
		clear(q) // t^2 came to be beyond the range of float64
	}
	r.add(q, func(float64) float64 { return r.nodes.along }, func(c *transform) {
		c.evaluate(r.t, false)
		c.products(r.t)
	})
}

// variances writes the variance of s_k / S of every class.
func (r *laplace) variances(q, mean, variance []float64) {
	p := make([]float64, len(q))
	r.probabilities(p, mean, variance)
	r.squares(q, mean, variance)
	for k, v := range q {
		q[k] = v - p[k]*p[k]
	}
}

// half is the logarithm of a number whose square is near the end of the range of float64.
const half = 340

// highest is the highest node in f.
func (r *laplace) highest() float64 {
	out := math.Inf(-1)
	for _, c := range r.transform {
		out = max(out, c.f[len(c.f)-1])
	}
	return out
}

// vast says whether t^2 or an s^2 may be beyond the range of float64.
func (r *laplace) vast() bool { return r.begin < -half || r.highest() > half }

// products writes E[(t s)^2 exp(-t s)] at the nodes t of the last run to d, where t^2 and s^2
// by themselves cannot be had.
func (c *transform) products(t []float64) {
	n := len(c.minus)
	for j, tj := range t {
		c.d[j] = 0
		for i, s := range c.minus {
			if e := c.term[j*n+i]; e > 0 { // else t s may be infinite
				ts := tj * s
				c.d[j] += c.weight[i] * ts * ts * e
			}
		}
	}
}

// logSums returns the sum over rows of E log S, and writes its derivatives.
func (r *laplace) logSums(dMean, dVariance, mean, variance *mat.Dense) float64 {
	return sumRows(r.logSum, dMean, dVariance, mean, variance)
}

// logSum is logSums of a row.
func (r *laplace) logSum(dMean, dVariance, mean, variance []float64) float64 {
	if !r.start(mean, variance, true) {
		for k := range dMean {
			dMean[k], dVariance[k] = math.NaN(), math.NaN()
		}
		return math.NaN()
	}
	sum := 0.0
	for b, left := 0, 1.0; left > negligible; b++ {
		r.block(b)
		if b == 0 {
			ahead, slope := r.ahead(), 0.0
			for k := range dMean {
				c := &r.transform[k]
				slope += c.slope
				dMean[k], dVariance[k] = ahead*c.sMean, ahead*c.sVar
			}
			sum = ahead * (slope - 1)
		}
		for k := range r.transform {
			r.transform[k].evaluate(r.t, true)
		}
		for j, t := range r.t {
			r.exclude(j)
			all, one := r.before[len(r.transform)], math.Exp(-t)
			sum += r.nodes.along * (one - all)
			for k := range dMean {
				rest := r.nodes.along * r.before[k] * r.after[k+1]
				dMean[k] -= rest * r.transform[k].dMean[j]
				dVariance[k] -= rest * r.transform[k].dVar[j]
			}
			left = max(one, all)
		}
	}
	return sum + r.shift
}
