package data

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"
)

// UnavailableError says that data is not available: a file does not exist or cannot be read.
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

// Cause returns the cause of an error of package os, without the operation and the paths that its
// text starts with, and any other error unchanged.
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

// ErrDamaged is the cause of the *UnavailableError for a file with wrong bytes.
var ErrDamaged = errors.New("the file is damaged")

// ContentError says what is wrong with the content of a file, and where.
type ContentError struct {
	File    string // as the user named it
	Line    int    // from 1; 0: the file as a whole
	Column  string // name, or number from 0; empty: none in particular
	Problem string // what is wrong and what to do
	Err     error  // what errors.Is finds; nil: nothing
}

// Unwrap returns Err.
func (e *ContentError) Unwrap() error { return e.Err }

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

// RequestError says that a request does not fit a table: it names a label column or a class that
// does not exist, or a split that does not fit.
type RequestError struct {
	Name    string // of the data set or file
	Key     string // the key of the request in specifications, such as label or positive; empty: none in particular
	Problem string
	Err     error // what errors.Is finds; nil: nothing
}

// Unwrap returns Err.
func (e *RequestError) Unwrap() error { return e.Err }

func (e *RequestError) Error() string { return e.Name + ": " + e.Problem }

// RequestErrorf returns a RequestError about the data set or file with a name.
func RequestErrorf(name, format string, args ...any) error {
	return &RequestError{Name: name, Problem: fmt.Sprintf(format, args...)}
}

// KeyErrorf returns a RequestError about a key's request to the data set or file with a name.
func KeyErrorf(name, key, format string, args ...any) error {
	return &RequestError{Name: name, Key: key, Problem: fmt.Sprintf(format, args...)}
}

// ErrChanged says that a file is no longer what it was at the first reading.
var ErrChanged = errors.New("the file changed while it was read")

// readFailure is the panic value when reading a table fails and no error can be returned.
type readFailure struct{ error }

// FailRead reports an error from reading a table, whose methods return none: it panics, and Failed
// turns the panic back into the error.
func FailRead(err error) { panic(readFailure{err}) }

// Failed must be deferred by callers that read the rows of a table. It turns the panic that a
// damaged table file causes into an error, and lets other panics pass.
func Failed(err *error) {
	switch p := recover().(type) {
	case nil:
	case readFailure:
		*err = p.error
	default:
		panic(p)
	}
}
