package ranks

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/methods/method"
)

// dependent is a posterior with dependent functions.
type dependent interface {
	Covariances(x *mat.Dense, do func(row int, covariance *mat.Dense))
}

// A lead is the posterior of a row's distance from the boundary. With one function it is the value times the sign of its
// mean, with several the difference of the two with the largest means.
type lead struct {
	first, second int // functions; second is -1 if there is only one
	mean, sd      float64
}

// beyond returns how far, in standard deviations, the lead of latent values f is beyond its mean.
func (m lead) beyond(f []float64) float64 {
	if m.second < 0 {
		return math.Copysign(1, m.mean) * (f[0] - m.mean) / m.sd
	}
	return (f[m.first] - f[m.second] - m.mean) / m.sd
}

// leadsOf returns the lead at each row of x.
func leadsOf(p method.Latent, x, mean, variance *mat.Dense) []lead {
	n, _ := x.Dims()
	out := make([]lead, n)
	for i := range out {
		out[i] = newLead(mean.RawRowView(i), variance.RawRowView(i))
	}
	if d, ok := p.(dependent); ok {
		d.Covariances(x, func(row int, c *mat.Dense) {
			m := &out[row]
			m.sd = math.Sqrt(c.At(m.first, m.first) + c.At(m.second, m.second) - 2*c.At(m.first, m.second))
		})
	}
	return out
}

// newLead returns the lead of independent functions.
func newLead(mean, variance []float64) lead {
	if len(mean) == 1 {
		return lead{0, -1, mean[0], math.Sqrt(variance[0])}
	}
	first, second := -1, -1
	for c := range mean {
		switch {
		case first < 0 || mean[c] > mean[first]:
			first, second = c, first
		case second < 0 || mean[c] > mean[second]:
			second = c
		}
	}
	return lead{first, second, mean[first] - mean[second], math.Sqrt(variance[first] + variance[second])}
}
