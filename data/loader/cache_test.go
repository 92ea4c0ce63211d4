package loader

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/datatest"
	"gpcbench/data/heuristics"
	"gpcbench/data/schema"
	"gpcbench/data/tablefile"
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

func TestTableFileIsReused(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	cache, csv := t.TempDir(), datatest.Write(t, "a.csv", randomCSV(40, 3, rng))
	first, err := loadFile(catalogue.UserTable{File: csv}, cache)
	if err != nil {
		t.Fatal(err)
	}
	found := datatest.TableFiles(t, cache)
	if len(found) != 1 {
		t.Fatalf("table files %v", found)
	}
	before, _ := os.Stat(found[0])
	second, err := loadFile(catalogue.UserTable{File: csv}, cache)
	if err != nil {
		t.Fatal(err)
	}
	after, _ := os.Stat(found[0])
	if !os.SameFile(before, after) || !before.ModTime().Equal(after.ModTime()) {
		t.Error("the table file was made again")
	}
	x1, y1 := datatest.All(first)
	x2, y2 := datatest.All(second)
	if !slices.EqualFunc(x1, x2, slices.Equal) || !slices.Equal(y1, y2) || !slices.Equal(first.ClassNames, second.ClassNames) {
		t.Error("the second loading differs")
	}
}

// A table that a program with fewer rules has kept is held against those of now.
func TestTableOfEarlierRulesIsMadeAgain(t *testing.T) {
	cache, csv := t.TempDir(), datatest.Write(t, "a.csv", "a,c\n1,u\n2,v\n3,u\n")
	if _, err := loadFile(catalogue.UserTable{File: csv}, cache); err != nil {
		t.Fatal(err)
	}
	s, err := fileSource(catalogue.UserTable{File: csv})
	if err != nil {
		t.Fatal(err)
	}
	asked := false
	s.Check = func(*schema.Schema) error { asked = true; return nil }
	kept := tablefile.Cache{Dir: cache}
	if _, _, err := s.Table(t.Context(), kept); err != nil || asked {
		t.Errorf("a table of now is read again; %v", err)
	}
	describeAnew(t, datatest.TableFiles(t, cache)[0], fmt.Sprintf(`"rules":%d`, heuristics.Rules), `"rules":0`)
	if _, _, err := s.Table(t.Context(), kept); err != nil || !asked {
		t.Errorf("a table of earlier rules is not read again; %v", err)
	}
}

// describeAnew replaces a text by another of its length in the description of a table file.
func describeAnew(t *testing.T, path, old, text string) {
	content, err := os.ReadFile(path)
	if err != nil || !bytes.Contains(content, []byte(old)) {
		t.Fatalf("%s is not in the table file; %v", old, err)
	}
	content = bytes.Replace(content, []byte(old), []byte(text), 1)
	foot := content[len(content)-20:] // length of the description, its CRC-32C and the magic
	length := int(binary.LittleEndian.Uint64(foot))
	description := content[len(content)-20-length : len(content)-20]
	binary.LittleEndian.PutUint32(foot[8:], crc32.Checksum(description, crc32.MakeTable(crc32.Castagnoli)))
	if err := os.WriteFile(path, content, 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestDamagedTableIsMadeAgain: a table file that is damaged does not stay.
func TestDamagedTableIsMadeAgain(t *testing.T) {
	cache, csv := t.TempDir(), datatest.Write(t, "a.csv", randomCSV(6, 2, rand.New(rand.NewPCG(3, 2))))
	if _, err := loadFile(catalogue.UserTable{File: csv}, cache); err != nil {
		t.Fatal(err)
	}
	path := datatest.TableFiles(t, cache)[0]
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, whole[:len(whole)-1], 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := loadFile(catalogue.UserTable{File: csv}, cache); err != nil {
		t.Fatal(err)
	}
	if again, _ := os.ReadFile(path); !bytes.Equal(again, whole) {
		t.Error("the table file was not made anew")
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
	find := datatest.Files(t, map[string]string{"x": idxFile([]int{n, d}, string(pixels)), "y": idxFile([]int{n}, string(labels))})
	e := catalogue.Entry{Name: "m", Task: "multiclass", Files: []catalogue.File{{Name: "x", Role: "images"}, {Name: "y", Role: "labels"}}, Format: catalogue.Format{Kind: "idx"}}
	ds, err := Entry(e, find, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := ds.Table.(*data.Memory); ok {
		t.Error("the table is in memory")
	}
	x, y := datatest.All(ds)
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

// TestBuiltAtOnce loads one table in many goroutines, whose locks are as
// separate as those of processes.
func TestBuiltAtOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	cache, csv := t.TempDir(), datatest.Write(t, "a.csv", randomCSV(2000, 4, rng))
	var wg sync.WaitGroup
	var digests [8]string
	for i := range digests {
		wg.Go(func() {
			ds, err := loadFile(catalogue.UserTable{File: csv}, cache)
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
	if left, _ := filepath.Glob(filepath.Join(cache, "tables", "*.tmp")); len(left) > 0 || len(datatest.TableFiles(t, cache)) != 1 {
		t.Errorf("left over: %v", left)
	}
}

// TestBuiltByProcesses does the same in three processes, after one that was
// killed in the middle left a part of the file.
func TestBuiltByProcesses(t *testing.T) {
	if csv := os.Getenv("GPCBENCH_BUILD_FILE"); csv != "" {
		if _, err := loadFile(catalogue.UserTable{File: csv}, filepath.Dir(csv)); err != nil {
			t.Error(err)
		}
		return
	}
	csv := datatest.Write(t, "a.csv", randomCSV(3000, 4, rand.New(rand.NewPCG(3, 5))))
	cache := filepath.Dir(csv)
	if _, err := loadFile(catalogue.UserTable{File: csv}, cache); err != nil {
		t.Fatal(err)
	}
	path := datatest.TableFiles(t, cache)[0]
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
	if _, err := loadFile(catalogue.UserTable{File: csv}, cache); err != nil {
		t.Fatal(err)
	}
	if name := filepath.Base(datatest.TableFiles(t, cache)[0]); len(name) > 100 || strings.ContainsAny(name, " /é") {
		t.Errorf("the table file is called %s", name)
	}
}

func TestCacheFolderNotWritable(t *testing.T) {
	file := datatest.Write(t, "file", "")
	_, err := loadFile(catalogue.UserTable{File: datatest.Write(t, "a.csv", "1,2\n3,4\n")}, file)
	datatest.CheckProblem(t, "cache under a file", err, "the cache folder cannot be created; name another one in GPCBENCH_DATA")
}
