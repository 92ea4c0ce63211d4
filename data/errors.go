package data

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"
)

// UnavailableError says that data cannot be had: a file that is not there or
// cannot be read.
type UnavailableError struct {
	File string
	Err  error
	What string // what the file is, for messages; "": a data file
}

// NewUnavailableError returns the UnavailableError of a file, without the operation
// and the path that an error of package os starts with.
func NewUnavailableError(file string, err error) error {
	return &UnavailableError{File: file, Err: Cause(err)}
}

// Cause returns what an error of package os is due to, without the operation and the paths that
// its text starts with, and any other error as it is.
func Cause(err error) error {
	if p, ok := errors.AsType[*os.PathError](err); ok {
		return p.Err
	}
	if l, ok := errors.AsType[*os.LinkError](err); ok {
		return l.Err
	}
	return err
}

func (e *UnavailableError) Error() string {
	return fmt.Sprintf("%s %s cannot be read: %v", cmp.Or(e.What, "data file"), e.File, e.Err)
}

// Unwrap returns the cause.
func (e *UnavailableError) Unwrap() error { return e.Err }

// ErrDamaged is the cause of an *UnavailableError of a file whose bytes are not those that it
// should have.
var ErrDamaged = errors.New("the file is damaged")

// ContentError says what is wrong with the content of a file, and where.
type ContentError struct {
	File    string // as the user named it
	Line    int    // from 1; 0: the file as a whole
	Column  string // name, or number from 0; empty: none in particular
	Problem string // what is wrong and what to do
}

func (e *ContentError) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	if e.Line > 0 {
		fmt.Fprintf(&b, ":%d", e.Line)
	}
	if e.Column != "" {
		fmt.Fprintf(&b, ": column %s", e.Column)
	}
	b.WriteString(": ")
	b.WriteString(e.Problem)
	return b.String()
}

// RequestError says that something was asked of a table that it cannot give:
// a label column or a class that is not there, or a split that does not fit.
type RequestError struct {
	Name    string // of the data set or file
	Key     string // what asks for it, as specifications call it, such as label or positive; empty: nothing in particular
	Problem string
}

func (e *RequestError) Error() string { return e.Name + ": " + e.Problem }

// RequestErrorf returns a RequestError about the data set or file of a name.
func RequestErrorf(name, format string, args ...any) error {
	return &RequestError{Name: name, Problem: fmt.Sprintf(format, args...)}
}

// KeyErrorf returns a RequestError about what a key asks of the data set or file
// of a name.
func KeyErrorf(name, key, format string, args ...any) error {
	return &RequestError{Name: name, Key: key, Problem: fmt.Sprintf(format, args...)}
}

// ErrChanged says that a file is no longer what it was at the first reading.
var ErrChanged = errors.New("the file changed while it was read")

// readFailure is what reading a table panics with where no error can be returned.
type readFailure struct{ error }

// FailRead ends the reading of a table, whose methods return no error, with one: it
// panics, and Failed makes the error of that again.
func FailRead(err error) { panic(readFailure{err}) }

// Failed is to be deferred by whoever reads the rows of a table. It makes an error
// of the panic that a damaged table file ends in, and lets others pass.
func Failed(err *error) {
	switch p := recover().(type) {
	case nil:
	case readFailure:
		*err = p.error
	default:
		panic(p)
	}
}
