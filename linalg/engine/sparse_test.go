package engine

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomCSR returns n rows of d columns, some of them empty. Its space has values before
// the first row, as that of a slice of rows has.
func randomCSR(rnd *rand.Rand, n, d int) CSR {
	x := CSR{Start: []int{3}, Cols: make([]int32, 3), Values: make([]float64, 3)}
	for range n {
		part := rnd.Float64()
		for c := range d {
			if part > 0.3 && rnd.Float64() < part {
				x.Cols, x.Values = append(x.Cols, int32(c)), append(x.Values, rnd.NormFloat64())
			}
		}
		x.Start = append(x.Start, len(x.Cols))
	}
	return x
}

// Sparse products are their definition, to the bit, with all kernels: chains of fused
// multiply-adds. They write nothing beside what they are asked for.
func TestSparseProducts(t *testing.T) {
	const n, d = 9, 12
	rnd := rand.New(rand.NewPCG(1, 2))
	x := randomCSR(rnd, n, d)
	for _, m := range []int{1, 3, 4, 7, 8, 12, 17, 31, 33, 64, 65, 70, 131, 300} {
		ldb, ldc := m+5, m+3
		b, c := random(rnd, d*ldb), random(rnd, n*ldc)
		wantB, wantC := slices.Clone(b), slices.Clone(c)
		for i := range n {
			for k := x.Start[i]; k < x.Start[i+1]; k++ {
				for j := range m {
					at := &wantC[i*ldc+j]
					*at = math.FMA(x.Values[k], b[int(x.Cols[k])*ldb+j], *at)
					at = &wantB[int(x.Cols[k])*ldb+j]
					*at = math.FMA(x.Values[k], c[i*ldc+j], *at)
				}
			}
		}
		for _, e := range append(machineKernels(), &portable) {
			t.Run(fmt.Sprintf("%s/%d", e.name, m), func(t *testing.T) {
				got := slices.Clone(c)
				x.each(e, b, ldb, got, ldc, m, (*kernels).gatherRow)
				if !slices.Equal(got, wantC) {
					t.Error("C + X B")
				}
				got = slices.Clone(b)
				x.each(e, got, ldb, c, ldc, m, (*kernels).scatterRow)
				if !slices.Equal(got, wantB) {
					t.Error("B + X' W")
				}
			})
		}
	}
}

func TestSparseProductsRefuseWhatIsOutside(t *testing.T) {
	x := CSR{Start: []int{0, 1}, Cols: []int32{2}, Values: []float64{1}}
	negative := CSR{Start: []int{0, 1}, Cols: []int32{-1}, Values: []float64{1}}
	short := CSR{Start: []int{0, 2}, Cols: []int32{1}, Values: []float64{1}}
	for name, do := range map[string]func(){
		"column beyond B":   func() { MulCSR(x, make([]float64, 4), 2, 2, make([]float64, 2), 2, 2) },
		"negative column":   func() { MulCSR(negative, make([]float64, 4), 2, 2, make([]float64, 2), 2, 2) },
		"values missing":    func() { MulCSR(short, make([]float64, 4), 2, 2, make([]float64, 2), 2, 2) },
		"B is too short":    func() { MulCSR(x, make([]float64, 5), 2, 3, make([]float64, 2), 2, 2) },
		"C is too short":    func() { MulCSR(x, make([]float64, 6), 2, 3, make([]float64, 1), 2, 2) },
		"rows run together": func() { AddTransMulCSR(x, make([]float64, 2), 2, make([]float64, 6), 1, 3, 2) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			do()
		}()
	}
}
