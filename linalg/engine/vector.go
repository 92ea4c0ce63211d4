package engine

import "math"

// vectorMatrix computes y = alpha A'x + beta y for A m x n with contiguous rows: a
// product with one row.
func (e *kernels) vectorMatrix(m, n int, alpha float64, x, a view, beta float64, y view) {
	p := product{m: 1, n: n, k: m, alpha: alpha, beta: beta, a: x.transposed(), b: a, c: y.transposed()}
	if y.row == 1 {
		p.c = view{data: y.data, origin: y.origin, row: n, col: 1}
		e.multiply(p)
		return
	}
	w := workspaces.Get().(*workspace)
	defer workspaces.Put(w)
	w.x = grow(w.x, n)
	for j := range w.x {
		w.x[j] = *y.at(j, 0)
	}
	p.c = view{data: w.x, row: n, col: 1}
	e.multiply(p)
	for j, v := range w.x {
		*y.at(j, 0) = v
	}
}

// matrixVector computes y = alpha A x + beta y for A m x n with contiguous rows.
func (e *kernels) matrixVector(m, n int, alpha float64, a, x view, beta float64, y view) {
	w := workspaces.Get().(*workspace)
	defer workspaces.Put(w)
	var xs []float64
	if x.row == 1 {
		xs = x.data[x.origin : x.origin+n]
	} else {
		w.x = grow(w.x, n)
		xs = w.x
		for j := range xs {
			xs[j] = *x.at(j, 0)
		}
	}
	var s [4]float64
	for i := 0; i < m; {
		rows := 1
		if i+4 <= m {
			rows = 4
		}
		e.dots(w, rows, n, a.from(i, 0), xs, &s)
		for _, v := range s[:rows] {
			out := y.at(i, 0)
			switch beta {
			case 0:
				*out = alpha * v
			case 1:
				*out = math.FMA(alpha, v, *out)
			default:
				*out = math.FMA(alpha, v, beta**out)
			}
			i++
		}
	}
}
