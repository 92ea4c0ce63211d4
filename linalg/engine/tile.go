package engine

import (
	"math"
	"unsafe"
)

// A tile is a task for a micro-kernel: a block of C small enough for the
// registers, rows x cols, and the panels of A and B it is made of. Strides are in
// bytes and may be negative. For every element
//
//	s = 0, or beta*C where load is set
//	s = fma(A[i,k], B[k,j], s) for k = 0, 1, ... in this order
//
// and then, by finish,
//
//	scale: C = alpha*s
//	add:   C = fma(alpha, s, C)
//	solve: C = s*inverse[i], and s = fma(A[r,k+i], C, s) for the rows r below it,
//	       row i = 0, 1, ... after the other
//
// The last is a triangular solve whose diagonal block follows the panel A; inverse
// holds the reciprocals of minus the diagonal, beta is minus the scale of the right
// hand side. Every output is one chain of fused multiply-adds in the order of k. No
// bit of it depends on the tile's size or place: that is what makes all kernels agree.
//
// The kernels read the fields by their offsets.
type tile struct {
	k            int            // 0
	a            unsafe.Pointer // 8
	aRow, aCol   int            // 16, 24
	b            unsafe.Pointer // 32: whole vectors are read
	bRow         int            // 40
	c            unsafe.Pointer // 48
	cRow         int            // 56
	alpha, beta  float64        // 64, 72
	load, finish int            // 80, 88
	inverse      unsafe.Pointer // 96
	lanes        int            // 104: of the last vector of a row of C
	mask         int            // 112: the lowest `lanes` bits
}

// What a tile does when its sums are complete.
const (
	scale = iota
	add
	solve
)

// maxRows and maxVectors bound the tiles of all kernels.
const (
	maxRows    = 8
	maxVectors = 3
)

// tileTable has the micro-kernels by rows and by vectors across.
type tileTable [maxRows + 1][maxVectors + 1]func(*tile)

// kernels are the kernels of an instruction set.
type kernels struct {
	name  string
	width int  // float64 in a vector, a power of two
	rows  int  // rows of the largest tile
	masks bool // C may have a last vector of fewer lanes
	tiles tileTable

	gather, scatter sparseTable

	transpose  func(n int, src *float64, lds int, dst *float64, ldd int) // strides in bytes
	symmetrise func(n int, rows, columns *float64, ld int)
	exp, log   func(dst, src []float64)
	horner     func(blocks int, x, coefficients *float64, n int) // blocks of 16
	taylor     func(a *taylorCall)
	factors    func(n int, f *TaylorValues, weight, first, second *float64)

	specialKernels
	elementwiseKernels
}

// cols is the columns of the largest tile.
func (e *kernels) cols() int { return maxVectors * e.width }

// panel returns how many of the remaining columns come next. A last tile of one vector would leave
// registers idle, so two smaller tiles replace it.
func (e *kernels) panel(left int) int {
	if left > e.cols() && left <= e.cols()+e.width {
		return e.cols() - e.width
	}
	return min(e.cols(), left)
}

// run computes a tile of rows x cols.
func (e *kernels) run(t *tile, rows, cols int) {
	vectors := 1
	for vectors*e.width < cols {
		vectors++
	}
	t.lanes = cols - (vectors-1)*e.width
	t.mask = 1<<t.lanes - 1
	e.tiles[rows][vectors](t)
}

// portable is the micro-kernels in Go: on any machine with a fused multiply-add
// their bits are those of the assembly. Tests compare the others with it.
var portable = kernels{
	name: "portable", width: 4, rows: 4, masks: true,
	tiles:  portableTiles(),
	gather: portableSparse(gatherColumns), scatter: portableSparse(scatterColumns),
	transpose: transposePortable, symmetrise: symmetrisePortable,
	exp: expPortable, log: logPortable, horner: hornerPortable, taylor: taylorPortable, factors: factorsPortable,
	specialKernels:     specialPortable,
	elementwiseKernels: elementwisePortable,
}

func portableTiles() (table tileTable) {
	for rows := 1; rows <= 4; rows++ {
		for v := 1; v <= maxVectors; v++ {
			table[rows][v] = func(t *tile) { tilePortable(t, rows, (v-1)*4+t.lanes) }
		}
	}
	return table
}

func element(p unsafe.Pointer, offset int) *float64 { return (*float64)(unsafe.Add(p, offset)) }

func tilePortable(t *tile, rows, cols int) {
	var s [4][4 * maxVectors]float64
	if t.load != 0 {
		for i := range rows {
			for j := range cols {
				s[i][j] = t.beta * *element(t.c, i*t.cRow+j*8)
			}
		}
	}
	for k := range t.k {
		b := unsafe.Slice(element(t.b, k*t.bRow), cols)
		for i := range rows {
			x, si := *element(t.a, i*t.aRow+k*t.aCol), s[i][:cols]
			for j, y := range b {
				si[j] = math.FMA(x, y, si[j])
			}
		}
	}
	if t.finish == solve {
		for i := range rows {
			for j := range cols {
				s[i][j] *= *element(t.inverse, i*8)
			}
			for r := i + 1; r < rows; r++ {
				x := *element(t.a, r*t.aRow+(t.k+i)*t.aCol)
				for j := range cols {
					s[r][j] = math.FMA(x, s[i][j], s[r][j])
				}
			}
		}
	}
	for i := range rows {
		for j := range cols {
			c := element(t.c, i*t.cRow+j*8)
			switch t.finish {
			case scale:
				*c = t.alpha * s[i][j]
			case add:
				*c = math.FMA(t.alpha, s[i][j], *c)
			case solve:
				*c = s[i][j]
			}
		}
	}
}

func transposePortable(n int, src *float64, lds int, dst *float64, ldd int) {
	for i := range 4 {
		for j := range n {
			*element(unsafe.Pointer(dst), j*ldd+i*8) = *element(unsafe.Pointer(src), i*lds+j*8)
		}
	}
}
