package data

// mostZeroRows is the largest number of rows that are searched for zeros.
const mostZeroRows = 100

// Zeros returns the share of a table's inputs that are 0, estimated from at most a hundred evenly
// spaced rows. It is an error if rows cannot be read.
func Zeros(t Table) (share float64, err error) {
	defer Failed(&err)
	n := min(t.Len(), mostZeroRows)
	rows := make([]int, n)
	for i := range rows {
		rows[i] = i * t.Len() / n
	}
	x, zeros := make([]float64, n*t.Dim()), 0
	t.Rows(x, rows)
	for _, v := range x {
		if v == 0 {
			zeros++
		}
	}
	return float64(zeros) / float64(len(x)), nil
}
