package fetch

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"gpcbench/data"
	"gpcbench/data/atomicfile"
)

// CacheDir returns the cache folder: GPCBENCH_DATA, or gpcbench in the user's cache directory or,
// if that is not known, gpcbench-UID in the folder of temporary files.
func CacheDir() (string, error) {
	if dir := os.Getenv("GPCBENCH_DATA"); dir != "" {
		return filepath.Abs(dir)
	}
	dir, err := os.UserCacheDir()
	if err != nil { // no home directory
		return filepath.Join(os.TempDir(), fmt.Sprintf("gpcbench-%d", os.Getuid())), nil
	}
	return filepath.Join(dir, "gpcbench"), nil
}

// file has the methods that the fetcher needs of an *os.File for writing.
type file interface {
	io.WriteCloser
	Sync() error
}

func (f *Fetcher) open(path string, flag int) (file, error) {
	if f.create != nil {
		return f.create(path, flag)
	}
	return os.OpenFile(path, flag, 0o666)
}

// land verifies a finished file and gives it its name in the cache. It removes
// a file that fails verification.
func (f *Fetcher) land(path string, w want) error {
	if err := verify(path, w); err != nil {
		removePart(path)
		return err
	}
	if err := os.Rename(path, w.path); err != nil {
		return unwritable(f.Cache, err)
	}
	atomicfile.SyncDir(filepath.Dir(w.path))
	return nil
}

// verify compares a file with its known size and SHA-256.
func verify(path string, w want) error {
	if w.sha256 == "" && w.bytes == 0 {
		return nil
	}
	sum, n, err := data.FileSum(path)
	if err != nil {
		return &localError{err}
	}
	if w.bytes != 0 && n != w.bytes || w.sha256 != "" && sum != w.sha256 {
		return &ChecksumError{GotBytes: n, WantBytes: w.bytes, Got: sum, Want: w.sha256}
	}
	return nil
}
