package wire

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"time"
)

// MaxLine is the largest number of bytes of a line, including its end.
const MaxLine = 64 << 10

// Reader and Writer are the ends of pipes or of a connection.
type (
	Reader interface {
		io.Reader
		SetReadDeadline(time.Time) error
	}
	Writer interface {
		io.Writer
		SetWriteDeadline(time.Time) error
	}
)

// Conn sends and receives messages. One side speaks at a time.
type Conn struct {
	r  Reader
	w  Writer
	in *bufio.Reader
}

// NewConn returns a connection that reads from r and writes to w.
func NewConn(r Reader, w Writer) *Conn {
	return &Conn{r: r, w: w, in: bufio.NewReaderSize(r, MaxLine)}
}

// ErrTimeout says that an answer did not arrive in time, or that a message was not
// accepted.
var ErrTimeout = errors.New("no answer in time")

// ErrEnded says that the other side has closed its end.
var ErrEnded = errors.New("the method closed its end of the wire")

// ProtocolError says that a message does not follow the protocol.
type ProtocolError struct{ Problem string }

func (e *ProtocolError) Error() string { return e.Problem }

// Problemf returns a ProtocolError.
func Problemf(format string, args ...any) error {
	return &ProtocolError{fmt.Sprintf(format, args...)}
}

// Send writes a message, by the deadline.
func (c *Conn) Send(message any, by time.Time) error {
	line, err := json.Marshal(message)
	if err != nil {
		return err
	}
	if len(line) >= MaxLine {
		return fmt.Errorf("a message of %d bytes is longer than the limit of a line, %d: give fewer or shorter options", len(line), MaxLine)
	}
	if err := c.w.SetWriteDeadline(by); err != nil {
		return err
	}
	_, err = c.w.Write(append(line, '\n'))
	return inTime(err)
}

// Receive reads a message, by the deadline. It is an error if the method has said more than one.
func (c *Conn) Receive(by time.Time) (m Message, err error) {
	if err := c.r.SetReadDeadline(by); err != nil {
		return m, err
	}
	line, err := c.in.ReadSlice('\n')
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return m, Problemf("it sent a line longer than %d bytes; write larger content to a file", MaxLine)
	case errors.Is(err, io.EOF) && len(line) > 0:
		return m, Problemf("it sent half a line and closed its end: %s", shortened(line))
	case err != nil:
		return m, inTime(err)
	}
	decoder := json.NewDecoder(bytes.NewReader(line))
	if err := decoder.Decode(&m); err != nil {
		if endless.Match(line) {
			err = fmt.Errorf("%w; an objective that is NaN or infinite is written as null", err)
		}
		return m, Problemf("it sent a line that is not a message: %s (%v)", shortened(line), err)
	}
	if rest, _ := io.ReadAll(decoder.Buffered()); len(bytes.TrimSpace(rest)) > 0 || m.Type == "" {
		return m, Problemf("it sent a line that is not a message: %s (want one object with a type)", shortened(line))
	}
	if c.in.Buffered() > 0 && m.Type != TypeFailed {
		return m, Problemf("it spoke out of turn: after %s it did not wait for an answer", shortened(line))
	}
	return m, nil
}

// endless matches the values that languages write for numbers that JSON
// does not have.
var endless = regexp.MustCompile(`"\s*:\s*-?(?i:nan|inf)`)

// Interrupt ends a wait for an answer now.
func (c *Conn) Interrupt() { c.r.SetReadDeadline(time.Now()) }

// inTime turns errors of deadlines and of ends into ErrTimeout and
// ErrEnded.
func inTime(err error) error {
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return ErrTimeout
	case errors.Is(err, io.EOF):
		return ErrEnded
	}
	return err
}

// shortened is the beginning of a line, as shown in messages.
func shortened(line []byte) string {
	const most = 80
	text := bytes.TrimRight(line, "\r\n")
	if len(text) > most {
		return fmt.Sprintf("%q...", text[:most])
	}
	return fmt.Sprintf("%q", text)
}
