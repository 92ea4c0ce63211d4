package record

import (
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// packedExtension ends the names of files that were packed with gzip.
const packedExtension = ".gz"

// isPacked says whether a file was packed.
func isPacked(name string) bool { return strings.HasSuffix(name, packedExtension) }

// Open opens a file of the results for reading what it holds, packed or not.
func Open(path string) (io.ReadCloser, error) {
	file, err := open(path)
	if _, named := errors.AsType[*os.PathError](err); err != nil && !named {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return file, err
}

// open is Open, whose error names the path only if it is one of package os.
func open(path string) (io.ReadCloser, error) {
	file, err := os.Open(path)
	if err != nil || !isPacked(path) {
		return file, err
	}
	unpacked, err := gzip.NewReader(file)
	if err == io.EOF { // not one byte, and that is no packed file
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		file.Close()
		return nil, damaged(err)
	}
	return packed{unpacked, file}, nil
}

// packed closes the file that is unpacked.
type packed struct {
	unpacked io.Reader
	io.Closer
}

// Read unpacks.
func (p packed) Read(b []byte) (int, error) {
	n, err := p.unpacked.Read(b)
	return n, damaged(err)
}

// damaged says of an error in unpacking what to do about it.
func damaged(err error) error {
	var corrupt flate.CorruptInputError
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) || errors.As(err, &corrupt) {
		return fmt.Errorf("damaged packed file: %w; put a whole copy in its place, or delete it to have what it held run again", err)
	}
	return err
}
