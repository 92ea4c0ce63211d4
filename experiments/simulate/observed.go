package main

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/gp/likelihood"
	"gpcbench/linalg"
)

// observed is what data are drawn from: a likelihood, and noise on latent functions.
type observed struct {
	likelihood likelihood.Observation
	noise      float64 // of the kernel, or of the likelihood that has some
}

// binary is that of a link.
func binary(link string) observed {
	l, err := likelihood.New(likelihood.State{Name: link, Outputs: 2})
	return observed{likelihood: must(l, err)}
}

// several is that of a likelihood of three classes, of which mislabelled are wrong.
func several(name string, mislabelled float64) observed {
	l, err := likelihood.NewMulticlass(name, classes, mislabelled)
	return observed{likelihood: must(l, err)}
}

// sampleOf is a data set that is drawn from the prior: the last rows are tested, and of these f is known.
type sampleOf struct {
	x *mat.Dense
	f *mat.Dense // a function a column
	y []int
}

// draw draws a data set of a kernel's variance until all classes are among the training rows, which some methods need: a
// choice by what a posterior is given leaves its ranks even.
func (m observed) draw(rng *rand.Rand, variance float64) sampleOf {
	for {
		s := m.drawAny(rng, variance)
		if hasAll(s.y[:trained], m.likelihood.Outputs()) {
			return s
		}
	}
}

// hasAll says whether all classes are there.
func hasAll(y []int, classes int) bool {
	for k := range classes {
		if !slices.Contains(y, k) {
			return false
		}
	}
	return true
}

// drawAny draws a data set.
func (m observed) drawAny(rng *rand.Rand, variance float64) sampleOf {
	const n = trained + tested
	s := sampleOf{x: mat.NewDense(n, 2, nil), y: make([]int, n)}
	s.x.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, s.x)
	s.f = m.functions(rng, must(kernel.New("se", 2, kernel.Start{Variance: variance, Lengthscale: lengthscale, Noise: m.noise})), s.x)
	for i := range s.y {
		s.y[i] = m.class(rng, s.f.RawRowView(i))
	}
	return s
}

// functions draws the latent functions at rows, a function a column.
func (m observed) functions(rng *rand.Rand, k kernel.Kernel, x *mat.Dense) *mat.Dense {
	n, _ := x.Dims()
	gram, factor := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	k.Gram(gram, x)
	must(linalg.JitterCholesky(factor, gram))
	f, v, of := mat.NewDense(n, m.likelihood.Functions(), nil), make([]float64, n), make([]float64, n)
	for c := range m.likelihood.Functions() {
		for i := range v {
			v[i] = rng.NormFloat64()
		}
		linalg.MulVec(of, false, 1, factor, v, 0)
		f.SetCol(c, of)
	}
	return f
}

// class draws the class of a row.
func (m observed) class(rng *rand.Rand, f []float64) int {
	u := rng.Float64()
	for k := m.likelihood.Outputs() - 1; k > 0; k-- {
		if u -= math.Exp(m.likelihood.LogProb(k, f)); u < 0 {
			return k
		}
	}
	return 0
}
