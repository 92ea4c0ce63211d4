package data

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
)

// aheadFrom is the size of a gzip file, 16 MiB, from which it is unpacked in a
// goroutine of its own.
const aheadFrom = 16 << 20

// openFile opens a file for reading its plain content: gzip and bzip2 are
// undone, and of a zip archive the named member is read, or its only one.
// They are told by their first bytes, not by the name.
func openFile(path, member string) (*plain, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, &UnavailableError{File: path, Err: rootCause(err)}
	}
	info, err := f.Stat()
	if err != nil || info.IsDir() {
		f.Close()
		return nil, &UnavailableError{File: path, Err: errors.New("it is a folder")}
	}
	r := bufio.NewReaderSize(f, 1<<16)
	magic, err := r.Peek(4)
	if err != nil && err != io.EOF {
		f.Close()
		return nil, &UnavailableError{File: path, Err: err}
	}
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(r)
		if err != nil {
			f.Close()
			return nil, &ContentError{File: path, Problem: "damaged gzip file: " + err.Error()}
		}
		if info.Size() < aheadFrom {
			return &plain{Reader: z, file: f, whole: true}, nil
		}
		a := newAhead(z)
		return &plain{Reader: a, file: f, whole: true, end: a.Close}, nil
	case bytes.HasPrefix(magic, []byte("BZh")):
		return &plain{Reader: bzip2.NewReader(r), file: f, whole: true}, nil
	case bytes.HasPrefix(magic, []byte("PK\x03\x04")):
		return openMember(f, path, member)
	case bytes.HasPrefix(magic, []byte{0xff, 0xfe}), bytes.HasPrefix(magic, []byte{0xfe, 0xff}):
		f.Close()
		return nil, &ContentError{File: path, Problem: "the text is UTF-16: save it as UTF-8"}
	}
	return &plain{Reader: r, file: f, whole: true}, nil
}

// openMember opens a member of the zip archive in f.
func openMember(f *os.File, path, member string) (*plain, error) {
	fail := func(format string, args ...any) (*plain, error) {
		f.Close()
		return nil, &ContentError{File: path, Problem: fmt.Sprintf(format, args...)}
	}
	info, err := f.Stat()
	if err != nil {
		return fail("%v", err)
	}
	z, err := zip.NewReader(f, info.Size())
	if err != nil {
		return fail("damaged zip archive: %v", err)
	}
	var found *zip.File
	files := 0
	for _, m := range z.File {
		if m.FileInfo().IsDir() {
			continue
		}
		files++
		if m.Name == member || member == "" {
			found = m
		}
	}
	if found == nil {
		return fail("the zip archive has no member %q", member)
	}
	if member == "" && files > 1 {
		return fail("the zip archive has %d files: say which", files)
	}
	r, err := found.Open()
	if err != nil {
		return fail("member %s: %v", found.Name, err)
	}
	return &plain{Reader: r, file: f}, nil
}

// plain reads the content of a file.
type plain struct {
	io.Reader
	file  *os.File
	whole bool   // the content is that of the file from its beginning to its end
	end   func() // ends what reads ahead; nil if nothing does
}

func (p *plain) Close() error {
	if p.end != nil {
		p.end()
	}
	return p.file.Close()
}

// share is how much of the file is read, between 0 and 1, or 0 if that is not
// known.
func (p *plain) share() float64 {
	info, err := p.file.Stat()
	if err != nil || !p.whole || info.Size() == 0 {
		return 0
	}
	at, err := p.file.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0
	}
	return float64(at) / float64(info.Size())
}

// rootCause drops the operation and path that a file error starts with.
func rootCause(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// lines reads text line by line: LF or CRLF, the last with or without an end,
// a byte-order mark taken off.
type lines struct {
	file    string // for messages
	scanner *bufio.Scanner
	number  int // of the line in text, from 1
	text    []byte
	bytes   int64 // read so far, with the ends of lines
	plain   *plain
}

// maxLine is the longest line that is read: 64 MiB, beyond every known table
// and little enough that a binary file given by mistake is refused in time.
const maxLine = 64 << 20

func newLines(r io.Reader, file string) *lines {
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 1<<16), maxLine)
	l := &lines{file: file, scanner: s}
	l.plain, _ = r.(*plain)
	s.Split(func(data []byte, atEOF bool) (advance int, token []byte, err error) {
		advance, token, err = bufio.ScanLines(data, atEOF)
		l.bytes += int64(advance)
		return advance, token, err
	})
	return l
}

// place returns the number of the line in text and the bytes read so far.
func (l *lines) place() (line int, bytes int64) { return l.number, l.bytes }

// share is how much of the file is read, 0 if that is not known.
func (l *lines) share() float64 {
	if l.plain == nil {
		return 0
	}
	return l.plain.share()
}

// skipTo moves to a line without looking at those before.
func (l *lines) skipTo(line int) error {
	for l.number < line {
		if !l.next() {
			if err := l.err(); err != nil {
				return err
			}
			return errChanged
		}
	}
	return nil
}

// next moves to the next line. It returns false at the end and on an error,
// which err then gives.
func (l *lines) next() bool {
	if !l.scanner.Scan() {
		return false
	}
	l.number++
	l.text = l.scanner.Bytes()
	if l.number == 1 {
		l.text = bytes.TrimPrefix(l.text, []byte("\ufeff"))
	}
	return true
}

// err returns the error that ended the lines, nil at the end of the file.
func (l *lines) err() error {
	err := l.scanner.Err()
	if err == nil {
		return nil
	}
	if errors.Is(err, bufio.ErrTooLong) {
		err = errors.New("a line is longer than 64 MiB: is this a text table?")
	}
	return &ContentError{File: l.file, Line: l.number + 1, Problem: err.Error()}
}

// fail returns an error at the current line.
func (l *lines) fail(format string, args ...any) error {
	return &ContentError{File: l.file, Line: l.number, Problem: fmt.Sprintf(format, args...)}
}
