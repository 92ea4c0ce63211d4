package command

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"gpcbench/methods/command/child"
	"gpcbench/methods/command/wire"
	"gpcbench/methods/method"
)

// Patience with a program.
const (
	lastWords    = 200 * time.Millisecond // to read what it said before it ended
	sendPatience = time.Minute            // to take a message
)

// byePatience is how long a program has to end after bye, and after a request to end. Tests wait less.
var byePatience = 5 * time.Second

// session is a conversation with a program that runs. Its goroutine must stay on its thread.
type session struct {
	c      *Config
	o      method.Outside
	folder string
	conn   *wire.Conn
	ends   []interface{ Close() error }
	proc   *child.Process
	log    *outputLog
	ready  wire.Message // what it said when it was ready
	files  int          // of predictions so far
	closed bool
	atEnd  func(child.End) // hears how the program ended

	hello   wire.Hello
	schema  wire.Schema
	labels  bool            // label sets
	lists   bool            // predictions are lists of their best labels
	turn    sync.Mutex      // of predictions: one side speaks at a time
	checked map[string]bool // states whose predictions were asked for twice
	archive []byte          // of a model that was loaded
	allowed bool            // whether its program may be started
}

// open starts the program in its folder and greets it. The hello is completed with what the options say.
func open(ctx context.Context, c *Config, o method.Outside, log *outputLog, hello wire.Hello, schema wire.Schema) (_ *session, err error) {
	s := &session{c: c, o: o, folder: o.Folder, log: log, schema: schema, labels: hello.Task == wire.TaskLabels, checked: map[string]bool{}}
	defer func() {
		if err != nil {
			s.kill()
		}
	}()
	if err := os.MkdirAll(filepath.Join(s.folder, temporary), 0o700); err != nil {
		return nil, err
	}
	hello.Type, hello.Protocol, hello.Schema = wire.TypeHello, wire.Version, "schema.json"
	hello.Threads, hello.Memory, hello.Budget = max(1, o.Threads), c.memory(o), c.BudgetSeconds
	if hello.Options = c.Others(); hello.Options == nil {
		hello.Options = map[string]any{}
	}
	if n, err := method.Integer(hello.Options["iterations"]); err == nil {
		hello.Iterations = n
	}
	text, err := json.Marshal(schema)
	if err == nil {
		err = os.WriteFile(filepath.Join(s.folder, hello.Schema), text, 0o600)
	}
	if err != nil {
		return nil, err
	}
	if err := s.start(ctx); err != nil {
		return nil, err
	}
	if err := s.send(hello); err != nil {
		return nil, s.failed(ctx, err, "its greeting", true)
	}
	m, err := s.conn.Receive(s.deadline(ctx, c.wait()))
	if err != nil {
		return nil, s.failed(ctx, err, "its ready", true)
	}
	s.ready, s.hello = m, hello
	return s, s.checkReady()
}

// checkReady holds the answer to the greeting against the protocol.
func (s *session) checkReady() error {
	m := &s.ready
	switch {
	case m.Type == wire.TypeFailed:
		return s.saysOf(*m)
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

// memory is the limit in bytes, 0 without one.
func (c *Config) memory(o method.Outside) int64 {
	if c.MemoryGB > 0 {
		return int64(c.MemoryGB * 1e9)
	}
	return o.Memory
}

// start starts the program with the wire that the options ask for.
func (s *session) start(ctx context.Context) error {
	argv, err := s.resolved()
	if err != nil {
		return err
	}
	if s.isInput(argv[0]) {
		argv[0] = filepath.Join(s.folder, argv[0])
	}
	options := child.Options{Command: argv, Folder: s.folder, Env: s.environment(), Log: s.log, Processors: s.processors(), Memory: s.c.memory(s.o)}
	if s.c.Socket || runtime.GOOS == "windows" {
		return s.startWithSocket(ctx, options)
	}
	theirs, ours, err := os.Pipe() // the program reads theirs
	if err != nil {
		return err
	}
	back, their2, err := os.Pipe()
	if err != nil {
		theirs.Close()
		ours.Close()
		return err
	}
	s.ends = append(s.ends, ours, back)
	options.Files, options.Offline = []*os.File{theirs, their2}, true
	s.proc, err = child.Start(options)
	theirs.Close()
	their2.Close()
	if err != nil {
		return cannotStart(s.c.Run[0], options.Command[0], err)
	}
	s.conn = wire.NewConn(back, ours)
	s.follow(ctx)
	return nil
}

// startWithSocket has the program connect to a socket of this host, with a token that nobody else has.
func (s *session) startWithSocket(ctx context.Context, options child.Options) error {
	var secret [16]byte
	rand.Read(secret[:])
	token := hex.EncodeToString(secret[:])
	l, err := wire.Listen(token)
	if err != nil {
		return err
	}
	defer l.Close()
	options.Env = append(options.Env, "GPCBENCH_SOCKET="+l.Address(), "GPCBENCH_TOKEN="+token)
	if s.proc, err = child.Start(options); err != nil {
		return cannotStart(s.c.Run[0], options.Command[0], err)
	}
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		select {
		case <-s.proc.Exited():
			l.Close()
		case <-ctx.Done():
			l.Close()
		case <-stop:
		}
	}()
	conn, err := l.Accept(s.deadline(ctx, s.c.wait()))
	if err != nil {
		return s.failed(ctx, err, "its connection to the socket", true)
	}
	s.ends = append(s.ends, conn)
	s.conn = wire.NewConn(conn, conn)
	s.follow(ctx)
	return nil
}

// processors is the number that the program may use, 0 for all.
func (s *session) processors() int {
	if !s.o.Pinned {
		return 0
	}
	return max(1, s.o.Threads)
}

// follow ends a wait for an answer when there is none to come.
func (s *session) follow(ctx context.Context) {
	conn, exited := s.conn, s.proc.Exited()
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
func (s *session) deadline(ctx context.Context, patience time.Duration) time.Time {
	switch {
	case ctx.Err() != nil:
		patience = 0
	case s.gone():
		patience = min(patience, lastWords)
	}
	return time.Now().Add(patience)
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
		return m, s.saysOf(m)
	case m.Type != answer:
		return m, s.protocol("it said %q where %q was due", m.Type, answer)
	}
	return m, nil
}

// saysOf is the failure that the program tells of itself.
func (s *session) saysOf(m wire.Message) error {
	kind := Other
	for _, k := range []string{Install, Memory, NotFinite} {
		if m.Kind == k {
			kind = k
		}
	}
	f := failf(kind, "%s", oneLine(m.Text))
	f.Log = s.log.last()
	return f
}

// protocol is the failure of a message that is not the protocol's.
func (s *session) protocol(format string, args ...any) error {
	f := failf(Protocol, format, args...)
	f.Log = s.log.last()
	return f
}

// with gives an error of the wire its log.
func (s *session) with(kind string, err error) error {
	f := failf(kind, "%v", err)
	f.Log = s.log.last()
	return f
}

// missing are what interpreters print where a part is not installed.
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
		f = failf(Memory, "it and what it started used more than the %s that it may have", bytesText(s.c.memory(s.o)))
	case closed:
		s.proc.Kill(0)
		f = failf(Protocol, "it closed its end of the wire and went on, where %s was due", what)
	case !s.gone():
		f = failf(Timeout, "%s did not come in %v", what, s.c.wait())
	default:
		end := s.proc.Kill(0)
		f = s.endedWith(end, what, early)
	}
	f.Log = s.log.last()
	return f
}

// endsWithin says whether the program ends by itself, and soon.
func (s *session) endsWithin(patience time.Duration) bool {
	select {
	case <-s.proc.Exited():
		return true
	case <-time.After(patience):
		return false
	}
}

// endedWith is the failure of a program that ended instead of answering.
func (s *session) endedWith(end child.End, what string, early bool) *Failure {
	exit, _ := errors.AsType[*exec.ExitError](end.Err)
	log := strings.Join(s.log.last(), "\n")
	switch {
	case early && slices.ContainsFunc(missing, func(words string) bool { return strings.Contains(log, words) }):
		return failf(Install, "it ended before it was ready (%v)", endText(end))
	case child.Killed(end.Err):
		return failf(Signal, "it was killed, by hand or for the machine's memory, where %s was due", what)
	case exit != nil && exit.ExitCode() < 0:
		return failf(Signal, "it was ended by a signal (%v) where %s was due", exit, what)
	case early:
		return failf(Start, "it ended before it was ready (%s)", endText(end))
	}
	return failf(Protocol, "it ended (%s) where %s was due", endText(end), what)
}

// endText is how the system puts an end.
func endText(end child.End) string {
	if end.Err == nil {
		return "exit status 0"
	}
	return end.Err.Error()
}

// bytesText is a number of bytes for people.
func bytesText(n int64) string { return strconv.FormatFloat(float64(n)/1e9, 'g', 3, 64) + " GB" }

// bye ends the conversation. The error says that the program did not end well, which its results have
// survived.
func (s *session) bye() child.End {
	if s.closed || s.proc == nil {
		return child.End{}
	}
	s.conn.Send(wire.Word{Type: wire.TypeBye}, time.Now().Add(time.Second))
	end := s.end(byePatience)
	if s.atEnd != nil {
		s.atEnd(end)
	}
	return end
}

// kill ends the program now.
func (s *session) kill() {
	if s.proc != nil {
		s.end(0)
	}
}

// end waits so long, then ends what is left, and closes the wire.
func (s *session) end(patience time.Duration) child.End {
	s.closed = true
	end := s.proc.Kill(patience)
	for _, e := range s.ends {
		e.Close()
	}
	s.ends = nil
	return end
}
