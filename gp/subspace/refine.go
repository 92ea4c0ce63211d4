package subspace

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/inputs"
	"gpcbench/linalg"
)

// smallRatio is s / s_1 below which a singular value that is the root of an eigenvalue
// of X'X is not trusted: the eigenvalue has an error of some 2^-52 s_1^2, and so the root
// one of 1e-9 there.
const smallRatio = 3e-4

// refine returns the first r columns of v and their singular values, given approximate
// eigenvectors v of X'X, orthonormal, and their eigenvalues, descending. Where the values
// span many orders of magnitude, v is turned so that the columns of X v become orthogonal
// in relation to their own lengths, which then are the singular values. What is not above
// rounding is left out.
func refine(x *stream, v *mat.Dense, values []float64, r int) (*mat.Dense, []float64, error) {
	d, all := v.Dims()
	r = min(r, all)
	if values[r-1] > smallRatio*smallRatio*values[0] {
		s := make([]float64, r)
		for j := range s {
			s[j] = math.Sqrt(values[j])
		}
		return firstColumns(v, r), s, nil
	}
	if all < d {
		// What v has outside the row space of X makes X v short. X'X v has nothing there.
		image := mat.NewDense(d, all, nil)
		if err := x.normal(image, v); err != nil {
			return nil, nil, err
		}
		v = orthonormalColumns(image)
		_, all = v.Dims()
	}
	gram := mat.NewDense(all, all, nil)
	product := mat.NewDense(streamRows, all, nil)
	err := x.each(func(rows inputs.Rows) {
		n, _ := rows.Dims()
		p := product.Slice(0, n, 0, all).(*mat.Dense)
		rows.Mul(p, v)
		linalg.WeightedGram(gram, 1, p, nil, 1, nil)
	})
	if err != nil {
		return nil, nil, err
	}
	floor := float64(max(x.train.Len(), d)) * 0x1p-52 * math.Sqrt(values[0])
	var kept []int // columns of which X v is not zero
	for j := range all {
		if gram.At(j, j) > floor*floor {
			kept = append(kept, j)
		}
	}
	k := len(kept)
	g, vt := mat.NewDense(k, k, nil), mat.NewDense(k, d, nil)
	for i, from := range kept {
		for j, c := range kept {
			g.Set(i, j, gram.At(from, c))
		}
		mat.Col(vt.RawRowView(i), from, v)
	}
	jacobi(g, vt)

	order := make([]int, 0, k)
	for j := range k {
		if g.At(j, j) > floor*floor {
			order = append(order, j)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch a, b := g.At(i, i), g.At(j, j); {
		case a > b:
			return -1
		case a < b:
			return 1
		}
		return 0
	})
	order = order[:min(r, len(order))]
	out, s := mat.NewDense(d, len(order), nil), make([]float64, len(order))
	for j, from := range order {
		out.SetCol(j, vt.RawRowView(from))
		s[j] = math.Sqrt(g.At(from, from))
	}
	return out, s, nil
}

// firstColumns returns the first r columns of v.
func firstColumns(v *mat.Dense, r int) *mat.Dense {
	d, all := v.Dims()
	if r == all {
		return v
	}
	return mat.DenseCopyOf(v.Slice(0, d, 0, r))
}

// jacobi makes a positive definite matrix g diagonal by rotations of its rows and
// columns, each of which also turns the same two rows of v. A pair is turned while
// g_ij^2 > 1e-22 g_ii g_jj. Small diagonal elements have a small relative error if g
// has one in all its elements (Demmel & Veselic, Jacobi's method is more accurate than
// QR, 1992).
func jacobi(g, v *mat.Dense) {
	const tolerance, sweeps = 1e-11, 60
	n, _ := g.Dims()
	for range sweeps {
		turned := false
		for i := range n {
			for j := i + 1; j < n; j++ {
				a, b, c := g.At(i, i), g.At(j, j), g.At(i, j)
				if c*c <= tolerance*tolerance*a*b {
					continue
				}
				turned = true
				cos, sin := rotation(a, b, c)
				rotate(g.RawRowView(i), g.RawRowView(j), cos, sin)
				rotate(v.RawRowView(i), v.RawRowView(j), cos, sin)
				for k := range n {
					if k != i && k != j {
						g.Set(k, i, g.At(i, k))
						g.Set(k, j, g.At(j, k))
					}
				}
				t := sin / cos
				g.Set(i, i, a-t*c)
				g.Set(j, j, b+t*c)
				g.Set(i, j, 0)
				g.Set(j, i, 0)
			}
		}
		if !turned {
			return
		}
	}
}

// rotation returns the cosine and sine for which (cos x - sin y, sin x + cos y) are
// orthogonal, given a = x'x, b = y'y and c = x'y, c not 0.
func rotation(a, b, c float64) (cos, sin float64) {
	zeta := (b - a) / (2 * c)
	t := math.Copysign(1/(math.Abs(zeta)+math.Hypot(1, zeta)), zeta)
	cos = 1 / math.Hypot(1, t)
	return cos, t * cos
}

// rotate replaces x by cos x - sin y and y by sin x + cos y.
func rotate(x, y []float64, cos, sin float64) {
	for k, a := range x {
		b := y[k]
		x[k], y[k] = cos*a-sin*b, sin*a+cos*b
	}
}
