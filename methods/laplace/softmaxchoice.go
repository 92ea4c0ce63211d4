package laplace

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/likelihood"
	"gpcbench/linalg"
)

// left is the posterior (18) of the latent values of a row without that row.
type left struct {
	s, root *mat.Dense // S_i; V of W_i = V V', C x C
	rest    *mat.Dense // I - V'S_i V, whose eigenvalues are the remaining fractions of the precision
	half    *mat.Dense // S_i V U
	work    *mat.Dense
	mean    []float64
	cov     *mat.Dense // C_i
}

func newLeft(classes int) *left {
	square := func() *mat.Dense { return mat.NewDense(classes, classes, nil) }
	return &left{s: square(), root: square(), rest: square(), half: square(), work: square(), cov: square(), mean: make([]float64, classes)}
}

// leaveOut works out mean and covariance without a row of class y, latent values f and probabilities p, which with
// it have the covariance s. Cost 10 C^3 flops or so.
func (l *left) leaveOut(y int, f, p []float64) {
	for c, pc := range p { // V = D^1/2 (I - q q'), q = D^1/2 1
		for k, pk := range p {
			v := -pc * math.Sqrt(pk)
			if c == k {
				v += math.Sqrt(pk)
			}
			l.root.Set(c, k, v)
		}
	}
	linalg.Mul(l.work, false, false, 1, l.s, l.root, 0)
	linalg.Mul(l.rest, true, false, -1, l.root, l.work, 0)
	for c := range p {
		l.rest.Set(c, c, l.rest.At(c, c)+1)
	}
	values, vectors := linalg.EigenSym(l.rest)
	linalg.Mul(l.half, false, false, 1, l.work, vectors, 0)
	for c := range p {
		for k := range c + 1 {
			sum := l.s.At(c, k)
			for j, v := range values {
				sum += l.half.At(c, j) * l.half.At(k, j) / max(v, leastLeft)
			}
			l.cov.Set(c, k, sum)
			l.cov.Set(k, c, sum)
		}
	}
	for c, fc := range f {
		l.mean[c] = fc - l.cov.At(c, y)
		for k, pk := range p {
			l.mean[c] += l.cov.At(c, k) * pk
		}
	}
}

// slopes is the expectation of the softmax of independent values by what training has, for a model that predicts by
// quadrature,
//
//	E[s_k / S] = [k = y] - d/dm_k E log p(y | f),
//
// good to 1e-10 at a cost that hardly depends on the variances: that of quadrature grows as they do, to
// milliseconds a row, and a choice asks for all training rows.
type slopes struct {
	softmax                      likelihood.Likelihood
	y                            []int // a class that is likely: what is 1 less a slope has no digits to lose
	byMean, byVariance, variance *mat.Dense
}

func newSlopes(softmax likelihood.Softmax) *slopes {
	c := softmax.Functions()
	row := func() *mat.Dense { return mat.NewDense(1, c, nil) }
	return &slopes{softmax.Unbounded(), make([]int, 1), row(), row(), row()}
}

// Predict writes the expectation of a row to dst, for variances that the model's own predictions tell apart.
func (s *slopes) Predict(dst, mean, variance *mat.Dense) {
	for c, v := range variance.RawRowView(0) {
		s.variance.Set(0, c, min(v, likelihood.MaxVariance))
	}
	s.y[0] = floats.MaxIdx(mean.RawRowView(0))
	s.softmax.Expectations(s.byMean, s.byVariance, s.y, mean, s.variance, 1)
	dst.Scale(-1, s.byMean)
	dst.Set(0, s.y[0], 1+dst.At(0, s.y[0]))
}

// small is the probability below which quadrature is used, because slopes would have few digits.
const small = 1e-6

// betterAtMode says whether the choice is wanted, and the softmax at the means of (18) predicts training rows better than its
// expectation does, by more than two standard errors of the difference of their logarithms, for the mode f = K a. times
// writes K x to dst. covariances calls do with each row, or with some of them, in their order, and S_i.
func (s *softmaxRows) betterAtMode(a []float64, times func(dst, x []float64), covariances func(do func(row int, covariance *mat.Dense))) (bool, error) {
	if !s.choose {
		return false, nil
	}
	f := make([]float64, len(a))
	times(f, a)
	expected, err := s.expectations()
	if err != nil {
		return false, err
	}
	classes := len(s.p)
	l, of := newLeft(classes), newContrasts(classes)
	at, p := make([]float64, classes), make([]float64, classes)
	var differences difference
	covariances(func(i int, covariance *mat.Dense) {
		y := s.y[i]
		for c := range s.p {
			at[c], p[c] = s.ofClass(f, c)[i], s.p[c][i]
		}
		l.s.Copy(covariance)
		l.leaveOut(y, at, p)
		of.cov.Copy(l.cov)
		differences.add(l.mean[y] - floats.LogSumExp(l.mean) - math.Log(expected(of, l.mean, y)))
	})
	return differences.surelyPositive(), nil
}

// expectations returns a function of contrasts and means, which gives the expectation of the softmax for class y. A model
// that predicts by clocks has them here too. Otherwise they are by slopes, and where these have few digits by the
// quadrature of the model.
func (s *softmaxRows) expectations() (func(of *contrasts, mean []float64, y int) float64, error) {
	exact, err := predicting(len(s.p), s.predict, false)
	if err != nil {
		return nil, err
	}
	p := make([]float64, len(s.p))
	if s.predict.Clocks {
		return func(of *contrasts, mean []float64, y int) float64 {
			of.predict(p, mean, exact)
			return p[y]
		}, nil
	}
	quick := newSlopes(exact)
	return func(of *contrasts, mean []float64, y int) float64 {
		if of.predict(p, mean, quick); !(p[y] > small) {
			of.predict(p, mean, exact)
		}
		return p[y]
	}, nil
}
