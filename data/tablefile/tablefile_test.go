package tablefile

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"gpcbench/data"
	"gpcbench/data/datatest"
)

// testDigest is the digest of the tables of these tests.
const testDigest = "0123456789abcdef"

// writeTable writes a table file of n rows of d inputs x(i, j), row i of class i mod 3.
func writeTable(t *testing.T, n, d int, x func(i, j int) float64) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "t")
	w, err := Create(path, Description{Digest: testDigest, N: n, D: d, Classes: []string{"a", "b", "c"}, Attributes: data.AttributeNames(d)}, Written{})
	if err != nil {
		t.Fatal(err)
	}
	row := make([]float64, d)
	for i := range n {
		for j := range row {
			row[j] = x(i, j)
		}
		if err := w.Write(row, i%3); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Finish(); err != nil {
		t.Fatal(err)
	}
	return path
}

// writerFunc is a function that takes what is written.
type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// Who waits for another process that prepares a table is told so, and can give up.
func TestWaitingForATable(t *testing.T) {
	var said bytes.Buffer
	ctx, cancel := context.WithCancel(context.Background())
	told := writerFunc(func(p []byte) (int, error) {
		cancel()
		return said.Write(p)
	})
	c := Cache{Dir: t.TempDir(), Progress: told}
	_, _, err := c.Table(ctx, "t", testDigest, nil, func(string) error {
		_, _, err := c.Table(ctx, "t", testDigest, nil, func(string) error {
			t.Error("two write the table at once")
			return nil
		})
		return err
	})
	if !errors.Is(err, context.Canceled) || said.String() != "table: t: waiting for another run that is preparing it\n" {
		t.Errorf("%v, said %q", err, said.String())
	}
}

// A table file whose first bytes cannot be written is not left behind.
func TestTableThatCannotBeBegun(t *testing.T) {
	const full = "/dev/full"
	if _, err := os.Stat(full); err != nil {
		t.Skip(err)
	}
	path := filepath.Join(t.TempDir(), "t")
	if err := os.Symlink(full, path+".tmp"); err != nil {
		t.Skip(err)
	}
	w, err := Create(path, Description{Digest: testDigest, N: 1, D: 1, Classes: []string{"a"}, Attributes: data.AttributeNames(1)}, Written{})
	if w != nil || !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("%v, %v", w, err)
	}
	if _, err := os.Lstat(path + ".tmp"); err == nil {
		t.Error("the unfinished file is left")
	}
}

// TestDamagedTableFile cuts a table file at every place, and turns over a bit
// in every byte: each time the damage is seen.
func TestDamagedTableFile(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 2))
	path := writeTable(t, 6, 2, func(i, j int) float64 { return rng.NormFloat64() })
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damaged := [][]byte{append(bytes.Clone(whole), 0)}
	for i := range whole {
		damaged = append(damaged, whole[:i])
		if i < 8 {
			continue // the first magic is not looked at
		}
		flipped := bytes.Clone(whole)
		flipped[i] ^= 1 << rng.IntN(8)
		damaged = append(damaged, flipped)
	}
	for i, content := range damaged {
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, _, err := Open(path, testDigest); err == nil {
			t.Fatalf("damage %d is not seen", i)
		}
	}
	if err := os.WriteFile(path, whole, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Open(path, testDigest); err != nil {
		t.Error(err)
	}
	if _, _, err := Open(path, "another"); err == nil {
		t.Error("the table of another digest is opened")
	}
}

// TestMappedIsMemory: rows read in place are those that were written, rounded where
// inputs are kept as float32.
func TestMappedIsMemory(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	const n, d = 50, 4
	x := make([][]float64, n)
	for i := range x {
		x[i] = []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
	}
	for _, width := range []int{8, 4} {
		path := filepath.Join(t.TempDir(), "t")
		w, err := Create(path, Description{N: n, D: d, Classes: []string{"a", "b", "c"}, Attributes: data.AttributeNames(d)}, Written{})
		if err != nil {
			t.Fatal(err)
		}
		w.desc.Width = width
		w.buf = w.buf[:d*width]
		w.classes.Reset(io.NewOffsetWriter(w.file, w.desc.classesAt()))
		for i := range x {
			if err := w.Write(x[i], i%3); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Finish(); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		m := newMapped(f, path, &w.desc)
		rows := []int{7, 0, 49, 7, 23}
		got, classes := make([]float64, len(rows)*d), make([]int, len(rows))
		m.Rows(got, rows)
		m.Classes(classes, rows)
		for i, row := range rows {
			for j, v := range x[row] {
				if width == 4 {
					v = float64(float32(v))
				}
				if got[i*d+j] != v {
					t.Errorf("width %d, row %d: %v, want %v", width, row, got[i*d:i*d+d], x[row])
				}
			}
			if classes[i] != row%3 {
				t.Errorf("width %d, row %d: class %d, want %d", width, row, classes[i], row%3)
			}
		}
	}
}

// TestBeyondFloat32: a large table's value that float32 cannot hold is an
// error, not an infinity.
func TestBeyondFloat32(t *testing.T) {
	w, err := Create(filepath.Join(t.TempDir(), "t"), Description{N: 1, D: 2, Attributes: []string{"a", "b"}}, Written{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	w.desc.Width = 4
	datatest.CheckProblem(t, "1e300", w.Write([]float64{1, 1e300}, 0), "column b: 1e+300 is beyond the range of float32")
}

// TestDiskIsFull: a table that there is no room for is refused before a row is
// written, and nothing is left of it.
func TestDiskIsFull(t *testing.T) {
	dir := t.TempDir()
	if _, known := room(dir); !known {
		t.Skip("the room on the disk is not known on this system")
	}
	const rows = int64(1) << 46
	desc := Description{N: int(rows), D: 28}
	if int64(desc.N) != rows {
		t.Skip("no table is that large on this system")
	}
	_, err := Create(filepath.Join(dir, "t"), desc, Written{})
	datatest.CheckProblem(t, "a table of 8 petabytes", err, "the table takes 7951668092 MB, but the disk of ")
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}

// What is smaller than a megabyte is reported in kilobytes.
func TestSizes(t *testing.T) {
	for bytes, want := range map[int64]string{0: "0.0 KB", 12_345: "12.3 KB", 34_000_000: "34 MB"} {
		if got := size(bytes); got != want {
			t.Errorf("%d bytes are %s, want %s", bytes, got, want)
		}
	}
}
