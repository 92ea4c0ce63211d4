package laplace

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/linalg/threads"
	"gpcbench/methods/nested"
)

// finish works out what the model and the derivatives need. Cost (2 C + 1) N^3 flops.
func (s *softmax) finish(_, _ []float64) error {
	linalg.InverseUpper(s.jt, s.total)
	s.less.Sub(s.jt, s.total)
	threads.Do(len(s.classes), func(_, c int) {
		k := s.classes[c]
		k.joint(s.total)
		if s.learn {
			k.weigh()
			k.slopes(s.ofClass(s.slope, c), s.jt, s.less)
		}
	})
	if s.learn {
		s.moveMode(s.slope, make([]float64, len(s.work)), s.solve)
	}
	return nil
}

// joint makes chol T = E J^-T.
func (k *class) joint(total *mat.Dense) {
	k.chol.Copy(k.e)
	linalg.SolveRightT(k.chol, total)
}

// weigh makes weight the part 1/2 (T T' - E) of (12).
func (k *class) weigh() {
	linalg.MulLower(k.weight, false, true, 0.5, k.chol, k.chol, 0)
	for i := range k.p {
		row := k.weight.RawRowView(i)[:i+1]
		for j, e := range k.e.RawRowView(i)[:i+1] {
			row[j] -= 0.5 * e
		}
	}
}

// slopes writes p_c u_c of (15), row by row, to dst.
func (k *class) slopes(dst []float64, jt, less *mat.Dense) {
	for i, p := range k.p {
		var own, cross float64 // g'g and g'l
		j, l := jt.RawRowView(i), less.RawRowView(i)
		for m, t := range k.chol.RawRowView(i) {
			g := j[m] - t/p
			own += g * g
			cross += g * l[m]
		}
		left := 1 - k.kept[i]
		dst[i] = left + p*own - 2*p*(left+cross)
	}
}

// gradient is (12) carried to the kernel.
func (s *softmax) gradient(to sparse.Gradient, g *nested.Group, a []float64) {
	var total *mat.Dense
	for c, k := range s.classes {
		if s.groups[c] != g {
			continue
		}
		k.addMode(s.ofClass(a, c), s.ofClass(s.slope, c))
		if total == nil {
			total = k.weight
		} else {
			total.Add(total, k.weight)
		}
	}
	linalg.MirrorLower(total)
	g.Prior.Kernel.GramBack(to.Theta, nil, g.Prior.Z, g.Prior.Gram, total)
}

// addMode adds the part 1/2 (a a' + a b' + b a') of (12) to weight.
func (k *class) addMode(a, b []float64) {
	for i, ai := range a {
		row, bi := k.weight.RawRowView(i)[:i+1], b[i]
		for j, aj := range a[:i+1] {
			row[j] += 0.5 * (ai*(aj+b[j]) + bi*aj)
		}
	}
}
