package record

import (
	"slices"
	"strings"
)

// hitsDigits are those of base 64, in the order of their values.
const hitsDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// Hits are how many of the first 1, 3 and 5 labels by rank are labels of the row, of every test
// row: a digit of base 64 a row, whose value is n_1 + 2 n_3 + 8 n_5.
type Hits string

// HitCutoffs are the cutoffs of [Hits].
var HitCutoffs = [...]int{1, 3, 5}

// Hit returns the digit of a row with such numbers of hits.
func Hit(n [len(HitCutoffs)]int) byte { return hitsDigits[n[0]+2*n[1]+8*n[2]] }

// At returns the hits among the first cutoff labels of every row, nil for another cutoff or
// where a character is no digit.
func (h Hits) At(cutoff int) []int {
	place := slices.Index(HitCutoffs[:], cutoff)
	if place < 0 {
		return nil
	}
	shift, mask := [...]int{0, 1, 3}[place], [...]int{1, 3, 7}[place]
	out := make([]int, len(h))
	for i := range len(h) {
		v := strings.IndexByte(hitsDigits, h[i])
		if v < 0 {
			return nil
		}
		out[i] = v >> shift & mask
	}
	return out
}
