package data

// SparseMemory is a Table of sparse rows with any number of labels each, held
// in memory.
type SparseMemory struct {
	dim       int
	rows      []int // place in cols and values where each row starts, and the end
	cols      []int32
	values    []float64
	labelRows []int // place in labels where each row starts, and the end
	labels    []int32
}

// NewSparseMemory returns an empty table of d attributes.
func NewSparseMemory(d int) *SparseMemory {
	return &SparseMemory{dim: d, rows: []int{0}, labelRows: []int{0}}
}

// Append adds a row: its non-zero columns and labels, both ascending.
func (s *SparseMemory) Append(cols []int, values []float64, labels []int) {
	if len(cols) != len(values) {
		panic("data: Append: lengths of cols and values differ")
	}
	for i, c := range cols {
		if c < 0 || c >= s.dim || i > 0 && c <= cols[i-1] {
			panic("data: Append: columns")
		}
		s.cols = append(s.cols, int32(c))
	}
	s.values = append(s.values, values...)
	s.rows = append(s.rows, len(s.cols))
	for _, l := range labels {
		s.labels = append(s.labels, int32(l))
	}
	s.labelRows = append(s.labelRows, len(s.labels))
}

// Len returns N.
func (s *SparseMemory) Len() int { return len(s.rows) - 1 }

// Dim returns D.
func (s *SparseMemory) Dim() int { return s.dim }

// Rows copies rows idx into dst, zeros and all.
func (s *SparseMemory) Rows(dst []float64, idx []int) {
	if len(dst) != len(idx)*s.dim {
		panic("data: Rows: length of dst")
	}
	clear(dst)
	for i, row := range idx {
		for at := s.rows[row]; at < s.rows[row+1]; at++ {
			dst[i*s.dim+int(s.cols[at])] = s.values[at]
		}
	}
}

// Classes leaves dst unchanged.
func (s *SparseMemory) Classes([]int, []int) {}

// LabelSet appends the labels of a row to dst.
func (s *SparseMemory) LabelSet(dst []int, row int) []int {
	for _, l := range s.labels[s.labelRows[row]:s.labelRows[row+1]] {
		dst = append(dst, int(l))
	}
	return dst
}

// SparseRow appends the non-zero columns and values of a row.
func (s *SparseMemory) SparseRow(cols []int, vals []float64, row int) ([]int, []float64) {
	from, to := s.rows[row], s.rows[row+1]
	for _, c := range s.cols[from:to] {
		cols = append(cols, int(c))
	}
	return cols, append(vals, s.values[from:to]...)
}
