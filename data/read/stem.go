package read

import (
	"path/filepath"
	"slices"
	"strings"
)

// packings are the endings of packed files.
var packings = []string{".gz", ".bz2", ".zip"}

// Unpacked returns a path without the ending of a packed file.
func Unpacked(path string) string {
	for _, packed := range packings {
		path = strings.TrimSuffix(path, packed)
	}
	return path
}

// tableEndings are the endings of table files, including some that no reader reads.
var tableEndings = []string{".csv", ".tsv", ".arff", ".svm", ".libsvm", ".xlsx", ".xls", ".ods", ".parquet"}

// NamedAsTable says whether a file has the name of a table, packed or not.
func NamedAsTable(path string) bool {
	return slices.Contains(tableEndings, filepath.Ext(Unpacked(strings.ToLower(path))))
}

// Stem returns a file's name without its folder, the ending of a packed file and the last ending
// before that. A name that is only an ending stays.
func Stem(path string) string {
	name := Unpacked(filepath.Base(path))
	if cut := strings.TrimSuffix(name, filepath.Ext(name)); cut != "" {
		return cut
	}
	return name
}
