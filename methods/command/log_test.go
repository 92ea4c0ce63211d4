package command

import (
	"slices"
	"testing"
)

// The end of a log has no line that only marks a place, as a traceback of Python has, and names files without the
// temporary folder.
func TestLogEndsWithoutMarks(t *testing.T) {
	l := newLog(nil, "/tmp/x1")
	l.Write([]byte("Traceback:\n  File \"/tmp/x1/a.py\", line 3, in fit\n    return x / y\n           ~~^~~\nZeroDivisionError: division by zero\n\n"))
	want := []string{"Traceback:", "File \"a.py\", line 3, in fit", "return x / y", "ZeroDivisionError: division by zero"}
	if got := l.last(); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
