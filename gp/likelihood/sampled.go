package likelihood

import (
	"math"
	"math/rand/v2"
	"sync"

	"gonum.org/v1/gonum/mat"
)

// Sampling is a Likelihood whose expectations may be averages over draws.
type Sampling interface {
	Likelihood
	// Sampled returns the likelihood whose Expectations are averages over that many draws of
	// the latent values from a seed, the same for all rows and calls.
	Sampled(draws int, seed uint64) Likelihood
}

// Sampled returns the likelihood whose Expectations are averages over draws: see Sampling.
func (l Softmax) Sampled(draws int, seed uint64) Likelihood {
	z := normals(draws, l.classes, seed)
	l.sums = &sync.Pool{New: func() any { return newSampled(l.rate, z) }}
	return l
}

// normals returns n rows of draws from N(0, I).
func normals(n, classes int, seed uint64) *mat.Dense {
	rng, z := rand.New(rand.NewPCG(seed, 0)), mat.NewDense(n, classes, nil)
	for i, data := 0, z.RawMatrix().Data; i < len(data); i++ {
		data[i] = rng.NormFloat64()
	}
	return z
}

// sampled works out E log S and its derivatives
//
//	dE/dm_k = E[s_k'/S],   dE/dv_k = 1/2 d2E/dm_k2 = 1/2 E[s_k''/S - (s_k'/S)^2]
//
// as averages over f_k = m_k + sqrt(v_k) z_k. The second one keeps the sign that it has,
// also where v_k is small, and is the derivative of no average. It holds space and is not
// safe for concurrent use.
type sampled struct {
	rate                rate
	z                   *mat.Dense // S x C
	f, s, first, second []float64
}

func newSampled(of rate, z *mat.Dense) *sampled {
	_, c := z.Dims()
	return &sampled{of, z, make([]float64, c), make([]float64, c), make([]float64, c), make([]float64, c)}
}

// logSums returns the sum over rows of E log S, and writes its derivatives. Cost n S C.
func (a *sampled) logSums(dMean, dVariance, mean, variance *mat.Dense) (sum float64) {
	dMean.Zero()
	dVariance.Zero()
	draws, _ := a.z.Dims()
	part := 1 / float64(draws)
	n, _ := mean.Dims()
	for i := range n {
		m, v, dm, dv := mean.RawRowView(i), variance.RawRowView(i), dMean.RawRowView(i), dVariance.RawRowView(i)
		shift := a.rate.shift(m)
		of, factor := a.rate.within(bounds(m, v, shift))
		sum += shift + factor
		for d := range draws {
			for k, z := range a.z.RawRowView(d) {
				a.f[k] = m[k] - shift + math.Sqrt(clampVariance(v[k]))*z
			}
			of.along(a.s, a.first, a.second, a.f)
			total := 0.0
			for _, s := range a.s {
				total += s
			}
			sum += part * math.Log(total)
			for k, first := range a.first {
				slope := first / total
				dm[k] += part * slope
				dv[k] += 0.5 * part * (a.second[k]/total - slope*slope)
			}
		}
	}
	return sum
}
