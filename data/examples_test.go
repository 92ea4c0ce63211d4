package data

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Classes yields every class once, in order, across the blocks it reads, and ends
// where its reader does.
func TestClassesInOrder(t *testing.T) {
	const n = 10_000
	x, y := mat.NewDense(n, 1, nil), make([]int, n)
	var index Rows
	var want []int
	for i := range n {
		y[i] = i * i % 7
	}
	for i := n - 1; i >= 0; i -= 2 {
		index = append(index, i)
		want = append(want, y[i])
	}
	ex := NewExamples(NewMemory(x, y), index, nil)
	if got := slices.Collect(ex.Classes()); !slices.Equal(got, want) {
		t.Errorf("%d classes, not those of the examples", len(got))
	}
	seen := 0
	for range ex.Classes() {
		if seen++; seen == 4097 {
			break
		}
	}
	if seen != 4097 {
		t.Errorf("%d classes before the end", seen)
	}
}

// sevens are n sparse rows of which row i has label i mod 7, but for i mod 7 = 6, which has
// none, and the values 3 and 4 in two columns, but for rows 0 mod 5, which are zero.
func sevens(n int) *SparseMemory {
	x, labels := NewCSR(3), NewLabelSets()
	for i := range n {
		var cols []int
		var values []float64
		if i%5 != 0 {
			cols, values = []int{0, 2}, []float64{3, -4}
		}
		x.Append(cols, values)
		var set []int
		if i%7 != 6 {
			set = []int{i % 7}
		}
		labels.Append(set)
	}
	return NewSparseMemory(x, labels)
}

// Labels are counted in all blocks, and once.
func TestLabelCounts(t *testing.T) {
	const n = 7 * 1500
	got := NewExamples(sevens(n), Range{7, n}, nil).LabelCounts(7)
	if want := []int{1499, 1499, 1499, 1499, 1499, 1499, 0}; !slices.Equal(got, want) {
		t.Errorf("counts %v, want %v", got, want)
	}
}

// Rows have unit length, dense and sparse, but for rows of zeros. The table is as it was.
func TestNormalise(t *testing.T) {
	table := sevens(6)
	plain := NewExamples(table, All(6), nil)
	unit := plain.Normalise().Subset([]int{1, 5, 2})
	if plain.Normalised() || !unit.Normalised() {
		t.Error("which examples are normalised is not as it should be")
	}
	pos := []int{0, 1, 2}
	dense, sparse := mat.NewDense(3, 3, nil), NewCSR(3)
	unit.Read(dense, nil, pos)
	unit.ReadSparse(sparse, pos)
	if want := mat.NewDense(3, 3, []float64{0.6, 0, -0.8, 0, 0, 0, 0.6, 0, -0.8}); !mat.EqualApprox(dense, want, 1e-15) {
		t.Errorf("dense rows\n%v", mat.Formatted(dense))
	}
	if want := []float64{dense.At(0, 0), dense.At(0, 2), dense.At(2, 0), dense.At(2, 2)}; !slices.Equal(sparse.Values, want) {
		t.Errorf("sparse values %v, dense ones %v", sparse.Values, want)
	}
	plain.Read(dense, nil, pos)
	if dense.At(1, 2) != -4 {
		t.Error("the table is normalised too")
	}
	huge := NewExamples(NewMemory(mat.NewDense(1, 2, []float64{3e200, 4e200}), nil), All(1), nil).Normalise()
	x, _ := huge.ReadAll()
	if want := mat.NewDense(1, 2, []float64{0.6, 0.8}); !mat.EqualApprox(x, want, 1e-15) {
		t.Errorf("large values: %v", x.RawRowView(0))
	}
}

// Columns are scaled first.
func TestNormaliseAfterScaling(t *testing.T) {
	m := NewMemory(mat.NewDense(2, 2, []float64{1, 10, 3, 30}), nil)
	x, _ := NewExamples(m, All(2), FitScaler(m, All(2))).Normalise().ReadAll()
	h := 1 / math.Sqrt2
	if want := mat.NewDense(2, 2, []float64{-h, -h, h, h}); !mat.EqualApprox(x, want, 1e-15) {
		t.Errorf("got\n%v", mat.Formatted(x))
	}
}

// A centre is taken from rows after all else, of some of the examples too, which are not sparse then.
func TestCentred(t *testing.T) {
	x := NewCSR(2)
	x.Append([]int{0, 1}, []float64{3, 4})
	x.Append([]int{1}, []float64{5})
	labels := NewLabelSets()
	labels.Append(nil)
	labels.Append(nil)
	e := NewExamples(NewSparseMemory(x, labels), All(2), nil).Normalise().Centred([]float64{0.5, 1})
	if e.Sparse() {
		t.Error("centred rows are sparse")
	}
	got := mat.NewDense(1, 2, nil)
	for i, want := range [][]float64{{0.1, -0.2}, {-0.5, 0}} {
		e.Subset([]int{i}).Read(got, nil, []int{0})
		if !mat.EqualApprox(got, mat.NewDense(1, 2, want), 1e-15) {
			t.Errorf("row %d is %v, want %v", i, got.RawRowView(0), want)
		}
	}
}
