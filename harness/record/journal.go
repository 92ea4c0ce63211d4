package record

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// extension is that of journals, which are written unpacked; packedExtension
// comes after it where one was packed to be kept.
const extension = ".jsonl"

// Folder returns where the journals of an experiment under a profile lie.
func Folder(results, experiment, profile string) string {
	return filepath.Join(results, filepath.FromSlash(experiment), profile)
}

// Journal is the file that one process writes its records to. No two
// processes share one, so that no line is ever written by two. The file comes
// into being with the first record.
type Journal struct {
	dir  string
	file *os.File
	end  int64 // of the last whole record
}

// NewJournal returns a journal in the folder dir, which is made if need be. An
// error says that the folder cannot be written.
func NewJournal(dir string) (*Journal, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("records cannot be kept: %w", err)
	}
	probe, err := os.CreateTemp(dir, ".probe-")
	if err != nil {
		return nil, fmt.Errorf("records cannot be kept in %s: %w", dir, err)
	}
	_, err = probe.WriteString("a record\n")
	err = errors.Join(err, probe.Close(), os.Remove(probe.Name()))
	if err != nil {
		return nil, fmt.Errorf("records cannot be kept in %s: %w", dir, err)
	}
	return &Journal{dir: dir}, nil
}

// Append writes a record. It returns when the record is on the disk; only
// then does the record count.
func (j *Journal) Append(r Record) error {
	line, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("record of cell %s: %w", r.ID, err)
	}
	if j.file == nil {
		if err := j.create(); err != nil {
			return fmt.Errorf("records cannot be kept in %s: %w", j.dir, err)
		}
	}
	if _, err := os.Stat(j.file.Name()); err != nil {
		return fmt.Errorf("record of cell %s cannot be kept, the journal was taken away: %w", r.ID, err)
	}
	line = append(line, '\n')
	_, err = j.file.Write(line)
	if err == nil {
		err = j.file.Sync()
	}
	if err != nil {
		err = fmt.Errorf("record of cell %s cannot be written: %w", r.ID, err)
		if e := j.file.Truncate(j.end); e != nil { // what is torn must stay last
			err = errors.Join(err, e, j.Close())
		}
		return err
	}
	j.end += int64(len(line))
	return nil
}

// create opens a new file; its name sorts by time.
func (j *Journal) create() error {
	var unique [4]byte
	rand.Read(unique[:])
	name := time.Now().UTC().Format("20060102T150405") + "-" + hex.EncodeToString(unique[:]) + extension
	file, err := os.OpenFile(filepath.Join(j.dir, name), os.O_WRONLY|os.O_APPEND|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	if dir, err := os.Open(j.dir); err == nil { // the name must last too, where folders can be flushed
		dir.Sync()
		dir.Close()
	}
	j.file, j.end = file, 0
	return nil
}

// Name returns the name of the file, empty if there is none yet.
func (j *Journal) Name() string {
	if j.file == nil {
		return ""
	}
	return filepath.Base(j.file.Name())
}

// Stamp tells states of a folder's journals apart; the one called without is
// left out of it.
func Stamp(dir, without string) string {
	entries, _ := os.ReadDir(dir)
	var b strings.Builder
	for _, e := range entries {
		if e.Name() == without || filepath.Ext(e.Name()) != extension {
			continue
		}
		if info, err := e.Info(); err == nil {
			fmt.Fprintf(&b, "%s %d\n", e.Name(), info.Size())
		}
	}
	return b.String()
}

// Close closes the file, if there is one.
func (j *Journal) Close() error {
	if j.file == nil {
		return nil
	}
	err := j.file.Close()
	j.file = nil
	return err
}

// Damage is a place of a journal that cannot be read.
type Damage struct {
	File    string
	Line    int // from 1
	Problem string
}

// Error names file and line.
func (d *Damage) Error() string {
	return fmt.Sprintf("%s:%d: damaged journal: %s; take the line out, its cell will be run again", d.File, d.Line, d.Problem)
}

// Read returns the records of all journals in a folder, in the order of file
// names and lines. A folder that is not there has none. A last line that was
// torn in the writing is dropped. Other damage is an error that joins a
// *Damage for each place, and records of one cell that contradict each other
// are a *Conflict; but every whole record is returned all the same.
func Read(dir string) ([]Record, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) { // of a path below a file
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("journals: %w", err)
	}
	var all []Record
	var errs []error
	same := conflicts{first: map[string]placed{}}
	for _, e := range entries {
		if e.IsDir() || filepath.Ext(strings.TrimSuffix(e.Name(), packedExtension)) != extension {
			continue
		}
		path := filepath.Join(dir, e.Name())
		errs = append(errs, readFile(path, func(line int, r Record) {
			same.add(placed{r, Place{path, line}})
			all = append(all, r)
		}))
	}
	return all, errors.Join(append(errs, same.err())...)
}

// readFile reads one journal, packed or not.
func readFile(path string, add func(line int, r Record)) error {
	file, err := Open(path)
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	defer file.Close()
	return readLines(file, path, add)
}

// readLines calls add with each whole record of a journal, called name in
// messages, and its line, from 1. Its error is that of Read.
func readLines(r io.Reader, name string, add func(line int, r Record)) error {
	in := bufio.NewReaderSize(r, 1<<16)
	var errs []error
	for number := 1; ; number++ {
		line, err := in.ReadBytes('\n')
		if err != nil && err != io.EOF {
			errs = append(errs, fmt.Errorf("%s: %w", name, err))
		}
		if len(bytes.TrimSpace(line)) > 0 {
			record, bad := parse(line)
			records := []Record{record}
			if bad != nil {
				records = salvage(line)
			}
			for _, r := range records {
				add(number, r)
			}
			torn := err != nil && !bytes.HasSuffix(line, []byte("\n"))
			if bad != nil && !torn {
				errs = append(errs, &Damage{File: name, Line: number, Problem: bad.Error()})
			}
		}
		if err != nil {
			return errors.Join(errs...)
		}
	}
}

// parse reads one line.
func parse(line []byte) (Record, error) {
	var r Record
	if err := json.Unmarshal(line, &r); err != nil {
		return Record{}, err
	}
	return r, r.whole()
}

// whole says what a record must have to be one.
func (r *Record) whole() error {
	switch {
	case r.V > Version:
		return fmt.Errorf("a record of version %d, this program reads up to %d", r.V, Version)
	case r.V < 1:
		return errors.New("a record without its version")
	case r.ID == "":
		return errors.New("a record without its cell")
	case r.Status != OK && r.Status != Failed:
		return fmt.Errorf("a record with the status %q", r.Status)
	}
	return nil
}

// salvage returns the whole records inside a line that is not one: after a
// torn one, or next to each other.
func salvage(line []byte) []Record {
	var found []Record
	start := []byte(`{"v":`)
	for {
		at := bytes.Index(line, start)
		if at < 0 {
			return found
		}
		line = line[at:]
		in := json.NewDecoder(bytes.NewReader(line))
		var r Record
		if err := in.Decode(&r); err == nil && r.whole() == nil {
			found = append(found, r)
			line = line[in.InputOffset():]
			continue
		}
		line = line[len(start):]
	}
}

// Latest returns the record that counts of each cell: the first that is ok, or
// else the last that failed.
func Latest(records []Record) map[string]Record {
	out := map[string]Record{}
	for _, r := range records {
		if have, ok := out[r.ID]; !ok || have.Status != OK {
			out[r.ID] = r
		}
	}
	return out
}
