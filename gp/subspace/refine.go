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
		return firstColumns(v, r), roots(values[:r]), nil
	}
	if all < d {
		var err error
		if v, err = intoRowSpace(x, v); err != nil {
			return nil, nil, err
		}
	}
	gram, err := gramOfImage(x, v)
	if err != nil {
		return nil, nil, err
	}
	floor := float64(max(x.train.Len(), d)) * 0x1p-52 * math.Sqrt(values[0])
	gram, vt := restrict(gram, v, above(gram, floor))
	jacobi(gram, vt)
	out, s := longest(gram, vt, above(gram, floor), r)
	return out, s, nil
}

// roots returns the square roots of values.
func roots(values []float64) []float64 {
	s := make([]float64, len(values))
	for j, v := range values {
		s[j] = math.Sqrt(v)
	}
	return s
}

// intoRowSpace returns an orthonormal basis of X'X v. Components of v outside the row space
// of X make X v short, and X'X v has none.
func intoRowSpace(x *stream, v *mat.Dense) (*mat.Dense, error) {
	d, k := v.Dims()
	image := mat.NewDense(d, k, nil)
	if err := x.normal(image, v); err != nil {
		return nil, err
	}
	return orthonormalColumns(image), nil
}

// gramOfImage returns (X v)'X v.
func gramOfImage(x *stream, v *mat.Dense) (*mat.Dense, error) {
	_, k := v.Dims()
	gram, product := mat.NewDense(k, k, nil), mat.NewDense(streamRows, k, nil)
	err := x.each(func(rows inputs.Rows) {
		n, _ := rows.Dims()
		p := product.Slice(0, n, 0, k).(*mat.Dense)
		rows.Mul(p, v)
		linalg.WeightedGram(gram, 1, p, nil, 1, nil)
	})
	return gram, err
}

// above returns which columns, of the given products, are longer than floor: of the others
// nothing but rounding is left.
func above(gram *mat.Dense, floor float64) []int {
	var columns []int
	k, _ := gram.Dims()
	for j := range k {
		if gram.At(j, j) > floor*floor {
			columns = append(columns, j)
		}
	}
	return columns
}

// restrict returns the products of some columns of v, and these as rows.
func restrict(gram, v *mat.Dense, columns []int) (g, vt *mat.Dense) {
	d, _ := v.Dims()
	k := len(columns)
	g, vt = mat.NewDense(k, k, nil), mat.NewDense(k, d, nil)
	for i, from := range columns {
		for j, c := range columns {
			g.Set(i, j, gram.At(from, c))
		}
		mat.Col(vt.RawRowView(i), from, v)
	}
	return g, vt
}

// longest returns at most r of the given rows of vt, as columns, by their lengths, which are
// the roots of the diagonal of g.
func longest(g, vt *mat.Dense, rows []int, r int) (*mat.Dense, []float64) {
	slices.SortStableFunc(rows, func(i, j int) int {
		switch a, b := g.At(i, i), g.At(j, j); {
		case a > b:
			return -1
		case a < b:
			return 1
		}
		return 0
	})
	rows = rows[:min(r, len(rows))]
	_, d := vt.Dims()
	out, s := mat.NewDense(d, len(rows), nil), make([]float64, len(rows))
	for j, from := range rows {
		out.SetCol(j, vt.RawRowView(from))
		s[j] = math.Sqrt(g.At(from, from))
	}
	return out, s
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
