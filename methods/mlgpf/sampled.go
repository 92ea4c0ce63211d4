package mlgpf

import (
	"math/rand/v2"

	"gpcbench/gp/likelihood"
	"gpcbench/linalg"
)

// sampled is utilities with a sample of the labels that a row does not have, (23).
type sampled struct {
	expect    *likelihood.Softplus
	negatives int    // the size of a sample
	key       uint64 // of the samples
	t         int    // the minibatch

	drawn []int // the row, counted from the first, that a label was last drawn for
	row   int   // the present one

	labels                           []int32
	weights                          []float64
	mean, variance, dMean, dVariance []float64
	square                           []float64 // of a row of Phi
}

// newSampled returns samples of that size of K labels, in an order drawn from rng, of which it
// takes one number, and space for P functions.
func newSampled(expect *likelihood.Softplus, labels, latents, negatives int, rng *rand.Rand) *sampled {
	return &sampled{expect: expect, negatives: negatives, key: rng.Uint64(), drawn: make([]int, labels), square: make([]float64, latents)}
}

// draw sets labels to those of a row and then a sample of the others, uniform and without
// replacement, and weights to those of their terms.
func (s *sampled) draw(own []int32, rng *rand.Rand) {
	s.row++
	s.labels, s.weights = append(s.labels[:0], own...), s.weights[:0]
	for _, l := range own {
		s.drawn[l] = s.row
		s.weights = append(s.weights, 1)
	}
	others := len(s.drawn) - len(own)
	if others <= s.negatives {
		for l := range s.drawn {
			if s.drawn[l] != s.row {
				s.labels, s.weights = append(s.labels, int32(l)), append(s.weights, 1)
			}
		}
		return
	}
	for range s.negatives {
		l := rng.IntN(len(s.drawn))
		for s.drawn[l] == s.row {
			l = rng.IntN(len(s.drawn))
		}
		s.drawn[l] = s.row
		s.labels, s.weights = append(s.labels, int32(l)), append(s.weights, float64(others)/float64(s.negatives))
	}
}

// value is that of utilities, with the sample of the present minibatch.
func (s *sampled) value(slope *parameters, latent marginals, at *parameters, rows *batch, scale float64) float64 {
	rng := rand.New(rand.NewPCG(s.key, uint64(s.t)))
	n, _ := latent.mean.Dims()
	sum := 0.0
	for i := range n {
		own := rows.labels.Row(i)
		s.draw(own, rng)
		sum += s.oneRow(slope, latent, i, at, len(own), scale)
	}
	return scale * sum
}

// oneRow is value for row i alone, whose own labels are the first of the labels drawn, unscaled.
func (s *sampled) oneRow(slope *parameters, latent marginals, i int, at *parameters, own int, scale float64) float64 {
	m, v := latent.mean.RawRowView(i), latent.variance.RawRowView(i)
	dM, dV := latent.dMean.RawRowView(i), latent.dVariance.RawRowView(i)
	n := len(s.labels)
	s.space(n)
	for j, l := range s.labels {
		phi := at.phi.RawRowView(int(l))
		for p, f := range phi {
			s.square[p] = f * f
		}
		s.mean[j] = at.b[l] + linalg.Dot(phi, m)
		s.variance[j] = linalg.Dot(s.square, v)
	}
	// Own and other labels have weights of their own; each is one call.
	sum := -s.expect.Expect(s.dMean[:own], s.dVariance[:own], s.mean[:own], s.variance[:own])
	if n > own {
		sum -= s.weights[own] * s.expect.Expect(s.dMean[own:n], s.dVariance[own:n], s.mean[own:n], s.variance[own:n])
	}
	clear(dM)
	clear(dV)
	for j, l := range s.labels {
		e, w := -scale*s.weights[j]*s.dMean[j], -scale*s.weights[j]*s.dVariance[j]
		if j < own {
			sum += s.mean[j]
			e += scale
		}
		phi, dPhi := at.phi.RawRowView(int(l)), slope.phi.RawRowView(int(l))
		for p, f := range phi {
			dM[p] += e * f
			dV[p] += w * f * f
			dPhi[p] += e*m[p] + 2*f*w*v[p]
		}
		slope.b[l] += e
	}
	return sum
}

// space makes room for n labels.
func (s *sampled) space(n int) {
	if len(s.mean) >= n {
		return
	}
	s.mean, s.variance, s.dMean, s.dVariance = make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
}
