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

// isFolder says whether a name can be a folder, or folders, on every system.
func isFolder(name string) bool {
	for _, part := range strings.Split(name, "/") {
		if part == "" || part[0] == '.' || strings.HasSuffix(part, ".") || strings.TrimSpace(part) != part {
			return false
		}
		for _, c := range part {
			if c < ' ' || strings.ContainsRune(`<>:"\|?*`, c) {
				return false
			}
		}
	}
	return true
}
