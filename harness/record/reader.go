package record

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"

	"gpcbench/data"
)

// UnreadableError says that a journal, or a folder of them, cannot be read, so its records are
// unknown.
type UnreadableError struct {
	Message string // includes what to do
	Err     error  // nil if the path is not a folder
}

func (e *UnreadableError) Error() string { return e.Message }

// Unwrap returns the cause.
func (e *UnreadableError) Unwrap() error { return e.Err }

// Reader reads the journals of a folder, and later what was added to them.
type Reader struct {
	// Check, unless it is nil, returns an error for a record to refuse. The record is then damage.
	Check func(Record) error

	dir  string
	read map[string]int64 // bytes of whole lines read so far, by name of the journal
}

// NewReader returns a reader of the journals in a folder.
func NewReader(dir string) *Reader { return &Reader{dir: dir, read: map[string]int64{}} }

// All returns the records of all journals, in the order of file names and lines.
// A folder that does not exist has none. A last line that was only partly written
// is dropped. Other damage is an error that joins a *Damage for each line.
// Records of one cell that contradict each other are an error too. Even with an
// error, every whole record is returned.
func (r *Reader) All() ([]Record, error) {
	var all []Record
	same := newConflicts(nil)
	err := r.each(func(string) func([]byte) (Record, error) { return parse }, func(found Record, _ origin, at place) {
		all = append(all, found)
		same.add(found, origin{}, at, false)
	})
	return all, errors.Join(err, same.err())
}

// Into adds the records that All returns to a set, and calls note, unless it is nil, with each of them.
// note must not keep the record. The error is that of All.
func (r *Reader) Into(set *Set, note func(Record)) error {
	same, outlines := newConflicts(set), newOutlines()
	parser := func(path string) func([]byte) (Record, error) {
		if isPacked(path) { // its lines cannot be read again on their own
			return outlines.parseWhole
		}
		return outlines.parse
	}
	err := r.each(parser, func(found Record, from origin, at place) {
		same.add(found, from, at, set.put(found, from))
		if note != nil {
			note(found)
		}
	})
	return errors.Join(err, same.err())
}

// each calls add with each record, its origin and its place. parser returns the function that parses the
// lines of a journal.
func (r *Reader) each(parser func(path string) func([]byte) (Record, error), add func(Record, origin, place)) error {
	entries, err := journals(r.dir)
	if err != nil {
		return err
	}
	var errs []error
	for _, e := range entries {
		path := filepath.Join(r.dir, e.Name())
		whole, err := readFile(path, 0, parser(path), func(line int, found Record, from origin) {
			if bad := r.check(found); bad != nil {
				errs = append(errs, &Damage{File: path, Line: line, Problem: bad.Error()})
				return
			}
			add(found, from, place{path, line})
		})
		r.read[e.Name()] = whole
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// Holding returns the journal of a folder that has a record of a cell, or the folder itself if
// none does. The error is about journals that could not be read and may have the record.
func Holding(dir, cell string) (string, error) {
	entries, err := journals(dir)
	errs := []error{err}
	for _, e := range entries {
		path, holds := filepath.Join(dir, e.Name()), false
		_, err := readFile(path, 0, parse, func(_ int, r Record, _ origin) { holds = holds || r.ID == cell })
		if holds {
			return path, nil
		}
		errs = append(errs, err)
	}
	return dir, errors.Join(errs...)
}

// Any says whether a folder has a journal that is not empty. A folder that does not exist has
// none.
func Any(dir string) (bool, error) {
	entries, err := journals(dir)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Size() > 0 {
			return true, nil
		}
	}
	return false, err
}

// journals returns the journals of a folder by name, none if the folder does not exist.
func journals(dir string) ([]os.DirEntry, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if errors.Is(err, syscall.ENOTDIR) {
		return nil, &UnreadableError{Message: dir + ": records cannot be written or read there, because it is a file or lies below one; give another folder with --results"}
	}
	if err != nil {
		err = data.Cause(err)
		return nil, &UnreadableError{fmt.Sprintf("%s: its records cannot be read: %v; make the folder readable, or give another one with --results", dir, err), err}
	}
	return slices.DeleteFunc(entries, func(e os.DirEntry) bool { return !isJournal(e) }), nil
}

// More returns the records added since the last call of All, Into or More, except
// those in the journal called without. It reads nothing twice. Damage is left to
// the next call of All to report.
func (r *Reader) More(without string) []Record {
	entries, _ := journals(r.dir)
	var added []Record
	for _, e := range entries {
		name := e.Name()
		before, known := r.read[name]
		if name == without || known && isPacked(name) {
			continue
		}
		if info, err := e.Info(); err != nil || info.Size() <= before {
			continue
		}
		whole, _ := readFile(filepath.Join(r.dir, name), before, parse, func(_ int, found Record, _ origin) {
			if r.check(found) == nil {
				added = append(added, found)
			}
		})
		r.read[name] = before + whole
	}
	return added
}

func (r *Reader) check(found Record) error {
	if r.Check == nil {
		return nil
	}
	return r.Check(found)
}

// isJournal says whether an entry of a folder is a journal, packed or not.
func isJournal(e os.DirEntry) bool {
	return !e.IsDir() && filepath.Ext(strings.TrimSuffix(e.Name(), packedExtension)) == extension
}

// readFile reads one journal, packed or not, starting at byte from, which must be
// 0 if it is packed.
func readFile(path string, from int64, parse func(line []byte) (Record, error), add func(line int, r Record, at origin)) (whole int64, err error) {
	file, err := open(path)
	if err != nil {
		return 0, unreadable(path, err)
	}
	defer file.Close()
	if s, ok := file.(io.Seeker); ok {
		if _, err := s.Seek(from, io.SeekStart); err != nil {
			return 0, unreadable(path, err)
		}
	}
	return readLines(file, path, from, parse, add)
}

// unreadable returns the error about a journal, with what to do.
func unreadable(path string, err error) error {
	if p, ok := errors.AsType[*os.PathError](err); ok {
		err = fmt.Errorf("%w; make it readable, or remove it from the folder to run its cells again", p.Err)
	}
	return &UnreadableError{fmt.Sprintf("journal %s cannot be read: %v", path, err), err}
}

// longestLine is the most bytes of a record: sixteen times the longest known, which has 50,000 test rows
// with label sets.
const longestLine = 16 << 20

var errLong = fmt.Errorf("the line is longer than %d MiB, as no record is; the rest of the file is not read", longestLine>>20)

// readLine returns the next line with its newline, or errLong if it is too long. A line that fits into
// the reader's buffer is only valid until the next call.
func readLine(in *bufio.Reader) ([]byte, error) {
	line, err := in.ReadSlice('\n')
	if err != bufio.ErrBufferFull {
		return line, err
	}
	long := bytes.Clone(line)
	for err == bufio.ErrBufferFull {
		line, err = in.ReadSlice('\n')
		if long = append(long, line...); len(long) > longestLine {
			return nil, errLong
		}
	}
	return long, err
}

// A batch of lines parsed in parallel has at most batchLines, and ends once it has batchBytes.
const (
	batchLines = 256
	batchBytes = 1 << 20
)

// unparsed is a line of a journal and the result of parsing it.
type unparsed struct {
	text    []byte
	at      int64 // offset of its first byte
	err     error // error that ended reading after this line
	records []Record
	bad     error
}

// parse finds the records in a line.
func (u *unparsed) parse(parse func(line []byte) (Record, error)) {
	if len(bytes.TrimSpace(u.text)) == 0 {
		return
	}
	r, bad := parse(u.text)
	if u.records, u.bad = []Record{r}, bad; bad != nil {
		u.records = salvage(u.text)
	}
}

// readBatch reads the next lines. If an error ends reading, the last line has it.
func readBatch(in *bufio.Reader, at int64) (batch []unparsed, end int64) {
	for size := 0; len(batch) < batchLines && size < batchBytes; {
		line, err := readLine(in)
		batch = append(batch, unparsed{text: bytes.Clone(line), at: at, err: err})
		size += len(line)
		at += int64(len(line))
		if err != nil {
			break
		}
	}
	return batch, at
}

// parseAll parses lines on all cores.
func parseAll(batch []unparsed, parse func(line []byte) (Record, error)) {
	var next atomic.Int32
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(batch)) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(batch); i = int(next.Add(1)) - 1 {
				batch[i].parse(parse)
			}
		})
	}
	wg.Wait()
}

// readLines calls add with each whole record of a journal, the number of its line, from 1, and its
// origin. Messages call the journal name. r begins at byte from of the file. whole is the number of
// bytes up to the last newline. The error is that of All.
func readLines(r io.Reader, name string, from int64, parse func(line []byte) (Record, error), add func(line int, r Record, at origin)) (whole int64, err error) {
	in := bufio.NewReaderSize(r, 1<<16)
	var errs []error
	at := from
	for number := 1; ; {
		var batch []unparsed
		batch, at = readBatch(in, at)
		parseAll(batch, parse)
		for _, u := range batch {
			if u.err == errLong {
				return whole, errors.Join(append(errs, &Damage{File: name, Line: number, Problem: u.err.Error()})...)
			}
			if u.err != nil && u.err != io.EOF {
				errs = append(errs, unreadable(name, u.err))
			}
			place := origin{}
			if u.bad == nil && !isPacked(name) {
				place = origin{name, u.at, len(u.text)}
			}
			for _, r := range u.records {
				add(number, r, place)
			}
			torn := u.err != nil && !bytes.HasSuffix(u.text, []byte("\n"))
			if u.bad != nil && !torn {
				_, newer := errors.AsType[newerError](u.bad)
				errs = append(errs, &Damage{File: name, Line: number, Problem: u.bad.Error(), Kept: len(u.records), Newer: newer})
			}
			if u.err != nil {
				return whole, errors.Join(errs...)
			}
			whole += int64(len(u.text))
			number++
		}
	}
}
