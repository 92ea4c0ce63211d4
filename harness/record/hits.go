package record

import (
	"slices"
	"strings"
)

// hitsDigits are the digits of base 64, in the order of their values.
const hitsDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// Hits holds, for every test row, how many of the top 1, 3 and 5 labels by rank are labels of the
// row. Each row is a digit of base 64 with the value n_1 + 2 n_3 + 8 n_5.
type Hits string

// HitCutoffs are the cutoffs of [Hits].
var HitCutoffs = [...]int{1, 3, 5}

// Hit returns the digit of a row with the given numbers of hits.
func Hit(n [len(HitCutoffs)]int) byte { return hitsDigits[n[0]+2*n[1]+8*n[2]] }

// At returns the hits among the top cutoff labels of every row, nil if cutoff is not in
// HitCutoffs or a character is not a digit.
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
