package engine

import (
	"math"
	"unsafe"
)

// CSR is a sparse matrix, rows x cols, by rows: row i has the values
// Values[Start[i]:Start[i+1]] in the columns at the same places of Cols.
type CSR struct {
	Start  []int
	Cols   []int32
	Values []float64
}

func (x CSR) rows() int { return len(x.Start) - 1 }

// MulCSR adds X B to C: X sparse, n x d, B d x m and C n x m in rows ldb and ldc apart.
// It panics unless the columns of X are below d and the slices are long enough.
//
// Bits: every element of C is one chain of fused multiply-adds in the order of the values
// of a row of X. They depend neither on the other rows nor on the other columns.
func MulCSR(x CSR, b []float64, ldb, d int, c []float64, ldc, m int) {
	x.check(len(b), ldb, d, len(c), ldc, m)
	x.each(best(), b, ldb, c, ldc, m, (*kernels).gatherRow)
}

// AddTransMulCSR adds X' W to B: X sparse, n x d, W n x m and B d x m in rows ldw and ldb
// apart. It panics as MulCSR does.
//
// Bits: every element of B is one chain of fused multiply-adds in the order of the rows of
// X, so that it makes no difference how rows are divided over calls.
func AddTransMulCSR(x CSR, w []float64, ldw int, b []float64, ldb, d, m int) {
	x.check(len(b), ldb, d, len(w), ldw, m)
	x.each(best(), b, ldb, w, ldw, m, (*kernels).scatterRow)
}

// check panics unless b holds d x m and c holds as many rows of m as x has, and the
// columns of x are below d: kernels do not look.
func (x CSR) check(lenB, ldb, d, lenC, ldc, m int) {
	if !fits(lenB, d, m, ldb) || !fits(lenC, x.rows(), m, ldc) {
		panic("engine: CSR: shapes do not match")
	}
	from, to := x.Start[0], x.Start[x.rows()]
	if len(x.Cols) < to || len(x.Values) < to {
		panic("engine: CSR: rows are longer than their values")
	}
	for _, col := range x.Cols[from:to] {
		if uint(col) >= uint(d) {
			panic("engine: CSR: column out of range")
		}
	}
}

// sparseColumns is the number of columns of B that are worked on for all rows of X before
// the next: more would leave less of B in the cache for the next row of X, fewer touch
// every page of B more often. 256 is a third faster than 64.
const sparseColumns = 256

// each runs kernels of one row of x and one strip of columns of b and c.
func (x CSR) each(e *kernels, b []float64, ldb int, c []float64, ldc, m int, run func(e *kernels, t *sparseRow, cols int)) {
	t := &sparseRow{bRow: ldb * 8}
	strip := stripVectors * e.width
	for group := 0; group < m; group += sparseColumns {
		end := min(group+sparseColumns, m)
		for i := range x.rows() {
			from, to := x.Start[i], x.Start[i+1]
			if from == to {
				continue
			}
			t.k, t.values, t.cols = to-from, &x.Values[from], &x.Cols[from]
			for j := group; j < end; j += strip {
				t.b, t.c = unsafe.Pointer(&b[j]), unsafe.Pointer(&c[i*ldc+j])
				run(e, t, min(strip, end-j))
			}
		}
	}
}

// A sparseRow is a task for a kernel of sparse products: one row of X, and strips of B and
// of a dense row c that fit the registers. Strides are in bytes.
//
//	gather:  c[j] = fma(values[k], B[cols[k], j], c[j]) for k = 0, 1, ... in this order
//	scatter: B[cols[k], j] = fma(values[k], c[j], B[cols[k], j])
//
// The kernels read the fields by their offsets.
type sparseRow struct {
	k      int            // 0
	values *float64       // 8
	cols   *int32         // 16
	b      unsafe.Pointer // 24
	bRow   int            // 32
	c      unsafe.Pointer // 40
	mask   int            // 48: the lanes of the last vector, lowest first
}

// stripVectors is the number of vectors across the widest strip.
const stripVectors = 8

// sparseTable has the kernels of sparse products by vectors across.
type sparseTable [stripVectors + 1]func(*sparseRow)

func (e *kernels) gatherRow(t *sparseRow, cols int) { e.runSparse(&e.gather, gatherColumns, t, cols) }

func (e *kernels) scatterRow(t *sparseRow, cols int) {
	e.runSparse(&e.scatter, scatterColumns, t, cols)
}

// runSparse computes a strip of cols columns. Those beside whole vectors are left to rest
// where the kernels have no masks.
func (e *kernels) runSparse(table *sparseTable, rest func(t *sparseRow, from, to int), t *sparseRow, cols int) {
	vectors := cols / e.width
	t.mask = 1<<e.width - 1
	if lanes := cols % e.width; lanes > 0 {
		if e.masks {
			vectors++
			t.mask = 1<<lanes - 1
		} else {
			rest(t, vectors*e.width, cols)
		}
	}
	if vectors > 0 {
		table[vectors](t)
	}
}

func portableSparse(columns func(t *sparseRow, from, to int)) (table sparseTable) {
	for v := 1; v <= stripVectors; v++ {
		table[v] = func(t *sparseRow) {
			lanes := 0
			for lanes < 4 && t.mask>>lanes&1 == 1 {
				lanes++
			}
			columns(t, 0, (v-1)*4+lanes)
		}
	}
	return table
}

// gatherColumns is gather of columns from until to.
func gatherColumns(t *sparseRow, from, to int) {
	values, cols := unsafe.Slice(t.values, t.k), unsafe.Slice(t.cols, t.k)
	c := unsafe.Slice((*float64)(t.c), to)[from:]
	for k, v := range values {
		for j, b := range unsafe.Slice(element(t.b, int(cols[k])*t.bRow), to)[from:] {
			c[j] = math.FMA(v, b, c[j])
		}
	}
}

// scatterColumns is scatter of columns from until to.
func scatterColumns(t *sparseRow, from, to int) {
	values, cols := unsafe.Slice(t.values, t.k), unsafe.Slice(t.cols, t.k)
	c := unsafe.Slice((*float64)(t.c), to)[from:]
	for k, v := range values {
		b := unsafe.Slice(element(t.b, int(cols[k])*t.bRow), to)[from:]
		for j, w := range c {
			b[j] = math.FMA(v, w, b[j])
		}
	}
}
