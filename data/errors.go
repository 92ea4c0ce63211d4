package data

import (
	"fmt"
	"strings"
)

// UnavailableError says that data cannot be had: a file that is not there or
// cannot be read.
type UnavailableError struct {
	File string
	Err  error
}

func (e *UnavailableError) Error() string {
	return fmt.Sprintf("data file %s cannot be read: %v", e.File, e.Err)
}

// Unwrap returns the cause.
func (e *UnavailableError) Unwrap() error { return e.Err }

// ContentError says what is wrong with the content of a file, and where.
type ContentError struct {
	File    string // as the user named it
	Line    int    // from 1; 0: the file as a whole
	Column  string // name, or "column 3" counted from 0; empty: none in particular
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
	Problem string
}

func (e *RequestError) Error() string { return e.Name + ": " + e.Problem }

func requestError(name, format string, args ...any) error {
	return &RequestError{Name: name, Problem: fmt.Sprintf(format, args...)}
}
