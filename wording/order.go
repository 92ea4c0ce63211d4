package wording

import (
	"cmp"
	"strings"
)

// own is how the folders of comparisons begin that are not from a paper.
const own = "gpcbench/"

// ByFolder orders reports by their folders: first the comparisons that are not from a paper, then
// the papers.
func ByFolder(a, b string) int {
	if first, second := strings.HasPrefix(a, own), strings.HasPrefix(b, own); first != second {
		if first {
			return -1
		}
		return 1
	}
	return cmp.Compare(a, b)
}
