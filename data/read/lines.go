package read

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"gpcbench/data"
)

// lines reads text line by line. Lines end in LF or CRLF, the last possibly in neither; a
// byte-order mark is removed.
type lines struct {
	name    string // for messages
	scanner *bufio.Scanner
	number  int // of the line in text, from 1
	text    []byte
	bytes   int64    // read so far, including line ends
	content *content // nil if the text is not that of a file
	bare    bool     // rows are to be predicted: no specification says how they are read
	utf8    bool     // refuse text that is not UTF-8; the catalogue has such text
	foreign bool     // the line in text is not UTF-8, and reading stops there
}

// maxLine is the length of the longest line that is read, 64 MiB: more than in any known table, but
// small enough to refuse a binary file given by mistake quickly.
const maxLine = 64 << 20

// openLines opens a text file, packed or not.
func openLines(path, member, name string) (*lines, error) {
	c, err := openFile(path, member)
	if err != nil {
		return nil, err
	}
	l := newLines(c, name)
	l.content = c
	return l, nil
}

func newLines(r io.Reader, name string) *lines {
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 1<<16), maxLine)
	l := &lines{name: name, scanner: s}
	s.Split(func(data []byte, atEOF bool) (advance int, token []byte, err error) {
		advance, token, err = bufio.ScanLines(data, atEOF)
		l.bytes += int64(advance)
		return advance, token, err
	})
	return l
}

// Close closes the file.
func (l *lines) Close() error {
	if l.content == nil {
		return nil
	}
	return l.content.Close()
}

// Place returns the number of the line in text and the bytes read so far.
func (l *lines) Place() (line int, bytes int64) { return l.number, l.bytes }

// Share returns the share of the file that has been read, 0 if that is not known.
func (l *lines) Share() float64 {
	if l.content == nil {
		return 0
	}
	return l.content.share()
}

// SkipTo moves to a line without examining those before it.
func (l *lines) SkipTo(line int) error {
	for l.number < line {
		if !l.next() {
			if err := l.err(); err != nil {
				return err
			}
			return data.ErrChanged
		}
	}
	return nil
}

// next moves to the next line. It returns false at the end and on an error,
// which err then gives.
func (l *lines) next() bool {
	if l.foreign || !l.scanner.Scan() || l.scanner.Err() != nil { // the text left before an error is not a whole line
		return false
	}
	l.number++
	l.text = l.scanner.Bytes()
	if l.number == 1 {
		l.text = bytes.TrimPrefix(l.text, []byte("\ufeff"))
	}
	l.foreign = l.utf8 && !utf8.Valid(l.text)
	return !l.foreign
}

// err returns the error that ended the lines, nil at the end of the file.
func (l *lines) err() error {
	switch {
	case l.foreign && bytes.IndexByte(l.text, 0) >= 0:
		return l.fail("%s", notText(l.text))
	case l.foreign:
		return l.fail("the text is not UTF-8: save it as UTF-8")
	}
	err := l.scanner.Err()
	if err == nil {
		return nil
	}
	if problem := damage(err); problem != "" {
		return &data.ContentError{File: l.name, Problem: problem}
	}
	if errors.Is(err, bufio.ErrTooLong) {
		err = errors.New("a line is longer than 64 MiB: is this a text table?")
	}
	return &data.ContentError{File: l.name, Line: l.number + 1, Problem: err.Error()}
}

// fail returns an error at the current line.
func (l *lines) fail(format string, args ...any) error {
	return l.failAt(l.number, format, args...)
}

// failAt returns an error at a line; 0: in the file as a whole.
func (l *lines) failAt(line int, format string, args ...any) error {
	if problem := l.content.damage(); problem != "" {
		return &data.ContentError{File: l.name, Problem: problem}
	}
	return &data.ContentError{File: l.name, Line: line, Problem: fmt.Sprintf(format, args...)}
}
