package wire

import (
	"bufio"
	"encoding/binary"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
)

// word is the number of bytes of a float64 or an int64.
const word = 8

// Place returns the path of a name that a method has given inside its folder, and what is there. Names that
// lead out of the folder, links, and what is neither file nor folder are refused.
func Place(folder, name string) (path string, info fs.FileInfo, err error) {
	if !filepath.IsLocal(name) || name == "." {
		return "", nil, Problemf("it named %q, which is not a name inside its folder", name)
	}
	path = folder
	for _, part := range splitPath(name) {
		path = filepath.Join(path, part)
		if info, err = os.Lstat(path); err != nil {
			return "", nil, Problemf("it named %q, and there is no such file", name)
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			return "", nil, Problemf("it named %q, which is a link: write the file itself", name)
		}
	}
	if !info.IsDir() && !info.Mode().IsRegular() {
		return "", nil, Problemf("it named %q, which is not a regular file", name)
	}
	return path, info, nil
}

// splitPath returns the parts of a relative path.
func splitPath(name string) []string {
	var out []string
	for dir, last := filepath.Split(filepath.Clean(name)); ; dir, last = filepath.Split(filepath.Clean(dir)) {
		out = append([]string{last}, out...)
		if dir == "" {
			return out
		}
	}
}

// ReadFloats reads the given number of numbers from a file that a
// method has named.
func ReadFloats(folder, name string, n int) ([]float64, error) {
	return readNumbers(folder, name, n, math.Float64frombits)
}

// ReadInts reads the given number of whole numbers from a file that a
// method has named.
func ReadInts(folder, name string, n int) ([]int64, error) {
	return readNumbers(folder, name, n, func(bits uint64) int64 { return int64(bits) })
}

// readNumbers reads the given number of 64-bit numbers.
func readNumbers[T any](folder, name string, n int, number func(bits uint64) T) ([]T, error) {
	path, info, err := Place(folder, name)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, Problemf("it named %q, which is a folder: write a file", name)
	}
	if info.Size() != int64(n)*word {
		return nil, &ShapeError{Name: name, Bytes: info.Size(), Want: int64(n) * word}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, Problemf("its file %q cannot be read: %v", name, err)
	}
	defer f.Close()
	raw := make([]byte, n*word)
	if _, err := io.ReadFull(f, raw); err != nil {
		return nil, Problemf("its file %q changed while it was read", name)
	}
	out := make([]T, n)
	for i := range out {
		out[i] = number(binary.LittleEndian.Uint64(raw[i*word:]))
	}
	return out, nil
}

// ShapeError says that the size of a file does not match its shape.
type ShapeError struct {
	Name        string
	Bytes, Want int64
}

func (e *ShapeError) Error() string {
	return Problemf("its file %q has %d bytes, its shape needs %d", e.Name, e.Bytes, e.Want).Error()
}

// Numbers writes a file of numbers.
type Numbers struct {
	file *os.File
	buf  *bufio.Writer
}

// CreateNumbers opens a file, which is made anew.
func CreateNumbers(path string) (*Numbers, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return &Numbers{f, bufio.NewWriterSize(f, 1<<18)}, nil
}

// Floats appends numbers.
func (w *Numbers) Floats(values ...float64) {
	var raw [word]byte
	for _, v := range values {
		binary.LittleEndian.PutUint64(raw[:], math.Float64bits(v))
		w.buf.Write(raw[:])
	}
}

// Int appends a whole number.
func (w *Numbers) Int(v int) {
	var raw [word]byte
	binary.LittleEndian.PutUint64(raw[:], uint64(v))
	w.buf.Write(raw[:])
}

// Close ends the file. Its error covers all writes.
func (w *Numbers) Close() error {
	err := w.buf.Flush()
	if e := w.file.Close(); err == nil {
		err = e
	}
	return err
}

// Size returns the bytes of a snapshot or checkpoint that a method has named: a file, or a folder of
// regular files.
func Size(folder, name string) (bytes int64, err error) {
	path, _, err := Place(folder, name)
	if err != nil {
		return 0, err
	}
	err = filepath.WalkDir(path, func(at string, e fs.DirEntry, err error) error {
		if err != nil {
			return Problemf("its %q cannot be read: %v", name, err)
		}
		info, err := e.Info()
		switch {
		case err != nil:
			return Problemf("its %q changed while it was read", name)
		case e.IsDir():
		case !info.Mode().IsRegular():
			return Problemf("its %q holds %s, which is not a regular file", name, filepath.Base(at))
		default:
			bytes += info.Size()
		}
		return nil
	})
	return bytes, err
}
