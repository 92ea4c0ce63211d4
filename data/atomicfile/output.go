package atomicfile

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
)

// Output is a file that is written whole or not at all: it gets its name when it is finished. A
// device, such as /dev/stdout, is written directly.
type Output struct {
	*bufio.Writer
	to interface {
		io.Writer
		Finish() error
		Abandon()
	}
}

// device is a file that already has its name.
type device struct {
	path string
	file *os.File
}

// Write writes text; its errors name the requested path.
func (d device) Write(text []byte) (int, error) {
	n, err := d.file.Write(text)
	if err != nil {
		err = Unwritable(d.path, err)
	}
	return n, err
}

// Finish closes the device.
func (d device) Finish() error {
	if err := d.file.Close(); err != nil {
		return Unwritable(d.path, err)
	}
	return nil
}

// Abandon closes the device; what was written to it cannot be undone.
func (d device) Abandon() { d.file.Close() }

// fresh is a file that does not replace another.
type fresh struct{ *File }

// Finish is like that of File, but returns an *ExistsError if a file with the name has been created
// meanwhile.
func (f fresh) Finish() error { return f.finish(nameFresh) }

// nameFresh gives a file a name that no other has. On file systems without links, a file created at
// the same moment is replaced.
func nameFresh(from, to string) error {
	err := os.Link(from, to)
	if err == nil {
		return os.Remove(from)
	}
	if _, there := os.Lstat(to); there == nil {
		return &ExistsError{to}
	}
	return os.Rename(from, to)
}

// ExistsError says that an output file already exists.
type ExistsError struct{ Path string }

// Error names the file and says what to do.
func (e *ExistsError) Error() string {
	return e.Path + " exists already and is not overwritten: remove it, or give another name with --out"
}

// CheckOutput says whether CreateOutput can open a file, and leaves no file there: a file kept open
// during a fit would remain if the process is killed.
func CheckOutput(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil // opening and closing a pipe would end it
	}
	out, err := CreateOutput(path)
	if err == nil {
		out.Abandon()
	}
	return err
}

// CreateOutput opens a file for writing. It returns an *ExistsError if the file already exists.
func CreateOutput(path string) (*Output, error) {
	info, err := os.Stat(path)
	switch {
	case err == nil && (info.Mode().IsRegular() || info.IsDir()):
		return nil, &ExistsError{path}
	case err == nil:
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, Unwritable(path, err)
		}
		d := device{path, f}
		return &Output{bufio.NewWriter(d), d}, nil
	case !errors.Is(err, fs.ErrNotExist):
		return nil, Unwritable(path, err)
	}
	f, err := create(path)
	if err != nil {
		return nil, err
	}
	return &Output{bufio.NewWriter(f), fresh{f}}, nil
}

// Finish gives the file its name when all of it is on disk. It returns an *ExistsError if another
// file has the name by then.
func (o *Output) Finish() error {
	if err := o.Flush(); err != nil {
		return err
	}
	return o.to.Finish()
}

// Abandon removes the unfinished file.
func (o *Output) Abandon() { o.to.Abandon() }
