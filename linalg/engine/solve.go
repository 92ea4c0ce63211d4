package engine

// A triangularSolve is the task X = alpha inverse(T) B in place, T lower triangular
// m x m and B m x n with contiguous rows or columns. Other triangles are views of a lower one: the
// transpose of an upper, or either one backwards.
//
// Bits: x = alpha*b[i], then x = fma(-T[i,k], X[k,j], x) for k = 0, 1, ..., i-1 in
// one chain, then X[i,j] = x * (1/T[i,i]); a diagonal element below 2^-1024 in size
// counts as zero.
type triangularSolve struct {
	m, n  int
	alpha float64
	t, b  view
	unit  bool
}

// minusReciprocals fills dst with -1/T[i,i], or -1 for a unit diagonal.
func minusReciprocals(dst []float64, t view, unit bool) {
	at, step := t.origin, t.row+t.col
	for i := range dst {
		dst[i] = -1
		if !unit {
			dst[i] = -1 / t.data[at]
			at += step
		}
	}
}

// solve goes down the columns of B in panels as wide as a tile: the rows of a tile
// are the sum over all rows above it and then the small triangle in registers.
func (e *kernels) solve(s triangularSolve) {
	if s.m == 0 || s.n == 0 {
		return
	}
	w := workspaces.Get().(*workspace)
	defer workspaces.Put(w)
	w.a = grow(w.a, s.m)
	minusReciprocals(w.a, s.t, s.unit)
	inPlace := 0 // columns that need no copy
	bad := s.m >= packFrom && s.b.row%badStride == 0
	if s.b.col == 1 && !bad {
		inPlace = s.n / e.width * e.width
	}
	for j := 0; j < s.n; {
		cols := e.panel(s.n - j)
		if j < inPlace {
			cols = min(cols, inPlace-j)
			e.solvePanel(w, s, s.b.from(0, j), cols)
		} else {
			e.solveCopy(w, s, s.b.from(0, j), cols)
		}
		j += cols
	}
}

// solveCopy solves for a few columns of B, contiguous or not, in a copy that is
// filled up to whole vectors.
func (e *kernels) solveCopy(w *workspace, s triangularSolve, b view, cols int) {
	ld := e.whole(cols)
	w.x = grow(w.x, s.m*ld)
	if ld > cols {
		clear(w.x)
	}
	x := view{data: w.x, row: ld, col: 1}
	backwards := b.row < 0
	if backwards { // copy in the order of memory
		b = b.backwards(s.m, cols, false)
	}
	e.copyInto(w.x, ld, b, s.m, cols)
	solved := x
	if backwards {
		solved = x.backwards(s.m, cols, false)
	}
	e.solvePanel(w, s, solved, ld)
	e.copyBack(b, x, s.m, cols)
}

// solvePanel solves in place for cols columns, whole vectors.
func (e *kernels) solvePanel(w *workspace, s triangularSolve, x view, cols int) {
	t := &w.task
	t.aRow, t.aCol = s.t.row*8, s.t.col*8
	t.b, t.bRow = x.pointer(0, 0), x.row*8
	t.cRow = x.row * 8
	t.beta, t.load, t.finish = -s.alpha, 1, solve
	for i := 0; i < s.m; i += e.rows {
		rows := min(e.rows, s.m-i)
		t.k = i
		t.a, t.c = s.t.pointer(i, 0), x.pointer(i, 0)
		t.inverse = pointer(w.a, i)
		e.run(t, rows, cols)
	}
}

// solveShared solves T X = alpha B, columns of B over the threads.
func (e *kernels) solveShared(s triangularSolve) {
	parts := goroutines(float64(s.m) * float64(s.m) * float64(s.n) / 2)
	if parts == 1 {
		e.solve(s)
		return
	}
	e.solveParts(s, parts)
}

func (e *kernels) solveParts(s triangularSolve, parts int) {
	share(s.n, e.cols(), parts, evenly, func(from, to int) {
		part := s
		part.n, part.b = to-from, s.b.from(0, from)
		e.solve(part)
	})
}
