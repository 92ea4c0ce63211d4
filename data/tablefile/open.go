package tablefile

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"golang.org/x/exp/mmap"
	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
)

// Open opens a table file. Inputs stay in the file, mapped, unless there are at most InMemory of
// them. It is an error if the file is damaged, or its table does not have the digest.
func Open(path, digest string) (data.Table, *Description, error) {
	f, err := data.OpenRegular(path) // mapping a pipe would wait for its writer
	if err != nil {
		return nil, nil, err
	}
	m, err := mmap.Open(path)
	f.Close()
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

// readTable reads the description of a table, and its rows if it has few inputs.
func readTable(m tableBytes, path, digest string) (data.Table, *Description, error) {
	desc, err := readDescription(m)
	if err == nil && desc.Digest != digest {
		err = errors.New("it holds another table")
	}
	var t *mapped
	if err == nil {
		t = newMapped(m, path, desc)
		if desc.N*desc.D > InMemory {
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
	return data.NewMemory(x, y), desc, nil
}

func readDescription(m tableBytes) (*Description, error) {
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
		return nil, errors.New("its description does not match its checksum")
	}
	var d Description
	if err := json.Unmarshal(text, &d); err != nil {
		return nil, err
	}
	if d.N < 1 || d.D < 1 || d.Width != 4 && d.Width != 8 || d.ClassWidth != 1 && d.ClassWidth != 2 || d.end() != size-tableFooter-int64(length) ||
		len(d.InputSums) != blocks(d.classesAt()-int64(len(tableMagic))) || len(d.ClassSums) != blocks(d.end()-d.classesAt()) {
		return nil, errors.New("its size does not match its description")
	}
	return &d, nil
}
