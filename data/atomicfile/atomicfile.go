// Package atomicfile writes files whole or not at all, and keeps processes apart that would
// write the same ones.
package atomicfile

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"gpcbench/data"
)

// ending is that of a file's name until it is finished.
const ending = ".part"

// File is a file that gets its name when it is finished. Until then it has one of its own beside
// it, so that two processes may write the same file. Errors call it by the name that it is to get.
type File struct {
	path string
	file *os.File
}

// create opens a file that is to be called path, in a folder that is there.
func create(path string) (*File, error) {
	name := fmt.Sprintf("%s-%x%s", path, rand.Uint64(), ending)
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return nil, Unwritable(path, err)
	}
	return &File{path, f}, nil
}

// Write appends text.
func (f *File) Write(text []byte) (int, error) {
	n, err := f.file.Write(text)
	if err != nil {
		err = Unwritable(f.path, err)
	}
	return n, err
}

// Finish gives the file its name when all of it is on the disk.
func (f *File) Finish() error { return f.finish(os.Rename) }

// finish is Finish where name gives the file its name.
func (f *File) finish(name func(from, to string) error) error {
	err := errors.Join(f.file.Sync(), f.file.Close())
	if err == nil {
		err = name(f.file.Name(), f.path)
	}
	if exists, ok := errors.AsType[*ExistsError](err); ok {
		return exists
	}
	if err != nil {
		return Unwritable(f.path, err)
	}
	SyncDir(filepath.Dir(f.path))
	return nil
}

// Abandon takes away what is not finished. A finished file stays.
func (f *File) Abandon() {
	f.file.Close()
	os.Remove(f.file.Name())
}

// WriteFunc writes what write writes as a file, and makes its folder.
func WriteFunc(path string, write func(w io.Writer) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return Unwritable(path, err)
	}
	f, err := create(path)
	if err != nil {
		return err
	}
	defer f.Abandon()
	buffered := bufio.NewWriter(f)
	if err := write(buffered); err != nil {
		return err
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	return f.Finish()
}

// Write writes a file, and makes its folder. One that has the content already is left alone.
func Write(path string, content []byte) error {
	if have, err := data.ReadRegular(path, int64(len(content))); err == nil && bytes.Equal(have, content) {
		return nil
	}
	return WriteFunc(path, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// RemoveUnfinished takes away what a process that was killed while it wrote a file has left.
func RemoveUnfinished(path string) {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), filepath.Base(path)+"-") && strings.HasSuffix(e.Name(), ending) {
			os.Remove(filepath.Join(filepath.Dir(path), e.Name()))
		}
	}
}

// Probe says whether a file can be written in a folder. The error is without the name of the
// file that was tried, which is of no use to anyone.
func Probe(dir string) error {
	f, err := os.CreateTemp(dir, ".probe-")
	if err == nil {
		_, err = f.WriteString("a line\n")
		err = errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	return data.Cause(err)
}

// SyncDir has the new names in a folder last through a power cut, where the system can: not
// every file system flushes folders, and the names are there either way.
func SyncDir(dir string) {
	d, err := os.Open(dir)
	if err != nil {
		return
	}
	d.Sync()
	d.Close()
}
