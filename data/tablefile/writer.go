package tablefile

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"path/filepath"

	"gpcbench/data"
	"gpcbench/data/atomicfile"
)

// Writer writes a table file row by row. Its memory does not grow
// with N.
type Writer struct {
	desc            Description
	file            *os.File
	inputs, classes *bufio.Writer
	sums            [2]blockSums // of inputs and classes
	buf             []byte
	path            string // path of the finished file
	rows            int
}

// Written says how far a table file has been written.
type Written struct {
	Rows int
	Sums [2]blockSums
}

// Create starts a table file of the shape given by desc, under the name path with .tmp appended, or
// continues it after the rows already written. Only one process may do so at a time.
func Create(path string, desc Description, have Written) (*Writer, error) {
	desc.Width, desc.ClassWidth = 8, 1
	if desc.N > float32From/max(desc.D, 1) {
		desc.Width = 4
	}
	if len(desc.Classes) > 256 {
		desc.ClassWidth = 2
	}
	if err := roomFor(filepath.Dir(path), &desc, have.Rows); err != nil {
		return nil, err
	}
	flags := os.O_RDWR | os.O_CREATE
	if have.Rows == 0 {
		flags |= os.O_TRUNC
	}
	f, err := os.OpenFile(path+".tmp", flags, 0o666)
	if err != nil {
		return nil, err
	}
	w := &Writer{desc: desc, file: f, path: path, buf: make([]byte, desc.D*desc.Width), rows: have.Rows, sums: have.Sums}
	inputs := io.NewOffsetWriter(f, int64(len(tableMagic))+int64(have.Rows)*int64(len(w.buf)))
	classes := io.NewOffsetWriter(f, desc.classesAt()+int64(have.Rows)*int64(desc.ClassWidth))
	w.inputs = bufio.NewWriterSize(inputs, 1<<20)
	w.classes = bufio.NewWriterSize(classes, 1<<16)
	if _, err := f.WriteAt([]byte(tableMagic), 0); err != nil {
		w.Abort()
		return nil, err
	}
	return w, nil
}

// roomFor returns an error if the disk of a folder has no room for the rest of a table.
func roomFor(dir string, d *Description, rows int) error {
	need := d.end() - int64(rows)*int64(d.D*d.Width)
	if left, known := room(dir); known && left < need {
		return fmt.Errorf("the table takes %s, but the disk of %s has only %s left: free some space, or set GPCBENCH_DATA to a folder on another disk",
			size(need), dir, size(left))
	}
	return nil
}

// size formats a number of bytes for people.
func size(bytes int64) string {
	if bytes < 1e6 {
		return fmt.Sprintf("%.1f KB", float64(bytes)/1e3)
	}
	return fmt.Sprintf("%.0f MB", float64(bytes)/1e6)
}

// Flush writes all rows so far to disk and returns how far the file is written.
func (w *Writer) Flush() (Written, error) {
	err := errors.Join(w.inputs.Flush(), w.classes.Flush(), w.file.Sync())
	return Written{w.rows, w.sums}, err
}

// Write adds a row. It sets neither file nor line of a ContentError.
func (w *Writer) Write(x []float64, class int) error {
	if w.rows == w.desc.N {
		return data.ErrChanged
	}
	w.rows++
	if w.desc.Width == 8 {
		for j, v := range x {
			binary.LittleEndian.PutUint64(w.buf[8*j:], math.Float64bits(v))
		}
	} else {
		for j, v := range x {
			f := float32(v)
			if math.IsInf(float64(f), 0) {
				return &data.ContentError{Column: w.desc.Attributes[j], Problem: fmt.Sprintf("%v is beyond the range of float32, which tables of this size use", v)}
			}
			binary.LittleEndian.PutUint32(w.buf[4*j:], math.Float32bits(f))
		}
	}
	w.sums[0].add(w.buf)
	if _, err := w.inputs.Write(w.buf); err != nil {
		return err
	}
	c := [2]byte{byte(class), byte(class >> 8)}
	w.sums[1].add(c[:w.desc.ClassWidth])
	_, err := w.classes.Write(c[:w.desc.ClassWidth])
	return err
}

// Finish writes the description, flushes everything to disk and gives the file its name.
func (w *Writer) Finish() error {
	if w.rows != w.desc.N {
		return data.ErrChanged
	}
	w.desc.InputSums, w.desc.ClassSums = w.sums[0].all(), w.sums[1].all()
	text, err := json.Marshal(&w.desc)
	if err != nil {
		return err
	}
	tail := binary.LittleEndian.AppendUint64(text, uint64(len(text)))
	tail = binary.LittleEndian.AppendUint32(tail, crc32.Checksum(text, castagnoli))
	tail = append(tail, tableMagic...)
	if err := errors.Join(w.inputs.Flush(), w.classes.Flush()); err != nil {
		return err
	}
	if _, err := w.file.WriteAt(tail, w.desc.end()); err != nil {
		return err
	}
	if err := w.file.Sync(); err != nil {
		return err
	}
	if err := w.file.Close(); err != nil {
		return err
	}
	if err := os.Rename(w.file.Name(), w.path); err != nil {
		return err
	}
	atomicfile.SyncDir(filepath.Dir(w.path))
	return nil
}

// Abort removes the unfinished file.
func (w *Writer) Abort() {
	w.file.Close()
	os.Remove(w.file.Name())
}

// Close closes the unfinished file, which another Writer may continue.
func (w *Writer) Close() error { return w.file.Close() }

// Rows returns the number of rows written.
func (w *Writer) Rows() int { return w.rows }

// SetSplits adds the training rows of published splits to the description.
func (w *Writer) SetSplits(splits [][]int) { w.desc.Splits = splits }

// Table returns the table before it is finished. All its rows must be written.
func (w *Writer) Table() (data.Table, error) {
	if w.rows != w.desc.N {
		return nil, data.ErrChanged
	}
	if err := errors.Join(w.inputs.Flush(), w.classes.Flush()); err != nil {
		return nil, err
	}
	return newMapped(w.file, w.path, &w.desc), nil
}
