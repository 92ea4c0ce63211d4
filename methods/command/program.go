package command

import (
	"context"
	"io"
	"time"

	"gpcbench/methods/command/child"
	"gpcbench/methods/command/wire"
)

// lastWords is the time to read what a program said before it ended.
const lastWords = 200 * time.Millisecond

// program is a program that was started, with the wire to it.
type program struct {
	proc   *child.Process
	conn   *wire.Conn
	ends   []io.Closer // of the wire, on this side
	closed bool
}

// gone says whether the program has ended.
func (p *program) gone() bool {
	select {
	case <-p.proc.Exited():
		return true
	default:
		return false
	}
}

// endsWithin says whether the program soon ends by itself.
func (p *program) endsWithin(patience time.Duration) bool {
	select {
	case <-p.proc.Exited():
		return true
	case <-time.After(patience):
		return false
	}
}

// follow ends a wait for an answer when none can come any more.
func (p *program) follow(ctx context.Context) {
	conn, exited := p.conn, p.proc.Exited()
	go func() {
		select {
		case <-exited:
			time.Sleep(lastWords)
		case <-ctx.Done():
		}
		conn.Interrupt()
	}()
}

// deadline is when a wait is over: soon, if the program has ended already, and at once after an interrupt.
func (p *program) deadline(ctx context.Context, patience time.Duration) time.Time {
	switch {
	case ctx.Err() != nil:
		patience = 0
	case p.gone():
		patience = min(patience, lastWords)
	}
	return time.Now().Add(patience)
}

// kill ends the program now. If it could not be started, only its wire is left to close.
func (p *program) kill() {
	if p.proc != nil {
		p.end(0)
		return
	}
	p.hangUp()
}

// end waits for the given time, then ends what is left, and closes the
// wire.
func (p *program) end(patience time.Duration) child.End {
	p.closed = true
	end := p.proc.Kill(patience)
	p.hangUp()
	return end
}

// hangUp closes our ends of the wire.
func (p *program) hangUp() {
	for _, e := range p.ends {
		e.Close()
	}
	p.ends = nil
}
