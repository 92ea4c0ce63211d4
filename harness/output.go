package harness

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"gpcbench/data"
)

// Output is a file that is written whole or not at all: it gets its name when it is
// finished. A device, such as /dev/stdout, is written to as it is.
type Output struct {
	*bufio.Writer
	path string
	file *os.File
	temp string // name of the file until it is finished; empty: it has its own
}

// ExistsError says that an output is there already.
type ExistsError struct{ Path string }

// Error says what to do.
func (e *ExistsError) Error() string {
	return e.Path + " is there already, and is not written over: remove it, or give another name with --out"
}

// CheckOutput says whether CreateOutput can open a file, and leaves nothing there: what stands
// open while a fit runs stays behind when the process is killed.
func CheckOutput(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil // a pipe that is opened and closed would be at its end
	}
	out, err := CreateOutput(path)
	if err == nil {
		out.Abandon()
	}
	return err
}

// CreateOutput opens a file for writing. One that is there already is an *ExistsError.
func CreateOutput(path string) (*Output, error) {
	info, err := os.Stat(path)
	switch {
	case err == nil && (info.Mode().IsRegular() || info.IsDir()):
		return nil, &ExistsError{path}
	case err == nil:
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, unwritable(path, err)
		}
		return newOutput(path, f, ""), nil
	case !errors.Is(err, fs.ErrNotExist):
		return nil, unwritable(path, err)
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*"+partial)
	if err != nil {
		return nil, unwritable(path, err)
	}
	out := newOutput(path, f, f.Name())
	if err := f.Chmod(0o644); err != nil {
		out.Abandon()
		return nil, unwritable(path, err)
	}
	return out, nil
}

func newOutput(path string, f *os.File, temp string) *Output {
	return &Output{bufio.NewWriter(namedWriter{path, f}), path, f, temp}
}

// namedWriter writes to a file that has another name until it is finished.
type namedWriter struct {
	path string
	file *os.File
}

// Write has errors of the name that the file will get.
func (w namedWriter) Write(text []byte) (int, error) {
	n, err := w.file.Write(text)
	if err != nil {
		err = unwritable(w.path, err)
	}
	return n, err
}

// writeError says which file cannot be written.
type writeError struct {
	path string
	err  error
}

// Error names the file.
func (e *writeError) Error() string { return fmt.Sprintf("%s cannot be written: %v", e.path, e.err) }

// Unwrap returns the cause.
func (e *writeError) Unwrap() error { return e.err }

// unwritable is the error of a file that cannot be written, without the name of the one that
// is written in its place.
func unwritable(path string, err error) error {
	if _, said := errors.AsType[*writeError](err); said {
		return err
	}
	return &writeError{path, data.Cause(err)}
}

// Finish gives the file its name when all of it is on the disk.
func (o *Output) Finish() error {
	if err := o.finish(); err != nil {
		return unwritable(o.path, err)
	}
	return nil
}

func (o *Output) finish() error {
	err := o.Flush()
	if err == nil && o.temp != "" {
		err = o.file.Sync()
	}
	if e := o.file.Close(); err == nil {
		err = e
	}
	if err == nil && o.temp != "" {
		if err = os.Rename(o.temp, o.path); err == nil {
			o.temp = ""
		}
	}
	return err
}

// Abandon takes away what is not finished.
func (o *Output) Abandon() {
	o.file.Close()
	if o.temp != "" {
		os.Remove(o.temp)
		o.temp = ""
	}
}
