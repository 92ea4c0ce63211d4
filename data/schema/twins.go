package schema

import (
	"hash/maphash"
	"math"

	"gpcbench/data/read"
)

// compared is how many rows are compared with one another.
const compared = 100000

// twins counts rows that are there more than once, among the first ones.
type twins struct {
	hash       maphash.Hash
	seen       map[uint64]bool
	rows       int
	duplicates int
}

// see compares a row with those before: the label and the columns that are used.
func (t *twins) see(rec *read.Record, columns []Column, label int) {
	if t.rows == compared {
		return
	}
	if t.seen == nil {
		t.seen = make(map[uint64]bool)
	}
	t.rows++
	t.hash.Reset()
	t.hash.Write(rec.Label)
	for i, v := range rec.Values {
		if rec.Cols != nil {
			maphash.WriteComparable(&t.hash, rec.Cols[i])
		}
		maphash.WriteComparable(&t.hash, math.Float64bits(v))
	}
	for j, field := range rec.Fields {
		if j == label || !columns[j].Skip {
			t.hash.Write(field)
			t.hash.WriteByte(0)
		}
	}
	key := t.hash.Sum64()
	if t.seen[key] {
		t.duplicates++
	}
	t.seen[key] = true
}
