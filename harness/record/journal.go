package record

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"gpcbench/data"
	"gpcbench/data/atomicfile"
)

// extension is the extension of journals, which are written unpacked. If one was
// packed for storage, packedExtension follows it.
const extension = ".jsonl"

// Folder returns the folder of the journals of an experiment under a profile.
func Folder(results, experiment, profile string) string {
	return filepath.Join(results, filepath.FromSlash(experiment), profile)
}

// Journal is the file that one process writes its records to. Processes never
// share one, so no two of them write to the same line. The file is created with
// the first record.
type Journal struct {
	dir  string
	file *os.File
	end  int64 // end of the last whole record
}

// NewJournal returns a journal in the folder dir, which it creates if necessary.
// It returns an error if the folder cannot be written.
func NewJournal(dir string) (*Journal, error) {
	if err := os.MkdirAll(dir, 0o777); errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("records cannot be written to %s, because a link on its path leads nowhere; give another folder with --results", dir)
	} else if err != nil {
		return nil, fmt.Errorf("records cannot be written: %w", err)
	}
	if err := atomicfile.Probe(dir); err != nil {
		return nil, unkept(dir, err)
	}
	return &Journal{dir: dir}, nil
}

// unkept returns the error about a folder in which no journal can be written, without the name of
// the file that was tried.
func unkept(dir string, err error) error {
	return fmt.Errorf("records cannot be written to %s: %w", dir, data.Cause(err))
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
			return unkept(j.dir, err)
		}
	}
	if _, err := os.Stat(j.file.Name()); err != nil {
		return fmt.Errorf("the record of cell %s cannot be written, because the journal was removed: %w", r.ID, err)
	}
	line = append(Seal(line), '\n')
	_, err = j.file.Write(line)
	if err == nil {
		err = j.file.Sync()
	}
	if err != nil {
		err = fmt.Errorf("the record of cell %s cannot be written: %w", r.ID, err)
		if e := j.file.Truncate(j.end); e != nil { // a torn line must stay the last one
			err = errors.Join(err, e, j.Close())
		}
		return err
	}
	j.end += int64(len(line))
	return nil
}

// create opens a new file; its name sorts by time.
func (j *Journal) create() error {
	var unique [8]byte // ten thousand writers may start within a second
	rand.Read(unique[:])
	name := time.Now().UTC().Format("20060102T150405") + "-" + hex.EncodeToString(unique[:]) + extension
	file, err := os.OpenFile(filepath.Join(j.dir, name), os.O_WRONLY|os.O_APPEND|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	atomicfile.SyncDir(j.dir)
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

// Close closes the file, if there is one.
func (j *Journal) Close() error {
	if j.file == nil {
		return nil
	}
	err := j.file.Close()
	j.file = nil
	return err
}

// Damage is a line of a journal that cannot be read.
type Damage struct {
	File    string
	Line    int // from 1
	Problem string
	Kept    int  // whole records in the line, which still count
	Newer   bool // the line is whole, but of a later version of the format
}

// Error names file and line, and says what to do without losing a record.
func (d *Damage) Error() string {
	place := fmt.Sprintf("%s:%d: ", d.File, d.Line)
	switch {
	case d.Newer:
		return place + d.Problem + ": leave the line as it is, and use the program that wrote it or a newer one"
	case d.Kept == 1:
		return place + "damaged journal: " + d.Problem + "; the line has one whole record, which still counts: keep it, from {\"v\": on, and remove the rest of the line"
	case d.Kept > 1:
		return place + fmt.Sprintf("damaged journal: %d records are on one line, but still count: put each, from {\"v\": on, on its own line", d.Kept)
	}
	return place + "damaged journal: " + d.Problem + "; remove the line, and its cell is run again unless another line has its record"
}

// errBroken says that a line was changed after it was written.
var errBroken = errors.New("the line's checksum does not match its content")

// parse parses one line. It checks the checksum, if there is one.
func parse(line []byte) (Record, error) {
	var r Record
	if Seals(line) == Broken {
		return Record{}, errBroken
	}
	if err := json.Unmarshal(line, &r); err != nil && r.V <= Version { // a later version may have other types
		return Record{}, err
	}
	return r, r.whole()
}

// newerError says that a record is of a later version of the format.
type newerError struct{ version int }

func (e newerError) Error() string {
	return fmt.Sprintf("a record of version %d, but this program reads versions up to %d", e.version, Version)
}

// whole returns an error if something is missing that every record must have.
func (r *Record) whole() error {
	switch {
	case r.V > Version:
		return newerError{r.V}
	case r.V < 1:
		return errors.New("a record without its version")
	case r.ID == "":
		return errors.New("a record without its cell")
	case r.Status != OK && r.Status != Failed:
		return fmt.Errorf("a record with the status %q", r.Status)
	case r.Status == OK && r.Metrics == nil:
		return fmt.Errorf("a record with the status %q and no metrics", r.Status)
	}
	return nil
}

// salvage returns the whole records inside a damaged line: after a torn record, or
// next to each other. It leaves out records with a wrong checksum. It reads at
// most a few times the line's bytes, whatever the line contains.
func salvage(line []byte) []Record {
	var found []Record
	start := []byte(`{"v":`)
	for left := 4*len(line) + 1<<16; left > 0; {
		at := bytes.Index(line, start)
		if at < 0 {
			return found
		}
		line = line[at:]
		rest := bytes.NewReader(line)
		in := json.NewDecoder(rest)
		var r Record
		err := in.Decode(&r)
		left -= len(line) - rest.Len()
		if err == nil && r.whole() == nil && Seals(line[:in.InputOffset()]) != Broken {
			found = append(found, r)
			line = line[in.InputOffset():]
			continue
		}
		line = line[len(start):]
	}
	return found
}
