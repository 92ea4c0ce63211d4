// Command runexp runs gpcbench: it lists what there is, fetches data, runs
// experiments, reports on them and checks them against earlier verdicts.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"gpcbench/harness/work"
	"gpcbench/linalg/engine"
	"gpcbench/methods/command/child"
)

// app is what a verb works with.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	engine         string // which code does the algebra, for provenance
}

func main() {
	args := os.Args[1:]
	if len(args) == 0 {
		args = []string{"help"}
	}
	startFirstChild()
	written, unread := context.WithCancelCause(context.Background())
	ctx, stop := signal.NotifyContext(written, interrupts()...)
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) // so that a write fails, and temporary files are removed
	context.AfterFunc(ctx, func() {
		stop() // a second Ctrl-C is handled by the system
		time.Sleep(grace)
		child.Await() // processes that a program has started do not end with this one
		if context.Cause(ctx) == errUnread {
			os.Exit(exitUnread)
		}
		interrupted(os.Stderr, args[0])
		os.Exit(exitInterrupted)
	})
	if err := checkLimits(); err != nil {
		fmt.Fprintf(os.Stderr, "runexp: %v\n", err)
		os.Exit(exitFailed)
	}
	stdout := &careful{w: os.Stdout, unread: func() { unread(errUnread) }}
	if _, err := engine.New(os.Getenv(engine.Variable)); err != nil {
		fmt.Fprintf(os.Stderr, "runexp: %v\n", err)
		os.Exit(exitUsage)
	}
	a := &app{stdin: os.Stdin, stdout: stdout, stderr: os.Stderr, engine: engine.Install().String()}
	code := a.main(ctx, args)
	switch {
	case errors.Is(stdout.err, syscall.EPIPE):
		code = exitUnread
	case stdout.err != nil && failedComesFirst(code):
		fmt.Fprintf(os.Stderr, "runexp: the output is not complete: %v\n", stdout.err)
		code = exitFailed
	}
	os.Exit(code)
}

// interrupts are the signals that end a verb cleanly. Under nohup the hangup of a terminal is not one of them.
func interrupts() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}

// grace is how long a verb may take to end after an interrupt. Files are
// written whole or not at all, so nothing is lost afterwards.
const grace = 800 * time.Millisecond

// interrupted reports an interrupt, and what is kept of the work of a verb.
func interrupted(w io.Writer, name string) {
	v, _ := findVerb(name)
	fmt.Fprintf(w, "runexp: interrupted%s\n", v.interrupted)
}

// errUnread quietly ends a verb whose output nobody reads.
var errUnread = errors.New("nobody reads the output")

// careful is a writer that remembers a failed write.
type careful struct {
	w      io.Writer
	unread func() // called if nobody reads the output
	err    error
}

func (c *careful) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	if err != nil {
		c.err = err
	}
	if errors.Is(err, syscall.EPIPE) {
		c.unread()
	}
	return n, err
}

// main runs the command line and returns the exit code.
func (a *app) main(ctx context.Context, args []string) int {
	if args[0] == work.Verb {
		return a.worker(ctx)
	}
	if args[0] == completeVerb {
		a.complete(args[1:])
		return exitOK
	}
	err := a.dispatch(ctx, args)
	if err == nil {
		return exitOK
	}
	if context.Cause(ctx) == errUnread {
		return exitUnread
	}
	if ctx.Err() != nil {
		interrupted(a.stderr, args[0])
		return exitInterrupted
	}
	if msg := err.Error(); msg != "" {
		fmt.Fprintf(a.stderr, "runexp: %s\n", msg)
	}
	return exitCode(err)
}

// dispatch finds the verb, reads its arguments and runs it.
func (a *app) dispatch(ctx context.Context, args []string) error {
	name := args[0]
	switch name {
	case "-h", "-help", "--help":
		name = "help"
	case "-version", "--version":
		name = "version"
	}
	v, known := findVerb(name)
	if !known {
		return noVerb(name)
	}
	parsed, err := parseArguments(v, args[1:])
	if errors.Is(err, errHelp) {
		a.verbHelp(v)
		return nil
	}
	if err != nil {
		return err
	}
	return v.run(a, ctx, parsed)
}
