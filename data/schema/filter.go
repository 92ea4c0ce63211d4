package schema

import "math"

// filterBits is the logarithm of the number of bits of a filter: for maxLevels numbers it takes one in
// thirteen others for one of them, and fits into a near cache, as their map does not.
const filterBits = 17

// filter says of most numbers that they are not among some, by one bit of each (Bloom, Space/time
// trade-offs in hash coding with allowable errors, 1970, with one hash).
type filter [1 << filterBits / 64]uint64

func newFilter(of map[float64]string) *filter {
	f := new(filter)
	for v := range of {
		word, bit := f.place(v)
		f[word] |= bit
	}
	return f
}

// mayHave is false only of a number that is not among them.
func (f *filter) mayHave(v float64) bool {
	word, bit := f.place(v)
	return f[word]&bit != 0
}

// place is that of a number's bit. 0 and -0 are one number.
func (f *filter) place(v float64) (word int, bit uint64) {
	hash := math.Float64bits(v+0) * 0x9e3779b97f4a7c15 >> (64 - filterBits)
	return int(hash / 64), 1 << (hash % 64)
}
