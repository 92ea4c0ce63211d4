package loader

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/datatest"
)

// files names files without a role.
func files(names ...string) (list []catalogue.File) {
	for _, name := range names {
		list = append(list, catalogue.File{Name: name})
	}
	return list
}

func TestPackedFiles(t *testing.T) {
	const text = "1,0\n2,1\n"
	var gz, archive, mac bytes.Buffer
	g := gzip.NewWriter(&gz)
	g.Write([]byte(text))
	g.Close()
	z := zip.NewWriter(&archive)
	for name, content := range map[string]string{"a/b.csv": text, "readme": "hello"} {
		w, _ := z.Create(name)
		w.Write([]byte(content))
	}
	z.Close()
	z = zip.NewWriter(&mac)
	for name, content := range map[string]string{"a/b.csv": text, "__MACOSX/a/._b.csv": "\x00\x05\x16\x07", "a/.DS_Store": "\x00"} {
		w, _ := z.Create(name)
		w.Write([]byte(content))
	}
	z.Close()
	// text in bzip2, which Go can only read
	bz := "BZh91AY&SY\xee\xb7\x6d\x3e\x00\x00\x03\x58\x00\x00\x10\x00\x04\x70\x00\x20\x00\x30\xcd\x00\xc1\xa6\xd0\x10\xb8\xbb\x92\x29\xc2\x84\x87\x75\xbb\x69\xf0"
	find := datatest.Files(t, map[string]string{"gz": gz.String(), "zip": archive.String(), "mac": mac.String(), "plain": text, "bz2": bz, "cut": gz.String()[:gz.Len()-9]})
	for _, test := range []struct{ name, member, problem string }{
		{"plain", "", ""},
		{"gz", "", ""},
		{"bz2", "", ""},
		{"zip", "a/b.csv", ""},
		{"mac", "", ""},
		{"zip", "", "the zip archive has 2 files: unpack the one"},
		{"zip", "c", `the zip archive has no member "c"`},
		{"cut", "", "the packed file is cut short: get it again"},
	} {
		e := catalogue.Entry{Name: "p", Task: "binary", Rows: 2, Files: []catalogue.File{{Name: test.name, Member: test.member}}, Format: catalogue.Format{Kind: "delimited"}}
		_, err := Entry(e, find, "")
		datatest.CheckProblem(t, test.name+" "+test.member, err, test.problem)
	}
}

func TestPreparation(t *testing.T) {
	find := datatest.Files(t, map[string]string{
		"a": "id,u,v,c\n1,5,x,one.\n2,?,y,two\n3,7,x,three\n",
		"b": "id,u,v,c\n4,8,y,one\n5,9,z,four\n",
	})
	base := catalogue.Entry{Name: "p", Task: "multiclass", Files: files("a", "b"),
		Format: catalogue.Format{Kind: "delimited", Header: true, Label: "c", Drop: []string{"id"}, Missing: "drop-row", MissingAs: []string{"?"}, TrimLabel: "."}}
	for _, test := range []struct {
		name    string
		change  func(*catalogue.Entry)
		classes []string
		y       []int
		problem string
	}{
		{
			name:    "as it is",
			change:  func(e *catalogue.Entry) {},
			classes: []string{"four", "one", "three"},
			y:       []int{1, 2, 1, 0},
		},
		{
			name:    "merge",
			change:  func(e *catalogue.Entry) { e.Format.Merge = [][]string{{"one", "three"}} },
			classes: []string{"four", "one"},
			y:       []int{1, 1, 1, 0},
		},
		{
			name:    "keep",
			change:  func(e *catalogue.Entry) { e.Format.Keep = []string{"one", "four"} },
			classes: []string{"four", "one"},
			y:       []int{1, 1, 0},
		},
		{
			name:    "positive",
			change:  func(e *catalogue.Entry) { e.Task, e.Format.Positive = "binary", []string{"three", "four"} },
			classes: []string{"-1", "+1"},
			y:       []int{0, 1, 0, 1},
		},
		{
			name: "positive and negative",
			change: func(e *catalogue.Entry) {
				e.Format.Positive, e.Format.Negative = []string{"four"}, []string{"three"}
			},
			classes: []string{"-1", "+1"},
			y:       []int{0, 1},
		},
		{
			name:    "rows",
			change:  func(e *catalogue.Entry) { e.Rows = 5 },
			problem: "4 rows, the catalogue says 5: the files are not those",
		},
		{
			name:    "attributes",
			change:  func(e *catalogue.Entry) { e.Attributes = 3 },
			problem: "4 attributes after preparation, the catalogue says 3",
		},
		{
			name:    "classes",
			change:  func(e *catalogue.Entry) { e.Classes = map[string]int{"one": 3, "four": 1} },
			problem: "rows of each class are four: 1, one: 2, three: 1, the catalogue says four: 1, one: 3",
		},
		{
			name: "all that differs",
			change: func(e *catalogue.Entry) {
				e.Rows, e.Attributes, e.Classes = 2, 1, map[string]int{"one": 1, "two": 1}
			},
			problem: "4 rows, the catalogue says 2; 4 attributes after preparation, the catalogue says 1; " +
				"rows of each class are four: 1, one: 2, three: 1, the catalogue says one: 1, two: 1: the files are not those",
		},
		{name: "task", change: func(e *catalogue.Entry) { e.Task = "binary" }, problem: "3 classes in a binary task"},
		{name: "absent", change: func(e *catalogue.Entry) { e.Files = files("c") }, problem: "no file c"},
	} {
		e := base
		test.change(&e)
		ds, err := Entry(e, find, "")
		datatest.CheckProblem(t, test.name, err, test.problem)
		if err != nil {
			continue
		}
		if _, y := datatest.All(ds); !slices.Equal(y, test.y) || !slices.Equal(ds.ClassNames, test.classes) {
			t.Errorf("%s: classes %q of rows %v", test.name, ds.ClassNames, y)
		}
		if want := []string{"u", "v=x", "v=y", "v=z"}; test.name == "as it is" && !slices.Equal(ds.Attributes, want) {
			t.Errorf("attributes %q", ds.Attributes)
		}
	}
}

func TestPublishedParts(t *testing.T) {
	find := datatest.Files(t, map[string]string{"a": "1,0\n2,1\n3,0\n", "b": "4,1\n", "s": "3 1\n\n2 4\n"})
	e := catalogue.Entry{Name: "p", Task: "binary", Files: files("a", "b"), Format: catalogue.Format{Kind: "delimited", Published: "parts"}}
	ds, err := Entry(e, find, "")
	if err != nil {
		t.Fatal(err)
	}
	if len(ds.Splits) != 1 || ds.Splits[0] != (data.Split{Train: data.Range{From: 0, To: 3}, Test: data.Range{From: 3, To: 4}}) {
		t.Errorf("splits %v", ds.Splits)
	}
	e.Files = append(e.Files, catalogue.File{Name: "s", Role: "splits"})
	e.Format.Published = "index-lines"
	if ds, err = Entry(e, find, ""); err != nil {
		t.Fatal(err)
	}
	if len(ds.Splits) != 2 ||
		!slices.Equal(datatest.Rows(ds.Splits[0].Train), []int{0, 2}) ||
		!slices.Equal(datatest.Rows(ds.Splits[0].Test), []int{1, 3}) ||
		!slices.Equal(datatest.Rows(ds.Splits[1].Train), []int{1, 3}) {
		t.Errorf("splits %v", ds.Splits)
	}
	for text, problem := range map[string]string{
		"1 5\n":   "s:1: \"5\" is not a row number from 1 to 4",
		"0":       "not a row number",
		"1 x":     "not a row number",
		"1 1":     "once",
		"1 2 3 4": "leave at least one row",
	} {
		_, err := Entry(e, datatest.Files(t, map[string]string{"a": "1,0\n2,1\n3,0\n", "b": "4,1\n", "s": text}), "")
		datatest.CheckProblem(t, text, err, problem)
	}
}

// TestIDA divides rows, equal ones among them, in three ways, the third
// without a test file, and finds the divisions again.
func TestIDA(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	const n, trained = 30, 12
	rows := make([][2]string, n)
	for i := range rows {
		rows[i] = [2]string{fmt.Sprintf("  %d.0e+00  %.7e\n", i%4, float64(i%5)-2.25), fmt.Sprintf("%+d.0e+00\n", 2*(i%2)-1)}
	}
	content := make(map[string]string)
	var e catalogue.Entry
	var splits [3][]int
	for k := range splits {
		order := rng.Perm(n)
		splits[k] = order
		for which, part := range map[string][]int{"train": order[:trained], "test": order[trained:]} {
			if which == "test" && k == 2 {
				continue
			}
			var inputs, labels strings.Builder
			for _, i := range part {
				inputs.WriteString(rows[i][0])
				labels.WriteString(rows[i][1])
			}
			for role, text := range map[string]string{"data": inputs.String(), "labels": labels.String()} {
				name := fmt.Sprintf("x_%s_%s_%d.asc", which, role, k+1)
				content[name] = text
				e.Files = append(e.Files, catalogue.File{Name: name, Role: which + "-" + role, Repeat: k + 1})
			}
		}
	}
	e.Name, e.Task, e.Format = "x", "binary", catalogue.Format{Kind: "ida", Published: "ida"}
	ds, err := Entry(e, datatest.Files(t, content), "")
	if err != nil {
		t.Fatal(err)
	}
	if ds.Len() != n || len(ds.Splits) != 3 {
		t.Fatalf("%d rows, %d splits", ds.Len(), len(ds.Splits))
	}
	x, y := datatest.All(ds)
	for k, split := range ds.Splits {
		datatest.CheckSplit(t, split.Train, split.Test, n)
		count := make(map[string]int)
		for _, row := range datatest.Rows(split.Train) {
			count[fmt.Sprint(x[row], y[row])]++
		}
		for _, i := range splits[k][:trained] {
			count[fmt.Sprint([]float64{float64(i % 4), float64(i%5) - 2.25}, i%2)]--
		}
		for row, left := range count {
			if left != 0 {
				t.Errorf("split %d: %s occurs %d times too often", k, row, left)
			}
		}
	}
	content["x_train_data_2.asc"] = strings.Replace(content["x_train_data_2.asc"], ".0e", ".5e", 1)
	_, err = Entry(e, datatest.Files(t, content), "")
	datatest.CheckProblem(t, "another row", err, "x_train_data_2.asc:1: the row is not in the files of the first split")
}

func TestAirline(t *testing.T) {
	find := datatest.Files(t, map[string]string{
		"flights": "Year,Month,DayofMonth,DayOfWeek,DepTime,ArrTime,AirTime,Distance,ArrDelay,TailNum\n" +
			"2008,1,3,4,2003,2400,116,810,-14,N1\n" +
			"2008,1,3,4,5,159,113,810,2,N2\n" +
			"2008,1,3,4,754,NA,113,810,NA,N1\n" + // a time is missing
			"2008,1,3,4,754,900,113,810,3,N3\n" + // no year
			"2008,1,3,4,754,900,113,810,3,N9\n" + // no plane
			"2008,2,3,4,754,900,113,810,6,N1\n",
		"planes": "tailnum,type,year\nN1,Corporation,1999\nN2,Corporation,2008\nN3,Corporation,None\nN4\n",
	})
	e := catalogue.Entry{Name: "a", Task: "binary", Rows: 3, Attributes: 8, Files: append(files("flights"), catalogue.File{Name: "planes", Role: "join"}),
		Format: catalogue.Format{Kind: "delimited", Header: true, Recipe: "airline-delay"}}
	ds, err := Entry(e, find, "")
	if err != nil {
		t.Fatal(err)
	}
	x, y := datatest.All(ds)
	want := [][]float64{{9, 1, 3, 4, 1203, 1440, 116, 810}, {0, 1, 3, 4, 5, 119, 113, 810}, {9, 2, 3, 4, 474, 540, 113, 810}}
	if !slices.EqualFunc(x, want, slices.Equal) ||
		!slices.Equal(y, []int{0, 1, 1}) ||
		!slices.Equal(ds.Attributes, []string{"PlaneAge", "Month", "DayofMonth", "DayOfWeek", "DepTime", "ArrTime", "AirTime", "Distance"}) {
		t.Errorf("rows %v, classes %v, attributes %q", x, y, ds.Attributes)
	}
	e.Task, e.Format.Recipe = "multiclass", "airline-villacampa"
	if ds, err = Entry(e, find, ""); err != nil {
		t.Fatal(err)
	}
	if _, y := datatest.All(ds); !slices.Equal(ds.ClassNames, []string{"early", "late", "on time"}) || !slices.Equal(y, []int{0, 2, 1}) {
		t.Errorf("classes %q of rows %v", ds.ClassNames, y)
	}
	e.Format.Recipe = ""
	_, err = Entry(e, find, "")
	datatest.CheckProblem(t, "no recipe", err, "needs a recipe")
}

// TestGeneratedSet: the generated sets of the catalogue are the same each time.
func TestGeneratedSet(t *testing.T) {
	for _, name := range catalogue.Names() {
		e, err := catalogue.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		if e.Generated == "" {
			continue
		}
		e.Rows = min(e.Rows, 20_000) // of the large ones the beginning
		if e.Task == "multilabel" {
			continue // package generate tests them
		}
		one, err := Entry(e, nil, "")
		if err != nil {
			t.Fatal(err)
		}
		two, _ := Entry(e, nil, "")
		x1, y1 := datatest.All(one)
		x2, y2 := datatest.All(two)
		if !slices.EqualFunc(x1, x2, slices.Equal) || !slices.Equal(y1, y2) || one.Digest != two.Digest || one.Digest == "" {
			t.Errorf("%s: two loadings differ", name)
		}
	}
}
