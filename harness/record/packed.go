package record

import (
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"gpcbench/data"
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

// What a packed file may hold: packedSlack bytes, and packedRatio times its size. JSON and CSV of
// records shrink to a fifth or a tenth.
const (
	packedRatio = 100
	packedSlack = 64 << 20
)

// open is Open, whose error names the path only if it is one of package os. What is no regular file
// is an error, and so is the content of a packed one as soon as there is more than it may hold.
func open(path string) (io.ReadCloser, error) {
	file, err := data.OpenRegular(path)
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
	info, err := file.Stat()
	if err != nil {
		file.Close()
		return nil, err
	}
	return &packed{unpacked, packedSlack + packedRatio*info.Size(), file}, nil
}

// packed closes the file that is unpacked.
type packed struct {
	unpacked io.Reader
	left     int64 // bytes that it may still hold
	io.Closer
}

var errBomb = errors.New("damaged packed file: it unpacks to more than a hundred times its size, as no file of records does; remove it from the folder")

// Read unpacks.
func (p *packed) Read(b []byte) (int, error) {
	n, err := p.unpacked.Read(b)
	if p.left -= int64(n); p.left < 0 {
		return n, errBomb
	}
	return n, damaged(err)
}

// packTo writes content packed as far as it can be, the same bytes each time.
func packTo(w io.Writer, content []byte) error {
	packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := packed.Write(content); err != nil {
		return err
	}
	return packed.Close()
}

// damaged says of an error in unpacking what to do about it.
func damaged(err error) error {
	var corrupt flate.CorruptInputError
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) || errors.As(err, &corrupt) {
		return fmt.Errorf("damaged packed file: %w; replace it with a whole copy, or delete it to run its cells again", err)
	}
	return err
}
