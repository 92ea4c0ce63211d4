package spec

import (
	"path/filepath"
	"strings"
)

// Stem returns the name of a file without folder and extensions.
func Stem(path string) string {
	base := filepath.Base(filepath.ToSlash(path))
	for _, packed := range []string{".gz", ".bz2", ".zip"} {
		base = strings.TrimSuffix(base, packed)
	}
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// longestName is the most bytes of a name that is part of a path. File systems take 255, some
// of which are for what stands before and behind.
const longestName = 200

// longestPart is the number of bytes of the longest part of a name that slashes divide.
func longestPart(name string) int {
	longest := 0
	for part := range strings.SplitSeq(name, "/") {
		longest = max(longest, len(part))
	}
	return longest
}

// isFolder says whether a name can be a folder, or folders, on every system.
func isFolder(name string) bool {
	for _, part := range strings.Split(name, "/") {
		if part == "" || part[0] == '.' || strings.HasSuffix(part, ".") || strings.TrimSpace(part) != part {
			return false
		}
		for _, c := range part {
			if c < ' ' || endsLine(c) || strings.ContainsRune(`<>:"\|?*`, c) {
				return false
			}
		}
	}
	return true
}
