package command

import (
	"errors"
	"time"

	"gpcbench/methods/command/wire"
)

// Waiting times for a program of an interrupted run. Together they are below child.Longest.
const (
	stopPatience = 2 * time.Second // until it has traced and said done
	endPatience  = time.Second     // until it has ended by itself
)

// interrupt ends a fit of an interrupted run. The program is told at its next trace, or by a signal
// if no trace comes soon.
func (r *run) interrupt() {
	if r.tellInterrupt(time.Now().Add(stopPatience)) {
		r.conn.Send(wire.Word{Type: wire.TypeBye}, time.Now().Add(endPatience))
	} else {
		r.proc.Terminate()
	}
	r.end(endPatience)
}

// tellInterrupt answers every message with stop, and says whether the program is then done.
func (r *run) tellInterrupt(by time.Time) (done bool) {
	for {
		m, err := r.conn.Receive(by)
		switch {
		case errors.Is(err, wire.ErrTimeout) && time.Now().Before(by): // follow has ended an earlier wait only now
			continue
		case err != nil || m.Type == wire.TypeFailed:
			return false
		case m.Type == wire.TypeDone:
			return true
		}
		if r.conn.Send(wire.Word{Type: wire.TypeStop, Reason: wire.StopInterrupt}, by) != nil {
			return false
		}
	}
}
