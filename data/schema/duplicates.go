package schema

import (
	"hash/maphash"
	"math"

	"gpcbench/data/read"
)

// mostCompared is the number of rows, from the first on, that are compared with one another.
const mostCompared = 100000

// rowSet is a set of row hashes, which differ from process to process.
type rowSet struct {
	hash maphash.Hash
	keys map[uint64]bool
}

// seeRow compares a row with the previous rows. The rows that an interrupted conversion compared
// are counted, but later rows are not compared with them.
func (s *Schema) seeRow(rec *read.Record) {
	if s.Compared == mostCompared || s.Compared > 0 && s.rows.keys == nil {
		return
	}
	if s.rows.keys == nil {
		s.rows.keys = make(map[uint64]bool)
	}
	s.Compared++
	key := s.rows.key(rec, s.Columns, s.Label)
	if s.rows.keys[key] {
		s.Duplicates++
	}
	s.rows.keys[key] = true
}

// key returns the hash of a row's label and used columns.
func (t *rowSet) key(rec *read.Record, columns []Column, label int) uint64 {
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
	return t.hash.Sum64()
}
