package harness

import "fmt"

// NoDataError says that nothing could run for want of data.
type NoDataError struct{ Message string }

// Error returns the message.
func (e *NoDataError) Error() string { return e.Message }

// FailedError says that cells failed.
type FailedError struct{ Failed int }

// Error counts them.
func (e *FailedError) Error() string {
	if e.Failed == 1 {
		return "1 cell failed; it is tried again by the next run"
	}
	return fmt.Sprintf("%d cells failed; they are tried again by the next run", e.Failed)
}

// SelectionError says why the cells that a label and a filter leave cannot be fitted or
// imported, and which to choose.
type SelectionError struct{ message string }

// Error returns the message.
func (e *SelectionError) Error() string { return e.message }
