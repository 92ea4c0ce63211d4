package tablefile

import (
	"bytes"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"gpcbench/data"
	"gpcbench/data/datatest"
)

// TestBlockSums cuts a stream at random places.
func TestBlockSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	for _, size := range []int{0, 1, sumBlock - 1, sumBlock, sumBlock + 1, 3*sumBlock + 12345} {
		content := make([]byte, size)
		for i := range content {
			content[i] = byte(rng.Uint32())
		}
		var want []uint32
		for block := range slices.Chunk(content, sumBlock) {
			want = append(want, crc32.Checksum(block, castagnoli))
		}
		var s blockSums
		for rest := content; len(rest) > 0; {
			n := min(len(rest), 1+rng.IntN(sumBlock*3/2))
			s.add(rest[:n])
			rest = rest[n:]
		}
		if !slices.Equal(s.all(), want) || len(want) != blocks(int64(size)) {
			t.Errorf("%d bytes: sums %v, want %v", size, s.all(), want)
		}
	}
}

// counted counts the bytes of a file that are read.
type counted struct {
	*bytes.Reader
	read int
}

func (c *counted) Len() int { return int(c.Size()) }

func (c *counted) ReadAt(p []byte, at int64) (int, error) {
	n, err := c.Reader.ReadAt(p, at)
	c.read += n
	return n, err
}

// largeFile is the content of a table file that is just too large for memory.
func largeFile(t *testing.T) []byte {
	t.Helper()
	const d = 28
	n := InMemory/d + 100
	path := writeTable(t, n, d, func(i, j int) float64 { return float64(i*31+j) / 7 })
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// TestOpeningReadsLittle: a mapped table is opened, and its first row read, without
// the rest of the file: the description, a block of inputs, the classes, and the
// row. Its last row takes one block more.
func TestOpeningReadsLittle(t *testing.T) {
	content := largeFile(t)
	file := &counted{Reader: bytes.NewReader(content)}
	table, _, err := readTable(file, "large.table", testDigest)
	if err != nil {
		t.Fatal(err)
	}
	if file.read > 4096 {
		t.Errorf("%d of %d bytes are read by opening", file.read, len(content))
	}
	row := make([]float64, table.Dim())
	table.Rows(row, []int{0})
	datatest.Class(table, 0)
	most := sumBlock + table.Len() + 8192
	if file.read > most {
		t.Errorf("%d of %d bytes are read for the first row", file.read, len(content))
	}
	table.Rows(row, []int{table.Len() - 1})
	if before := file.read; before > most+sumBlock {
		t.Errorf("%d of %d bytes are read for the first and the last row", before, len(content))
	}
	before := file.read
	table.Rows(row, []int{1})
	if file.read-before != 8*len(row) {
		t.Errorf("%d bytes are read for one row of a block that was compared", file.read-before)
	}
}

// TestDamagedBlock: a bit that is wrong is seen when a row of its block is read,
// not before, and every time.
func TestDamagedBlock(t *testing.T) {
	content := largeFile(t)
	content[8+sumBlock+1000] ^= 4
	table, _, err := readTable(bytes.NewReader(content), "large.table", testDigest)
	if err != nil {
		t.Fatal(err)
	}
	read := func(row int) (err error) {
		defer data.Failed(&err)
		table.Rows(make([]float64, table.Dim()), []int{row})
		return nil
	}
	perBlock := sumBlock / (8 * table.Dim())
	for range 2 {
		for _, row := range []int{0, perBlock - 1, 2*perBlock + 2, table.Len() - 1} {
			if err := read(row); err != nil {
				t.Errorf("row %d: %v", row, err)
			}
		}
		for _, row := range []int{perBlock, perBlock + 5, 2 * perBlock} { // the first and the last lie in two blocks
			datatest.CheckProblem(t, "damaged", read(row), "large.table: the table file is damaged: its content does not match its checksum; delete it")
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("another panic does not pass")
		}
	}()
	_ = read(-1)
}
