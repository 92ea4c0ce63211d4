package likelihood

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg/engine"
)

const (
	// spacing is the distance of the nodes of the grid, in w and in f: see fineness.along.
	spacing = 0.45
	// blur is the variance that the grid adds to that of every f. Gaussians of the sum are as
	// wide as the nodes are apart, or wider.
	blur = 1.35 * spacing * spacing
	// spread is the distance, in standard deviations, beyond which a Gaussian is ignored in
	// training: that is 4e-11 of it.
	spread = 6.6
	// earliest and latest are where the nodes in w begin and end, of a latent value of 0: see
	// logSumExp.lay. exp(-e^latest) is 8e-27, but the ripples of beta are left, which fall by a
	// third a node.
	earliest, latest = -6.5, 4.1
	// faintMean is the distance below the largest mean at which a narrow class
	// has no effect.
	faintMean = 30
	// columns is the number of Gaussians whose integrals are one product of matrices.
	columns = 160
	// betaEnd is the node in x up to which, and after minus which, the table has beta: beyond are 1 and 0.
	betaEnd = 150
)

// logSumExp works out E log sum_k exp(f_k) with its derivatives, for many rows together. With
// b(u) = exp(-e^u) the expectation of exp(-t exp(f)) at t = e^w is that of b(w + f). One
// table beta has
//
//	b(x) = spacing sum_l beta_l N(x - u_l; blur)
//
// at the nodes u_l = l spacing. Means over f ~ N(m, v) of both sides are
//
//	G(w) = sum_i n_i beta_(j+i),   n_i = spacing N(u_i - m; v + blur),   w = u_j,
//
// for any v, be it 0: products of the matrix of n with one of beta that all classes and rows
// have in common. The error of the table between nodes, some 1e-5 of b(x), alternates from
// node to node and cancels in the integral over w. Derivatives are those of these sums, by a
// product with the matrix of beta transposed:
//
//	dn/dm = n d/(v + blur),   dn/dv = 1/2 n (d^2/(v + blur) - 1)/(v + blur),   d = u_i - m.
//
// It holds space and is not safe for concurrent use.
type logSumExp struct {
	gauss   []gaussian // by row of the block and class
	weights []float64  // n, by Gaussian and node
	beta    []float64  // by node of the Gaussians and node in w
	g       []float64  // G, by Gaussian and node in w
	rest    []float64  // products of the G of all other classes, times the weight of the node
	back    []float64  // rest times beta transposed, by Gaussian and node
	after   []float64  // products of the G of the classes that follow
	weight  []float64  // of the node in w
	one     []float64  // exp(-t)
	shift   []float64  // what is taken from the latent values of a row; NaN if one is no number
}

// gaussian is a class of a row.
type gaussian struct {
	mean, variance float64 // variance: with the blur
	nodes          span
}

// part returns the part of a row of all nodes that is g's.
func (g gaussian) part(row []float64, nodes span) []float64 {
	return row[g.nodes.from-nodes.from:][:g.nodes.size()]
}

// span is a range of nodes.
type span struct{ from, to int }

// within returns the nodes from a to b.
func within(a, b float64) span {
	return span{int(math.Floor(a / spacing)), int(math.Ceil(b/spacing)) + 1}
}

// cover makes s cover another range.
func (s *span) cover(t span) { s.from, s.to = min(s.from, t.from), max(s.to, t.to) }

// size returns the number of nodes.
func (s span) size() int { return s.to - s.from }

// nowhere is the range that covers no node.
var nowhere = span{math.MaxInt, math.MinInt}

// logSums returns the sum over rows of E log sum_k exp(f_k), and writes its derivatives.
func (l *logSumExp) logSums(dMean, dVariance, mean, variance *mat.Dense) float64 {
	n, classes := mean.Dims()
	rows, sum := max(1, columns/classes), 0.0
	for from := 0; from < n; from += rows {
		to := min(from+rows, n)
		part := func(m *mat.Dense) *mat.Dense { return m.Slice(from, to, 0, classes).(*mat.Dense) }
		sum += l.block(part(dMean), part(dVariance), part(mean), part(variance))
	}
	return sum
}

// block is logSums of some rows.
func (l *logSumExp) block(dMean, dVariance, mean, variance *mat.Dense) float64 {
	_, classes := mean.Dims()
	w, nodes := l.lay(mean, variance)
	times, size := w.size(), nodes.size()
	l.table(w, nodes)
	l.fill(nodes)
	l.g, l.rest = room(l.g, len(l.gauss)*times), room(l.rest, len(l.gauss)*times)
	l.back = room(l.back, len(l.gauss)*size)
	beta := blas64.General{Rows: size, Cols: times, Stride: times, Data: l.beta}
	of := func(data []float64, width int) blas64.General {
		return blas64.General{Rows: len(l.gauss), Cols: width, Stride: width, Data: data}
	}
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, of(l.weights, size), beta, 0, of(l.g, times))
	sum := 0.0
	for i, shift := range l.shift {
		sum += shift + l.integral(i*classes, classes, times)
	}
	blas64.Gemm(blas.NoTrans, blas.Trans, 1, of(l.rest, times), beta, 0, of(l.back, size))
	for i, shift := range l.shift {
		dm, dv := dMean.RawRowView(i), dVariance.RawRowView(i)
		for k := range classes {
			dm[k], dv[k] = l.slopes(i*classes+k, nodes)
			if math.IsNaN(shift) {
				dm[k], dv[k] = shift, shift
			}
		}
	}
	return sum
}

// lay sets the Gaussians of a block, and returns the nodes in w and those of the Gaussians.
//
// log S is at most log C above its largest term, so that t S is e^earliest or less at the
// first node; above it is where E s^2 and E s have their ratio, but for a little, unless
// that is beyond reach. G of a class has ended where its Gaussian lies to the right of
// latest.
func (l *logSumExp) lay(mean, variance *mat.Dense) (w, nodes span) {
	n, classes := mean.Dims()
	w, nodes = nowhere, nowhere
	l.shift, l.gauss = room(l.shift, n), l.gauss[:0]
	for i := range n {
		m, v := mean.RawRowView(i), variance.RawRowView(i)
		top, end := math.Inf(-1), math.Inf(1)
		shift, wide := largest(m, v)
		l.shift[i] = shift
		for k := range m {
			g := gaussian{variance: blur}
			if !math.IsNaN(shift) {
				g.variance += clampVariance(v[k])
				g.mean = max(m[k]-shift, -faintMean-spread*math.Sqrt(g.variance+wide))
			}
			sd, far := math.Sqrt(g.variance-blur), spread*math.Sqrt(g.variance)
			g.nodes = within(g.mean-far, g.mean+far)
			nodes.cover(g.nodes)
			top = max(top, g.mean+min(2*sd*sd, reach*sd))
			end = min(end, latest-g.mean+spread*sd)
			l.gauss = append(l.gauss, g)
		}
		w.cover(within(earliest-math.Log(float64(classes))-top, max(latest, end)))
	}
	return w, nodes
}

// largest returns the largest mean of a row and its variance, NaN if a number is not finite.
func largest(mean, variance []float64) (m, v float64) {
	m = math.Inf(-1)
	for k, mk := range mean {
		if sum := mk + variance[k]; math.IsNaN(sum) || math.IsInf(sum, 0) {
			return math.NaN(), math.NaN()
		}
		if mk > m {
			m, v = mk, clampVariance(variance[k])
		}
	}
	return m, v
}

// table sets the matrix of beta and what is at the nodes in w. The first two nodes have the
// weights of those before them too, where the integrand is a t + b t^2; the last has that of
// those after it, where beta alternates and falls.
func (l *logSumExp) table(w, nodes span) {
	beta := betas()
	times, size := w.size(), nodes.size()
	l.beta = room(l.beta, size*times)
	for i := range size {
		beta.at(l.beta[i*times:][:times], w.from+nodes.from+i)
	}
	l.weight, l.one, l.after = room(l.weight, times), room(l.one, times), room(l.after, times)
	for j := range l.weight {
		l.weight[j] = spacing
		l.one[j] = -math.Exp(spacing * float64(w.from+j))
	}
	engine.Exp(l.one, l.one)
	q := math.Exp(-spacing)
	linear, square := q/(1-q), q*q/(1-q*q) // sums of q^n and q^2n
	second := (linear - square) / (1/q - 1/(q*q))
	l.weight[0] += spacing * (linear - second/q)
	l.weight[1] += spacing * second
	l.weight[times-1] = spacing / (1 + math.Exp(-0.5*spacing*spacing/blur))
}

// fill sets the matrix of n.
func (l *logSumExp) fill(nodes span) {
	size := nodes.size()
	l.weights = room(l.weights, len(l.gauss)*size)
	clear(l.weights)
	for at, g := range l.gauss {
		n := g.part(l.weights[at*size:], nodes)
		scale := -0.5 / g.variance
		for i := range n {
			d := spacing*float64(g.nodes.from+i) - g.mean
			n[i] = scale * d * d
		}
		engine.Exp(n, n)
		total := 0.0
		for _, v := range n {
			total += v
		}
		total = 1 / total
		for i := range n {
			n[i] *= total
		}
	}
}

// integral returns the one over w for the row whose classes are those from the given one,
// and writes their rest.
func (l *logSumExp) integral(from, classes, times int) float64 {
	before := l.after // of the class at hand
	copy(before, l.weight)
	for k := range classes {
		g, rest := l.g[(from+k)*times:][:times], l.rest[(from+k)*times:][:times]
		for j, b := range before[:times] {
			rest[j] = b
			before[j] = b * g[j]
		}
	}
	sum := 0.0
	for j, all := range before {
		sum += l.weight[j]*l.one[j] - all
		l.after[j] = 1
	}
	for k := classes - 1; k >= 0; k-- {
		g, rest := l.g[(from+k)*times:][:times], l.rest[(from+k)*times:][:times]
		for j, a := range l.after[:times] {
			rest[j] *= a
			l.after[j] = a * g[j]
		}
	}
	return sum
}

// slopes returns the derivatives by mean and variance of a Gaussian.
func (l *logSumExp) slopes(at int, nodes span) (dMean, dVariance float64) {
	g, row := l.gauss[at], at*nodes.size()
	n, back := g.part(l.weights[row:], nodes), g.part(l.back[row:], nodes)
	var zeroth, first, second float64
	for i, b := range back {
		d := spacing*float64(g.nodes.from+i) - g.mean
		b *= n[i]
		zeroth += b
		first += b * d
		second += b * d * d
	}
	return -first / g.variance, -0.5 * (second/g.variance - zeroth) / g.variance
}

// betaTable is beta of a logSumExp, 1 before its first node and 0 after
// its last.
type betaTable struct {
	from int
	beta []float64
}

// at writes the entries from the given one on.
func (t *betaTable) at(dst []float64, from int) {
	for i := range dst {
		switch j := from + i - t.from; {
		case j < 0:
			dst[i] = 1
		case j < len(t.beta):
			dst[i] = t.beta[j]
		default:
			dst[i] = 0
		}
	}
}

// betas solves b(u_j) = spacing sum_l beta_l N(u_j - u_l; blur) for all nodes. The sum is a
// convolution, whose inverse is one with the Fourier coefficients of 1 over its transform:
// these alternate, and fall by exp(-spacing^2/(2 blur)) = 0.69 a node.
var betas = sync.OnceValue(func() *betaTable {
	const (
		inverse     = 120 // coefficients on a side: the last is 0.69^120 = 5e-20
		frequencies = 512 // of the transform
		terms       = 12  // nodes on a side of N(u; blur), which is 7e-24 of its peak there
	)
	var coefficient [inverse + 1]float64
	for f := range frequencies {
		angle, transform := 2*math.Pi*float64(f)/frequencies, 0.0
		for n := -terms; n <= terms; n++ {
			u := spacing * float64(n)
			transform += spacing / math.Sqrt(2*math.Pi*blur) * math.Exp(-0.5*u*u/blur) * math.Cos(angle*float64(n))
		}
		for n := range coefficient {
			coefficient[n] += math.Cos(angle*float64(n)) / (transform * frequencies)
		}
	}
	t := &betaTable{from: -betaEnd, beta: make([]float64, 2*betaEnd)}
	for i := range t.beta {
		for n := -inverse; n <= inverse; n++ {
			u := spacing * float64(t.from+i-n)
			t.beta[i] += coefficient[max(n, -n)] * math.Exp(-math.Exp(u))
		}
	}
	return t
})
