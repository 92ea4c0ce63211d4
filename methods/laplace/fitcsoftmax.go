package laplace

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/linalg/threads"
	"gpcbench/methods/method"
	"gpcbench/methods/nested"
)

// fitcSoftmax is the posterior of several classes, a latent function each, with FITC priors: (19) to (23).
type fitcSoftmax struct {
	softmaxRows
	classes   []*fitcClass
	learn     bool         // whether derivatives are wanted
	total     []float64    // sum of e_c
	from      []int        // where the coordinates of each class begin among all
	precision *mat.Dense   // P, of which the lower triangle is in use
	chol      *mat.Dense   // its lower factor
	slope     []float64    // d/df of -1/2 log|I + K W|, then b
	inner     []float64    // as many as there are coordinates
	work      [2][]float64 // C N
}

// fitcClass is what it has of a class.
type fitcClass struct {
	*nested.Group
	t, e   []float64  // 1 / (1 + p r), p / (1 + p r)
	own    []float64  // E_ii
	rows   *mat.Dense // N x M: space, then the block E_cc A_c of E A
	pull   *sparse.Pullback
	inner  []float64 // M
	outer  []float64 // M
	values []float64 // N
}

// newFITCSoftmax returns the posterior of rows under a prior for each class.
func newFITCSoftmax(priors []*sparse.Prior, groups []*nested.Group, rows softmaxRows, learn bool) *fitcSoftmax {
	n := len(rows.y)
	s := &fitcSoftmax{softmaxRows: rows, learn: learn, total: make([]float64, n), slope: make([]float64, n*len(priors))}
	size := 0
	for _, p := range priors {
		m, g := p.M(), groupOf(groups, p)
		c := &fitcClass{Group: g, rows: mat.NewDense(n, m, nil), inner: make([]float64, m), outer: make([]float64, m)}
		if i := slices.IndexFunc(s.classes, func(other *fitcClass) bool { return other.Group == g }); i >= 0 {
			c.pull = s.classes[i].pull // a group's classes come one after the other
		} else {
			c.pull = sparse.NewPullback(n, m)
		}
		for _, v := range []*[]float64{&c.t, &c.e, &c.own, &c.values} {
			*v = make([]float64, n)
		}
		s.classes, s.from = append(s.classes, c), append(s.from, size)
		size += m
	}
	s.precision, s.chol, s.inner = mat.NewDense(size, size, nil), mat.NewDense(size, size, nil), make([]float64, size)
	for i := range s.work {
		s.work[i] = make([]float64, len(s.slope))
	}
	return s
}

// ofCoordinates returns the part of x, one number a coordinate, that is of class c.
func (s *fitcSoftmax) ofCoordinates(x []float64, c int) []float64 {
	return x[s.from[c]:][:s.classes[c].Prior.M()]
}

// ownBlock returns the block on the diagonal of a matrix of all coordinates that is of class c, the same memory.
func (s *fitcSoftmax) ownBlock(a *mat.Dense, c int) *mat.Dense {
	from, to := s.from[c], s.from[c]+s.classes[c].Prior.M()
	return a.Slice(from, to, from, to).(*mat.Dense)
}

func (s *fitcSoftmax) times(dst, x []float64) {
	threads.Do(len(s.classes), func(_, c int) {
		k := s.classes[c]
		timesFITC(k.Projection, s.ofClass(dst, c), s.ofClass(x, c), k.inner)
	})
}

// factorise works out P and its factor. Cost N (C M)^2 + (C M)^3/3 flops.
func (s *fitcSoftmax) factorise(f []float64) error {
	s.moveTo(f, s.work[0])
	clear(s.total)
	for c, k := range s.classes {
		for i, r := range k.Projection.Residual {
			p := s.p[c][i]
			k.t[i] = 1 / (1 + p*r)
			k.e[i] = p * k.t[i]
			s.total[i] += k.e[i]
		}
	}
	s.couple()
	for c, k := range s.classes { // with weights in which nothing cancels
		for i, e := range k.e {
			k.values[i] = e * s.others(c, i) / s.total[i]
		}
		linalg.WeightedGram(s.ownBlock(s.precision, c), 1, k.Projection.A, k.values, 0, k.rows)
	}
	for i := range s.inner {
		s.precision.Set(i, i, s.precision.At(i, i)+1)
	}
	return linalg.Cholesky(s.chol, s.precision)
}

// others is the sum of e of all classes but c at row i.
func (s *fitcSoftmax) others(c, i int) (sum float64) {
	for k, other := range s.classes {
		if k != c {
			sum += other.e[i]
		}
	}
	return sum
}

// couple sets the blocks of P besides those on the diagonal, -A_c' diag(e_c e_k / s) A_k, by the rows e_c a_c / s^1/2 of
// all classes.
func (s *fitcSoftmax) couple() {
	n := len(s.y)
	rows := mat.NewDense(min(n, block), len(s.inner), nil)
	for from := 0; from < n; from += block {
		to := min(from+block, n)
		for i := from; i < to; i++ {
			root := math.Sqrt(s.total[i])
			for c, k := range s.classes {
				scaled := s.ofCoordinates(rows.RawRowView(i-from), c)
				for j, a := range k.Projection.A.RawRowView(i) {
					scaled[j] = k.e[i] / root * a
				}
			}
		}
		part := rows.Slice(0, to-from, 0, len(s.inner)).(*mat.Dense)
		linalg.MulLower(s.precision, true, false, -1, part, part, min(float64(from), 1))
	}
}

// evidence: log|I + K W| = log|P| + sum_i (sum_c log(1 + p r) + log s).
func (s *fitcSoftmax) evidence() float64 {
	sum := linalg.LogDet(s.chol)
	for i, total := range s.total {
		sum += math.Log(total)
		for c, k := range s.classes {
			sum += math.Log1p(s.p[c][i] * k.Projection.Residual[i])
		}
	}
	return -0.5 * sum
}

// solve is y - O A P^-1 A'y, y = (I + W R)^-1 x.
func (s *fitcSoftmax) solve(dst, x []float64) {
	for i, total := range s.total {
		sum := 0.0
		for c, k := range s.classes {
			sum += (1 - k.t[i]) * s.ofClass(x, c)[i]
		}
		for c, k := range s.classes {
			s.ofClass(dst, c)[i] = k.t[i]*s.ofClass(x, c)[i] + k.e[i]*sum/total
		}
	}
	s.project(s.inner, dst)
	linalg.SolveVec(s.chol, s.inner)
	linalg.SolveVecT(s.chol, s.inner)
	rest := s.work[1]
	threads.Do(len(s.classes), func(_, c int) {
		linalg.MulVec(s.ofClass(rest, c), false, 1, s.classes[c].Projection.A, s.ofCoordinates(s.inner, c), 0)
	})
	for i, total := range s.total { // O times that
		sum := 0.0
		for c, k := range s.classes {
			sum += k.e[i] * s.ofClass(rest, c)[i]
		}
		for c, k := range s.classes {
			s.ofClass(dst, c)[i] -= k.e[i] * (s.ofClass(rest, c)[i] - sum/total)
		}
	}
}

// project writes A'x of all classes to dst.
func (s *fitcSoftmax) project(dst, x []float64) {
	threads.Do(len(s.classes), func(_, c int) {
		linalg.MulVec(s.ofCoordinates(dst, c), true, 1, s.classes[c].Projection.A, s.ofClass(x, c), 0)
	})
}

// predictor returns the model with (23), in which no function has a part of its own.
func (s *fitcSoftmax) predictor(a []float64) (method.Predictor, error) {
	s.project(s.inner, a)
	root := mat.NewDense(len(s.inner), len(s.inner), nil)
	if err := linalg.InverseFactor(root, s.precision); err != nil {
		return nil, err
	}
	var priors []*sparse.Prior
	var mean [][]float64
	var factor, joint []*mat.Dense
	for c, k := range s.classes {
		m := k.Prior.M()
		priors, mean = append(priors, k.Prior), append(mean, s.ofCoordinates(s.inner, c))
		factor = append(factor, mat.NewDense(m, m, nil))
		joint = append(joint, mat.DenseCopyOf(root.Slice(s.from[c], s.from[c]+m, 0, len(s.inner))))
	}
	atMode, err := s.betterAtMode(a, s.times, s.covariances)
	if err != nil {
		return nil, err
	}
	return newModel(priors, mean, factor, joint, s.predict, atMode)
}

// groupOf returns the group of a prior.
func groupOf(groups []*nested.Group, p *sparse.Prior) *nested.Group {
	return groups[slices.IndexFunc(groups, func(g *nested.Group) bool { return g.Prior == p })]
}
