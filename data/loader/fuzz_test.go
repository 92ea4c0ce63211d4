package loader

import (
	"cmp"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/datatest"
	"gpcbench/data/read"
)

// checkTable holds what every table that loads must hold.
func checkTable(t *testing.T, ds *data.Dataset) {
	t.Helper()
	x, y := datatest.All(ds)
	seen := make([]bool, len(ds.ClassNames))
	for i, row := range x {
		for j, v := range row {
			if !read.Finite(v) {
				t.Errorf("row %d, attribute %d: %v", i, j, v)
			}
		}
		if ds.Kind != data.Multilabel {
			if y[i] < 0 || y[i] >= len(seen) {
				t.Fatalf("row %d: class %d of %d", i, y[i], len(seen))
			}
			seen[y[i]] = true
		}
	}
	for c, name := range ds.ClassNames {
		if ds.Kind != data.Multilabel && !seen[c] {
			t.Errorf("no row has class %q", name)
		}
	}
	if len(ds.Attributes) != ds.Dim() {
		t.Errorf("%d names for %d attributes", len(ds.Attributes), ds.Dim())
	}
}

// FuzzLoadFile: whatever is in a user's file, it loads or there is an error of
// a known kind.
func FuzzLoadFile(f *testing.F) {
	for _, text := range []string{
		irisLike, "1,2\n3,4", "a;b\n1;x\n2;y\n", "1 2\n3 4\n", "1\t2\n\t4\n", "\"a\nb\",1\n\"c\",2\n", "\"", "\ufeff1,0\r\n2,1\r\n",
		"+1 1:0.5 3:-2\n-1 2:1e-3\n", "1 1:1\n0 1:2 # c\n", "@relation r\n@attribute 'a' real\n@attribute c {n,'y z'}\n@data\n1,'y z'\n{0 2}\n",
		"1,,a\n2,nan,b\n3,inf,b\n", "\x1f\x8b\x08", "BZh9", "PK\x03\x04", "\xff\xfe", "1e999,0\n-0,1\n", "", "a;b\n1.234,5;x\n$-5;y\n", "5%|NA\n-6%|u\n", "\"1,234\",a\n\"2,345\",b\n", "1 234;0\n-1'000;1\n",
	} {
		f.Add([]byte(text), "", false, "", "", "", "", "")
		f.Add([]byte(text), "mean", true, "", "", "", "", "")
		f.Add([]byte(text), "drop-row", false, ";", ",", ".", "x", "")
		f.Add([]byte(text), "", false, "", "", "", "", "group")
		f.Add([]byte(text), "drop-row", false, "", "", "", "1", "time")
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text []byte, missing string, test bool, separator, decimal, thousands, column, split string) {
		path := filepath.Join(dir, "f"+strconv.Itoa(os.Getpid()))
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
		o := catalogue.UserTable{File: path, Missing: missing, Separator: separator, Decimal: decimal, Thousands: thousands}
		switch {
		case split == "group":
			o.GroupColumn = cmp.Or(column, "0")
		case split == "time":
			o.TimeColumn = cmp.Or(column, "0")
		case column == "":
		case test:
			o.Columns, o.MissingValues = []string{column}, []string{column}
		default:
			o.Drop, o.Categorical = []string{column}, []string{column + "0"}
		}
		if test {
			o.TestFile = path
		}
		_, inspected := Inspect(o)
		if inspected != nil && errorKind(inspected) == "other" {
			t.Errorf("inspected: %T: %v", inspected, inspected)
		}
		ds, err := loadFile(o, "")
		if err != nil {
			if kind := errorKind(err); kind == "other" {
				t.Errorf("%T: %v", err, err)
			}
			return
		}
		if inspected != nil {
			t.Errorf("a table that can be loaded cannot be inspected: %v", inspected)
		}
		checkTable(t, ds)
	})
}

// FuzzMultilabelFile: the same of a multi-label file.
func FuzzMultilabelFile(f *testing.F) {
	for _, text := range []string{
		"2 3 4\n0,3 0:0.5 2:2\n 1:1\n", "3,0 1:0.5 3:2 # c\n\n1:1\n2\n", mulanHead + "{0 0.5, 2 2, 3 1}\n0,1,0,0,0,0,1\n",
		"1 1 1\n\n", "1 3 4\n0,0 1:1\n", "0 1:inf\n", "1 2 3", "\x1f\x8b\x08", "",
	} {
		f.Add([]byte(text), 0)
		f.Add([]byte(text), 4)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text []byte, labels int) {
		path := filepath.Join(dir, "f"+strconv.Itoa(os.Getpid()))
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
		ds, err := loadFile(catalogue.UserTable{File: path, Task: "multilabel", Labels: max(0, labels%100)}, "")
		if err != nil {
			if kind := errorKind(err); kind == "other" {
				t.Errorf("%T: %v", err, err)
			}
			return
		}
		if ds.Dim() > 1<<12 {
			return // all rows as dense ones would be too much
		}
		checkTable(t, ds)
		for _, l := range allLabels(ds.Table).Labels {
			if int(l) >= len(ds.ClassNames) {
				t.Errorf("label %d of %d", l, len(ds.ClassNames))
			}
		}
	})
}

func FuzzPairs(f *testing.F) {
	f.Add("idx", []byte(idxFile([]int{2, 1, 2}, "\x00\x01\x02\x03")), []byte(idxFile([]int{2}, "\x00\x01")))
	f.Add("ida", []byte(" 1.0 2.0\n3 4\n"), []byte("1\n-1\n"))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, kind string, inputs, labels []byte) {
		if kind != "idx" && kind != "ida" {
			return
		}
		base := filepath.Join(dir, strconv.Itoa(os.Getpid()))
		for ending, text := range map[string][]byte{"x": inputs, "y": labels} {
			if err := os.WriteFile(base+ending, text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		e := catalogue.Entry{Name: "p", Task: "multiclass", Format: catalogue.Format{Kind: kind}, Files: []catalogue.File{{Name: "x", Role: "train-data"}, {Name: "y", Role: "train-labels"}}}
		ds, err := Entry(e, func(_, name string) (string, error) { return base + name, nil }, "")
		if err != nil {
			if errorKind(err) == "other" {
				t.Errorf("%T: %v", err, err)
			}
			return
		}
		checkTable(t, ds)
	})
}
