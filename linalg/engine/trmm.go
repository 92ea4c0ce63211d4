package engine

// A triangularProduct is the task B = alpha T B in place, T lower triangular m x m
// and B m x n with contiguous rows or columns. Other triangles are views of a lower
// one.
//
// Bits: s = sum of T[i,k] B[k,j] over k = 0, 1, ..., i in one chain from zero, with
// 1 for T[i,i] if the diagonal is unit; then alpha*s.
type triangularProduct struct {
	m, n  int
	alpha float64
	t, b  view
	unit  bool
}

// triangularMultiply works on copies of panels of columns, as wide as a tile.
func (e *kernels) triangularMultiply(p triangularProduct) {
	if p.m == 0 || p.n == 0 {
		return
	}
	w := workspaces.Get().(*workspace)
	defer workspaces.Put(w)
	for j := 0; j < p.n; j += e.cols() {
		cols := min(e.cols(), p.n-j)
		ld := e.whole(cols)
		w.x, w.b = grow(w.x, p.m*ld), grow(w.b, p.m*ld)
		if ld > cols {
			clear(w.x)
		}
		e.copyInto(w.x, ld, p.b.from(0, j), p.m, cols)
		e.triangularPanel(w, p, w.b, w.x, ld)
		e.copyBack(p.b.from(0, j), view{data: w.b, row: ld, col: 1}, p.m, cols)
	}
}

// triangularPanel sets out = alpha T x, both m x ld: rows in blocks, the rectangle
// left of the diagonal block first and then row by row to the diagonal.
func (e *kernels) triangularPanel(w *workspace, p triangularProduct, out, x []float64, ld int) {
	t := &w.task
	t.bRow, t.cRow = ld*8, ld*8
	t.beta, t.finish = 1, scale
	for i := 0; i < p.m; i += e.rows {
		rows := min(e.rows, p.m-i)
		t.k, t.alpha, t.load = i, 1, 0
		t.a, t.aRow, t.aCol = p.t.pointer(i, 0), p.t.row*8, p.t.col*8
		t.b, t.c = pointer(x, 0), pointer(out, i*ld)
		e.run(t, rows, ld)

		t.alpha, t.load, t.aCol = p.alpha, 1, 8
		t.b = pointer(x, i*ld)
		for r := range rows {
			row := w.block[r*maxRows:][:r+1]
			for k := range r {
				row[k] = *p.t.at(i+r, i+k)
			}
			row[r] = 1
			if !p.unit {
				row[r] = *p.t.at(i+r, i+r)
			}
			t.k, t.a, t.c = r+1, pointer(row, 0), pointer(out, (i+r)*ld)
			e.run(t, 1, ld)
		}
	}
}

// triangularMultiplyShared does the same, columns of B over the threads.
func (e *kernels) triangularMultiplyShared(p triangularProduct) {
	parts := goroutines(float64(p.m) * float64(p.m) * float64(p.n) / 2)
	if parts == 1 {
		e.triangularMultiply(p)
		return
	}
	e.triangularMultiplyParts(p, parts)
}

func (e *kernels) triangularMultiplyParts(p triangularProduct, parts int) {
	share(p.n, e.cols(), parts, evenly, func(from, to int) {
		part := p
		part.n, part.b = to-from, p.b.from(0, from)
		e.triangularMultiply(part)
	})
}
