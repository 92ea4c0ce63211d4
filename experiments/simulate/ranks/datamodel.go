package ranks

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/gp/likelihood"
	"gpcbench/linalg"
)

// dataModel is the model that data are drawn from: a likelihood, and noise on latent functions.
type dataModel struct {
	likelihood likelihood.Observation
	noise      float64 // of the kernel, or of a likelihood with noise
}

// binaryModel returns the data model of a link, with two classes.
func binaryModel(link string) dataModel {
	l, err := likelihood.New(likelihood.State{Name: link, Outputs: 2})
	return dataModel{likelihood: must(l, err)}
}

// multiclassModel returns the data model of a likelihood of three classes. A share labelNoise of the labels is wrong.
func multiclassModel(name string, labelNoise float64) dataModel {
	l, err := likelihood.NewMulticlass(name, numClasses, labelNoise)
	return dataModel{likelihood: must(l, err)}
}

// dataSet is a data set drawn from the prior. The last rows are test rows, whose f the ranks use.
type dataSet struct {
	x *mat.Dense
	f *mat.Dense // one function per column
	y []int
}

// draw draws data sets with a kernel variance until one has all classes among its training rows, as some methods need.
// Selection by the data that a posterior conditions on leaves its ranks uniform.
func (m dataModel) draw(rng *rand.Rand, variance float64) dataSet {
	for {
		s := m.drawAny(rng, variance)
		if hasAll(s.y[:trainRows], m.likelihood.Outputs()) {
			return s
		}
	}
}

// hasAll reports whether y has all classes.
func hasAll(y []int, classes int) bool {
	for k := range classes {
		if !slices.Contains(y, k) {
			return false
		}
	}
	return true
}

// drawAny draws a data set.
func (m dataModel) drawAny(rng *rand.Rand, variance float64) dataSet {
	const n = trainRows + testRows
	s := dataSet{x: mat.NewDense(n, 2, nil), y: make([]int, n)}
	s.x.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, s.x)
	s.f = m.functions(rng, must(kernel.New("se", 2, kernel.Start{Variance: variance, Lengthscale: lengthscale, Noise: m.noise})), s.x)
	for i := range s.y {
		s.y[i] = m.class(rng, s.f.RawRowView(i))
	}
	return s
}

// functions draws the latent functions at rows, one function per column.
func (m dataModel) functions(rng *rand.Rand, k kernel.Kernel, x *mat.Dense) *mat.Dense {
	n, _ := x.Dims()
	gram, factor := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	k.Gram(gram, x)
	must(linalg.JitterCholesky(factor, gram))
	f, v, values := mat.NewDense(n, m.likelihood.Functions(), nil), make([]float64, n), make([]float64, n)
	for c := range m.likelihood.Functions() {
		for i := range v {
			v[i] = rng.NormFloat64()
		}
		linalg.MulVec(values, false, 1, factor, v, 0)
		f.SetCol(c, values)
	}
	return f
}

// class draws the class of a row.
func (m dataModel) class(rng *rand.Rand, f []float64) int {
	u := rng.Float64()
	for k := m.likelihood.Outputs() - 1; k > 0; k-- {
		if u -= math.Exp(m.likelihood.LogProb(k, f)); u < 0 {
			return k
		}
	}
	return 0
}
