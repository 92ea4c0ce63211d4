package atomicfile

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
)

// Output is a file that is written whole or not at all: it gets its name when it is
// finished. A device, such as /dev/stdout, is written to as it is.
type Output struct {
	*bufio.Writer
	to interface {
		io.Writer
		Finish() error
		Abandon()
	}
}

// device is a file that has its name already.
type device struct {
	path string
	file *os.File
}

// Write has errors of the path that was asked for.
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

// Abandon closes the device; what it was sent cannot be taken back.
func (d device) Abandon() { d.file.Close() }

// fresh is a file that does not take the place of another.
type fresh struct{ *File }

// Finish is that of File. Where a file of the name has come to be meanwhile it is an *ExistsError.
func (f fresh) Finish() error { return f.finish(nameFresh) }

// nameFresh gives a file a name that no other has. Where there are no links, one that comes to be at this moment is
// replaced.
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

// ExistsError says that an output is there already.
type ExistsError struct{ Path string }

// Error says what to do.
func (e *ExistsError) Error() string {
	return e.Path + " exists already and is not overwritten: remove it, or give another name with --out"
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

// Finish gives the file its name when all of it is on the disk. It is an *ExistsError if another has the name by then.
func (o *Output) Finish() error {
	if err := o.Flush(); err != nil {
		return err
	}
	return o.to.Finish()
}

// Abandon takes away what is not finished.
func (o *Output) Abandon() { o.to.Abandon() }
