package command

import (
	"context"
	"errors"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"gpcbench/methods/command/child"
	"gpcbench/methods/command/wire"
)

// farewell is how long a program that has failed may go on to print why.
const farewell = time.Second

// saysOf is the failure that the program itself reports, which it need not have printed before, with what was due
// instead, if that says more. The program ends with it.
func (s *session) saysOf(m wire.Message, due string) error {
	kind := Other
	for _, k := range []string{Install, Memory, NotFinite} {
		if m.Kind == k {
			kind = k
		}
	}
	s.proc.Kill(farewell)
	f := failf(kind, "%s", oneLine(m.Text))
	if due != "" {
		f.Problem += ", where " + due + " should have come"
	}
	f.Log = s.log.last()
	return f
}

// protocol is the failure of a message that is not the protocol's.
func (s *session) protocol(format string, args ...any) error {
	f := failf(Protocol, format, args...)
	f.Log = s.log.last()
	return f
}

// with adds the log to an error of the wire.
func (s *session) with(kind string, err error) error {
	f := failf(kind, "%v", err)
	f.Log = s.log.last()
	return f
}

// missing is what interpreters print where a part is not installed.
var missing = []string{"ModuleNotFoundError", "there is no package called", "ArgumentError: Package", "undefined near line", "command not found"}

// failed says why an answer did not come. early: the program was not ready yet.
func (s *session) failed(ctx context.Context, err error, what string, early bool) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var broken *wire.ProtocolError
	if errors.As(err, &broken) {
		return s.with(Protocol, err)
	}
	closed := !errors.Is(err, wire.ErrTimeout) && !s.endsWithin(time.Second)
	var f *Failure
	switch {
	case s.proc.OverMemory():
		f = failf(Memory, "it and what it started used more than their limit of %s", bytesText(s.c.memory(s.o)))
	case closed:
		s.proc.Kill(0)
		f = failf(Protocol, "it closed its end of the wire and went on, where %s should have come", what)
	case !s.gone():
		f = failf(Timeout, "%s did not come in %v", what, s.c.wait())
	default:
		end := s.proc.Kill(0)
		f = s.endedWith(end, what, early)
	}
	f.Log = s.log.last()
	return f
}

// endedWith is the failure of a program that ended instead of answering.
func (s *session) endedWith(end child.End, what string, early bool) *Failure {
	exit, _ := errors.AsType[*exec.ExitError](end.Err)
	log := strings.Join(s.log.last(), "\n")
	switch {
	case early && slices.ContainsFunc(missing, func(words string) bool { return strings.Contains(log, words) }):
		return failf(Install, "it ended before it was ready (%v)", endText(end))
	case child.Killed(end.Err):
		return failf(Signal, "it was killed, by hand or for the machine's memory, where %s should have come", what)
	case exit != nil && exit.ExitCode() < 0:
		return failf(Signal, "it was ended by a signal (%v) where %s should have come", exit, what)
	case early:
		return failf(Start, "it ended before it was ready (%s)", endText(end))
	}
	return failf(Protocol, "it ended (%s) where %s should have come", endText(end), what)
}

// endText is the system's description of how a program ended.
func endText(end child.End) string {
	if end.Err == nil {
		return "exit status 0"
	}
	return end.Err.Error()
}

// bytesText is a number of bytes for people.
func bytesText(n int64) string { return strconv.FormatFloat(float64(n)/1e9, 'g', 3, 64) + " GB" }
