package wording

import (
	"cmp"
	"strings"
)

// own is how folders of the comparisons begin that no paper made.
const own = "gpcbench/"

// ByFolder orders reports by their folders: the comparisons that no paper made first, the
// papers behind them.
func ByFolder(a, b string) int {
	if first, second := strings.HasPrefix(a, own), strings.HasPrefix(b, own); first != second {
		if first {
			return -1
		}
		return 1
	}
	return cmp.Compare(a, b)
}
