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
