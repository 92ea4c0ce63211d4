package loader

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"gpcbench/data"
	"gpcbench/data/catalogue"
)

// The rows of a table as they stand in its file are those that the table has, in its order, and the same whether
// they are trained on or predicted.
func TestOriginal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.csv")
	const text = "site,share,note,class\nbog,10%,a,yes\n,20%,b,no\nwood,,a,yes\nbog,5%,b,\nbog,40.50%,\"a\",no\n"
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	own := catalogue.UserTable{File: path, Label: "class", Missing: "mean"}
	columns, rows, err := Original(own)
	if err != nil {
		t.Fatal(err)
	}
	if want := []data.OriginalColumn{{Name: "site", Category: true}, {Name: "share"}, {Name: "note", Category: true}}; !reflect.DeepEqual(columns, want) {
		t.Errorf("columns %v", columns)
	}
	want := [][]string{{"bog", "10", "a"}, {"", "20", "b"}, {"wood", "", "a"}, {"bog", "40.5", "a"}}
	if !reflect.DeepEqual(rows, want) {
		t.Errorf("rows %q", rows)
	}
	ds, err := Cache{}.File(t.Context(), own)
	if err != nil || ds.Len() != len(rows) {
		t.Fatalf("%v: the table has %d rows", err, ds.Len())
	}

	encoding, err := Encoding(own)
	if err != nil {
		t.Fatal(err)
	}
	in, err := OpenNewRows(path, encoding)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	in.KeepOriginal = true
	table, _, err := in.Next(10)
	if err != nil {
		t.Fatal(err)
	}
	fresh := table.(data.Original)
	for i, row := range []int{0, 1, 2, 4} {
		if got := fresh.Fields(row); !reflect.DeepEqual(got, want[i]) {
			t.Errorf("row %d to be predicted is %q, want %q", row, got, want[i])
		}
	}
	if !reflect.DeepEqual(fresh.Columns(), columns) {
		t.Errorf("columns %v", fresh.Columns())
	}
}
