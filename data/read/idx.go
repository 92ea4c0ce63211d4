package read

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"

	"gpcbench/data"
)

// idx reads a pair of files in the format of MNIST: a big-endian header with the number of
// dimensions and their sizes, then unsigned bytes; images are N x rows x columns, labels N.
// Attributes are the bytes, 0 to 255, row by row, divided by the format's divisor. (LeCun, Cortes &
// Burges, The MNIST database, 1998.)
type idx struct {
	p              Part
	images, labels *bufio.Reader
	files          [2]io.Closer
	n, at          int
	divide         float64
	pixels         []byte
	rec            Record
}

func openIDX(p Part, divide float64) (Reader, error) {
	images, err := openFile(p.Path, p.Member)
	if err != nil {
		return nil, err
	}
	labels, err := openFile(p.Labels, "")
	if err != nil {
		images.Close()
		return nil, err
	}
	if divide == 0 {
		divide = 1
	}
	x := &idx{p: p, divide: divide, images: bufio.NewReaderSize(images, 1<<16), labels: bufio.NewReader(labels), files: [2]io.Closer{images, labels}}
	if err := x.open(); err != nil {
		x.Close()
		return nil, err
	}
	return x, nil
}

func (x *idx) open() error {
	size, err := idxHeader(x.images)
	if err != nil {
		return &data.ContentError{File: x.p.Name, Problem: err.Error()}
	}
	count, err := idxHeader(x.labels)
	if err != nil {
		return &data.ContentError{File: x.p.Labels, Problem: err.Error()}
	}
	if len(count) != 1 || len(size) < 2 || count[0] != size[0] {
		return &data.ContentError{File: x.p.Name, Problem: fmt.Sprintf("images of size %v do not fit labels of size %v", size, count)}
	}
	d := 1
	for _, s := range size[1:] {
		if s == 0 || s > maxColumn || d*s > maxColumn {
			return &data.ContentError{File: x.p.Name, Problem: fmt.Sprintf("images of size %v are not images", size)}
		}
		d *= s
	}
	x.n = size[0]
	x.pixels = make([]byte, d)
	x.rec.Values = make([]float64, d)
	return nil
}

// idxHeader reads the sizes that a file starts with.
func idxHeader(r io.Reader) ([]int, error) {
	var magic [4]byte
	if _, err := io.ReadFull(r, magic[:]); err != nil {
		return nil, errors.New("the file ends within its header")
	}
	if magic[0] != 0 || magic[1] != 0 || magic[2] != 8 || magic[3] == 0 || magic[3] > 4 {
		return nil, fmt.Errorf("the file starts with % x, which is not idx format with unsigned bytes", magic)
	}
	size := make([]int, magic[3])
	for i := range size {
		var s uint32
		if err := binary.Read(r, binary.BigEndian, &s); err != nil {
			return nil, errors.New("the file ends within its header")
		}
		size[i] = int(s)
	}
	return size, nil
}

func (x *idx) Header() ([]string, error) { return nil, nil }

func (x *idx) Next() (*Record, error) {
	if x.at == x.n {
		return nil, nil
	}
	if _, err := io.ReadFull(x.images, x.pixels); err != nil {
		return nil, &data.ContentError{File: x.p.Name, Problem: x.stopped("image", err)}
	}
	label, err := x.labels.ReadByte()
	if err != nil {
		return nil, &data.ContentError{File: x.p.Labels, Problem: x.stopped("label", err)}
	}
	for i, v := range x.pixels {
		x.rec.Values[i] = float64(v) / x.divide
	}
	x.rec.Label = strconv.AppendInt(x.rec.Label[:0], int64(label), 10)
	x.at++
	return &x.rec, nil
}

// stopped says where a file ends early, or cannot be read further.
func (x *idx) stopped(what string, err error) string {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Sprintf("the file ends at %s %d of %d: get it again", what, x.at+1, x.n)
	}
	return fmt.Sprintf("%s %d of %d: %v", what, x.at+1, x.n, err)
}

func (x *idx) Close() error {
	return errors.Join(x.files[0].Close(), x.files[1].Close())
}
