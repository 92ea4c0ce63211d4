package data

import "gonum.org/v1/gonum/mat"

// Memory is a Table held in memory.
type Memory struct {
	x *mat.Dense
	y []int
}

// NewMemory returns the table of inputs x, N x D, and class indices y, length
// N (nil for multi-label use). It keeps references to both.
func NewMemory(x *mat.Dense, y []int) *Memory {
	if n, _ := x.Dims(); y != nil && len(y) != n {
		panic("data: NewMemory: lengths of x and y differ")
	}
	return &Memory{x: x, y: y}
}

// Len returns N.
func (m *Memory) Len() int { n, _ := m.x.Dims(); return n }

// Dim returns D.
func (m *Memory) Dim() int { _, d := m.x.Dims(); return d }

// Rows copies rows idx into dst.
func (m *Memory) Rows(dst []float64, idx []int) {
	d := m.Dim()
	if len(dst) != len(idx)*d {
		panic("data: Rows: length of dst")
	}
	for i, r := range idx {
		copy(dst[i*d:(i+1)*d], m.x.RawRowView(r))
	}
}

// Classes copies the classes of rows idx into dst, and leaves it unchanged if the table has none.
func (m *Memory) Classes(dst []int, idx []int) {
	if m.y == nil {
		return
	}
	for i, r := range idx {
		dst[i] = m.y[r]
	}
}
