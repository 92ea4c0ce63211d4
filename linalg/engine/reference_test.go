package engine

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/blas"
)

// A call is one call of a routine on random arguments, with what must come out by
// the definition, element by element in three loops.
type call struct {
	name string
	run  func(im Implementation) []float64 // the array that is written, padding and all
	want []float64
	tol  []float64 // 0 where nothing may change, not even a NaN

	gonums bool // part of it is gonum's code: vector routines, and small matrices
}

// check runs the call and returns its result.
func (c call) check(t *testing.T, im Implementation) []float64 {
	t.Helper()
	got := c.run(im)
	for i, v := range got {
		if c.tol[i] == 0 {
			if math.Float64bits(v) != math.Float64bits(c.want[i]) {
				t.Fatalf("%s: element %d was changed from %v to %v", c.name, i, c.want[i], v)
			}
		} else if !(math.Abs(v-c.want[i]) <= c.tol[i]) {
			t.Fatalf("%s: element %d is %v, want %v to within %v", c.name, i, v, c.want[i], c.tol[i])
		}
	}
	return got
}

// A source draws arguments.
type source struct {
	*rand.Rand
	max int // largest dimension
	// NaN in a C that is only written; gonum's own Dsyrk multiplies it by zero
	// for the lower triangle, and so keeps it.
	nan bool
}

// dimension draws a size: 0 and 1 often, and the edges of tiles and blocks.
func (s source) dimension() int {
	switch s.IntN(8) {
	case 0:
		return s.IntN(2)
	case 1, 2:
		edges := []int{4, 8, 12, 16, 24, 48, 96, 128, 192, 256}
		return max(0, min(s.max, edges[s.IntN(len(edges))]+s.IntN(3)-1))
	}
	return s.IntN(s.max + 1)
}

func (s source) trans() blas.Transpose {
	return []blas.Transpose{blas.NoTrans, blas.Trans, blas.ConjTrans}[s.IntN(3)]
}

func (s source) uplo() blas.Uplo { return []blas.Uplo{blas.Upper, blas.Lower}[s.IntN(2)] }
func (s source) diag() blas.Diag { return []blas.Diag{blas.Unit, blas.NonUnit}[s.IntN(2)] }
func (s source) side() blas.Side { return []blas.Side{blas.Left, blas.Right}[s.IntN(2)] }

func (s source) factor() float64 {
	return []float64{0, 1, -1, 0.7, -1.3}[s.IntN(5)]
}

// matrix draws rows x cols numbers; the padding between rows is NaN, and there is
// none after the last. The numbers are single precision: the tails of NormFloat64 go through
// math.Log, whose last bits depend on the architecture.
func (s source) matrix(rows, cols int) (a []float64, ld int) {
	ld = max(1, cols+s.IntN(2)*s.IntN(5))
	a = make([]float64, max(0, (rows-1)*ld+cols))
	for i := range a {
		a[i] = math.NaN()
		if i%ld < cols {
			a[i] = float64(float32(s.NormFloat64()))
		}
	}
	return a, ld
}

// triangle draws a well-conditioned triangle; what must not be read is NaN.
func (s source) triangle(ul blas.Uplo, d blas.Diag, n int) (a []float64, ld int) {
	a, ld = s.matrix(n, n)
	for i := range n {
		for j := range n {
			v := &a[i*ld+j]
			switch {
			case i == j && d == blas.Unit, (j > i) != (ul == blas.Upper) && i != j:
				*v = math.NaN()
			case i == j:
				*v = (1 + s.Float64()) * float64(1-2*s.IntN(2))
			default:
				*v /= float64(n)
			}
		}
	}
	return a, ld
}

// at is element (i, j) of op(A); for a triangle zero outside and 1 on a unit diagonal.
func at(a []float64, ld int, tA blas.Transpose, i, j int) float64 {
	if tA != blas.NoTrans {
		i, j = j, i
	}
	return a[i*ld+j]
}

func triangleAt(a []float64, ld int, ul blas.Uplo, tA blas.Transpose, d blas.Diag, i, j int) float64 {
	if tA != blas.NoTrans {
		i, j = j, i
	}
	switch {
	case i == j && d == blas.Unit:
		return 1
	case i != j && (j > i) != (ul == blas.Upper):
		return 0
	}
	return a[i*ld+j]
}

const eps = 0x1p-52

// draw makes a call of the routine.
func (s source) draw(routine string) call {
	switch routine {
	case "Dgemm":
		return s.gemm()
	case "Dsyrk", "Dsyr2k":
		return s.syrk(routine == "Dsyr2k")
	case "Dsymm":
		return s.symm()
	case "Dtrsm", "Dtrmm":
		return s.triangular(routine == "Dtrsm")
	case "Dtrsv":
		return s.trsv()
	case "Dsymv":
		return s.symv()
	}
	return s.cholesky(routine == "Dpotri")
}

var routines = []string{"Dgemm", "Dsymm", "Dsyrk", "Dsyr2k", "Dtrsm", "Dtrmm", "Dtrsv", "Dsymv", "Dpotrf", "Dpotri"}

// nanIf fills a matrix that is only written with NaN.
func (s source) nanIf(beta float64, c []float64) {
	if beta == 0 && s.nan {
		for i := range c {
			c[i] = math.NaN()
		}
	}
}

func (s source) gemm() call {
	tA, tB := s.trans(), s.trans()
	m, n, k := s.dimension(), s.dimension(), s.dimension()
	alpha, beta := s.factor(), s.factor()
	ra, ca := shape(tA != blas.NoTrans, m, k)
	rb, cb := shape(tB != blas.NoTrans, k, n)
	a, lda := s.matrix(ra, ca)
	b, ldb := s.matrix(rb, cb)
	c, ldc := s.matrix(m, n)
	s.nanIf(beta, c)
	want, tol := append([]float64(nil), c...), make([]float64, len(c))
	for i := range m {
		for j := range n {
			sum, size := 0.0, 0.0
			for p := range k {
				x := at(a, lda, tA, i, p) * at(b, ldb, tB, p, j)
				sum, size = sum+x, size+math.Abs(x)
			}
			expect(&want[i*ldc+j], &tol[i*ldc+j], alpha, sum, size, beta, k)
		}
	}
	return call{
		name: fmt.Sprintf("Dgemm(%c %c, m=%d n=%d k=%d, alpha=%v beta=%v, ld %d %d %d)", tA, tB, m, n, k, alpha, beta, lda, ldb, ldc),
		run: func(im Implementation) []float64 {
			c := append([]float64(nil), c...)
			im.Dgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
			return c
		},
		want: want, tol: tol,
	}
}

func (s source) symm() call {
	sd, ul, m, n := s.side(), s.uplo(), s.dimension(), s.dimension()
	alpha, beta := s.factor(), s.factor()
	na := m
	if sd == blas.Right {
		na = n
	}
	a, lda := s.triangle(ul, blas.NonUnit, na)
	b, ldb := s.matrix(m, n)
	c, ldc := s.matrix(m, n)
	s.nanIf(beta, c)
	symmetric := func(i, j int) float64 {
		if (j > i) != (ul == blas.Upper) {
			i, j = j, i
		}
		return a[i*lda+j]
	}
	want, tol := append([]float64(nil), c...), make([]float64, len(c))
	for i := range m {
		for j := range n {
			sum, size := 0.0, 0.0
			for p := range na {
				x := 0.0
				if sd == blas.Left {
					x = symmetric(i, p) * b[p*ldb+j]
				} else {
					x = b[i*ldb+p] * symmetric(p, j)
				}
				sum, size = sum+x, size+math.Abs(x)
			}
			expect(&want[i*ldc+j], &tol[i*ldc+j], alpha, sum, size, beta, na)
		}
	}
	return call{
		name: fmt.Sprintf("Dsymm(%c %c, m=%d n=%d, alpha=%v beta=%v, ld %d %d %d)", sd, ul, m, n, alpha, beta, lda, ldb, ldc),
		run: func(im Implementation) []float64 {
			c := append([]float64(nil), c...)
			im.Dsymm(sd, ul, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
			return c
		},
		want: want, tol: tol,
	}
}

// expect sets want = alpha*sum + beta*want and the error that rounding may make.
func expect(want, tol *float64, alpha, sum, size, beta float64, k int) {
	c := 0.0
	if beta != 0 {
		c = beta * *want
	}
	*want = alpha*sum + c
	*tol = eps*(float64(k+4)*math.Abs(alpha)*size+4*math.Abs(c)) + 1e-300
}

func (s source) syrk(two bool) call {
	ul, tA := s.uplo(), s.trans()
	n, k := s.dimension(), s.dimension()
	alpha, beta := s.factor(), s.factor()
	r, cols := shape(tA != blas.NoTrans, n, k)
	a, lda := s.matrix(r, cols)
	b, ldb := a, lda
	if two {
		b, ldb = s.matrix(r, cols)
	}
	c, ldc := s.matrix(n, n)
	s.nanIf(beta, c)
	want, tol := append([]float64(nil), c...), make([]float64, len(c))
	for i := range n {
		for j := range n {
			if i != j && (j > i) != (ul == blas.Upper) {
				continue
			}
			sum, size := 0.0, 0.0
			for p := range k {
				x := at(a, lda, tA, i, p) * at(b, ldb, tA, j, p)
				if two {
					x += at(b, ldb, tA, i, p) * at(a, lda, tA, j, p)
				}
				sum, size = sum+x, size+2*math.Abs(x)
			}
			expect(&want[i*ldc+j], &tol[i*ldc+j], alpha, sum, size+float64(k), beta, k)
		}
	}
	return call{
		name: fmt.Sprintf("Dsyrk(%c %c, n=%d k=%d, alpha=%v beta=%v, ld %d %d, two=%v)", ul, tA, n, k, alpha, beta, lda, ldc, two),
		run: func(im Implementation) []float64 {
			c := append([]float64(nil), c...)
			if two {
				im.Dsyr2k(ul, tA, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
			} else {
				im.Dsyrk(ul, tA, n, k, alpha, a, lda, beta, c, ldc)
			}
			return c
		},
		want: want, tol: tol,
	}
}

// triangular draws a product with a triangle, and for Dtrsm asks for the way back.
func (s source) triangular(inverse bool) call {
	sd, ul, tA, d := s.side(), s.uplo(), s.trans(), s.diag()
	m, n, alpha := s.dimension(), s.dimension(), s.factor()
	if inverse && alpha == 0 {
		alpha = 1
	}
	na := m
	if sd == blas.Right {
		na = n
	}
	a, lda := s.triangle(ul, d, na)
	x, ldx := s.matrix(m, n)
	product, tol := append([]float64(nil), x...), make([]float64, len(x))
	factor := alpha
	if inverse {
		factor = 1 / alpha
	}
	for i := range m {
		for j := range n {
			sum, size := 0.0, 0.0
			for p := range na {
				var v float64
				if sd == blas.Left {
					if v = triangleAt(a, lda, ul, tA, d, i, p); v != 0 {
						v *= x[p*ldx+j]
					}
				} else if v = triangleAt(a, lda, ul, tA, d, p, j); v != 0 {
					v *= x[i*ldx+p]
				}
				sum, size = sum+v, size+math.Abs(v)
			}
			product[i*ldx+j] = factor * sum
			tol[i*ldx+j] = eps*float64(na+4)*math.Abs(factor)*size + 1e-300
			if inverse { // the triangle is near a diagonal with elements of 1 to 2
				tol[i*ldx+j] = 50 * eps * float64(na+4)
			}
		}
	}
	c := call{name: fmt.Sprintf("Dtrmm(%c %c %c %c, m=%d n=%d, alpha=%v, ld %d %d)", sd, ul, tA, d, m, n, alpha, lda, ldx), want: product, tol: tol}
	start := x
	if inverse {
		c.name = "solve " + c.name
		start, c.want = product, x
	}
	c.run = func(im Implementation) []float64 {
		b := append([]float64(nil), start...)
		if inverse {
			im.Dtrsm(sd, ul, tA, d, m, n, alpha, a, lda, b, ldx)
		} else {
			im.Dtrmm(sd, ul, tA, d, m, n, alpha, a, lda, b, ldx)
		}
		return b
	}
	return c
}

// strided spreads x over a vector with NaN between.
func (s source) strided(n int) (x []float64, inc int) {
	inc = []int{1, 1, 2, 3, -1, -2}[s.IntN(6)]
	x = make([]float64, max(0, 1+(n-1)*max(inc, -inc)))
	if n == 0 {
		return nil, inc
	}
	for i := range x {
		x[i] = math.NaN()
		if i%max(inc, -inc) == 0 {
			x[i] = s.NormFloat64()
		}
	}
	return x, inc
}

func index(i, n, inc int) int {
	if inc < 0 {
		return (i - n + 1) * inc
	}
	return i * inc
}

func (s source) trsv() call {
	ul, tA, d, n := s.uplo(), s.trans(), s.diag(), s.dimension()
	a, lda := s.triangle(ul, d, n)
	x, inc := s.strided(n)
	b, tol := append([]float64(nil), x...), make([]float64, len(x))
	for i := range n {
		sum := 0.0
		for p := range n {
			if v := triangleAt(a, lda, ul, tA, d, i, p); v != 0 {
				sum += float64(v * x[index(p, n, inc)])
			}
		}
		b[index(i, n, inc)] = sum
		tol[index(i, n, inc)] = 50 * eps * float64(n+4)
	}
	return call{
		gonums: true,
		name:   fmt.Sprintf("Dtrsv(%c %c %c, n=%d, ld %d, inc %d)", ul, tA, d, n, lda, inc),
		run: func(im Implementation) []float64 {
			b := append([]float64(nil), b...)
			im.Dtrsv(ul, tA, d, n, a, lda, b, inc)
			return b
		},
		want: x, tol: tol,
	}
}

func (s source) symv() call {
	ul, n := s.uplo(), s.dimension()
	alpha, beta := s.factor(), s.factor()
	a, lda := s.triangle(ul, blas.NonUnit, n)
	x, incX := s.strided(n)
	y, incY := s.strided(n)
	s.nanIf(beta, y)
	want, tol := append([]float64(nil), y...), make([]float64, len(y))
	for i := range n {
		sum, size := 0.0, 0.0
		for p := range n {
			v := triangleAt(a, lda, ul, blas.NoTrans, blas.NonUnit, min(i, p), max(i, p))
			if ul == blas.Lower {
				v = triangleAt(a, lda, ul, blas.NoTrans, blas.NonUnit, max(i, p), min(i, p))
			}
			v *= x[index(p, n, incX)]
			sum, size = sum+v, size+math.Abs(v)
		}
		k := index(i, n, incY)
		expect(&want[k], &tol[k], alpha, sum, size, beta, n)
	}
	return call{
		gonums: true,
		name:   fmt.Sprintf("Dsymv(%c, n=%d, alpha=%v beta=%v, ld %d, inc %d %d)", ul, n, alpha, beta, lda, incX, incY),
		run: func(im Implementation) []float64 {
			y := append([]float64(nil), y...)
			im.Dsymv(ul, n, alpha, a, lda, x, incX, beta, y, incY)
			return y
		},
		want: want, tol: tol,
	}
}

// multiplyFactor replaces the factor by the matrix: the triangle of U'U or L L'.
func multiplyFactor(ul blas.Uplo, n int, u []float64, ld int) []float64 {
	a := append([]float64(nil), u...)
	for i := range n {
		for j := range n {
			if i != j && (j > i) != (ul == blas.Upper) {
				continue
			}
			sum := 0.0
			for p := range min(i, j) + 1 {
				if ul == blas.Upper {
					sum += float64(u[p*ld+i] * u[p*ld+j])
				} else {
					sum += float64(u[i*ld+p] * u[j*ld+p])
				}
			}
			a[i*ld+j] = sum
		}
	}
	return a
}

// cholesky draws a factor with a positive diagonal and multiplies it out for Dpotrf
// to find it again. For Dpotri it inverts twice: the inverse of the inverse.
func (s source) cholesky(inverse bool) call {
	ul, n := s.uplo(), s.dimension()
	u, ld := s.triangle(ul, blas.NonUnit, n)
	tol := make([]float64, len(u))
	for i := range n {
		u[i*ld+i] = math.Abs(u[i*ld+i])
		for j := range n {
			if i == j || (j > i) == (ul == blas.Upper) {
				tol[i*ld+j] = 200 * eps * float64(n+4)
			}
		}
	}
	a := multiplyFactor(ul, n, u, ld)
	c := call{name: fmt.Sprintf("Dpotrf(%c, n=%d, ld %d)", ul, n, ld), want: u, tol: tol, gonums: n < smallCholesky}
	if inverse {
		c.name, c.want = "Dpotri twice after "+c.name, a
	}
	c.run = func(im Implementation) []float64 {
		a, l := append([]float64(nil), a...), Lapack{kernels: im.kernels}
		ok := l.Dpotrf(ul, n, a, ld)
		if inverse {
			ok = ok && l.Dpotri(ul, n, a, ld) && l.Dpotrf(ul, n, a, ld) && l.Dpotri(ul, n, a, ld)
		}
		if !ok {
			panic("not positive definite")
		}
		return a
	}
	return c
}

// TestAgainstDefinition checks every routine with every set of kernels on random
// arguments.
func TestAgainstDefinition(t *testing.T) {
	each(t, func(t *testing.T, im Implementation) {
		for _, routine := range routines {
			t.Run(routine, func(t *testing.T) {
				for seed := range uint64(120) {
					s := source{rand.New(rand.NewPCG(seed, 7)), 70, im.kernels != nil}
					if seed%20 == 0 {
						s.max = 280
					}
					s.draw(routine).check(t, im)
				}
			})
		}
	})
}

func sameBits(a, b []float64) bool {
	for i := range a {
		if math.Float64bits(a[i]) != math.Float64bits(b[i]) && !(math.IsNaN(a[i]) && math.IsNaN(b[i])) {
			return false
		}
	}
	return len(a) == len(b)
}

// TestSameBits demands that the assembly kernels give the bits of the portable ones,
// and so of each other.
func TestSameBits(t *testing.T) {
	found := machineKernels()
	if len(found) < 2 {
		t.Logf("this machine runs %d of the 2 sets of assembly kernels: the others are not compared", len(found))
	}
	for _, routine := range routines {
		for seed := range uint64(100) {
			s := source{rand.New(rand.NewPCG(seed, 8)), 60, true}
			if seed%20 == 0 {
				s.max = 300
			}
			c := s.draw(routine)
			want := c.run(Implementation{kernels: &portable})
			for _, e := range found {
				if !sameBits(c.run(Implementation{kernels: e}), want) {
					t.Fatalf("%s: the bits of %s are not those of portable", c.name, e.name)
				}
			}
		}
	}
}

// TestSameBitsAnyThreads demands the same bits for any GOMAXPROCS, with sizes above
// the threshold of threads.
func TestSameBitsAnyThreads(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	im, _ := New("")
	if im.kernels == nil {
		t.Skip("there are no kernels for this machine")
	}
	const n = 290
	rnd := rand.New(rand.NewPCG(3, 9))
	a, b := wellConditioned(rnd, n), random(rnd, n*n)
	tasks := map[string]func() []float64{}
	for name, call := range map[string]func(c []float64){
		"Dgemm NN": func(c []float64) {
			im.Dgemm(blas.NoTrans, blas.NoTrans, n, n, n, 1.5, a, n, b, n, 0.5, c, n)
		},
		"Dgemm wide":  func(c []float64) { im.Dgemm(blas.Trans, blas.Trans, 130, n, n, 1, a, n, b, n, 0, c, n) },
		"Dsyrk upper": func(c []float64) { im.Dsyrk(blas.Upper, blas.NoTrans, n, n, 1, b, n, 1, c, n) },
		"Dsyrk lower": func(c []float64) { im.Dsyrk(blas.Lower, blas.Trans, n, n, 1, b, n, 1, c, n) },
		"Dtrsm left": func(c []float64) {
			im.Dtrsm(blas.Left, blas.Lower, blas.NoTrans, blas.NonUnit, n, n, 1, a, n, c, n)
		},
		"Dtrsm right": func(c []float64) {
			im.Dtrsm(blas.Right, blas.Upper, blas.NoTrans, blas.NonUnit, n, n, 1, a, n, c, n)
		},
		"Dtrmm": func(c []float64) {
			im.Dtrmm(blas.Left, blas.Upper, blas.Trans, blas.NonUnit, n, n, 1, a, n, c, n)
		},
		"Dpotrf": func(c []float64) { copy(c, a); Lapack{kernels: im.kernels}.Dpotrf(blas.Upper, n, c, n) },
		"Dpotri": func(c []float64) { copy(c, a); Lapack{kernels: im.kernels}.Dpotri(blas.Lower, n, c, n) },
	} {
		tasks[name] = func() []float64 {
			c := append([]float64(nil), b...)
			call(c)
			return c
		}
	}
	for name, task := range tasks {
		runtime.GOMAXPROCS(1)
		want := task()
		for _, p := range []int{2, 3, 5, 16} {
			runtime.GOMAXPROCS(p)
			if !sameBits(task(), want) {
				t.Errorf("%s: the bits for GOMAXPROCS=%d are not those for 1", name, p)
			}
		}
	}
}

// TestSameBitsAnyPlace computes parts of a product on their own.
func TestSameBitsAnyPlace(t *testing.T) {
	each(t, func(t *testing.T, im Implementation) {
		if im.kernels == nil {
			t.Skip("gonum's own code makes no such promise")
		}
		const n, k = 61, 270
		rnd := rand.New(rand.NewPCG(5, 6))
		a, b, c := random(rnd, n*k), random(rnd, k*n), make([]float64, n*n)
		im.Dgemm(blas.NoTrans, blas.NoTrans, n, n, k, 1.1, a, k, b, n, 0, c, n)
		for range 50 {
			i, j := rnd.IntN(n), rnd.IntN(n)
			rows, cols := 1+rnd.IntN(n-i), 1+rnd.IntN(n-j)
			part := make([]float64, rows*cols)
			im.Dgemm(blas.NoTrans, blas.NoTrans, rows, cols, k, 1.1, a[i*k:], k, b[j:], n, 0, part, cols)
			for r := range rows {
				if !sameBits(part[r*cols:(r+1)*cols], c[(i+r)*n+j:(i+r)*n+j+cols]) {
					t.Fatalf("rows %d.. columns %d.. (%d x %d): the bits depend on the place", i, j, rows, cols)
				}
			}
		}
	})
}

func TestDpotrfNotPositiveDefinite(t *testing.T) {
	each(t, func(t *testing.T, im Implementation) {
		l := Lapack{kernels: im.kernels}
		for _, ul := range []blas.Uplo{blas.Upper, blas.Lower} {
			for _, n := range []int{1, 3, 8, 50, 150} {
				for _, bad := range []float64{0, -1, math.NaN()} {
					a := wellConditioned(rand.New(rand.NewPCG(1, 1)), n)
					at := n * 2 / 3
					a[at*n+at] = bad
					if l.Dpotrf(ul, n, a, n) {
						t.Errorf("%c n=%d: diagonal element %v passes as positive definite", ul, n, bad)
					}
				}
			}
		}
	})
}

func TestNew(t *testing.T) {
	restoreGonum(t)
	if _, err := New("sse9"); err == nil {
		t.Error("kernels that do not exist can be had")
	}
	t.Setenv(Variable, "gonum")
	if info := Install(); info.Kernels != "gonum" || info.Notice == "" {
		t.Errorf("%s=gonum installs %q", Variable, info)
	}
	t.Setenv(Variable, "")
	info := Install()
	if found := machineKernels(); len(found) > 0 && info.Kernels != found[0].name {
		t.Errorf("installs %q, want %s", info, found[0].name)
	}
}

// TestNoGarbage demands that nothing is allocated once the workspaces have grown.
func TestNoGarbage(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	im, _ := New("")
	if im.kernels == nil || raceDetector {
		t.Skip("there are no kernels for this machine, or the race detector is on")
	}
	const n = 70
	rnd := rand.New(rand.NewPCG(1, 1))
	a, x, c, e := wellConditioned(rnd, n), random(rnd, n*n), make([]float64, n*n), make([]float64, n*n+3)
	got := testing.AllocsPerRun(100, func() {
		im.Dgemm(blas.NoTrans, blas.Trans, n, n, n, 1, a, n, x, n, 0, c, n)
		im.Dsyrk(blas.Upper, blas.Trans, n, n, 1, x, n, 0, c, n)
		copy(c, x)
		im.Dtrsm(blas.Right, blas.Upper, blas.Trans, blas.NonUnit, n, n, 1, a, n, c, n)
		im.Dtrsv(blas.Lower, blas.Trans, blas.NonUnit, n, a, n, c[:n], 1)
		copy(c, a)
		Lapack{kernels: im.kernels}.Dpotrf(blas.Lower, n, c, n)
		Exp(e, e)
		clear(e)
	})
	if got > 0.5 { // the pool is emptied by the garbage collector now and then
		t.Errorf("%v allocations a round", got)
	}
}

// FuzzRoutines checks a routine on arguments drawn from the seed.
func FuzzRoutines(f *testing.F) {
	for i := range routines {
		f.Add(uint64(i), uint8(i))
	}
	f.Fuzz(func(t *testing.T, seed uint64, routine uint8) {
		s := source{rand.New(rand.NewPCG(seed, 11)), 100, true}
		c := s.draw(routines[int(routine)%len(routines)])
		want := c.check(t, Implementation{kernels: &portable})
		for _, e := range machineKernels() {
			if !sameBits(c.check(t, Implementation{kernels: e}), want) {
				t.Fatalf("%s: the bits of %s are not those of portable", c.name, e.name)
			}
		}
	})
}

// Dgemmt has the bits of Dgemm in its triangle, and leaves the other alone.
func TestDgemmt(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for _, e := range append(machineKernels(), &portable) {
		im := Implementation{kernels: e}
		for range 60 {
			n, k := 1+rnd.IntN(90), rnd.IntN(90)
			tA, tB := [...]blas.Transpose{blas.NoTrans, blas.Trans}[rnd.IntN(2)], [...]blas.Transpose{blas.NoTrans, blas.Trans}[rnd.IntN(2)]
			ld := max(n, k) + rnd.IntN(3)
			x, y, old := random(rnd, ld*ld), random(rnd, ld*ld), random(rnd, n*n)
			beta := [...]float64{0, 1, -0.5}[rnd.IntN(3)]
			full := append([]float64(nil), old...)
			im.Dgemm(tA, tB, n, n, k, 1.5, x, ld, y, ld, beta, full, n)
			for _, ul := range []blas.Uplo{blas.Lower, blas.Upper} {
				got := append([]float64(nil), old...)
				im.Dgemmt(ul, tA, tB, n, k, 1.5, x, ld, y, ld, beta, got, n)
				for i := range n {
					for j := range n {
						want := old[i*n+j]
						if i == j || (i > j) == (ul == blas.Lower) {
							want = full[i*n+j]
						}
						if got[i*n+j] != want {
							t.Fatalf("%s, n = %d, k = %d: element (%d, %d) is %v, want %v", e.name, n, k, i, j, got[i*n+j], want)
						}
					}
				}
			}
		}
	}
}
