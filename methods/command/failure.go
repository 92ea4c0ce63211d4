package command

import (
	"fmt"
	"strings"
)

// The kinds of failure.
const (
	Install       = "install"        // the program, or something it needs, is missing
	Start         = "start"          // it ended, or was silent, before it was ready
	Protocol      = "protocol"       // it sent what the protocol does not allow
	Timeout       = "timeout"        // it did not answer in time
	Memory        = "memory"         // it went beyond the limit
	Signal        = "signal"         // it ended in the middle
	NotFinite     = "not-finite"     // a probability is NaN or infinite
	NotNormalised = "not-normalised" // probabilities are negative, or do not sum to one
	WrongShape    = "wrong-shape"    // a file does not have the numbers that it should
	Other         = "other"          // it reports itself that it cannot go on
)

// Failure is why a program's fit or prediction failed.
type Failure struct {
	Kind    string
	Problem string
	Log     []string // the last lines of what it printed
}

// Error begins with the kind, and ends with the last lines of the log.
func (f *Failure) Error() string {
	text := f.Kind + ": " + f.Problem
	if len(f.Log) > 0 {
		text += "; its log ends with: " + strings.Join(f.Log, " | ")
	}
	return text
}

// FailureKind is the kind, for the record.
func (f *Failure) FailureKind() string { return f.Kind }

// failf returns a failure of a kind.
func failf(kind, format string, args ...any) *Failure {
	return &Failure{Kind: kind, Problem: fmt.Sprintf(format, args...)}
}
