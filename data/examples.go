package data

import (
	"iter"
	"math"
	"sort"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Examples are the rows of a table listed by an index. They are scaled if scaler is not nil, then
// normalised to unit length if that is set, and centre is subtracted if it is not nil. They are
// numbered from 0 by position in the index.
type Examples struct {
	table      Table
	index      Index
	scaler     *Scaler
	normalised bool
	centre     []float64
}

// NewExamples returns the rows of t listed by index.
func NewExamples(t Table, index Index, scaler *Scaler) *Examples {
	if ds, ok := t.(*Dataset); ok {
		t = ds.Table // which may be Sparse or Multilabeled
	}
	return &Examples{table: t, index: index, scaler: scaler}
}

// Len returns the number of examples.
func (e *Examples) Len() int { return e.index.Len() }

// Dim returns D.
func (e *Examples) Dim() int { return e.table.Dim() }

// Row returns the table's row number of example i.
func (e *Examples) Row(i int) int { return e.index.At(i) }

// Scaler returns the scaler, nil if rows are not scaled.
func (e *Examples) Scaler() *Scaler { return e.scaler }

// Normalise returns the examples with each row x replaced by x / |x|, also if sparse. A row of
// zeros is unchanged.
func (e *Examples) Normalise() *Examples {
	n := *e
	n.normalised = true
	return &n
}

// Centred returns the examples with each row x replaced by x - centre, after scaling and
// normalising. They are not sparse.
func (e *Examples) Centred(centre []float64) *Examples {
	c := *e
	c.centre = centre
	return &c
}

// Unscaled returns the examples as they are in the table.
func (e *Examples) Unscaled() *Examples { return &Examples{table: e.table, index: e.index} }

// Normalised says whether rows are scaled to unit length.
func (e *Examples) Normalised() bool { return e.normalised }

// Subset returns the examples at the given positions.
func (e *Examples) Subset(pos []int) *Examples {
	rows := make(Rows, len(pos))
	for i, p := range pos {
		rows[i] = e.index.At(p)
	}
	some := *e
	some.index = rows
	return &some
}

// Without returns the examples except those at the given positions, which must ascend.
func (e *Examples) Without(pos []int) *Examples {
	rest := *e
	rest.index = without{e.index, pos}
	return &rest
}

// without is an index without some of its positions, which ascend.
type without struct {
	all Index
	pos []int
}

// Len returns the number of rows left.
func (w without) Len() int { return w.all.Len() - len(w.pos) }

// At returns the table's row of the j-th example left.
func (w without) At(j int) int {
	before := sort.Search(len(w.pos), func(i int) bool { return w.pos[i]-i > j })
	return w.all.At(j + before)
}

// Read copies the inputs and classes of the examples at positions pos, scaled.
// x is len(pos) x D, without gaps between its rows, and y has length len(pos);
// either may be nil. Cost O(len(pos) D).
func (e *Examples) Read(x *mat.Dense, y []int, pos []int) {
	rows := e.rows(pos)
	if x != nil {
		n, d := x.Dims()
		if n != len(pos) || d != e.Dim() {
			panic("data: Read: shape of x")
		}
		raw := x.RawMatrix()
		if raw.Stride != d {
			panic("data: Read: x must be contiguous")
		}
		e.table.Rows(raw.Data, rows)
		if e.scaler != nil {
			e.scaler.Apply(x)
		}
		if e.normalised {
			for i := range n {
				unitLength(x.RawRowView(i))
			}
		}
		if e.centre != nil {
			for i := range n {
				floats.Sub(x.RawRowView(i), e.centre)
			}
		}
	}
	if y != nil {
		if len(y) != len(pos) {
			panic("data: Read: length of y")
		}
		e.table.Classes(y, rows)
	}
}

// rows returns the table's row numbers of the examples at positions pos.
func (e *Examples) rows(pos []int) []int {
	rows := make([]int, len(pos))
	for i, p := range pos {
		rows[i] = e.index.At(p)
	}
	return rows
}

// Sparse says whether the examples can be read by ReadSparse: their table is sparse,
// and they are neither scaled nor centred, which would leave no zero in a column.
func (e *Examples) Sparse() bool {
	_, ok := e.table.(Sparse)
	return ok && e.scaler == nil && e.centre == nil
}

// ReadSparse reads the inputs of the examples at positions pos into x, replacing its content.
// Sparse must be true. The cost is proportional to the number of nonzero values.
func (e *Examples) ReadSparse(x *CSR, pos []int) {
	x.Reset(e.Dim())
	e.table.(Sparse).AppendRows(x, e.rows(pos))
	if e.normalised {
		for i := range x.Len() {
			_, values := x.Row(i)
			unitLength(values)
		}
	}
}

// unitLength divides a row by its length, if that is not 0. It first divides by the largest value,
// so that no square overflows.
func unitLength(row []float64) {
	largest := 0.0
	for _, v := range row {
		largest = max(largest, math.Abs(v))
	}
	if largest == 0 {
		return
	}
	squares := 0.0
	for _, v := range row {
		squares += (v / largest) * (v / largest)
	}
	length := math.Sqrt(squares)
	for j, v := range row {
		row[j] = v / largest / length
	}
}

// ReadLabels reads the label sets of the examples at positions pos into labels, replacing its
// content. The table must be Multilabeled.
func (e *Examples) ReadLabels(labels *LabelSets, pos []int) {
	labels.Reset()
	e.table.(Multilabeled).AppendLabels(labels, e.rows(pos))
}

// LabelCounts returns the number of examples with each of k labels. The table must be Multilabeled.
// It is read in blocks.
func (e *Examples) LabelCounts(k int) []int {
	counts := make([]int, k)
	labels := NewLabelSets()
	e.blocks(readBlock, func(pos []int) bool {
		e.ReadLabels(labels, pos)
		for _, l := range labels.Labels {
			counts[l]++
		}
		return true
	})
	return counts
}

// Classes yields the class of every example, in their order. They are read in
// blocks, so that memory does not grow with N.
func (e *Examples) Classes() iter.Seq[int] {
	return func(yield func(int) bool) {
		class := make([]int, readBlock)
		e.blocks(readBlock, func(pos []int) bool {
			e.Read(nil, class[:len(pos)], pos)
			for _, c := range class[:len(pos)] {
				if !yield(c) {
					return false
				}
			}
			return true
		})
	}
}

// readBlock is the number of examples that are read at a time for counting.
const readBlock = 4096

// blocks calls f with the positions of all examples, in order, size at a time, until it returns
// false.
func (e *Examples) blocks(size int, f func(pos []int) bool) {
	n := e.Len()
	pos := make([]int, 0, min(size, n))
	for from := 0; from < n; from += size {
		pos = pos[:0]
		for i := from; i < min(from+size, n); i++ {
			pos = append(pos, i)
		}
		if !f(pos) {
			return
		}
	}
}

// ReadBlocks calls each with the inputs and classes of all examples, in order, size at a time, and
// with the position of the first of them.
func (e *Examples) ReadBlocks(size int, each func(from int, x *mat.Dense, y []int)) {
	y := make([]int, size)
	from := 0
	e.blocks(size, func(pos []int) bool {
		x := mat.NewDense(len(pos), e.Dim(), nil)
		e.Read(x, y[:len(pos)], pos)
		each(from, x, y[:len(pos)])
		from += len(pos)
		return true
	})
}

// ReadAll returns all inputs, N x D, and classes, length N. It is for tables
// that fit in memory.
func (e *Examples) ReadAll() (*mat.Dense, []int) {
	n := e.Len()
	pos := make([]int, n)
	for i := range pos {
		pos[i] = i
	}
	x := mat.NewDense(n, e.Dim(), nil)
	y := make([]int, n)
	e.Read(x, y, pos)
	return x, y
}
