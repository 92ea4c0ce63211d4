package spec

import (
	"cmp"
	"strings"
	"unicode"
)

// noFolderHas are characters that some system does not allow in the name of a folder.
const noFolderHas = `<>:"\|?*`

// longestName is the most bytes of a name that is part of a path. File systems allow 255, some of
// which are left for a prefix and a suffix.
const longestName = 200

// longestPart returns the number of bytes of the longest part of a name between slashes.
func longestPart(name string) int {
	longest := 0
	for part := range strings.SplitSeq(name, "/") {
		longest = max(longest, len(part))
	}
	return longest
}

// isFolder says whether a name can name a folder, or nested folders, on every system.
func isFolder(name string) bool {
	for _, part := range strings.Split(name, "/") {
		if part == "" || part[0] == '.' || strings.HasSuffix(part, ".") || strings.TrimSpace(part) != part {
			return false
		}
		for _, c := range part {
			if c < ' ' || endsLine(c) || strings.ContainsRune(noFolderHas, c) {
				return false
			}
		}
	}
	return true
}

// FolderName returns the name of a folder that is closest to the name of a file, shortened to
// leave room for a suffix.
func FolderName(file string) string {
	name := strings.Map(func(c rune) rune {
		if c < ' ' || strings.ContainsRune(noFolderHas, c) {
			return '_'
		}
		return c
	}, file)
	name = strings.TrimFunc(name, func(c rune) bool { return c == '.' || unicode.IsSpace(c) })
	name = strings.ToValidUTF8(name[:min(len(name), longestName/2)], "")
	return cmp.Or(name, "table")
}
