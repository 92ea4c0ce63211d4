package laplace

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/linalg/threads"
	"gpcbench/methods/method"
	"gpcbench/methods/nested"
)

// softmax is the posterior of several classes, a latent function each, without inducing inputs.
type softmax struct {
	softmaxRows
	classes []*class
	groups  []*nested.Group // of each class
	learn   bool            // whether derivatives are wanted

	total *mat.Dense // sum of E_c, then its lower factor J
	slope []float64  // d/df of -1/2 log|I + K W|, then b
	sum   []float64  // N
	work  []float64  // C N

	jt   *mat.Dense // J^-T, of which j_i is row i
	less *mat.Dense // J^-T - J, of which l_i is row i
}

// class is what the softmax has of a class.
type class struct {
	prior  *sparse.Prior
	p      []float64  // of softmaxRows
	chol   *mat.Dense // of B = I + D^1/2 K D^1/2, then E J^-T
	e      *mat.Dense // E = (K + D^-1)^-1
	weight *mat.Dense // lower triangle: what dF/dK has besides a and b
	logDet float64    // of B
	kept   []float64  // [B^-1]_ii
}

// newSoftmax returns the posterior of rows under a prior for each class.
func newSoftmax(priors []*sparse.Prior, groups []*nested.Group, rows softmaxRows, learn bool) *softmax {
	n := len(rows.y)
	s := &softmax{softmaxRows: rows, learn: learn, total: mat.NewDense(n, n, nil), sum: make([]float64, n), slope: make([]float64, n*len(priors)), work: make([]float64, n*len(priors))}
	for k, p := range priors {
		c := &class{prior: p, p: rows.p[k], chol: mat.NewDense(n, n, nil), e: mat.NewDense(n, n, nil), kept: make([]float64, n)}
		if learn {
			c.weight = mat.NewDense(n, n, nil)
		}
		s.classes = append(s.classes, c)
		s.groups = append(s.groups, groupOf(groups, p))
	}
	s.jt, s.less = mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	return s
}

func (s *softmax) times(dst, x []float64) {
	threads.Do(len(s.classes), func(_, c int) {
		linalg.MulVec(s.ofClass(dst, c), false, 1, s.classes[c].prior.Gram, s.ofClass(x, c), 0)
	})
}

// factorise costs C N^3 + N^3/3 flops.
func (s *softmax) factorise(f []float64) error {
	s.moveTo(f, s.work)
	errs := make([]error, len(s.classes))
	threads.Do(len(s.classes), func(_, k int) { errs[k] = s.classes[k].factorise() })
	s.total.Zero()
	for k, c := range s.classes {
		if errs[k] != nil {
			return errs[k]
		}
		s.total.Add(s.total, c.e)
	}
	return linalg.Cholesky(s.total, s.total)
}

// factorise works out E for the probabilities p.
func (c *class) factorise() error {
	root := c.kept
	for i, p := range c.p {
		root[i] = math.Sqrt(p)
	}
	if err := linalg.ScaledCholesky(c.chol, c.prior.Gram, root); err != nil {
		return err
	}
	c.logDet = linalg.LogDet(c.chol)
	linalg.ScaledInverse(c.e, c.chol, root)
	for i, p := range c.p {
		c.kept[i] = c.e.At(i, i) / p
	}
	return nil
}

func (s *softmax) solve(dst, x []float64) { solveByE(s, dst, x, s.work) }

// timesE is (6) times x.
func (s *softmax) timesE(dst, x []float64) {
	threads.Do(len(s.classes), func(_, c int) {
		linalg.MulVec(s.ofClass(dst, c), false, 1, s.classes[c].e, s.ofClass(x, c), 0)
	})
	clear(s.sum)
	for c := range s.classes {
		for i, v := range s.ofClass(dst, c) {
			s.sum[i] += v
		}
	}
	linalg.SolveVec(s.total, s.sum)
	linalg.SolveVecT(s.total, s.sum)
	threads.Do(len(s.classes), func(_, c int) {
		linalg.MulVec(s.ofClass(dst, c), false, -1, s.classes[c].e, s.sum, 1)
	})
}

// evidence: log|I + K W| = sum_c log|B_c| + log|sum_c E_c|.
func (s *softmax) evidence() float64 {
	sum := -0.5 * linalg.LogDet(s.total)
	for _, c := range s.classes {
		sum -= 0.5 * c.logDet
	}
	return sum
}

// predictor returns the model with (16).
func (s *softmax) predictor(a []float64) (method.Predictor, error) {
	n := len(s.y)
	var priors []*sparse.Prior
	var mean [][]float64
	var factor, joint []*mat.Dense
	for c, k := range s.classes {
		m, f, err := k.prior.Whitened(s.ofClass(a, c), k.p)
		if err != nil {
			return nil, err
		}
		g := mat.NewDense(n, n, nil)
		linalg.Mul(g, true, false, 1, k.prior.L, k.chol, 0)
		priors, mean, factor, joint = append(priors, k.prior), append(mean, m), append(factor, f), append(joint, g)
	}
	atMode, err := s.betterAtMode(a, s.times, func(do func(int, *mat.Dense)) { s.covariances(factor, joint, do) })
	if err != nil {
		return nil, err
	}
	return newModel(priors, mean, factor, joint, s.predict, atMode)
}

// covariances calls do with S_i of each training row, as (16) has it. factor and joint are those of (16). Cost 4 C N^3 flops.
func (s *softmax) covariances(factor, joint []*mat.Dense, do func(row int, covariance *mat.Dense)) {
	n := len(s.y)
	own, common := mat.NewDense(n, len(s.classes), nil), make([]*mat.Dense, len(s.classes))
	scratch := mat.NewDense(n, n, nil)
	for c, k := range s.classes {
		linalg.Mul(scratch, false, false, 1, k.prior.L, factor[c], 0)
		for i := range n {
			row := scratch.RawRowView(i)
			own.Set(i, c, linalg.Dot(row, row))
		}
		common[c] = mat.NewDense(n, n, nil)
		linalg.Mul(common[c], false, false, 1, k.prior.L, joint[c], 0)
	}
	of := newContrasts(len(s.classes))
	for i := range n {
		of.covariance(own.RawRowView(i), common, i)
		do(i, of.cov)
	}
}
