package split

import (
	"encoding/binary"
	"math"

	"gpcbench/data"
)

// distinct returns the rows of an index, in its order, without those whose inputs and class equal
// an earlier row's. It takes 8(D + 1) bytes for each row that is left.
func distinct(t data.Table, index data.Index) data.Rows {
	x := make([]float64, t.Dim())
	seen := map[string]bool{}
	var rows data.Rows
	var key []byte
	for i := range index.Len() {
		row := index.At(i)
		t.Rows(x, []int{row})
		key = binary.LittleEndian.AppendUint64(key[:0], uint64(data.ClassOf(t, row)))
		for _, v := range x {
			key = binary.LittleEndian.AppendUint64(key, math.Float64bits(v+0)) // turns -0 into 0
		}
		if !seen[string(key)] {
			seen[string(key)] = true
			rows = append(rows, row)
		}
	}
	return rows
}
