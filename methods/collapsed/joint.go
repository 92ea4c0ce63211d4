package collapsed

import (
	"math"

	"gpcbench/linalg"
	"gpcbench/linalg/threads"
)

// joint is a Newton step of the means of several functions together, at fixed variances.
// Functions that move independently overshoot by a factor of up to their number: if one rises
// the others need not fall, and only the prior, which is wide, would say so.
//
// The rows' terms of the bound depend on differences of functions, so the negative second
// derivatives of a row by its means are diag(lambda) - O with rows that sum to 0. Package
// likelihood has only the diagonal. O is approximated by o_kl = r_k r_l, k != l: this is exact for
// two functions and nearly so for three, and the curvature is never negative. With residuals rho_k
// = A_k'g_k - m_k the step d and the sites at its end are
//
//	(S_k^-1 d_k - A_k' sum_(l != k) O_kl A_l d_l) = rho_k,   nu_k = g_k + lambda_k mean_k + sum_(l != k) O_kl A_l d_l
//
// by conjugate gradients with S as preconditioner, which has the factors that q has anyway. If they
// leave a residual, nu corresponds to d plus S times the residual.
type joint struct {
	*posterior
	r                                 []float64   // r_k by row and function
	step, rest, search, scaled, image [][]float64 // d, what is left of rho, direction, S rest, their product; by function
	along                             [][]float64 // A_k search_k, by function
	pull                              [][]float64 // of O
}

const (
	// jointSteps is the largest number of steps of conjugate gradients, and jointLeft the
	// fraction of the residual at which they end.
	jointSteps = 30
	jointLeft  = 0.03
)

func newJoint(p *posterior) *joint {
	n, functions := len(p.class), len(p.functions)
	j := &joint{posterior: p, r: make([]float64, n*functions)}
	for _, v := range []*[][]float64{&j.step, &j.rest, &j.search, &j.scaled, &j.image} {
		for _, f := range p.functions {
			*v = append(*v, make([]float64, len(f.q.Mean)))
		}
	}
	for _, v := range []*[][]float64{&j.along, &j.pull} {
		for range p.functions {
			*v = append(*v, make([]float64, n))
		}
	}
	return j
}

// couple sets r.
func (j *joint) couple() {
	c := len(j.functions)
	w := make([]float64, c)
	for i := range j.class {
		sum := 0.0
		for k, f := range j.functions {
			w[k] = max(f.lambda[i], 0)
			sum += w[k]
		}
		for k := range w {
			w[k] = min(w[k], sum-w[k])
		}
		couplings(j.r[i*c:][:c], w)
	}
}

// couplings writes r with r_k sum_(l != k) r_l = w_k, where no w_k is above the sum of the others.
// With R = sum r, the r_k are roots of r_k^2 - R r_k + w_k: the smaller ones, except perhaps for
// the largest w. R is found by bisection, to a relative accuracy that is enough for a step that is
// checked afterwards.
func couplings(r, w []float64) {
	top := 0
	for k := range w {
		if w[k] > w[top] {
			top = k
		}
	}
	clear(r)
	if w[top] == 0 {
		return
	}
	others := func(total float64) (sum float64) {
		for k, v := range w {
			if k != top {
				r[k] = 2 * v / (total + math.Sqrt(max(0, total*total-4*v)))
				sum += r[k]
			}
		}
		return sum
	}
	least := 2 * math.Sqrt(w[top])
	larger := others(least) < least/2 // the larger root
	of := func(total float64) (excess float64) {
		root := math.Sqrt(max(0, total*total-4*w[top]))
		r[top] = 2 * w[top] / (total + root)
		if larger {
			r[top] = (total + root) / 2
			return 2*w[top]/(total+root) - others(total)
		}
		return others(total) + r[top] - total
	}
	lo, hi := least, 64*least
	for range 30 {
		if mid := math.Sqrt(lo * hi); of(mid) > 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	of(lo)
}

// others writes O times columns by function.
func (j *joint) others(dst, of [][]float64) {
	c := len(j.functions)
	for i := range j.class {
		r, sum := j.r[i*c:][:c], 0.0
		for k := range r {
			sum += r[k] * of[k][i]
		}
		for k := range r {
			dst[k][i] = r[k] * (sum - r[k]*of[k][i])
		}
	}
}

// solve finds the step, and leaves O A d in pull.
func (j *joint) solve() {
	j.couple()
	threads.Do(len(j.functions), func(_, k int) {
		f := j.functions[k]
		clear(j.step[k])
		copy(j.rest[k], f.q.Mean)
		linalg.MulVec(j.rest[k], true, 1, f.group.Projection.A, f.g, -1)
		j.precondition(k)
		copy(j.search[k], j.scaled[k])
	})
	size := j.dot(j.rest, j.scaled)
	for first, t := size, 0; t < jointSteps && size > jointLeft*jointLeft*first; t++ {
		j.multiply()
		length := size / j.dot(j.search, j.image)
		for k := range j.functions {
			for m, s := range j.search[k] {
				j.step[k][m] += length * s
				j.rest[k][m] -= length * j.image[k][m]
			}
			j.precondition(k)
		}
		before := size
		size = j.dot(j.rest, j.scaled)
		for k := range j.functions {
			for m, s := range j.scaled[k] {
				j.search[k][m] = s + size/before*j.search[k][m]
			}
		}
	}
	for k, f := range j.functions {
		linalg.MulVec(j.along[k], false, 1, f.group.Projection.A, j.step[k], 0)
	}
	j.others(j.pull, j.along)
}

// precondition writes S_k rest_k.
func (j *joint) precondition(k int) {
	chol := j.functions[k].q.Chol
	copy(j.scaled[k], j.rest[k])
	linalg.SolveVec(chol, j.scaled[k])
	linalg.SolveVecT(chol, j.scaled[k])
}

// multiply writes the image of the direction: P_k s_k - A_k' sum O_kl A_l s_l with P = R R'.
func (j *joint) multiply() {
	threads.Do(len(j.functions), func(_, k int) {
		f := j.functions[k]
		linalg.MulVec(j.along[k], false, 1, f.group.Projection.A, j.search[k], 0)
	})
	j.others(j.pull, j.along)
	threads.Do(len(j.functions), func(_, k int) {
		f := j.functions[k]
		for i, l := range f.lambda {
			j.along[k][i] = l*j.along[k][i] - j.pull[k][i]
		}
		copy(j.image[k], j.search[k])
		linalg.MulVec(j.image[k], true, 1, f.group.Projection.A, j.along[k], 1)
	})
}

// dot returns the sum of products over all functions.
func (j *joint) dot(a, b [][]float64) (sum float64) {
	for k := range a {
		sum += linalg.Dot(a[k], b[k])
	}
	return sum
}
