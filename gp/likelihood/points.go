package likelihood

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg/engine"
)

// AtPoints returns the softmax whose Expectations sum over 2 C points, mean_c +- (C variance_c)^1/2 of one function at a time,
// instead of integrating: exact for polynomials of degree three (Arasaratnam & Haykin, Cubature Kalman filters, 2009).
// The derivatives by variances are half the second derivatives by means, summed likewise. It predicts as before. Cost 3 C
// of s and 2 C logarithms a row.
func (l Softmax) AtPoints() Softmax {
	of := l.rate
	l.sums = &sync.Pool{New: func() any { return &points{rate: of} }}
	if _, ok := of.(logistic); ok {
		l.rate = logisticAtPoints{classes: float64(l.classes)}
	}
	return l
}

// logisticAtPoints is logistic with E log s at the same points.
type logisticAtPoints struct {
	logistic
	classes float64
}

func (l logisticAtPoints) expectLog(mean, variance float64) (value, dMean, dVariance float64) {
	apart := math.Sqrt(l.classes * max(0, variance))
	for _, p := range [...]struct{ f, share float64 }{{mean, 1 - 1/l.classes}, {mean + apart, 0.5 / l.classes}, {mean - apart, 0.5 / l.classes}} {
		v, first, second := logSigmoid(p.f)
		value, dMean, dVariance = value+p.share*v, dMean+p.share*first, dVariance+0.5*p.share*second
	}
	return value, dMean, dVariance
}

// points is logSums at 2 C points.
type points struct {
	rate
	f, s, first, second []float64 // n x 3 x C: at the means, above and below
	sum                 []float64 // n x 2 x C: S with one function above, or below
	log                 []float64
}

func (p *points) logSums(dMean, dVariance, mean, variance *mat.Dense) (total float64) {
	n, classes := mean.Dims()
	p.f, p.sum, p.log = room(p.f, 3*n*classes), room(p.sum, 2*n*classes), room(p.log, 2*n*classes)
	p.s, p.first, p.second = room(p.s, len(p.f)), room(p.first, len(p.f)), room(p.second, len(p.f))
	for i := range n {
		m, f := mean.RawRowView(i), p.f[3*classes*i:][:3*classes]
		shift := p.shift(m)
		total += shift
		for c, v := range variance.RawRowView(i) {
			apart := math.Sqrt(float64(classes) * max(0, v))
			f[c], f[classes+c], f[2*classes+c] = m[c]-shift, m[c]-shift+apart, m[c]-shift-apart
		}
	}
	p.along(p.s, p.first, p.second, p.f)
	for i := range n {
		sumsOf(p.sum[2*classes*i:][:2*classes], p.s[3*classes*i:][:3*classes])
	}
	engine.Log(p.log, p.sum)
	share := 1 / float64(2*classes)
	for _, v := range p.log {
		total += share * v
	}
	for i := range n {
		p.derivatives(dMean.RawRowView(i), dVariance.RawRowView(i), i)
	}
	return total
}

// sumsOf writes S of a row, 2 C numbers, with one function above its mean, then below, given s of all C functions at the
// means, above and below.
func sumsOf(sum, s []float64) {
	classes, whole := len(sum)/2, 0.0
	at, moved := s[:classes], s[classes:]
	for _, v := range at {
		whole += v
	}
	for k, v := range moved {
		c := k % classes
		sum[k] = max(others(at, c, whole)+v, leastSum)
	}
}

// others returns the sum of s but for that of function c. Where that is nearly all of the whole, what is left would cancel,
// and they are added anew.
func others(s []float64, c int, whole float64) float64 {
	if rest := whole - s[c]; rest >= whole/16 {
		return rest
	}
	rest := 0.0
	for k, v := range s {
		if k != c {
			rest += v
		}
	}
	return rest
}

// derivatives writes those of E log S of row i, by the means and the variances.
func (p *points) derivatives(g, h []float64, i int) {
	classes := len(g)
	first, second, share := p.first[3*classes*i:], p.second[3*classes*i:], 1/float64(2*classes)
	clear(g)
	clear(h)
	for at, sum := range p.sum[2*classes*i:][:2*classes] {
		moved, inverse := at%classes, 1/sum
		for c := range g {
			place := c
			if c == moved {
				place = classes + at
			}
			slope := first[place] * inverse
			g[c] += share * slope
			h[c] += share / 2 * (second[place]*inverse - slope*slope)
		}
	}
}

// leastSum is below every S whose functions matter.
const leastSum = 1e-300
