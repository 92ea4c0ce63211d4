package harness

import (
	"context"
	"errors"
	"fmt"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/fetch"
	"gpcbench/harness/spec"
)

// Exit codes of the command.
const (
	ExitOK          = 0
	ExitFailed      = 1   // a table's content, a cell, a write
	ExitUsage       = 2   // command line or specification wrong; nothing was run
	ExitNoData      = 3   // data that cannot be had
	ExitRegression  = 4   // a verdict that got worse
	ExitInterrupted = 130 // Ctrl-C
)

// UsageError is a command line that cannot be followed.
type UsageError struct{ Message string }

// Error returns the message.
func (e *UsageError) Error() string { return e.Message }

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

// RegressionError says that verdicts got worse.
type RegressionError struct{ Regressions int }

// Error counts them.
func (e *RegressionError) Error() string {
	if e.Regressions == 1 {
		return "1 verdict got worse"
	}
	return fmt.Sprintf("%d verdicts got worse", e.Regressions)
}

// ExitCode returns the exit code that an error stands for: of several errors
// joined, the first of 130, 2, 1, 4, 3. An error of no known kind is a failure.
func ExitCode(err error) int {
	if err == nil {
		return ExitOK
	}
	found := map[int]bool{}
	collect(err, found)
	for _, code := range []int{ExitInterrupted, ExitUsage, ExitFailed, ExitRegression, ExitNoData} {
		if found[code] {
			return code
		}
	}
	return ExitFailed
}

// collect notes the codes of an error and of those joined in it.
func collect(err error, found map[int]bool) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			collect(e, found)
		}
		return
	}
	switch err.(type) {
	case *spec.Error, *UsageError, *catalogue.UnknownError, *data.RequestError:
		found[ExitUsage] = true
		return
	case *data.UnavailableError, *fetch.UnavailableError, *NoDataError:
		found[ExitNoData] = true
		return
	}
	if _, ok := err.(*RegressionError); ok {
		found[ExitRegression] = true
		return
	}
	if err == context.Canceled {
		found[ExitInterrupted] = true
		return
	}
	if inner := errors.Unwrap(err); inner != nil {
		collect(inner, found)
		return
	}
	found[ExitFailed] = true
}
