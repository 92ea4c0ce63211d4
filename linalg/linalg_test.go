package linalg

import (
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func normal(rng *rand.Rand, r, c int) *mat.Dense {
	out := mat.NewDense(r, c, nil)
	for i := range r {
		for j := range c {
			out.Set(i, j, rng.NormFloat64())
		}
	}
	return out
}

// covariance returns a positive definite matrix and its lower factor.
func covariance(t *testing.T, rng *rand.Rand, n int) (a, l *mat.Dense) {
	t.Helper()
	a, l = mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	WeightedGram(a, 1, normal(rng, n+3, n), nil, 0, nil)
	for i := range n {
		a.Set(i, i, a.At(i, i)+1)
	}
	if err := Cholesky(l, a); err != nil {
		t.Fatal(err)
	}
	return a, l
}

func op(a *mat.Dense, trans bool) mat.Matrix {
	if trans {
		return a.T()
	}
	return a
}

func TestMul(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, size := range [][3]int{{1, 1, 1}, {3, 5, 2}, {64, 64, 64}, {65, 130, 70}, {200, 3, 129}} {
		m, k, n := size[0], size[1], size[2]
		for _, transA := range []bool{false, true} {
			for _, transB := range []bool{false, true} {
				a, b, c := normal(rng, m, k), normal(rng, k, n), normal(rng, m, n)
				if transA {
					a = mat.DenseCopyOf(a.T())
				}
				if transB {
					b = mat.DenseCopyOf(b.T())
				}
				var want, scaled mat.Dense
				want.Mul(op(a, transA), op(b, transB))
				want.Scale(0.5, &want)
				scaled.Scale(-2, c)
				want.Add(&want, &scaled)
				Mul(c, transA, transB, 0.5, a, b, -2)
				if !mat.EqualApprox(c, &want, 1e-12) {
					t.Errorf("%v, %v, %v: wrong product", size, transA, transB)
				}
				c.Set(0, 0, math.NaN())
				Mul(c, transA, transB, 1, a, b, 0)
				if math.IsNaN(c.At(0, 0)) {
					t.Errorf("%v: beta = 0 keeps a NaN", size)
				}
			}
		}
	}
}

// A view into a larger matrix has a stride of its own.
func TestViews(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	big := normal(rng, 90, 90)
	a, b := big.Slice(3, 80, 5, 75).(*mat.Dense), big.Slice(10, 80, 2, 90).(*mat.Dense)
	target := mat.NewDense(100, 100, nil)
	dst := target.Slice(10, 87, 4, 92).(*mat.Dense)
	Mul(dst, false, false, 1, a, b, 0)
	var want mat.Dense
	want.Mul(a, b)
	if !mat.EqualApprox(dst, &want, 1e-12) {
		t.Error("wrong product of views")
	}
	if mat.Norm(target.Slice(0, 10, 0, 100), 1) != 0 || mat.Norm(target.Slice(0, 100, 92, 100), 1) != 0 {
		t.Error("a product writes beside its destination")
	}
}

func TestRowsDoNotDependOnTheirNeighbours(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	_, l := covariance(t, rng, 150)
	a, b := normal(rng, 500, 150), normal(rng, 150, 300)
	bt := mat.DenseCopyOf(b.T())
	all, one := mat.NewDense(500, 300, nil), mat.NewDense(1, 300, nil)
	for _, trans := range []bool{false, true} {
		right := b
		if trans {
			right = bt
		}
		Mul(all, false, trans, 1, a, right, 0)
		for _, i := range []int{0, 99, 499} {
			Mul(one, false, trans, 1, a.Slice(i, i+1, 0, 150).(*mat.Dense), right, 0)
			if !mat.Equal(one, all.Slice(i, i+1, 0, 300)) {
				t.Errorf("row %d of a product (transposed: %v) differs alone", i, trans)
			}
		}
	}
	for _, solve := range []func(b, l *mat.Dense){SolveRight, SolveRightT} {
		x, y := mat.DenseCopyOf(a), mat.DenseCopyOf(a.Slice(70, 71, 0, 150))
		solve(x, l)
		solve(y, l)
		if !mat.Equal(y, x.Slice(70, 71, 0, 150)) {
			t.Error("row 70 of a solve differs alone")
		}
	}
}

func TestWeightedGramAndRowQuadratic(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 4))
	for _, m := range []int{1, 7, 64, 100} {
		a, w := normal(rng, 80, m), normal(rng, 1, 80).RawRowView(0)
		got, scratch := normal(rng, m, m), mat.NewDense(80, m, nil)
		Symmetrise(got)
		var want, part mat.Dense
		part.Mul(mat.NewDiagDense(80, w), a)
		want.Mul(a.T(), &part)
		want.Scale(3, &want)
		want.Add(&want, got)
		WeightedGram(got, 3, a, w, 1, scratch)
		if !mat.EqualApprox(got, &want, 1e-11) {
			t.Errorf("m = %d: wrong weighted Gram matrix", m)
		}
		if !mat.Equal(got, got.T()) {
			t.Errorf("m = %d: not symmetric", m)
		}
		quadratic := make([]float64, 80)
		RowQuadratic(quadratic, a, got, scratch)
		part.Mul(a, got)
		want.Reset()
		want.Mul(&part, a.T())
		for i, v := range quadratic {
			if math.Abs(v-want.At(i, i)) > 1e-9*(1+math.Abs(v)) {
				t.Errorf("m = %d: quadratic form %d is %v, want %v", m, i, v, want.At(i, i))
			}
		}
	}
}

func TestSolvesInverseAndLogDet(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	for _, n := range []int{1, 9, 140} {
		a, l := covariance(t, rng, n)
		var back mat.Dense
		back.Mul(l, l.T())
		if !mat.EqualApprox(&back, a, 1e-10) {
			t.Errorf("n = %d: L L' is not A", n)
		}
		for name, c := range map[string]struct {
			run   func(b *mat.Dense)
			check func(x *mat.Dense) mat.Matrix
			right bool
		}{
			"SolveLeft":   {func(b *mat.Dense) { SolveLeft(l, b) }, func(x *mat.Dense) mat.Matrix { return product2(l, x) }, false},
			"SolveLeftT":  {func(b *mat.Dense) { SolveLeftT(l, b) }, func(x *mat.Dense) mat.Matrix { return product2(l.T(), x) }, false},
			"SolveRight":  {func(b *mat.Dense) { SolveRight(b, l) }, func(x *mat.Dense) mat.Matrix { return product2(x, l) }, true},
			"SolveRightT": {func(b *mat.Dense) { SolveRightT(b, l) }, func(x *mat.Dense) mat.Matrix { return product2(x, l.T()) }, true},
		} {
			b := normal(rng, n, 4)
			if c.right {
				b = normal(rng, 4, n)
			}
			x := mat.DenseCopyOf(b)
			c.run(x)
			if !mat.EqualApprox(c.check(x), b, 1e-10) {
				t.Errorf("n = %d: %s is wrong", n, name)
			}
		}
		x := normal(rng, 1, n).RawRowView(0)
		y := append([]float64(nil), x...)
		SolveVec(l, y)
		SolveVecT(l, y)
		z := make([]float64, n)
		MulVec(z, false, 1, a, y, 0)
		for i := range x {
			if math.Abs(z[i]-x[i]) > 1e-10 {
				t.Errorf("n = %d: A (A^-1 x) differs from x at %d", n, i)
			}
		}
		inverse := mat.NewDense(n, n, nil)
		Inverse(inverse, l)
		eye := product2(inverse, a)
		for i := range n {
			eye.Set(i, i, eye.At(i, i)-1)
		}
		if mat.Norm(eye, 2) > 1e-10 || !mat.Equal(inverse, inverse.T()) {
			t.Errorf("n = %d: wrong inverse", n)
		}
		factor := mat.DenseCopyOf(a)
		if n > 1 {
			factor.Set(0, n-1, math.NaN()) // above the diagonal: it is not read
		}
		if err := InverseFactor(factor, factor); err != nil {
			t.Fatal(err)
		}
		if !mat.EqualApprox(product2(factor, factor.T()), inverse, 1e-10) {
			t.Errorf("n = %d: wrong factor of the inverse", n)
		}
		for i := range n {
			for j := i + 1; j < n; j++ {
				if factor.At(i, j) != 0 {
					t.Fatalf("n = %d: the factor of the inverse is not lower triangular", n)
				}
			}
		}
		if want, _ := mat.LogDet(a); math.Abs(LogDet(l)-want) > 1e-10*(1+math.Abs(want)) {
			t.Errorf("n = %d: LogDet = %v, want %v", n, LogDet(l), want)
		}
	}
}

func product2(a, b mat.Matrix) *mat.Dense {
	var out mat.Dense
	out.Mul(a, b)
	return &out
}

func TestJitter(t *testing.T) {
	ones := mat.NewDense(3, 3, []float64{4, 4, 4, 4, 4, 4, 4, 4, 4})
	kept := mat.DenseCopyOf(ones)
	l := mat.NewDense(3, 3, nil)
	growths, err := JitterCholesky(l, ones)
	if err != nil || growths != 0 {
		t.Errorf("equal rows: grew %d times, error %v", growths, err)
	}
	if d := product2(l, l.T()); math.Abs(d.At(0, 0)-4-4e-10) > 1e-14 || math.Abs(d.At(1, 0)-4) > 1e-14 {
		t.Errorf("equal rows: L L' has %v and %v", d.At(0, 0), d.At(1, 0))
	}
	if !mat.Equal(ones, kept) {
		t.Error("JitterCholesky changed its argument")
	}

	// The least eigenvalue is -1e-6 of the mean diagonal: 1e-10 to 1e-6 fail or
	// are at the border, 1e-5 succeeds.
	growths, err = JitterCholesky(mat.NewDense(2, 2, nil), mat.NewDense(2, 2, []float64{1, 1 + 2e-6, 1 + 2e-6, 1}))
	if err != nil || growths != 5 {
		t.Errorf("slightly indefinite: grew %d times, error %v, want 5", growths, err)
	}

	growths, err = JitterCholesky(mat.NewDense(2, 2, nil), mat.NewDense(2, 2, []float64{1, 2, 2, 1}))
	var indefinite *NotPositiveDefiniteError
	if !errors.As(err, &indefinite) || growths != 7 || indefinite.Size != 2 || indefinite.Jitter != JitterLimit {
		t.Errorf("indefinite: grew %d times, error %v", growths, err)
	}

	for _, bad := range []float64{math.NaN(), math.Inf(1)} {
		var e *NotFiniteError
		_, err = JitterCholesky(mat.NewDense(2, 2, nil), mat.NewDense(2, 2, []float64{1, 0, bad, 1}))
		if !errors.As(err, &e) || e.Row != 1 || e.Col != 0 {
			t.Errorf("%v: error %v", bad, err)
		}
	}
	if err := Cholesky(mat.NewDense(2, 2, nil), mat.NewDense(2, 2, []float64{1, 2, 2, 1})); !errors.As(err, &indefinite) || indefinite.Jitter != 0 {
		t.Errorf("without jitter: error %v", err)
	}
}

func TestNothingDependsOnTheNumberOfProcessors(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	run := func() []*mat.Dense {
		rng := rand.New(rand.NewPCG(1, 7))
		const n = 400
		a, l := covariance(t, rng, n)
		b, inverse := normal(rng, n, 300), mat.NewDense(n, n, nil)
		SolveLeft(l, b)
		Inverse(inverse, l)
		return []*mat.Dense{a, l, b, inverse}
	}
	one := run()
	runtime.GOMAXPROCS(4)
	for i, m := range run() {
		if !mat.Equal(m, one[i]) {
			t.Errorf("result %d differs with four processors", i)
		}
	}
}

func TestTriangularProducts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	for _, n := range []int{1, 5, 70, 130} {
		a, b, old := normal(rng, 40, n), normal(rng, 40, n), normal(rng, n, n)
		got := mat.DenseCopyOf(old)
		MulLower(got, true, false, 0.5, a, b, -2)
		var want, twice mat.Dense
		want.Mul(a.T(), b)
		want.Scale(0.5, &want)
		twice.Scale(2, old)
		want.Sub(&want, &twice)
		for i := range n {
			for j := range i + 1 {
				if math.Abs(got.At(i, j)-want.At(i, j)) > 1e-12 {
					t.Fatalf("n = %d: MulLower is wrong at (%d, %d)", n, i, j)
				}
			}
		}
		_, l := covariance(t, rng, n)
		x := mat.NewDense(40, n, nil)
		MulFactor(x, a, l)
		if !mat.EqualApprox(x, product2(a, l), 1e-12) {
			t.Errorf("n = %d: MulFactor is wrong", n)
		}
		r := mat.DenseCopyOf(l)
		r.Scale(3, r)
		y, whole := mat.DenseCopyOf(r), mat.DenseCopyOf(r)
		SolveLeftLower(l, y)
		SolveLeft(l, whole)
		if !mat.EqualApprox(y, whole, 1e-12) {
			t.Errorf("n = %d: SolveLeftLower is not SolveLeft", n)
		}
	}
}
