package laplace

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/methods/nested"
)

// finish works out what the derivatives need. Cost 2 N (C M)^2 + 2/3 (C M)^3 flops.
func (s *fitcSoftmax) finish(_, _ []float64) error {
	if !s.learn {
		return nil
	}
	for _, k := range s.classes {
		k.rows.Zero()
	}
	s.eachRow(s.addRows, func(i int, b *fitcBlocks) {
		for c, k := range s.classes {
			e, total := k.e[i], s.total[i]
			k.own[i] = e*s.others(c, i)/total - e*e*(b.h.At(c, c)-2*b.across[c]+b.all)
		}
		b.covariance(s, i)
		for c := range s.classes {
			u := b.s.At(c, c)
			for k, p := range s.p {
				u -= 2 * p[i] * b.s.At(c, k)
			}
			s.ofClass(s.slope, c)[i] = s.p[c][i] * u
		}
	})
	s.moveMode(s.slope, s.work[0], s.solve)
	return nil
}

// choosingRows is the number of rows by which predictions are chosen, about: an expectation takes a millisecond.
const choosingRows = 500

// covariances calls do with S_i of training rows that are spread evenly over all.
func (s *fitcSoftmax) covariances(do func(row int, covariance *mat.Dense)) {
	step := max(1, len(s.y)/choosingRows)
	s.eachRow(func(int, int, int, *mat.Dense) {}, func(i int, b *fitcBlocks) {
		if i%step != 0 {
			return
		}
		b.covariance(s, i)
		do(i, b.s)
	})
}

// fitcBlocks is what the posterior has of a row, a number for each pair of classes.
type fitcBlocks struct {
	h      *mat.Dense // H_i
	across []float64  // h = H_i e / s
	all    float64    // h'e / s
	s      *mat.Dense // S_i
	th     *mat.Dense // T_i H_i
}

// eachRow calls do with H_i, h and h'e / s of every row, a block of rows after the other. Before the rows [from, to) it calls
// with for each class c and A_c P^-1 of these rows, of all coordinates.
func (s *fitcSoftmax) eachRow(with func(c, from, to int, product *mat.Dense), do func(i int, b *fitcBlocks)) {
	n, classes, size := len(s.y), len(s.classes), len(s.inner)
	inverse := mat.NewDense(size, size, nil)
	linalg.Inverse(inverse, s.chol)
	product := mat.NewDense(min(n, block), size, nil)
	h := mat.NewDense(min(n, block), classes*classes, nil)
	b := &fitcBlocks{across: make([]float64, classes), s: mat.NewDense(classes, classes, nil), th: mat.NewDense(classes, classes, nil)}
	for from := 0; from < n; from += block {
		to := min(from+block, n)
		for c, k := range s.classes {
			m := k.Prior.M()
			of := product.Slice(0, to-from, 0, size).(*mat.Dense)
			linalg.Mul(of, false, false, 1, k.Projection.A.Slice(from, to, 0, m).(*mat.Dense), inverse.Slice(s.from[c], s.from[c]+m, 0, size).(*mat.Dense), 0)
			for i := from; i < to; i++ {
				for l, other := range s.classes {
					h.Set(i-from, c*classes+l, linalg.Dot(s.ofCoordinates(of.RawRowView(i-from), l), other.Projection.A.RawRowView(i)))
				}
			}
			with(c, from, to, of)
		}
		for i := from; i < to; i++ {
			b.h = mat.NewDense(classes, classes, h.RawRowView(i-from))
			b.sum(s, i)
			do(i, b)
		}
	}
}

// addRows adds what the rows [from, to) of A_c P^-1 contribute to the blocks (O A P^-1)_kk.
func (s *fitcSoftmax) addRows(c, from, to int, product *mat.Dense) {
	for i := from; i < to; i++ {
		row := product.RawRowView(i - from)
		for l, k := range s.classes {
			weight := -k.e[i] * s.classes[c].e[i] / s.total[i]
			if c == l {
				weight = k.e[i] * s.others(c, i) / s.total[i]
			}
			dst := k.rows.RawRowView(i)
			for j, v := range s.ofCoordinates(row, l) {
				dst[j] += weight * v
			}
		}
	}
}

// sum works out across and all.
func (b *fitcBlocks) sum(s *fitcSoftmax, i int) {
	b.all = 0
	for c := range s.classes {
		b.across[c] = 0
		for l, k := range s.classes {
			b.across[c] += b.h.At(c, l) * k.e[i] / s.total[i]
		}
	}
	for c, k := range s.classes {
		b.all += b.across[c] * k.e[i] / s.total[i]
	}
}

// covariance works out S_i, (22).
func (b *fitcBlocks) covariance(s *fitcSoftmax, i int) {
	for c, k := range s.classes {
		for l := range s.classes {
			b.th.Set(c, l, k.t[i]*b.h.At(c, l)+(1-k.t[i])*b.across[l])
		}
	}
	for c, k := range s.classes {
		across := 0.0
		for l, other := range s.classes {
			across += b.th.At(c, l) * other.e[i] / s.total[i]
		}
		for l, other := range s.classes {
			v := b.th.At(c, l)*other.t[i] + across*(1-other.t[i]) + (1-k.t[i])*(1-other.t[i])/s.total[i]
			if c == l {
				v += k.t[i] * k.Projection.Residual[i]
			}
			b.s.Set(c, l, v)
		}
	}
}

// gradient: of each class of g dF/dA_c = a_c (A_c'(a_c + b_c))' + b_c (A_c'a_c)' - E_cc A_c and dF/dr_ci = G_ii.
func (s *fitcSoftmax) gradient(to sparse.Gradient, g *nested.Group, all []float64) {
	for c, k := range s.classes {
		if k.Group == g {
			k.gradient(to, s.ofClass(all, c), s.ofClass(s.slope, c))
		}
	}
}

func (k *fitcClass) gradient(to sparse.Gradient, a, b []float64) {
	for i, ai := range a {
		k.values[i] = ai + b[i]
	}
	linalg.MulVec(k.inner, true, 1, k.Projection.A, k.values, 0)
	linalg.MulVec(k.outer, true, 1, k.Projection.A, a, 0)
	for i, ai := range a {
		row, bi := k.rows.RawRowView(i), b[i]
		for j, v := range row {
			row[j] = ai*k.inner[j] + bi*k.outer[j] - v
		}
		k.values[i] = 0.5*(ai*ai-k.own[i]) + ai*bi
	}
	k.pull.Sum(to, k.Prior, k.Projection, k.values, func(p *sparse.Parts) { p.Rows(k.rows) })
}
