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
		s, whole := p.s[3*classes*i:], 0.0
		for _, v := range s[:classes] {
			whole += v
		}
		for side := range 2 {
			for c := range classes {
				// The others are added anew where the mean's own term is nearly all: what is left would cancel.
				rest := whole - s[c]
				if rest < whole/16 {
					rest = 0
					for k, v := range s[:classes] {
						if k != c {
							rest += v
						}
					}
				}
				p.sum[2*classes*i+side*classes+c] = max(rest+s[(1+side)*classes+c], leastSum)
			}
		}
	}
	engine.Log(p.log, p.sum)
	share := 1 / float64(2*classes)
	for _, v := range p.log {
		total += share * v
	}
	for i := range n {
		first, second := p.first[3*classes*i:], p.second[3*classes*i:]
		g, h := dMean.RawRowView(i), dVariance.RawRowView(i)
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
	return total
}

// leastSum is below every S whose functions matter.
const leastSum = 1e-300
