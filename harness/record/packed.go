package record

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"strings"
)

// packedExtension ends the names of files that were packed with gzip.
const packedExtension = ".gz"

// Open opens a file of the results for reading what it holds, packed or not.
func Open(path string) (io.ReadCloser, error) {
	file, err := os.Open(path)
	if err != nil || !strings.HasSuffix(path, packedExtension) {
		return file, err
	}
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return packed{unpacked, file}, nil
}

// packed closes the file that is unpacked.
type packed struct {
	io.Reader
	io.Closer
}
