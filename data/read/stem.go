package read

import (
	"path/filepath"
	"strings"
)

// packings are the endings of packed files.
var packings = []string{".gz", ".bz2", ".zip"}

// Unpacked is a path without the ending of a packed file.
func Unpacked(path string) string {
	for _, packed := range packings {
		path = strings.TrimSuffix(path, packed)
	}
	return path
}

// Stem is a file's name without its folder, the ending of a packed file and the last ending
// before that. A name that is an ending alone stays.
func Stem(path string) string {
	name := Unpacked(filepath.Base(path))
	if cut := strings.TrimSuffix(name, filepath.Ext(name)); cut != "" {
		return cut
	}
	return name
}
