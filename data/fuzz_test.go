package data

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"gpcbench/data/catalogue"
)

// checkTable holds what every table that loads must hold.
func checkTable(t *testing.T, ds *Dataset) {
	t.Helper()
	x, y := all(ds)
	seen := make([]bool, len(ds.ClassNames))
	for i, row := range x {
		for j, v := range row {
			if !finite(v) {
				t.Errorf("row %d, attribute %d: %v", i, j, v)
			}
		}
		if ds.Kind != Multilabel {
			if y[i] < 0 || y[i] >= len(seen) {
				t.Fatalf("row %d: class %d of %d", i, y[i], len(seen))
			}
			seen[y[i]] = true
		}
	}
	for c, name := range ds.ClassNames {
		if ds.Kind != Multilabel && !seen[c] {
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
		"1,,a\n2,nan,b\n3,inf,b\n", "\x1f\x8b\x08", "BZh9", "PK\x03\x04", "\xff\xfe", "1e999,0\n-0,1\n", "",
	} {
		f.Add([]byte(text), "", false)
		f.Add([]byte(text), "mean", true)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text []byte, missing string, test bool) {
		path := filepath.Join(dir, "f"+strconv.Itoa(os.Getpid()))
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
		o := FileOptions{File: path, Missing: missing}
		if test {
			o.TestFile = path
		}
		ds, err := LoadFile(o, "")
		if err != nil {
			if kind := errorKind(err); kind == "other" {
				t.Errorf("%T: %v", err, err)
			}
			return
		}
		checkTable(t, ds)
	})
}

// FuzzReaders: no reader panics, and none gives a row that is not whole.
func FuzzReaders(f *testing.F) {
	f.Add("delimited", []byte("a,b\n1,\"2\"\n"), 0)
	f.Add("blank", []byte("  1 2\n3 4 "), 1)
	f.Add("libsvm", []byte("1 1:2 3:4\n"), 0)
	f.Add("arff", []byte("@relation r\n@attribute a{x,y}\n@attribute b real\n@data\nx,'1'\n{1 \"2\"}\n"), 0)
	f.Add("xc", []byte("2 3 4\n0,1 0:1 2:3\n 1:1\n"), 0)
	f.Add("mulan", []byte("@attribute a real\n@attribute b {0,1}\n@data\n1,0\n{0 2,1 1}\n"), 1)
	f.Fuzz(func(t *testing.T, kind string, text []byte, n int) {
		l := newLines(bytes.NewReader(text), "f")
		var r reader
		switch kind {
		case "delimited":
			r = newDelimited(l, nil, &catalogue.Format{Header: n%2 == 0, Comment: "%", Skip: n & 3})
		case "blank":
			r = newDelimited(l, nil, &catalogue.Format{Header: n%2 == 0, Separator: "blank"})
		case "libsvm":
			r = &libsvm{lines: l}
		case "arff":
			r = &arff{lines: l}
		case "xc":
			r = &xc{lines: l}
		case "mulan":
			r = &multilabelARFF{arff: &arff{lines: l}, k: n}
		default:
			return
		}
		names, err := r.header()
		for err == nil {
			var rec *record
			if rec, err = r.next(); rec == nil {
				break
			}
			if names != nil && rec.fields != nil && len(rec.fields) != len(names) {
				t.Errorf("%d fields, %d names", len(rec.fields), len(names))
			}
			if rec.cols != nil && len(rec.cols) != len(rec.values) {
				t.Errorf("%d columns, %d values", len(rec.cols), len(rec.values))
			}
			for i, c := range rec.cols {
				if c < 0 || i > 0 && c <= rec.cols[i-1] {
					t.Errorf("columns %v", rec.cols)
				}
			}
		}
		if err != nil && errorKind(err) != "content" {
			t.Errorf("%T: %v", err, err)
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
		ds, err := Load(e, func(_, name string) (string, error) { return base + name, nil }, "")
		if err != nil {
			if errorKind(err) == "other" {
				t.Errorf("%T: %v", err, err)
			}
			return
		}
		checkTable(t, ds)
	})
}

func FuzzParseNumber(f *testing.F) {
	for _, text := range []string{"1", "-1.5e3", ".", "+.5", "0x1p4", "1_0", "inf", "nan", "1e999"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got, ok := parseNumber(text)
		want, err := strconv.ParseFloat(string(text), 64)
		if wantOK := err == nil || math.IsInf(want, 0); ok != wantOK || ok && math.Float64bits(got) != math.Float64bits(want) && want == want {
			t.Errorf("%q: %v %v, strconv has %v %v", text, got, ok, want, err)
		}
	})
}
