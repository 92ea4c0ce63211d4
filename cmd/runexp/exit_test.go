package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"

	"gpcbench/data"
	"gpcbench/harness/run"
	"gpcbench/harness/spec"
)

func TestExitCodeOfErrors(t *testing.T) {
	usage, failed, none := &usageError{"u"}, &run.FailedError{Failed: 2}, fmt.Errorf("x: %w", &data.UnavailableError{File: "f", Err: os.ErrNotExist})
	for _, c := range []struct {
		err  error
		code int
	}{
		{nil, 0}, {usage, 2}, {&regressionError{verdicts: 1}, 4}, {failed, 1}, {none, 3}, {errors.New("disk"), 1}, {fmt.Errorf("x: %w", context.Canceled), 130},
		{errors.Join(none, failed, usage), 2}, {errors.Join(none, failed), 1}, {errors.Join(usage, context.Canceled), 130},
		{&spec.Error{}, 2}, {&data.ContentError{}, 1}, {&data.RequestError{}, 2},
	} {
		if got := exitCode(c.err); got != c.code {
			t.Errorf("%v: %d, want %d", c.err, got, c.code)
		}
	}
}

// TestExitCodeOfJoinedErrors: of two kinds of errors the one that comes first in 130, 2, 1, 4, 3
// counts, in whichever order they are joined.
func TestExitCodeOfJoinedErrors(t *testing.T) {
	kinds := []struct {
		err  error
		code int
	}{
		{context.Canceled, 130}, {&usageError{"u"}, 2}, {&run.FailedError{Failed: 2}, 1},
		{&regressionError{claims: 1}, 4}, {&data.UnavailableError{File: "f", Err: os.ErrNotExist}, 3},
	}
	for i, first := range kinds {
		for _, second := range kinds[i:] {
			for _, err := range []error{errors.Join(first.err, second.err), errors.Join(second.err, first.err), errors.Join(fmt.Errorf("x: %w", second.err), nil, errors.Join(first.err))} {
				if got := exitCode(err); got != first.code {
					t.Errorf("%v: %d, want %d", err, got, first.code)
				}
			}
		}
		if first.code != exitFailed && failedComesFirst(first.code) != (i > 2) {
			t.Errorf("an output that is not complete makes another code of %d: %v", first.code, i <= 2)
		}
	}
}
