package loader

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/datatest"
)

func TestLIBSVM(t *testing.T) {
	ds, err := loadFile(catalogue.UserTable{File: datatest.Write(t, "a.txt", "+1 1:0.5 3:-2 # c\n\n-1 2:1e-3\n-1\n")}, "")
	if err != nil {
		t.Fatal(err)
	}
	x, y := datatest.All(ds)
	if want := [][]float64{{0.5, 0, -2}, {0, 1e-3, 0}, {0, 0, 0}}; !slices.EqualFunc(x, want, slices.Equal) || !slices.Equal(y, []int{1, 0, 0}) {
		t.Errorf("rows %v, classes %v", x, y)
	}
	if !slices.Equal(ds.ClassNames, []string{"-1", "1"}) {
		t.Errorf("classes %q", ds.ClassNames)
	}
	// As scikit-learn writes it: the first column is 0, which not every row has.
	if ds, err = loadFile(catalogue.UserTable{File: datatest.Write(t, "a.txt", "+1 1:0.5\n-1 0:2 1:3\n")}, ""); err != nil {
		t.Fatal(err)
	}
	if x, _ := datatest.All(ds); !slices.EqualFunc(x, [][]float64{{0, 0.5}, {2, 3}}, slices.Equal) {
		t.Errorf("rows %v of columns from 0", x)
	}
	for content, problem := range map[string]string{
		"1 1:1\n0 2:1 2:3\n":    ":2: column 2 comes after column 2",
		"1 1:1\n0 2:1 1:3\n":    ":2: column 1 comes after column 2",
		"1 1:1\n0 2:x\n0 1:1\n": ":2: \"2:x\": the value is not a number",
		"1 1:1\n2:1\n0 1:1\n":   ":2: the row starts with \"2:1\" and has no label",
		"1 1:1\n0 1:nan\n":      "the value is missing",
		"1 1:1\n1 1:2\n":        "every row has the same label",
	} {
		_, err := loadFile(catalogue.UserTable{File: datatest.Write(t, "a.txt", content)}, "")
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
	read := func(images, labels string) (*data.Dataset, error) {
		paths := map[string]string{"i": datatest.Write(t, "i", images), "l": datatest.Write(t, "l", labels)}
		return Entry(catalogue.Entry{Name: "m", Task: "binary", Format: catalogue.Format{Kind: "idx", Divide: divide}, Files: []catalogue.File{
			{Name: "i", Role: "images"}, {Name: "l", Role: "labels"}}},
			func(_, name string) (string, error) { return paths[name], nil }, "")
	}
	ds, err := read(images, labels)
	if err != nil {
		t.Fatal(err)
	}
	x, y := datatest.All(ds)
	if want := [][]float64{{0, 1}, {2, 3}, {254, 255}}; !slices.EqualFunc(x, want, slices.Equal) || !slices.Equal(y, []int{1, 0, 1}) {
		t.Errorf("rows %v, classes %v", x, y)
	}
	divide = 255
	if ds, err = read(images, labels); err != nil {
		t.Fatal(err)
	}
	if x, _ := datatest.All(ds); x[1][1] != 3.0/255 || x[2][1] != 1 {
		t.Errorf("rows divided by 255: %v", x)
	}
	for _, bad := range [][2]string{
		{images[:20], labels},
		{images, labels[:10]},
		{images[:3], labels},
		{labels, images},
		{"", ""},
		{idxFile([]int{3, 0}, ""), labels},
		{images, idxFile([]int{2}, "ab")},
	} {
		var content *data.ContentError
		if _, err := read(bad[0], bad[1]); !errors.As(err, &content) {
			t.Errorf("%q: error %v", bad, err)
		}
	}
	for want, bad := range map[string][2]string{"ends at image 3 of 3: get it again": {images[:20], labels}, "ends at label 3 of 3: get it again": {images, labels[:10]}} {
		if _, err := read(bad[0], bad[1]); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
