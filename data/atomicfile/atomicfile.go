// Package atomicfile writes files whole or not at all, and has locks for processes that would write
// the same files.
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

// ending is the ending of an unfinished file's name.
const ending = ".part"

// File is a file that gets its name when it is finished. Until then it has a unique name in the
// same folder, so that two processes may write the same file. Errors use the final name.
type File struct {
	path string
	file *os.File
}

// create opens a file that will be named path, in a folder that exists.
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

// Finish gives the file its name when all of it is on disk.
func (f *File) Finish() error { return f.finish(os.Rename) }

// finish is Finish with the function that gives the file its name.
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

// Abandon removes the file if it is not finished. A finished file stays.
func (f *File) Abandon() {
	f.file.Close()
	os.Remove(f.file.Name())
}

// WriteFunc writes a file with the output of write, and creates its folder.
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

// Write writes a file, and creates its folder. A file that already has the content is left alone.
func Write(path string, content []byte) error {
	if have, err := data.ReadRegular(path, int64(len(content))); err == nil && bytes.Equal(have, content) {
		return nil
	}
	return WriteFunc(path, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// RemoveUnfinished removes what a process that was killed while writing a file has left.
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

// Probe says whether a file can be written in a folder. The error omits the name of the trial file,
// which is of no use to anyone.
func Probe(dir string) error {
	f, err := os.CreateTemp(dir, ".probe-")
	if err == nil {
		_, err = f.WriteString("a line\n")
		err = errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	return data.Cause(err)
}

// SyncDir makes the new names in a folder survive a power cut, if the file system can flush
// folders. The names are there either way.
func SyncDir(dir string) {
	d, err := os.Open(dir)
	if err != nil {
		return
	}
	d.Sync()
	d.Close()
}
