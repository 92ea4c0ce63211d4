package likelihood

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/mat"
)

// Bernoulli is the likelihood of one of two classes, 0 and 1, given one latent value
// f: p(1 | f) is that of +1 of its link, p(0 | f) that of -1. Its name is that of the link.
type Bernoulli struct {
	Link
	// AtMean makes Predict give p(y | f) at the mean of f instead of its expectation.
	AtMean bool
}

// binary is the kind of a link's Bernoulli likelihood.
func binary(link Link) kind {
	return kind{name: link.Name(), link: link, of: func(s State) (Likelihood, error) {
		if s.Outputs != 2 || len(s.Parameters) > 1 || len(s.Parameters) == 1 && s.Parameters[0] != 1 {
			return nil, misfit(s)
		}
		return Bernoulli{Link: link, AtMean: len(s.Parameters) == 1}, nil
	}}
}

// State returns the state from which New makes the likelihood again.
func (b Bernoulli) State() State {
	s := State{Name: b.Name(), Outputs: 2}
	if b.AtMean {
		s.Parameters = []float64{1}
	}
	return s
}

// Functions returns 1.
func (Bernoulli) Functions() int { return 1 }

// Outputs returns 2.
func (Bernoulli) Outputs() int { return 2 }

// LogProb returns log p(y | f).
func (b Bernoulli) LogProb(y int, f []float64) float64 {
	value, _, _ := b.Link.LogProb(sign(y), f[0])
	return value
}

// sign returns -1 for class 0 and +1 for class 1.
func sign(class int) float64 { return float64(2*class - 1) }

// signed is space for the classes of rows as -1 and +1, and for their expectations.
type signed struct{ y, value []float64 }

var signedSpaces = sync.Pool{New: func() any { return new(signed) }}

// Expectations returns sum_i E[log p(y_i | f_i)] and writes the derivatives of scale
// times that: see Likelihood, and Link for the quadrature.
func (b Bernoulli) Expectations(dMean, dVariance *mat.Dense, y []int, mean, variance *mat.Dense, scale float64) float64 {
	space := signedSpaces.Get().(*signed)
	defer signedSpaces.Put(space)
	space.y, space.value = room(space.y, len(y)), room(space.value, len(y))
	for i, class := range y {
		space.y[i] = sign(class)
	}
	g, h := column(dMean), column(dVariance)
	b.Link.Expectations(space.value, g, h, space.y, column(mean), column(variance))
	sum := 0.0
	for i, e := range space.value {
		sum += e
		g[i] *= scale
		h[i] *= scale
	}
	return sum
}

// Predict writes E[p(0 | f)] and E[p(1 | f)], or both at the means, to the rows of dst, n x 2.
func (b Bernoulli) Predict(dst, mean, variance *mat.Dense) {
	m, v := column(mean), column(variance)
	for i := range m {
		if b.AtMean {
			dst.SetRow(i, []float64{math.Exp(b.LogProb(0, m[i:i+1])), math.Exp(b.LogProb(1, m[i:i+1]))})
			continue
		}
		one, zero := b.Link.Predict(m[i], v[i])
		dst.Set(i, 0, zero)
		dst.Set(i, 1, one)
	}
}

// column returns the numbers of a matrix of one column.
func column(a *mat.Dense) []float64 {
	r := a.RawMatrix()
	if r.Cols != 1 || r.Stride != 1 {
		panic("likelihood: a Bernoulli likelihood has one latent function")
	}
	return r.Data[:r.Rows]
}
