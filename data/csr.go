package data

// CSR holds the nonzero values of rows, one row after the other (compressed sparse rows): row i has
// the columns Cols[Start[i]:Start[i+1]], ascending and counted from 0, and the values at the same
// places. It takes 12 bytes per value and 8 per row.
type CSR struct {
	D      int       // number of columns
	Start  []int     // where each row starts, and the end: N + 1
	Cols   []int32   // column of each value
	Values []float64 // none is zero
}

// NewCSR returns no rows of d columns.
func NewCSR(d int) *CSR { return &CSR{D: d, Start: []int{0}} }

// Len returns N.
func (x *CSR) Len() int { return len(x.Start) - 1 }

// Reset removes all rows and keeps their space.
func (x *CSR) Reset(d int) {
	x.D, x.Start, x.Cols, x.Values = d, append(x.Start[:0], 0), x.Cols[:0], x.Values[:0]
}

// Row returns the columns and values of row i, which are not copies.
func (x *CSR) Row(i int) ([]int32, []float64) {
	from, to := x.Start[i], x.Start[i+1]
	return x.Cols[from:to], x.Values[from:to]
}

// Append adds a row, whose columns must ascend. Values that are zero are left out.
func (x *CSR) Append(cols []int, values []float64) {
	if len(cols) != len(values) {
		panic("data: CSR.Append: lengths of cols and values differ")
	}
	for i, c := range cols {
		if c < 0 || c >= x.D || i > 0 && c <= cols[i-1] {
			panic("data: CSR.Append: columns")
		}
		if values[i] != 0 {
			x.Cols, x.Values = append(x.Cols, int32(c)), append(x.Values, values[i])
		}
	}
	x.Start = append(x.Start, len(x.Cols))
}

// LabelSets are sets of labels, one for each row: row i has the labels Labels[Start[i]:Start[i+1]],
// ascending and counted from 0.
type LabelSets struct {
	Start  []int // where each row starts, and the end: N + 1
	Labels []int32
}

// NewLabelSets returns no rows.
func NewLabelSets() *LabelSets { return &LabelSets{Start: []int{0}} }

// Len returns N.
func (s *LabelSets) Len() int { return len(s.Start) - 1 }

// Reset removes all rows and keeps their space.
func (s *LabelSets) Reset() { s.Start, s.Labels = append(s.Start[:0], 0), s.Labels[:0] }

// Row returns the labels of row i, which are not a copy.
func (s *LabelSets) Row(i int) []int32 { return s.Labels[s.Start[i]:s.Start[i+1]] }

// Append adds a row, whose labels must ascend.
func (s *LabelSets) Append(labels []int) {
	for i, l := range labels {
		if l < 0 || i > 0 && l <= labels[i-1] {
			panic("data: LabelSets.Append: labels")
		}
		s.Labels = append(s.Labels, int32(l))
	}
	s.Start = append(s.Start, len(s.Labels))
}

// appendTo appends the labels of rows idx to dst.
func (s *LabelSets) appendTo(dst *LabelSets, idx []int) {
	for _, row := range idx {
		dst.Labels = append(dst.Labels, s.Row(row)...)
		dst.Start = append(dst.Start, len(dst.Labels))
	}
}
