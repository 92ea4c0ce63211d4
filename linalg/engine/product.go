package engine

import "unsafe"

// region is the part of C that a product computes.
type region int

const (
	everything region = iota
	lower             // j <= i + diagonal
	upper             // j >= i + diagonal
)

// A product is the task C = alpha A B + beta C with A m x k, B k x n, restricted
// to a region of C; the rest of C is neither read nor written.
//
// Bits: for beta other than 0 and 1, C is first replaced by beta*C. Then for every
// blockK of k in turn, C = fma(alpha, s, C) where s = sum A[i,k] B[k,j] is a chain of
// fused multiply-adds that starts at zero; the first block of beta = 0 stores
// alpha*s. With chained set, alpha is -1 and beta 1, and C minus the sum is one
// chain that starts from C, whatever the blocks.
type product struct {
	m, n, k     int
	alpha, beta float64
	a, b, c     view // c.col = 1
	region      region
	diagonal    int
	chained     bool
}

// blockK is the terms of the sums that are added in one go: few enough for a panel of
// B to stay in the first cache. It is part of the definition of the bits.
const blockK = 256

// A is read where it is, and B too if its rows are contiguous: copying them into
// panels gains nothing until they exceed the caches. It does pay if rows collide in
// the cache or are far apart, and the panels are used often enough.
const (
	badStride = 64  // multiples of it, in float64, are bad
	farStride = 768 // from here on each row is on pages of its own, too many at a time
	packFrom  = 96  // rows, or columns, of C from which panels are packed then
)

// within says which columns [from, to) of row i, of columns [j, j+cols), are in
// the region.
func (p *product) within(i, j, cols int) (from, to int) {
	from, to = 0, cols
	switch p.region {
	case lower:
		to = max(0, min(cols, i+p.diagonal-j+1))
	case upper:
		from = min(cols, max(0, i+p.diagonal-j))
	}
	return from, to
}

// reach says which rows [from, to) columns [j, j+cols) have in the region.
func (p *product) reach(j, cols int) (from, to int) {
	from, to = 0, p.m
	switch p.region {
	case lower:
		from = max(0, j-p.diagonal)
	case upper:
		to = min(p.m, j+cols-p.diagonal)
	}
	return from, to
}

// scaleC replaces the region of C by beta*C.
func (p *product) scaleC() {
	for i := range p.m {
		from, to := p.within(i, 0, p.n)
		if from >= to {
			continue
		}
		row := p.c.rowSlice(i, from, to)
		if p.beta == 0 {
			clear(row)
			continue
		}
		for j := range row {
			row[j] *= p.beta
		}
	}
}

// multiply computes a product in this goroutine.
func (e *kernels) multiply(p product) {
	if p.m == 0 || p.n == 0 {
		return
	}
	nothing := p.k == 0 || p.alpha == 0
	if p.beta != 1 && (p.beta != 0 || nothing) {
		p.scaleC()
		p.beta = 1
	}
	if nothing {
		return
	}
	w := workspaces.Get().(*workspace)
	defer workspaces.Put(w)
	for k := 0; k < p.k; k += blockK {
		w.task.k = min(blockK, p.k-k)
		w.task.alpha, w.task.beta, w.task.load, w.task.finish = p.alpha, 0, 0, add
		switch {
		case p.chained:
			w.task.beta, w.task.load, w.task.finish = -1, 1, scale
		case k == 0 && p.beta == 0:
			w.task.finish = scale
		}
		e.block(w, &p, k)
	}
}

// block adds the terms [k, k + w.task.k) to C: the columns in panels as wide as a
// tile, and down each panel.
func (e *kernels) block(w *workspace, p *product, k int) {
	kb := w.task.k
	packA := p.a.row == 1 && p.a.col%badStride == 0 && p.n >= packFrom
	packB := p.b.col != 1 || ((p.b.row%badStride == 0 || p.b.row >= farStride) && p.m >= packFrom)
	if packA {
		w.a = grow(w.a, p.m*kb)
		e.packRows(w.a, p.a.from(0, k), p.m, kb)
	}
	t := &w.task
	for j, cols := 0, 0; j < p.n; j += cols {
		cols = e.panel(p.n - j)
		b := p.b.pointer(k, j)
		t.bRow = p.b.row * 8
		// A panel that is not whole vectors is copied in any case, to be filled up
		// with zeros.
		if ld := e.whole(cols); packB || cols < ld {
			w.b = grow(w.b, kb*ld)
			e.packPanel(w.b, ld, p.b.from(k, j), kb, cols)
			b, t.bRow = pointer(w.b, 0), ld*8
		}
		first, end := p.reach(j, cols)
		for i := first / e.rows * e.rows; i < end; i += e.rows {
			rows := min(e.rows, p.m-i)
			if packA {
				t.a, t.aRow, t.aCol = pointer(w.a, i*kb), 8, rows*8
			} else {
				t.a, t.aRow, t.aCol = p.a.pointer(i, k), p.a.row*8, p.a.col*8
			}
			e.place(w, p, i, j, rows, cols, b)
		}
	}
}

// place computes the tile of C at (i, j), as far as it is in the region, of w.task with the panel b of B.
func (e *kernels) place(w *workspace, p *product, i, j, rows, cols int, b unsafe.Pointer) {
	crosses := false
	switch p.region {
	case lower:
		_, cols = p.within(i+rows-1, j, cols)
		_, whole := p.within(i, j, cols)
		crosses = whole < cols
	case upper:
		from, _ := p.within(i, j, cols)
		from &^= e.width - 1
		j, cols, b = j+from, cols-from, unsafe.Add(b, from*8)
		bottom, _ := p.within(i+rows-1, j, cols)
		crosses = bottom > 0
	}
	if cols <= 0 {
		return
	}
	t := &w.task
	t.b = b
	if !crosses && (e.masks || cols == e.whole(cols)) {
		t.c, t.cRow = p.c.pointer(i, j), p.c.row*8
		e.run(t, rows, cols)
		return
	}
	ld := e.cols()
	t.c, t.cRow = pointer(w.edge[:], 0), ld*8
	if t.load != 0 || t.finish == add {
		for r := range rows {
			from, to := p.within(i+r, j, cols)
			if from < to {
				copy(w.edge[r*ld+from:r*ld+to], p.c.rowSlice(i+r, j+from, j+to))
			}
		}
	}
	e.run(t, rows, e.whole(cols))
	for r := range rows {
		from, to := p.within(i+r, j, cols)
		if from < to {
			copy(p.c.rowSlice(i+r, j+from, j+to), w.edge[r*ld+from:r*ld+to])
		}
	}
}
