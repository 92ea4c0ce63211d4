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

// packedExtension is the extension of files packed with gzip.
const packedExtension = ".gz"

// isPacked says whether a file was packed.
func isPacked(name string) bool { return strings.HasSuffix(name, packedExtension) }

// Open opens a file of the results for reading, and unpacks it if it is packed.
func Open(path string) (io.ReadCloser, error) {
	file, err := open(path)
	if _, named := errors.AsType[*os.PathError](err); err != nil && !named {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return file, err
}

// A packed file may unpack to packedSlack bytes plus packedRatio times its size. JSON and CSV of
// records pack to a fifth or a tenth of their size.
const (
	packedRatio = 100
	packedSlack = 64 << 20
)

// open is Open, but only errors of package os name the path. It is an error if the path is not a
// regular file. Reading a packed file fails once it has unpacked to more than it may.
func open(path string) (io.ReadCloser, error) {
	file, err := data.OpenRegular(path)
	if err != nil || !isPacked(path) {
		return file, err
	}
	unpacked, err := gzip.NewReader(file)
	if err == io.EOF { // an empty file is not a packed file
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

// packed reads the content of a packed file, and closes the file.
type packed struct {
	unpacked io.Reader
	left     int64 // bytes that it may still unpack to
	io.Closer
}

var errBomb = errors.New("damaged packed file: it unpacks to more than a hundred times its size, as no file of records does; remove it from the folder")

// Read reads unpacked bytes.
func (p *packed) Read(b []byte) (int, error) {
	n, err := p.unpacked.Read(b)
	if p.left -= int64(n); p.left < 0 {
		return n, errBomb
	}
	return n, damaged(err)
}

// packTo writes content with the best compression, always as the same bytes.
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

// damaged adds advice to an error about a damaged packed file.
func damaged(err error) error {
	var corrupt flate.CorruptInputError
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) || errors.As(err, &corrupt) {
		return fmt.Errorf("damaged packed file: %w; replace it with a whole copy, or delete it to run its cells again", err)
	}
	return err
}
