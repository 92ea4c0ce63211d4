package data

// SparseMemory is a Table of sparse rows with any number of labels each, held in memory: 12 bytes
// per nonzero value, 4 per label and 16 per row.
type SparseMemory struct {
	x      *CSR
	labels *LabelSets
}

// NewSparseMemory returns the table of rows x with the labels of each. It keeps
// references to both.
func NewSparseMemory(x *CSR, labels *LabelSets) *SparseMemory {
	if x.Len() != labels.Len() {
		panic("data: NewSparseMemory: numbers of rows differ")
	}
	return &SparseMemory{x, labels}
}

// Len returns N.
func (s *SparseMemory) Len() int { return s.x.Len() }

// Dim returns D.
func (s *SparseMemory) Dim() int { return s.x.D }

// Rows copies rows idx into dst, including zeros.
func (s *SparseMemory) Rows(dst []float64, idx []int) {
	d := s.x.D
	if len(dst) != len(idx)*d {
		panic("data: Rows: length of dst")
	}
	clear(dst)
	for i, row := range idx {
		cols, values := s.x.Row(row)
		for j, c := range cols {
			dst[i*d+int(c)] = values[j]
		}
	}
}

// Classes leaves dst unchanged.
func (s *SparseMemory) Classes([]int, []int) {}

// AppendLabels appends the labels of rows idx to dst.
func (s *SparseMemory) AppendLabels(dst *LabelSets, idx []int) { s.labels.appendTo(dst, idx) }

// AppendRows appends rows idx to dst.
func (s *SparseMemory) AppendRows(dst *CSR, idx []int) {
	for _, row := range idx {
		cols, values := s.x.Row(row)
		dst.Cols, dst.Values = append(dst.Cols, cols...), append(dst.Values, values...)
		dst.Start = append(dst.Start, len(dst.Cols))
	}
}
