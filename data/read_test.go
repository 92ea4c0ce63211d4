package data

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpcbench/data/catalogue"
)

// write puts content into a file of a fresh folder and returns its path.
func write(t testing.TB, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// all returns the inputs and classes of all rows.
func all(ds *Dataset) (x [][]float64, y []int) {
	y = make([]int, ds.Len())
	for i := range y {
		row := make([]float64, ds.Dim())
		ds.Rows(row, []int{i})
		x = append(x, row)
	}
	rows := make([]int, len(y))
	for i := range rows {
		rows[i] = i
	}
	ds.Classes(y, rows)
	return x, y
}

func TestParseNumberIsStrconv(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	texts := []string{"", "-", "+", ".", "-.5", "5.", "1e5", "1e999", "-1e999", "nan", "NaN", "Inf", "-inf", "infinity", "0x1p-2", "1_000", "1e", "abc", "iris", "nation", "12345678901234567890", "0.1234567890123456789", "-0", "+7", "--1", "1.2.3", "999999999999999", "9999999999999999"}
	for range 20000 {
		v := math.Float64frombits(rng.Uint64())
		texts = append(texts, strconv.FormatFloat(v, 'g', -1, 64), strconv.FormatFloat(rng.NormFloat64(), 'f', rng.IntN(16), 64), strconv.FormatFloat(1e6*rng.NormFloat64(), 'f', rng.IntN(9), 64))
	}
	for _, text := range texts {
		got, ok := parseNumber([]byte(text))
		want, err := strconv.ParseFloat(text, 64)
		wantOK := err == nil || errors.Is(err, strconv.ErrRange)
		if ok != wantOK || ok && math.Float64bits(got) != math.Float64bits(want) && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("%q: %v %v, strconv has %v %v", text, got, ok, want, wantOK)
		}
	}
}

// records reads all rows of a text as fields joined by |.
func records(format catalogue.Format, content string) (rows []string, names []string, err error) {
	l := newLines(strings.NewReader(content), "t")
	var r reader
	if format.Kind == "arff" {
		r = &arff{lines: l}
	} else {
		r = newDelimited(l, nil, &format)
	}
	if names, err = r.header(); err != nil {
		return nil, nil, err
	}
	for {
		rec, err := r.next()
		if rec == nil || err != nil {
			return rows, names, err
		}
		rows = append(rows, string(bytes.Join(rec.fields, []byte{'|'})))
	}
}

func TestDelimited(t *testing.T) {
	for _, test := range []struct {
		name, content string
		format        catalogue.Format
		want          []string
		problem       string
	}{
		{"plain", "1,2\n3,4\n", catalogue.Format{}, []string{"1|2", "3|4"}, ""},
		{"CRLF, no final newline", "1,2\r\n3,4", catalogue.Format{}, []string{"1|2", "3|4"}, ""},
		{"byte-order mark", "\ufeff1,2\n", catalogue.Format{}, []string{"1|2"}, ""},
		{"spaces and blank lines", " 1 , 2\n\n  \n3 ,4 \n", catalogue.Format{}, []string{"1|2", "3|4"}, ""},
		{"empty fields", "1,,\n,,3\n", catalogue.Format{}, []string{"1||", "||3"}, ""},
		{"quotes", "\"a,b\",2\n\"say \"\"so\"\"\", \"4\"\n", catalogue.Format{}, []string{"a,b|2", `say "so"|4`}, ""},
		{"quoted over lines", "\"a\nb\",2\n3,4\n", catalogue.Format{}, []string{"a\nb|2", "3|4"}, ""},
		{"open quote", "1,2\n\"a,3\n4,5\n", catalogue.Format{}, []string{"1|2"}, "t:2: a quote is opened and not closed"},
		{"blanks", "  1   2\t3 \n4 5 6\n", catalogue.Format{Separator: "blank"}, []string{"1|2|3", "4|5|6"}, ""},
		{"quotes between blanks", "\"a b\" 2\n3  \"4\"\n\"\" \"5\n", catalogue.Format{Separator: "blank"}, []string{"a b|2", "3|4"}, "t:3: a quote is opened"},
		{"tabs", "1\t\t3\n\t5\t\n", catalogue.Format{Separator: "\t"}, []string{"1||3", "|5|"}, ""},
		{"semicolons", "1;2\n", catalogue.Format{Separator: ";"}, []string{"1|2"}, ""},
		{"wide separator", "1→2\n", catalogue.Format{Separator: "→"}, []string{"1|2"}, ""},
		{"comments and skip", "junk\n;;; c\n1,2\n", catalogue.Format{Skip: 1, Comment: ";;;"}, []string{"1|2"}, ""},
		{"header", "a,b\n1,2\n", catalogue.Format{Header: true}, []string{"1|2"}, ""},
		{"ragged", "1,2\n\n3\n", catalogue.Format{}, []string{"1|2"}, "t:3: the row has 1 field, the first has 2 fields"},
		{"doubled name", "a,a\n1,2\n", catalogue.Format{Header: true}, nil, `t:1: the header names the column "a" twice`},
		{"unnamed", ",a\n1,2\n", catalogue.Format{Header: true}, nil, "t:1: column 0 has no name"},
		{"empty", "", catalogue.Format{Header: true}, nil, "t: the file is empty"},
	} {
		rows, _, err := records(test.format, test.content)
		if !slices.Equal(rows, test.want) {
			t.Errorf("%s: rows %q, want %q", test.name, rows, test.want)
		}
		checkProblem(t, test.name, err, test.problem)
	}
}

func checkProblem(t *testing.T, name string, err error, problem string) {
	t.Helper()
	if problem == "" && err != nil {
		t.Errorf("%s: %v", name, err)
	}
	if problem != "" && (err == nil || !strings.Contains(err.Error(), problem)) {
		t.Errorf("%s: error %v, want %s", name, err, problem)
	}
}

func TestARFF(t *testing.T) {
	const head = "% c\n@RELATION 'x y'\n@attribute 'a b' real\n@attribute c {x, 'y z', \"q\"}\n@Attribute d\tNUMERIC\n\n@DATA\n"
	for _, test := range []struct {
		name, content string
		want          []string
		problem       string
	}{
		{"dense", head + "1,x,2\n% c\n 3 , 'y z', ?\n", []string{"1|x|2", "3|y z|"}, ""},
		{"blanks", head + "1 x 2\n3 'y z' 4\n", []string{"1|x|2", "3|y z|4"}, ""},
		{"sparse", head + "{0 1.5, 2 3}\n{1 'y z'}\n{}\n{ 2 ? }\n", []string{"1.5|x|3", "0|y z|0", "0|x|0", "0|x|"}, ""},
		{"escape", head + `1,'it\'s',2` + "\n", []string{"1|it's|2"}, ""},
		{"quoted question mark", head + "1,'?',2\n", []string{"1|?|2"}, ""},
		{"ragged", head + "1,x\n", nil, "t:8: the row has 2 values, the header declares 3 attributes"},
		{"descending", head + "{2 1, 0 1}\n", nil, "t:8: attribute 0 comes after attribute 2"},
		{"no such attribute", head + "{3 1}\n", nil, "expected the number of an attribute, 0 to 2"},
		{"open brace", head + "{0 1\n", nil, "no closing brace"},
		{"open quote", head + "1,'x,2\n", nil, "a quote is opened"},
		{"no data", "@relation a\n@attribute b real\n", nil, "there is no @data line"},
		{"no attributes", "@data\n", nil, "comes before any"},
		{"junk", "hello\n", nil, "expected @relation"},
		{"no type", "@attribute a\n", nil, "has no type"},
	} {
		rows, names, err := records(catalogue.Format{Kind: "arff"}, test.content)
		if !slices.Equal(rows, test.want) {
			t.Errorf("%s: rows %q, want %q", test.name, rows, test.want)
		}
		if len(test.want) > 0 && !slices.Equal(names, []string{"a b", "c", "d"}) {
			t.Errorf("%s: names %q", test.name, names)
		}
		checkProblem(t, test.name, err, test.problem)
	}
}

func TestLIBSVM(t *testing.T) {
	ds, err := LoadFile(FileOptions{File: write(t, "a.txt", "+1 1:0.5 3:-2 # c\n\n-1 2:1e-3\n-1\n")}, "")
	if err != nil {
		t.Fatal(err)
	}
	x, y := all(ds)
	if want := [][]float64{{0.5, 0, -2}, {0, 1e-3, 0}, {0, 0, 0}}; !slices.EqualFunc(x, want, slices.Equal) || !slices.Equal(y, []int{1, 0, 0}) {
		t.Errorf("rows %v, classes %v", x, y)
	}
	if !slices.Equal(ds.ClassNames, []string{"-1", "1"}) {
		t.Errorf("classes %q", ds.ClassNames)
	}
	for content, problem := range map[string]string{
		"1 1:1\n0 0:1\n":        ":2: \"0:1\": columns are numbers from 1",
		"1 1:1\n0 2:1 2:3\n":    ":2: column 2 comes after column 2",
		"1 1:1\n0 2:1 1:3\n":    ":2: column 1 comes after column 2",
		"1 1:1\n0 2:x\n0 1:1\n": ":2: \"2:x\": the value is not a number",
		"1 1:1\n2:1\n0 1:1\n":   ":2: the row has no label",
		"1 1:1\n0 1:nan\n":      "the value is missing",
		"1 1:1\n1 1:2\n":        "every row has the same label",
	} {
		_, err := LoadFile(FileOptions{File: write(t, "a.txt", content)}, "")
		if err == nil || !strings.Contains(err.Error(), problem) {
			t.Errorf("%q: error %v, want %s", content, err, problem)
		}
	}
}

// idxFile is a file in idx format.
func idxFile(size []int, content string) string {
	b := []byte{0, 0, 8, byte(len(size))}
	for _, s := range size {
		b = append(b, 0, 0, byte(s>>8), byte(s))
	}
	return string(b) + content
}

func TestIDX(t *testing.T) {
	images, labels := idxFile([]int{3, 2, 1}, "\x00\x01\x02\x03\xfe\xff"), idxFile([]int{3}, "\x07\x02\x07")
	divide := 0.0
	read := func(images, labels string) (*Dataset, error) {
		paths := map[string]string{"i": write(t, "i", images), "l": write(t, "l", labels)}
		return Load(catalogue.Entry{Name: "m", Task: "binary", Format: catalogue.Format{Kind: "idx", Divide: divide}, Files: []catalogue.File{
			{Name: "i", Role: "images"}, {Name: "l", Role: "labels"}}},
			func(_, name string) (string, error) { return paths[name], nil }, "")
	}
	ds, err := read(images, labels)
	if err != nil {
		t.Fatal(err)
	}
	x, y := all(ds)
	if want := [][]float64{{0, 1}, {2, 3}, {254, 255}}; !slices.EqualFunc(x, want, slices.Equal) || !slices.Equal(y, []int{1, 0, 1}) {
		t.Errorf("rows %v, classes %v", x, y)
	}
	divide = 255
	if ds, err = read(images, labels); err != nil {
		t.Fatal(err)
	}
	if x, _ := all(ds); x[1][1] != 3.0/255 || x[2][1] != 1 {
		t.Errorf("rows divided by 255: %v", x)
	}
	for _, bad := range [][2]string{{images[:20], labels}, {images, labels[:10]}, {images[:3], labels}, {labels, images}, {"", ""}, {idxFile([]int{3, 0}, ""), labels}, {images, idxFile([]int{2}, "ab")}} {
		var content *ContentError
		if _, err := read(bad[0], bad[1]); !errors.As(err, &content) {
			t.Errorf("%q: error %v", bad, err)
		}
	}
}
