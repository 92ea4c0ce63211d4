package atomicfile

import (
	"errors"
	"fmt"

	"gpcbench/data"
)

// writeError is the error for a file that cannot be written.
type writeError struct {
	path string
	err  error
}

// Error names the file.
func (e *writeError) Error() string { return fmt.Sprintf("%s cannot be written: %v", e.path, e.err) }

// Unwrap returns the cause.
func (e *writeError) Unwrap() error { return e.err }

// Unwritable returns the error for a file that cannot be written, without the name of the temporary
// file. An error that already says so is returned unchanged.
func Unwritable(path string, err error) error {
	if _, said := errors.AsType[*writeError](err); said {
		return err
	}
	return &writeError{path, data.Cause(err)}
}
