package subspace

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/inputs"
	"gpcbench/linalg"
)

// orthogonality returns the largest element of |V'V - I|.
func orthogonality(b *Basis) float64 {
	_, r := b.V.Dims()
	gram := mat.NewDense(r, r, nil)
	linalg.WeightedGram(gram, 1, b.V, nil, 0, nil)
	var worst float64
	for i := range r {
		row := gram.RawRowView(i)
		row[i]--
		for _, v := range row {
			worst = math.Max(worst, math.Abs(v))
		}
	}
	return worst
}

func normals(n, d int, rng *rand.Rand) *mat.Dense {
	x := mat.NewDense(n, d, nil)
	for i := range x.RawMatrix().Data {
		x.RawMatrix().Data[i] = rng.NormFloat64()
	}
	return x
}

// withValues returns an n x d matrix with these singular values.
func withValues(n, d int, values []float64, rng *rand.Rand) *mat.Dense {
	orthonormal := func(n int) *mat.Dense {
		var qr mat.QR
		qr.Factorize(normals(n, len(values), rng))
		var q mat.Dense
		qr.QTo(&q)
		return mat.DenseCopyOf(q.Slice(0, n, 0, len(values)))
	}
	u, v := orthonormal(n), orthonormal(d)
	for j, s := range values {
		for i := range n {
			u.Set(i, j, s*u.At(i, j))
		}
	}
	x := mat.NewDense(n, d, nil)
	x.Mul(u, v.T())
	return x
}

// sparsify sets all but a part of the elements of x to zero.
func sparsify(x *mat.Dense, part float64, rng *rand.Rand) *mat.Dense {
	for i := range x.RawMatrix().Data {
		if rng.Float64() > part {
			x.RawMatrix().Data[i] = 0
		}
	}
	return x
}

func denseExamples(x *mat.Dense) *data.Examples {
	n, _ := x.Dims()
	return data.NewExamples(data.NewMemory(x, nil), data.All(n), nil)
}

func sparseExamples(x *mat.Dense) *data.Examples {
	n, d := x.Dims()
	csr, labels := data.NewCSR(d), data.NewLabelSets()
	cols := make([]int, d)
	for j := range cols {
		cols[j] = j
	}
	for i := range n {
		csr.Append(cols, x.RawRowView(i))
		labels.Append(nil)
	}
	return data.NewExamples(data.NewSparseMemory(csr, labels), data.All(n), nil)
}

// dense returns the singular values and right singular vectors by gonum.
func dense(x *mat.Dense) ([]float64, *mat.Dense) {
	var svd mat.SVD
	if !svd.Factorize(x, mat.SVDThin) {
		panic("no SVD")
	}
	var v mat.Dense
	svd.VTo(&v)
	return svd.Values(nil), &v
}

func powers(n int, base float64) []float64 {
	s := make([]float64, n)
	for i := range s {
		s[i] = math.Pow(base, float64(i))
	}
	return s
}

func TestAgainstADenseDecomposition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	lanczos := Solver{Dense: 1, Width: 8, Tolerance: 1e-9}
	ties := []float64{5, 5, 5, 5, 4, 3, 3, 2, 1, 1, 1, 1, 1, 0.5, 0.5, 0.1}
	for _, c := range []struct {
		name   string
		x      *mat.Dense
		r      int
		solver Solver
	}{
		{"random", normals(60, 40, rng), 10, Solver{}},
		{"R = D < N", normals(60, 40, rng), 40, Solver{}},
		{"R = N < D", normals(30, 50, rng), 30, Solver{}},
		{"sparse", sparsify(normals(200, 100, rng), 0.05, rng), 30, Solver{}},
		{"ties", withValues(50, 40, ties, rng), 16, Solver{}},
		{"R cuts a tie", withValues(50, 40, ties, rng), 10, Solver{}},
		{"tiny values", withValues(60, 40, powers(30, 0.55), rng), 30, Solver{}},
		{"many rows, tiny values", withValues(3000, 25, powers(25, 0.5), rng), 25, Solver{}},
		{"Lanczos, random", normals(300, 200, rng), 20, lanczos},
		{"Lanczos, sparse", sparsify(normals(600, 400, rng), 0.02, rng), 50, lanczos},
		{"Lanczos, ties", withValues(300, 250, ties, rng), 16, lanczos},
		{"Lanczos, decay", withValues(300, 250, powers(100, 0.9), rng), 40, lanczos},
		{"Lanczos, tiny values", withValues(300, 250, powers(30, 0.6), rng), 30, lanczos},
		{"Lanczos, R = N", normals(20, 300, rng), 20, lanczos},
	} {
		for _, sparse := range []bool{false, true} {
			train := denseExamples(c.x)
			if sparse {
				train = sparseExamples(c.x)
			}
			b, err := c.solver.SVD(context.Background(), train, c.r, rand.New(rand.NewPCG(3, 4)))
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			want, _ := dense(c.x)
			if len(b.S) != c.r {
				t.Errorf("%s, sparse %v: %d singular values, want %d", c.name, sparse, len(b.S), c.r)
				continue
			}
			var worst float64
			for j, s := range b.S {
				worst = math.Max(worst, math.Abs(s-want[j])/want[j])
			}
			if worst > 1e-8 {
				t.Errorf("%s, sparse %v: relative error of singular values %.1e", c.name, sparse, worst)
			}
			if e := orthogonality(b); e > 1e-12 {
				t.Errorf("%s, sparse %v: |V'V - I| = %.1e", c.name, sparse, e)
			}
			t.Logf("%s, sparse %v: error %.1e, residual %.1e, s_R/s_1 %.1e", c.name, sparse, worst, b.MaxResidual(), b.S[c.r-1]/b.S[0])
			us := mat.NewDense(train.Len(), c.r, nil)
			b.Project(us, inputs.Dense{Dense: c.x})
			for j, s := range b.S {
				if got := mat.Norm(us.ColView(j), 2); math.Abs(got-s) > 1e-8*s {
					t.Errorf("%s, sparse %v: |X v_%d| = %g, s = %g", c.name, sparse, j, got, s)
				}
			}
		}
	}
}

// There are as many vectors as the rank of X, if more are asked for.
func TestRankBelowR(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	x := withValues(90, 200, powers(30, 0.9), rng)
	for name, solver := range map[string]Solver{"all of X'X": {}, "Lanczos": {Dense: 1, Width: 8}} {
		for _, r := range []int{30, 31, 80, 500} {
			b, err := solver.SVD(context.Background(), sparseExamples(x), r, rng)
			if err != nil {
				t.Fatal(err)
			}
			if len(b.S) != 30 {
				t.Errorf("%s, R = %d: %d basis vectors of inputs of rank 30", name, r, len(b.S))
				continue
			}
			for j, s := range b.S {
				if want := math.Pow(0.9, float64(j)); math.Abs(s-want) > 1e-10*want {
					t.Errorf("%s, R = %d: s_%d = %g, want %g", name, r, j, s, want)
				}
			}
			if e := orthogonality(b); e > 1e-12 {
				t.Errorf("%s, R = %d: |V'V - I| = %.1e", name, r, e)
			}
			if share := b.Share(); math.Abs(share-1) > 1e-12 {
				t.Errorf("%s, R = %d: share %g of all", name, r, share)
			}
		}
	}
}

// Vectors and residuals are what they are said to be, also where the iteration is cut
// short: singular values are then too small, and vectors still orthonormal.
func TestCutShort(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	x := sparsify(normals(600, 400, rng), 0.02, rng)
	b, err := Solver{Dense: 1, Width: 8, Cycles: 1}.SVD(context.Background(), sparseExamples(x), 60, rng)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := dense(x)
	var sum, all float64
	for _, s := range want {
		all += s * s
	}
	for j, s := range b.S {
		sum += s * s
		if s > want[j]*(1+1e-12) {
			t.Errorf("s_%d = %g is above %g", j, s, want[j])
		}
		v := b.V.ColView(j)
		var u, r mat.VecDense
		u.MulVec(x, v)
		u.ScaleVec(1/s, &u)
		r.MulVec(x.T(), &u)
		r.AddScaledVec(&r, -s, v)
		if got := mat.Norm(&r, 2) / s; math.Abs(got-b.Residuals[j]) > 1e-10 {
			t.Errorf("residual %d is %g, said to be %g", j, got, b.Residuals[j])
		}
	}
	if got := b.Share(); math.Abs(got-sum/all) > 1e-12 {
		t.Errorf("share %g, want %g", got, sum/all)
	}
	if r := b.MaxResidual(); r < 1e-6 || r > 1 {
		t.Errorf("largest residual %g of an iteration that was cut short", r)
	}
	if e := orthogonality(b); e > 1e-12 {
		t.Errorf("|V'V - I| = %.1e", e)
	}
}

// Whatever the random stream, vectors of values that are apart are the same, with their
// signs; with the same stream all bits are.
func TestTheRandomStreamLeavesNoTrace(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	train := sparseExamples(withValues(300, 250, powers(100, 0.9), rng))
	solver := Solver{Dense: 1, Width: 8, Tolerance: 1e-9}
	var bases []*Basis
	for _, seed := range []uint64{1, 1, 2} {
		b, err := solver.SVD(context.Background(), train, 40, rand.New(rand.NewPCG(seed, 0)))
		if err != nil {
			t.Fatal(err)
		}
		bases = append(bases, b)
	}
	whole, err := Solver{}.SVD(context.Background(), train, 40, rng)
	if err != nil {
		t.Fatal(err)
	}
	if !mat.Equal(bases[0].V, bases[1].V) {
		t.Error("other bits with the same stream")
	}
	for _, b := range []*Basis{bases[2], whole} {
		if !mat.EqualApprox(bases[0].V, b.V, 1e-7) {
			t.Error("other vectors")
		}
	}
}

func TestErrors(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	nan := normals(5, 4, rng)
	nan.Set(2, 1, math.NaN())
	for name, run := range map[string]func() error{
		"R = 0": func() error {
			_, err := Solver{}.SVD(context.Background(), denseExamples(normals(5, 4, rng)), 0, rng)
			return err
		},
		"zeros": func() error {
			_, err := Solver{}.SVD(context.Background(), sparseExamples(mat.NewDense(5, 4, nil)), 2, rng)
			return err
		},
		"too large": func() error {
			x := normals(5, 4, rng)
			x.Scale(1e80, x)
			_, err := Solver{}.SVD(context.Background(), denseExamples(x), 2, rng)
			return err
		},
		"NaN": func() error { _, err := Solver{}.SVD(context.Background(), denseExamples(nan), 2, rng); return err },
		"cancelled": func() error {
			_, err := Solver{}.SVD(ctx, denseExamples(normals(5, 4, rng)), 2, rng)
			return err
		},
		"more centres than rows": func() error {
			_, err := Centres(context.Background(), denseExamples(normals(5, 4, rng)), nil, 6, 0, rng)
			return err
		},
	} {
		if run() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
