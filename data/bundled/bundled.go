// Package bundled has the files of a few small data sets within the program, so that some of
// the papers' numbers can be had without a network: five sets of the UCI Machine Learning
// Repository under CC BY 4.0, byte by byte as the catalogue names them, and packed. Whose they
// are stands in README.md of this folder.
package bundled

import (
	"compress/gzip"
	"embed"
	"io"
	"path"
)

//go:embed files
var files embed.FS

// Has says whether a file of a data set, which lies at folder/name in a mirror, is in the program.
func Has(folder, name string) bool {
	f, err := files.Open(packed(folder, name))
	if err != nil {
		return false
	}
	_ = f.Close() // it is in memory
	return true
}

// Open reads a file that is in the program. Closing what it returns is not needed.
func Open(folder, name string) (io.Reader, error) {
	f, err := files.Open(packed(folder, name))
	if err != nil {
		return nil, err
	}
	return gzip.NewReader(f)
}

// packed is where a file lies in the program.
func packed(folder, name string) string { return path.Join("files", folder, name+".gz") }
