package exact

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/likelihood"
)

// predictive says how class probabilities at a kept draw are computed from means and variances of
// the latent functions.
type predictive struct {
	Draws int    // of f* a row at each kept draw, whose p(y | f*) are averaged; 0: the expectation
	Seed  uint64 // of the draws
}

// allowed says whether there may be so many draws.
func (p predictive) allowed() bool { return p.Draws >= 0 && p.Draws <= 10_000 }

// probabilities returns a function that writes the class probabilities at kept draw s of the rows of x, n x K.
// Draws of f* depend on the row's inputs and on s: a row has the same probabilities among any other
// rows, and the errors of different rows are independent. Cost a row and kept draw: Draws K values
// of the likelihood.
func (p predictive) probabilities(l likelihood.Observation, x *mat.Dense) func(dst *mat.Dense, s int, mean, variance *mat.Dense) {
	if p.Draws == 0 {
		return func(dst *mat.Dense, _ int, mean, variance *mat.Dense) { l.Predict(dst, mean, variance) }
	}
	n, _ := x.Dims()
	seeds := make([]uint64, n)
	for i := range seeds {
		seeds[i] = p.Seed ^ hashOf(x.RawRowView(i))
	}
	pcg, f := rand.NewPCG(0, 0), make([]float64, l.Functions())
	rng, share := rand.New(pcg), 1/float64(p.Draws)
	return func(dst *mat.Dense, s int, mean, variance *mat.Dense) {
		dst.Zero()
		for i, seed := range seeds {
			pcg.Seed(seed, uint64(s))
			row, m, v := dst.RawRowView(i), mean.RawRowView(i), variance.RawRowView(i)
			for range p.Draws {
				for c := range f {
					f[c] = m[c] + math.Sqrt(max(0, v[c]))*rng.NormFloat64()
				}
				for y := range row {
					row[y] += share * math.Exp(l.LogProb(y, f))
				}
			}
		}
	}
}

// hashOf returns a hash of a row's inputs.
func hashOf(row []float64) uint64 {
	h := fnv.New64a()
	var b [8]byte
	for _, v := range row {
		binary.LittleEndian.PutUint64(b[:], math.Float64bits(v+0)) // -0 is 0
		h.Write(b[:])
	}
	return h.Sum64()
}
