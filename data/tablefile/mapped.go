package tablefile

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"gpcbench/data"
)

// mapped is a Table whose rows are in a mapped table file. The file is unmapped when the table is
// no longer reachable.
type mapped struct {
	file            io.ReaderAt
	path            string // for messages
	desc            *Description
	inputs, classes section
}

// newMapped returns the table of a file. If its description has no sums, nothing is compared.
func newMapped(file io.ReaderAt, path string, d *Description) *mapped {
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
		panic("tablefile: Rows: length of dst")
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

// read copies the part of a row in a section.
func (t *mapped) read(buf []byte, s *section, row int) {
	if row < 0 || row >= t.desc.N {
		panic(fmt.Sprintf("tablefile: row %d of %d", row, t.desc.N))
	}
	at := s.from + int64(row)*int64(len(buf))
	err := s.check(t.file, at, at+int64(len(buf)))
	if err == nil {
		_, err = t.file.ReadAt(buf, at)
	}
	if err != nil {
		data.FailRead(&data.ContentError{File: t.path, Problem: "the table file is damaged: " + err.Error() + "; delete it to have it made again"})
	}
}
