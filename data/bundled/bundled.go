// Package bundled has the files of a few small data sets within the program, so that some of the
// papers' numbers can be reproduced without a network. They are five sets of the UCI Machine
// Learning Repository under CC BY 4.0, byte for byte those of the catalogue, and packed. README.md
// of this folder names their authors.
package bundled

import (
	"compress/gzip"
	"embed"
	"io"
	"path"
)

//go:embed files
var files embed.FS

// Has says whether the program contains the file of a data set that is at folder/name in a mirror.
func Has(folder, name string) bool {
	f, err := files.Open(packed(folder, name))
	if err != nil {
		return false
	}
	_ = f.Close() // it is in memory
	return true
}

// Open opens a file in the program for reading. It need not be closed.
func Open(folder, name string) (io.Reader, error) {
	f, err := files.Open(packed(folder, name))
	if err != nil {
		return nil, err
	}
	return gzip.NewReader(f)
}

// packed returns the path of a file within the program.
func packed(folder, name string) string { return path.Join("files", folder, name+".gz") }
