package mlgpf

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/likelihood"
	"gpcbench/methods/methodtest"
)

// shape is that of a data set and of its model in the paper.
type shape struct {
	name                               string
	d, labels, perRow, ownLabels       int
	latents, inducing, subspace, batch int
}

var shapes = []shape{
	{"Bibtex", 1836, 159, 69, 2, 30, 500, 1000, 500},
	{"AmazonCat", 203882, 13330, 71, 5, 30, 500, 2000, 500},
}

// rows returns a minibatch of random rows.
func (s shape) rows(rng *rand.Rand) *batch {
	x, labels := data.NewCSR(s.d), data.NewLabelSets()
	for range s.batch {
		var cols, own []int
		var values []float64
		at := 0
		for range s.perRow {
			at += 1 + rng.IntN(s.d/s.perRow-1)
			cols, values = append(cols, at), append(values, 0.1)
		}
		for l := range s.ownLabels {
			own = append(own, l*(s.labels/s.ownLabels))
		}
		x.Append(cols, values)
		labels.Append(own)
	}
	pos := positions(0, s.batch)
	var b batch
	space{}.read(&b, data.NewExamples(data.NewSparseMemory(x, labels), data.All(s.batch), nil), pos)
	return &b
}

// BenchmarkMinibatch measures the bound of one minibatch with all derivatives, all labels
// and 20 nodes, for the linear kernel with subspace inducing inputs, and what it is made of.
func BenchmarkMinibatch(b *testing.B) {
	for _, s := range shapes {
		b.Run(s.name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			basis := mat.NewDense(s.d, s.subspace, nil)
			for i := range basis.RawMatrix().Data {
				basis.RawMatrix().Data[i] = rng.Float64() - 0.5
			}
			in := space{basis}
			rows := s.rows(rng)
			labels := newUtilities(likelihood.NewSoftplus(20), s.labels, s.latents, s.batch)
			e := newELBO(linear{1}, labels, learns{inducing: true}, func(f func()) { f() }, s.inducing, s.latents, s.batch)
			at := newParameters(s.inducing, s.latents, s.labels, 0, s.subspace)
			away(at)
			slope := newParameters(s.inducing, s.latents, s.labels, 0, s.subspace)
			project := func() { in.enter(rows) }
			bound := func() {
				if _, err := e.value(slope, at, rows, 100); err != nil {
					b.Fatal(err)
				}
			}
			b.Run("all", func(b *testing.B) { methodtest.Fastest(b, func() { project(); bound() }) })
			methodtest.Breakdown(b, []methodtest.Phase{
				{Name: "project", Do: project},
				{Name: "KL terms", Do: func() {
					if err := e.moveTo(at); err != nil {
						b.Fatal(err)
					}
					e.q.divergence(at)
					e.dK.Zero()
					e.q.divergenceBack(slope, e.dK, at)
					e.gramBack(slope, at)
				}},
				{Name: "marginals", Do: func() { e.marginals(at, rows) }},
				{Name: "labels", Do: func() { e.labels.value(slope, e.latent, at, rows, 100) }},
				{Name: "marginals, back", Do: func() { e.marginalsBack(slope, at); e.crossBack(slope, at, rows) }},
			})
		})
	}
}
