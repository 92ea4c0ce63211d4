package data

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"gpcbench/data/catalogue"
)

// randomCSV is a table of n rows, d numbers and a label in 0..2.
func randomCSV(n, d int, rng *rand.Rand) string {
	var b strings.Builder
	for i := range n {
		for range d {
			fmt.Fprintf(&b, "%.4f,", rng.NormFloat64())
		}
		fmt.Fprintf(&b, "%d\n", i%3)
	}
	return b.String()
}

// tableFiles lists the table files under a cache folder.
func tableFiles(t *testing.T, cache string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(cache, "tables", "*.table"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestTableFileIsReused(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	cache, csv := t.TempDir(), write(t, "a.csv", randomCSV(40, 3, rng))
	first, err := LoadFile(FileOptions{File: csv}, cache)
	if err != nil {
		t.Fatal(err)
	}
	found := tableFiles(t, cache)
	if len(found) != 1 {
		t.Fatalf("table files %v", found)
	}
	before, _ := os.Stat(found[0])
	second, err := LoadFile(FileOptions{File: csv}, cache)
	if err != nil {
		t.Fatal(err)
	}
	after, _ := os.Stat(found[0])
	if !os.SameFile(before, after) || !before.ModTime().Equal(after.ModTime()) {
		t.Error("the table file was made again")
	}
	x1, y1 := all(first)
	x2, y2 := all(second)
	if !slices.EqualFunc(x1, x2, slices.Equal) || !slices.Equal(y1, y2) || !slices.Equal(first.ClassNames, second.ClassNames) {
		t.Error("the second loading differs")
	}
}

// TestDamagedTableFile cuts a table file at every place, and turns over a bit
// in every byte: each time the damage is seen, and the table made anew.
func TestDamagedTableFile(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 2))
	cache, csv := t.TempDir(), write(t, "a.csv", randomCSV(6, 2, rng))
	ds, err := LoadFile(FileOptions{File: csv}, cache)
	if err != nil {
		t.Fatal(err)
	}
	path := tableFiles(t, cache)[0]
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damaged := make([][]byte, 0, 2*len(whole))
	for i := range whole {
		damaged = append(damaged, whole[:i])
		if i < 8 {
			continue // the first magic is not looked at
		}
		flipped := bytes.Clone(whole)
		flipped[i] ^= 1 << rng.IntN(8)
		damaged = append(damaged, flipped)
	}
	damaged = append(damaged, append(bytes.Clone(whole), 0))
	for i, content := range damaged {
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, _, err := openTable(path, ds.Digest); err == nil {
			t.Fatalf("damage %d is not seen", i)
		}
	}
	if _, err := LoadFile(FileOptions{File: csv}, cache); err != nil {
		t.Fatal(err)
	}
	if again, _ := os.ReadFile(path); !bytes.Equal(again, whole) {
		t.Error("the table file was not made anew")
	}
}

func TestMappedIsMemory(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	cache, csv := t.TempDir(), write(t, "a.csv", randomCSV(50, 4, rng))
	ds, err := LoadFile(FileOptions{File: csv}, cache)
	if err != nil {
		t.Fatal(err)
	}
	for _, width := range []int{8, 4} {
		path := filepath.Join(cache, "again")
		w, err := newTableWriter(path, description{N: ds.Len(), D: ds.Dim(), Classes: ds.ClassNames, Attributes: ds.Attributes}, written{})
		if err != nil {
			t.Fatal(err)
		}
		w.desc.Width = width
		w.buf = w.buf[:ds.Dim()*width]
		w.classes.Reset(&at{w.file, w.desc.classesAt()})
		x, y := all(ds)
		for i := range x {
			if err := w.write(x[i], y[i]); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.finish(); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		m := newMapped(f, path, &w.desc)
		rows := []int{7, 0, 49, 7, 23}
		got, classes := make([]float64, len(rows)*4), make([]int, len(rows))
		m.Rows(got, rows)
		m.Classes(classes, rows)
		for i, row := range rows {
			for j, v := range x[row] {
				if width == 4 {
					v = float64(float32(v))
				}
				if got[i*4+j] != v {
					t.Errorf("width %d, row %d: %v, want %v", width, row, got[i*4:i*4+4], x[row])
				}
			}
			if classes[i] != y[row] {
				t.Errorf("width %d, row %d: class %d, want %d", width, row, classes[i], y[row])
			}
		}
	}
}

// TestMapped reads a table that is too large for memory to be worth it.
func TestMapped(t *testing.T) {
	const n, d = 1100, 1000
	pixels, labels := make([]byte, n*d), make([]byte, n)
	for i := range pixels {
		pixels[i] = byte(i * 31 / 7)
	}
	for i := range labels {
		labels[i] = byte(i % 3)
	}
	find := memoryFiles(t, map[string]string{"x": idxFile([]int{n, d}, string(pixels)), "y": idxFile([]int{n}, string(labels))})
	e := catalogue.Entry{Name: "m", Task: "multiclass", Files: []catalogue.File{{Name: "x", Role: "images"}, {Name: "y", Role: "labels"}}, Format: catalogue.Format{Kind: "idx"}}
	ds, err := Load(e, find, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := ds.Table.(*mapped); !ok {
		t.Errorf("the table is a %T", ds.Table)
	}
	x, y := all(ds)
	for i := range x {
		for j, v := range x[i] {
			if v != float64(pixels[i*d+j]) {
				t.Fatalf("row %d, attribute %d: %v", i, j, v)
			}
		}
		if y[i] != i%3 {
			t.Fatalf("row %d: class %d", i, y[i])
		}
	}
	var wg sync.WaitGroup
	for from := range 4 {
		wg.Go(func() {
			row := make([]float64, d)
			for i := from; i < n; i += 4 {
				ds.Rows(row, []int{i})
				if !slices.Equal(row, x[i]) {
					t.Errorf("row %d differs when read at the same time as others", i)
				}
			}
		})
	}
	wg.Wait()
	defer func() {
		if recover() == nil {
			t.Error("a row beyond the table is read")
		}
	}()
	ds.Rows(make([]float64, d), []int{n})
}

// TestBeyondFloat32: a large table's value that float32 cannot hold is an
// error, not an infinity.
func TestBeyondFloat32(t *testing.T) {
	w, err := newTableWriter(filepath.Join(t.TempDir(), "t"), description{N: 1, D: 2, Attributes: []string{"a", "b"}}, written{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.abort()
	w.desc.Width = 4
	checkProblem(t, "1e300", w.write([]float64{1, 1e300}, 0), "column b: 1e+300 is beyond the range of float32")
}

// at writes to a file from an offset on.
type at struct {
	f    *os.File
	from int64
}

func (a *at) Write(p []byte) (int, error) {
	n, err := a.f.WriteAt(p, a.from)
	a.from += int64(n)
	return n, err
}

// TestBuiltAtOnce loads one table in many goroutines, whose locks are as
// separate as those of processes.
func TestBuiltAtOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	cache, csv := t.TempDir(), write(t, "a.csv", randomCSV(2000, 4, rng))
	var wg sync.WaitGroup
	var digests [8]string
	for i := range digests {
		wg.Go(func() {
			ds, err := LoadFile(FileOptions{File: csv}, cache)
			if err != nil {
				t.Error(err)
				return
			}
			digests[i] = ds.Digest
		})
	}
	wg.Wait()
	for _, d := range digests {
		if d != digests[0] || d == "" {
			t.Errorf("digests %q", digests)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(cache, "tables", "*.tmp")); len(left) > 0 || len(tableFiles(t, cache)) != 1 {
		t.Errorf("left over: %v", left)
	}
}

// TestBuiltByProcesses does the same in three processes, after one that was
// killed in the middle left a part of the file.
func TestBuiltByProcesses(t *testing.T) {
	if csv := os.Getenv("GPCBENCH_BUILD_FILE"); csv != "" {
		if _, err := LoadFile(FileOptions{File: csv}, filepath.Dir(csv)); err != nil {
			t.Error(err)
		}
		return
	}
	csv := write(t, "a.csv", randomCSV(3000, 4, rand.New(rand.NewPCG(3, 5))))
	cache := filepath.Dir(csv)
	if _, err := LoadFile(FileOptions{File: csv}, cache); err != nil {
		t.Fatal(err)
	}
	path := tableFiles(t, cache)[0]
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+".tmp", whole[:len(whole)/2], 0o666); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			cmd := exec.Command(os.Args[0], "-test.run", "^TestBuiltByProcesses$")
			cmd.Env = append(os.Environ(), "GPCBENCH_BUILD_FILE="+csv)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
	wg.Wait()
	if again, _ := os.ReadFile(path); !bytes.Equal(again, whole) {
		t.Error("the table file is another one")
	}
	if _, err := os.Stat(path + ".tmp"); err == nil {
		t.Error("the part of a file is still there")
	}
}

// TestLongName: a table file's name stays short and plain.
func TestLongName(t *testing.T) {
	dir := filepath.Join(t.TempDir(), strings.Repeat("long folder/", 20))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	csv, cache := filepath.Join(dir, strings.Repeat("é name", 30)+".csv"), t.TempDir()
	if err := os.WriteFile(csv, []byte("1,2\n3,4\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadFile(FileOptions{File: csv}, cache); err != nil {
		t.Fatal(err)
	}
	if name := filepath.Base(tableFiles(t, cache)[0]); len(name) > 100 || strings.ContainsAny(name, " /é") {
		t.Errorf("the table file is called %s", name)
	}
}

func TestCacheFolderNotWritable(t *testing.T) {
	file := write(t, "file", "")
	_, err := LoadFile(FileOptions{File: write(t, "a.csv", "1,2\n3,4\n")}, file)
	checkProblem(t, "cache under a file", err, "the cache folder cannot be made")
}

// TestDiskIsFull: a table that there is no room for is refused before a row is
// drawn, and nothing is left of it.
func TestDiskIsFull(t *testing.T) {
	if _, known := room(t.TempDir()); !known {
		t.Skip("the room on the disk is not known on this system")
	}
	e, cache := largeEntry, t.TempDir()
	rows := int64(1) << 46
	if e.Rows = int(rows); int64(e.Rows) != rows {
		t.Skip("no table is that large on this system")
	}
	ds, err := Load(e, nil, cache)
	if err != nil {
		t.Fatal(err)
	}
	checkProblem(t, "a table of 8 petabytes", ds.Prepare(), "the table takes 7951668092 MB, and the disk of ")
	if left, _ := filepath.Glob(filepath.Join(cache, "tables", "*.t*")); len(left) > 1 { // the lock
		t.Errorf("left over: %v", left)
	}
}
