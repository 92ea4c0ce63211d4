package command

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"time"

	"gpcbench/methods/command/child"
	"gpcbench/methods/command/wire"
	"gpcbench/methods/method"
)

// sendPatience is how long a program may take to accept a message.
const sendPatience = time.Minute

// byePatience is how long a program may take to end after bye, and after a request to end. Tests
// wait less.
var byePatience = 5 * time.Second

// session is a conversation with a program that runs. Its goroutine must stay on its thread.
type session struct {
	program
	c      *Config
	o      method.Outside
	log    *outputLog
	hello  wire.Hello
	schema wire.Schema
	ready  wire.Message    // what it said when it was ready
	labels bool            // label sets
	lists  bool            // predictions are lists of their best labels
	atEnd  func(child.End) // hears how the program ended after bye
}

// open starts the program in its folder and greets it. The hello is completed with what the options say.
func open(ctx context.Context, c *Config, o method.Outside, log *outputLog, hello wire.Hello, schema wire.Schema) (*session, error) {
	s := &session{c: c, o: o, log: log, schema: schema, labels: hello.Task == wire.TaskLabels}
	s.completeHello(hello)
	err := s.prepareFolder()
	if err == nil {
		err = s.start(ctx)
	}
	if err == nil {
		err = s.greet(ctx)
	}
	if err != nil {
		s.kill()
		return nil, err
	}
	return s, nil
}

// schemaFile is the file in the program's folder that has the schema.
const schemaFile = "schema.json"

// completeHello adds what the options say.
func (s *session) completeHello(h wire.Hello) {
	h.Type, h.Protocol, h.Schema = wire.TypeHello, wire.Version, schemaFile
	h.Threads, h.Memory, h.Budget = max(1, s.o.Threads), s.c.memory(s.o), s.c.BudgetSeconds
	if h.Options = s.c.Others(); h.Options == nil {
		h.Options = map[string]any{}
	}
	if n, err := method.Integer(h.Options["iterations"]); err == nil {
		h.Iterations = n
	}
	s.hello = h
}

// prepareFolder makes the folder for temporary files and writes the schema.
func (s *session) prepareFolder() error {
	if err := os.MkdirAll(filepath.Join(s.o.Folder, temporary), 0o700); err != nil {
		return err
	}
	text, err := json.Marshal(s.schema)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(s.o.Folder, schemaFile), text, 0o600)
}

// greet says hello and waits until the program is ready.
func (s *session) greet(ctx context.Context) (err error) {
	if err := s.send(s.hello); err != nil {
		return s.failed(ctx, err, "its greeting", true)
	}
	if s.ready, err = s.conn.Receive(s.deadline(ctx, s.c.wait())); err != nil {
		return s.failed(ctx, err, "its ready", true)
	}
	return s.checkReady()
}

// checkReady checks the answer to the greeting against the protocol.
func (s *session) checkReady() error {
	m := &s.ready
	switch {
	case m.Type == wire.TypeFailed:
		return s.saysOf(*m, "")
	case m.Type != wire.TypeReady:
		return s.protocol("it answered hello with %q instead of ready", m.Type)
	case m.Protocol != wire.Version:
		return s.protocol("it speaks version %d of the protocol, this program version %d", m.Protocol, wire.Version)
	}
	s.lists = m.Lists && s.labels
	switch m.Want {
	case "":
		m.Want = wire.WantMatrix
	case wire.WantMatrix, wire.WantTable, wire.WantCSR:
	default:
		return s.protocol("it wants its inputs as %q; there are %s, %s and %s", m.Want, wire.WantMatrix, wire.WantTable, wire.WantCSR)
	}
	return nil
}

// send sends a message.
func (s *session) send(m any) error {
	return s.conn.Send(m, time.Now().Add(min(sendPatience, s.c.wait())))
}

// ask sends a message and returns the answer, which must be of a type.
func (s *session) ask(ctx context.Context, m any, answer, what string) (wire.Message, error) {
	if err := s.send(m); err != nil {
		return wire.Message{}, s.failed(ctx, err, what, false)
	}
	return s.receive(ctx, answer, what)
}

// receive returns an answer, which must be of a type.
func (s *session) receive(ctx context.Context, answer, what string) (wire.Message, error) {
	m, err := s.conn.Receive(s.deadline(ctx, s.c.wait()))
	switch {
	case err != nil:
		return m, s.failed(ctx, err, what, false)
	case m.Type == wire.TypeFailed:
		return m, s.saysOf(m, what)
	case m.Type != answer:
		return m, s.protocol("it said %q where %q was due", m.Type, answer)
	}
	return m, nil
}

// bye dismisses a program that has not been ended yet. It is given some time to end by itself, and
// atEnd is told how it did.
func (s *session) bye() {
	if s.closed || s.proc == nil {
		return
	}
	s.conn.Send(wire.Word{Type: wire.TypeBye}, time.Now().Add(time.Second))
	end := s.end(byePatience)
	if s.atEnd != nil {
		s.atEnd(end)
	}
}
