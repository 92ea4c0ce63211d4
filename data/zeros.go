package data

// mostZeroRows is how many rows are looked at for zeros.
const mostZeroRows = 100

// Zeros returns the share of the inputs of a table that are 0, by at most a hundred rows, evenly spaced. The error is
// that of rows that cannot be read.
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
