package data

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

	"golang.org/x/exp/mmap"
	"gonum.org/v1/gonum/mat"
)

// A table file holds a prepared table so that its rows are read in place:
//
//	magic (8 bytes)
//	inputs, N x D, row-major, little-endian float64 or float32
//	classes, N of one or two bytes, little-endian
//	description, JSON
//	length of the description (8 bytes), its CRC-32C (4 bytes), magic (8 bytes)
//
// The description has the CRC-32C of every block of inputs and of classes. What
// is cut short has no magic at its end. What is damaged does not fit its sums: of a
// table in memory all are compared when it is opened, of a mapped one each when the
// first row of its block is read, so that rows are had without reading the others.
const tableMagic = "gpctab02"

// sumBlock is the number of bytes that a sum stands for, 1 MiB.
const sumBlock = 1 << 20

const tableFooter = 8 + 4 + 8

// float32From is the number of inputs from which a table file holds them as
// float32, whose rounding is far below that of any measurement, to halve the
// 256 MiB and more that they would take.
const float32From = 1 << 25

// inMemory is the number of inputs up to which a table is read into memory,
// 8 MiB, rather than mapped.
const inMemory = 1 << 20

// description is what a table file says of itself.
type description struct {
	Digest     string   `json:"digest"`
	N          int      `json:"n"`
	D          int      `json:"d"`
	Width      int      `json:"width"`       // bytes an input
	ClassWidth int      `json:"class_width"` // bytes a class
	Classes    []string `json:"classes"`
	Counts     []int    `json:"counts"`
	Attributes []string `json:"attributes"`
	Parts      []int    `json:"parts"`            // rows of each part
	Splits     [][]int  `json:"splits,omitempty"` // training rows of the published splits
	InputSums  []uint32 `json:"inputs_crc32c"`
	ClassSums  []uint32 `json:"classes_crc32c"`
}

func (d *description) classesAt() int64 {
	return int64(len(tableMagic)) + int64(d.N)*int64(d.D)*int64(d.Width)
}

func (d *description) end() int64 { return d.classesAt() + int64(d.N)*int64(d.ClassWidth) }

// tableWriter writes a table file row by row, in memory that does not grow
// with N.
type tableWriter struct {
	desc            description
	file            *os.File
	inputs, classes *bufio.Writer
	sums            [2]blockSums // of inputs and classes
	buf             []byte
	path            string // the file's name when it is done
	rows            int
}

// written is how far a table file was written.
type written struct {
	Rows int
	Sums [2]blockSums
}

// newTableWriter starts a table file of the shape that desc gives, under the
// name path with .tmp behind it, or goes on with it behind the rows that were
// written. Only one process may do so at a time.
func newTableWriter(path string, desc description, have written) (*tableWriter, error) {
	desc.Width, desc.ClassWidth = 8, 1
	if desc.N > float32From/max(desc.D, 1) {
		desc.Width = 4
	}
	if len(desc.Classes) > 256 {
		desc.ClassWidth = 2
	}
	if err := enough(filepath.Dir(path), &desc, have.Rows); err != nil {
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
	w := &tableWriter{desc: desc, file: f, path: path, buf: make([]byte, desc.D*desc.Width), rows: have.Rows, sums: have.Sums}
	inputs := io.NewOffsetWriter(f, int64(len(tableMagic))+int64(have.Rows)*int64(len(w.buf)))
	classes := io.NewOffsetWriter(f, desc.classesAt()+int64(have.Rows)*int64(desc.ClassWidth))
	w.inputs = bufio.NewWriterSize(inputs, 1<<20)
	w.classes = bufio.NewWriterSize(classes, 1<<16)
	_, err = f.WriteAt([]byte(tableMagic), 0)
	return w, err
}

// enough returns an error if the disk of a folder has no room for what is still
// to be written of a table.
func enough(dir string, d *description, rows int) error {
	need := d.end() - int64(rows)*int64(d.D*d.Width)
	if left, known := room(dir); known && left < need {
		return fmt.Errorf("the table takes %.0f MB, and the disk of %s has %.0f MB left: make room, or set GPCBENCH_DATA to a folder on another disk",
			float64(need)/1e6, dir, float64(left)/1e6)
	}
	return nil
}

// flush puts all rows so far onto the disk and says how far the file is written.
func (w *tableWriter) flush() (written, error) {
	err := errors.Join(w.inputs.Flush(), w.classes.Flush(), w.file.Sync())
	return written{w.rows, w.sums}, err
}

// write adds a row. A ContentError lacks file and line.
func (w *tableWriter) write(x []float64, class int) error {
	if w.rows == w.desc.N {
		return errChanged
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
				return &ContentError{Column: w.desc.Attributes[j], Problem: fmt.Sprintf("%v is beyond the range of float32, in which tables of this size are kept", v)}
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

// finish writes the description, flushes all to disk and gives the file its
// name.
func (w *tableWriter) finish() error {
	if w.rows != w.desc.N {
		return errChanged
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
	return syncDir(filepath.Dir(w.path))
}

// syncDir makes a new name in a folder last, where the system can.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	d.Sync() // not every file system can; the name is there either way
	return d.Close()
}

// abort removes the unfinished file.
func (w *tableWriter) abort() {
	w.file.Close()
	os.Remove(w.file.Name())
}

// openTable opens a table file. Inputs stay in the file, mapped, unless there are
// few.
func openTable(path, digest string) (Table, *description, error) {
	m, err := mmap.Open(path)
	if err != nil {
		return nil, nil, err
	}
	t, desc, err := readTable(m, path, digest)
	if _, stays := t.(*mapped); !stays {
		err = errors.Join(err, m.Close())
	}
	return t, desc, err
}

// tableBytes is the content of a table file.
type tableBytes interface {
	io.ReaderAt
	Len() int
}

// readTable reads the description of a table, and its rows if they are few.
func readTable(m tableBytes, path, digest string) (Table, *description, error) {
	desc, err := readDescription(m)
	if err == nil && desc.Digest != digest {
		err = errors.New("it holds another table")
	}
	var t *mapped
	if err == nil {
		t = newMapped(m, path, desc)
		if desc.N*desc.D > inMemory {
			return t, desc, nil
		}
		err = errors.Join(t.inputs.checkAll(m), t.classes.checkAll(m))
	}
	if err != nil {
		return nil, nil, fmt.Errorf("table file %s is damaged: %w", path, err)
	}
	x, y := mat.NewDense(desc.N, desc.D, nil), make([]int, desc.N)
	all := make([]int, desc.N)
	for i := range all {
		all[i] = i
	}
	t.Rows(x.RawMatrix().Data, all)
	t.Classes(y, all)
	return NewMemory(x, y), desc, nil
}

func readDescription(m tableBytes) (*description, error) {
	size := int64(m.Len())
	var foot [tableFooter]byte
	if size < int64(len(tableMagic))+tableFooter {
		return nil, errors.New("it is cut short")
	}
	if _, err := m.ReadAt(foot[:], size-tableFooter); err != nil {
		return nil, err
	}
	length := binary.LittleEndian.Uint64(foot[:])
	if string(foot[12:]) != tableMagic || length > uint64(size-tableFooter) {
		return nil, errors.New("it is cut short")
	}
	text := make([]byte, length)
	if _, err := m.ReadAt(text, size-tableFooter-int64(length)); err != nil {
		return nil, err
	}
	if crc32.Checksum(text, castagnoli) != binary.LittleEndian.Uint32(foot[8:]) {
		return nil, errors.New("its description does not fit its sum")
	}
	var d description
	if err := json.Unmarshal(text, &d); err != nil {
		return nil, err
	}
	if d.N < 1 || d.D < 1 || d.Width != 4 && d.Width != 8 || d.ClassWidth != 1 && d.ClassWidth != 2 || d.end() != size-tableFooter-int64(length) ||
		len(d.InputSums) != blocks(d.classesAt()-int64(len(tableMagic))) || len(d.ClassSums) != blocks(d.end()-d.classesAt()) {
		return nil, errors.New("its size does not fit its description")
	}
	return &d, nil
}

// mapped is a Table whose rows lie in a mapped table file. The file is
// unmapped when the table is no longer reachable.
type mapped struct {
	file            io.ReaderAt
	path            string // for messages
	desc            *description
	inputs, classes section
}

// newMapped returns the table of a file. Without sums in its description nothing
// is compared.
func newMapped(file io.ReaderAt, path string, d *description) *mapped {
	return &mapped{
		file: file, path: path, desc: d,
		inputs:  newSection(int64(len(tableMagic)), d.classesAt(), d.InputSums),
		classes: newSection(d.classesAt(), d.end(), d.ClassSums),
	}
}

// Len returns N.
func (t *mapped) Len() int { return t.desc.N }

// Dim returns D.
func (t *mapped) Dim() int { return t.desc.D }

// Rows copies rows idx into dst.
func (t *mapped) Rows(dst []float64, idx []int) {
	d := t.desc.D
	if len(dst) != len(idx)*d {
		panic("data: Rows: length of dst")
	}
	buf := make([]byte, d*t.desc.Width)
	for i, row := range idx {
		t.read(buf, &t.inputs, row)
		x := dst[i*d : (i+1)*d]
		if t.desc.Width == 8 {
			for j := range x {
				x[j] = math.Float64frombits(binary.LittleEndian.Uint64(buf[8*j:]))
			}
		} else {
			for j := range x {
				x[j] = float64(math.Float32frombits(binary.LittleEndian.Uint32(buf[4*j:])))
			}
		}
	}
}

// Classes copies the classes of rows idx into dst.
func (t *mapped) Classes(dst []int, idx []int) {
	var buf [2]byte
	for i, row := range idx {
		t.read(buf[:t.desc.ClassWidth], &t.classes, row)
		dst[i] = int(buf[0]) | int(buf[1])<<8
	}
}

// read copies what a section has of a row.
func (t *mapped) read(buf []byte, s *section, row int) {
	if row < 0 || row >= t.desc.N {
		panic(fmt.Sprintf("data: row %d of %d", row, t.desc.N))
	}
	at := s.from + int64(row)*int64(len(buf))
	err := s.check(t.file, at, at+int64(len(buf)))
	if err == nil {
		_, err = t.file.ReadAt(buf, at)
	}
	if err != nil {
		panic(failure{&ContentError{File: t.path, Problem: "the table file is damaged: " + err.Error() + "; delete it, and it is made again"}})
	}
}
