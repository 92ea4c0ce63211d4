package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/fetch"
	"gpcbench/harness/plan"
	"gpcbench/harness/spec"
	"gpcbench/wording"
)

// Exit codes of the command.
const (
	exitOK          = 0
	exitFailed      = 1   // a table's content, a cell, a write
	exitUsage       = 2   // command line or specification wrong; nothing was run
	exitNoData      = 3   // data could not be obtained
	exitRegression  = 4   // a verdict that got worse, or records with other bits
	exitInterrupted = 130 // Ctrl-C
	exitUnread      = 141 // the shell's code of a program whose output nobody reads
)

// exitMeanings are the codes as the manual has them.
var exitMeanings = []struct {
	code    int
	meaning string
}{
	{exitOK, "all went well"},
	{exitFailed, "something failed: the content of a table, a cell or a write"},
	{exitUsage, "the command line or a specification is wrong, and nothing was run"},
	{exitNoData, "data could not be obtained"},
	{exitRegression, "check found a verdict or a claim that got worse, or verify found records with other bits"},
	{exitInterrupted, "interrupted; run and take keep finished cells"},
	{exitUnread, "nothing reads the output any more, as after | head; otherwise as for an interrupt"},
}

// usageError is a command line that cannot be followed.
type usageError struct{ message string }

// Error returns the message.
func (e *usageError) Error() string { return e.message }

// usagef returns a *usageError.
func usagef(format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...)}
}

// noCellError is a [usageError]: --only leaves no cell.
type noCellError struct{ error }

// Unwrap returns the usage error.
func (e *noCellError) Unwrap() error { return e.error }

// regressionError says that verdicts or outcomes of claims got worse.
type regressionError struct{ verdicts, claims int }

// Error counts them.
func (e *regressionError) Error() string {
	return wording.VerdictsAndClaims(e.verdicts, e.claims) + " got worse"
}

// codesInOrder are the codes of errors: of several that are joined, the first counts.
var codesInOrder = []int{exitInterrupted, exitUsage, exitFailed, exitRegression, exitNoData}

// failedComesFirst says whether a failure takes precedence over another code.
func failedComesFirst(code int) bool {
	return code == exitOK || slices.Index(codesInOrder, code) > slices.Index(codesInOrder, exitFailed)
}

// exitCode returns the exit code of an error: of several joined errors,
// the first in codesInOrder. An error of no known kind is a failure.
func exitCode(err error) int {
	if err == nil {
		return exitOK
	}
	found := map[int]bool{}
	collect(err, found)
	for _, code := range codesInOrder {
		if found[code] {
			return code
		}
	}
	return exitFailed
}

// collect notes the codes of an error and of the errors joined in it.
func collect(err error, found map[int]bool) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			collect(e, found)
		}
		return
	}
	switch err.(type) {
	case *spec.Error, *usageError, *catalogue.UnknownError, *data.RequestError:
		found[exitUsage] = true
		return
	case *data.UnavailableError, *fetch.UnavailableError, *plan.NoDataError:
		found[exitNoData] = true
		return
	case *regressionError, *bitsError:
		found[exitRegression] = true
		return
	}
	if err == context.Canceled {
		found[exitInterrupted] = true
		return
	}
	if inner := errors.Unwrap(err); inner != nil {
		collect(inner, found)
		return
	}
	found[exitFailed] = true
}
