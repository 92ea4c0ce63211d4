package inputs

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
)

// sparseAndDense returns the same random rows as examples of a sparse and of a dense
// table. Row 3 is empty.
func sparseAndDense(n, d int) (sparse, dense *data.Examples) {
	rng := rand.New(rand.NewPCG(1, 2))
	x, labels, full := data.NewCSR(d), data.NewLabelSets(), mat.NewDense(n, d, nil)
	for i := range n {
		var cols []int
		var values []float64
		for j := range d {
			if i != 3 && rng.Float64() < 0.2 {
				v := rng.NormFloat64()
				cols, values = append(cols, j), append(values, v)
				full.Set(i, j, v)
			}
		}
		x.Append(cols, values)
		labels.Append(nil)
	}
	all := data.All(n)
	return data.NewExamples(data.NewSparseMemory(x, labels), all, nil), data.NewExamples(data.NewMemory(full, nil), all, nil)
}

func TestSparseIsDense(t *testing.T) {
	const n, d, m = 20, 30, 7
	rng := rand.New(rand.NewPCG(3, 4))
	random := func(r, c int) *mat.Dense {
		out := mat.NewDense(r, c, nil)
		for i := range out.RawMatrix().Data {
			out.RawMatrix().Data[i] = rng.NormFloat64()
		}
		return out
	}
	sparse, dense := sparseAndDense(n, d)
	var s, f Rows
	for _, pos := range [][]int{{5, 3, 19, 0}, {1, 2, 3, 4, 6, 7}, {3}} { // the space is used again
		s, f = Read(s, sparse, pos), Read(f, dense, pos)
		if _, ok := s.(Sparse); !ok {
			t.Fatal("sparse examples are read dense")
		}
		b := random(d, m)
		got, want := mat.NewDense(len(pos), m, nil), mat.NewDense(len(pos), m, nil)
		s.Mul(got, b)
		f.Mul(want, b)
		if !mat.EqualApprox(got, want, 1e-13) {
			t.Errorf("X B of %v", pos)
		}
		w, start := random(len(pos), m), random(d, m)
		got, want = mat.DenseCopyOf(start), mat.DenseCopyOf(start)
		s.AddTransMul(got, w)
		f.AddTransMul(want, w)
		if !mat.EqualApprox(got, want, 1e-13) {
			t.Errorf("X' W of %v", pos)
		}
		a, c := make([]float64, len(pos)), make([]float64, len(pos))
		s.SquaredNorms(a)
		f.SquaredNorms(c)
		for i := range a {
			if math.Abs(a[i]-c[i]) > 1e-13 {
				t.Errorf("|x|^2 of %d: %g, %g", pos[i], a[i], c[i])
			}
		}
	}
}

// A row of X B, and X' W, are the same to the bit however rows are divided into batches.
func TestProductsDoNotDependOnBatches(t *testing.T) {
	const n, d, m = 20, 30, 77
	rng := rand.New(rand.NewPCG(5, 6))
	sparse, _ := sparseAndDense(n, d)
	b, w := mat.NewDense(d, m, nil), mat.NewDense(n, m, nil)
	for i := range b.RawMatrix().Data {
		b.RawMatrix().Data[i] = rng.NormFloat64()
	}
	for i := range w.RawMatrix().Data {
		w.RawMatrix().Data[i] = rng.NormFloat64()
	}
	products := func(batch int) (xb, xw *mat.Dense) {
		xb, xw = mat.NewDense(n, m, nil), mat.NewDense(d, m, nil)
		for from := 0; from < n; from += batch {
			var pos []int
			for i := from; i < min(from+batch, n); i++ {
				pos = append(pos, i)
			}
			x := Read(nil, sparse, pos)
			x.Mul(xb.Slice(from, from+len(pos), 0, m).(*mat.Dense), b)
			x.AddTransMul(xw, w.Slice(from, from+len(pos), 0, m).(*mat.Dense))
		}
		return xb, xw
	}
	xb, xw := products(n)
	for _, batch := range []int{1, 7} {
		if gotB, gotW := products(batch); !mat.Equal(gotB, xb) || !mat.Equal(gotW, xw) {
			t.Errorf("batches of %d: other bits", batch)
		}
	}
}

func TestAddGram(t *testing.T) {
	const n, d = 20, 30
	sparse, dense := sparseAndDense(n, d)
	pos := []int{0, 1, 2, 3, 7, 9, 11}
	got, want := mat.NewDense(d, d, nil), mat.NewDense(d, d, nil)
	for i := range d {
		for j := range d {
			got.Set(i, j, float64(i+j))
			want.Set(i, j, float64(i+j))
		}
	}
	Read(nil, sparse, pos).AddGram(got)
	Read(nil, dense, pos).AddGram(want)
	var x mat.Dense
	x.CloneFrom(Read(nil, dense, pos).(Dense))
	for i := range d {
		for j := range i + 1 {
			exact := float64(i+j) + mat.Dot(x.ColView(i), x.ColView(j))
			if math.Abs(got.At(i, j)-exact) > 1e-13*(1+exact) || math.Abs(want.At(i, j)-exact) > 1e-13*(1+exact) {
				t.Errorf("X'X of columns %d and %d: %g sparse, %g dense, %g", i, j, got.At(i, j), want.At(i, j), exact)
			}
		}
	}
}

func TestSquaredDistances(t *testing.T) {
	sparse, dense := sparseAndDense(6, 9)
	pos := []int{0, 1, 2, 3, 5}
	got := SquaredDistances(Read(nil, sparse, pos))
	x := Read(nil, dense, pos).(Dense)
	at := 0
	for i := range pos {
		for j := range i {
			want := 0.0
			for k, v := range x.RawRowView(i) {
				want += (v - x.At(j, k)) * (v - x.At(j, k))
			}
			if math.Abs(got[at]-want) > 1e-13 {
				t.Errorf("rows %d and %d: %g, want %g", pos[i], pos[j], got[at], want)
			}
			at++
		}
	}
	if at != len(got) {
		t.Errorf("%d pairs, want %d", len(got), at)
	}
}
