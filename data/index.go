package data

import (
	"math/bits"
	"sort"
)

// Index is an ordered set of row numbers. A contiguous one takes no memory.
type Index interface {
	Len() int
	At(j int) int
}

// All is the Index of rows 0..All-1.
type All int

// Len returns n.
func (a All) Len() int { return int(a) }

// At returns j.
func (a All) At(j int) int { return j }

// Rows is an Index that lists its rows.
type Rows []int

// Len returns the number of rows.
func (r Rows) Len() int { return len(r) }

// At returns the j-th row.
func (r Rows) At(j int) int { return r[j] }

// Range is the Index of rows From..To-1.
type Range struct{ From, To int }

// Len returns the number of rows.
func (r Range) Len() int { return r.To - r.From }

// At returns the j-th row.
func (r Range) At(j int) int { return r.From + j }

// Except is the Index of rows 0..N-1 without those of a range.
type Except struct {
	N int
	Range
}

// Len returns the number of rows.
func (e Except) Len() int { return e.N - e.Range.Len() }

// At returns the j-th row.
func (e Except) At(j int) int {
	if j < e.From {
		return j
	}
	return j + e.Range.Len()
}

// Set is an Index of any rows of 0..n-1 in ascending order. It takes about a bit and a half per row
// of the table. At is a binary search, O(log n).
type Set struct {
	words  []uint64
	before []int // number of rows in the words before each block of words
	n      int
}

// blockWords is the number of words per count in Set.before.
const blockWords = 8

// NewSet returns an empty set of rows of 0..n-1.
func NewSet(n int) *Set { return &Set{words: make([]uint64, (n+63)/64)} }

// Add adds a row.
func (s *Set) Add(row int) { s.words[row/64] |= 1 << (row % 64) }

// Has says whether a row was added.
func (s *Set) Has(row int) bool { return s.words[row/64]>>(row%64)&1 == 1 }

// Done counts the rows; it must be called once, after the last Add.
func (s *Set) Done() *Set {
	for w, word := range s.words {
		if w%blockWords == 0 {
			s.before = append(s.before, s.n)
		}
		s.n += bits.OnesCount64(word)
	}
	return s
}

// Len returns the number of rows.
func (s *Set) Len() int { return s.n }

// At returns the j-th row.
func (s *Set) At(j int) int {
	block := sort.SearchInts(s.before, j+1) - 1
	j -= s.before[block]
	for w := block * blockWords; ; w++ {
		word := s.words[w]
		if in := bits.OnesCount64(word); j >= in {
			j -= in
			continue
		}
		for ; j > 0; j-- {
			word &= word - 1
		}
		return w*64 + bits.TrailingZeros64(word)
	}
}

// Split has the training and test rows of a repeat, both in file order.
type Split struct {
	Train, Test Index
}

// SplitOf returns the split of n rows that trains on the given ones and tests on
// all others.
func SplitOf(n int, train []int) Split {
	in, out := NewSet(n), NewSet(n)
	for _, row := range train {
		in.Add(row)
	}
	for row := range n {
		if !in.Has(row) {
			out.Add(row)
		}
	}
	return Split{Train: in.Done(), Test: out.Done()}
}
