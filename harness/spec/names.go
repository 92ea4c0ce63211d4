package spec

import (
	"cmp"
	"path/filepath"
	"strings"
	"unicode"
)

// Stem returns the name of a file without folder and extensions.
func Stem(path string) string {
	base := filepath.Base(filepath.ToSlash(path))
	for _, packed := range []string{".gz", ".bz2", ".zip"} {
		base = strings.TrimSuffix(base, packed)
	}
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// noFolderHas are signs that the name of a folder cannot have on every system.
const noFolderHas = `<>:"\|?*`

// isFolder says whether a name can be a folder, or folders, on every system.
func isFolder(name string) bool {
	for _, part := range strings.Split(name, "/") {
		if part == "" || part[0] == '.' || strings.HasSuffix(part, ".") || strings.TrimSpace(part) != part {
			return false
		}
		for _, c := range part {
			if c < ' ' || strings.ContainsRune(noFolderHas, c) {
				return false
			}
		}
	}
	return true
}

// FolderName is the name of a folder that is most like the name of a file.
func FolderName(file string) string {
	name := strings.Map(func(c rune) rune {
		if c < ' ' || strings.ContainsRune(noFolderHas, c) {
			return '_'
		}
		return c
	}, file)
	name = strings.TrimFunc(name, func(c rune) bool { return c == '.' || unicode.IsSpace(c) })
	return cmp.Or(name, "table")
}
