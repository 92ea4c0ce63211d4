package read

import (
	"path/filepath"
	"slices"
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

// tableEndings are those of files of tables, also of some that no reader reads.
var tableEndings = []string{".csv", ".tsv", ".arff", ".svm", ".libsvm", ".xlsx", ".xls", ".ods", ".parquet"}

// NamedAsTable says whether a file is called as a table is, packed or not.
func NamedAsTable(path string) bool {
	return slices.Contains(tableEndings, filepath.Ext(Unpacked(strings.ToLower(path))))
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
