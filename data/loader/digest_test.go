package loader

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/datatest"
)

// A mirror may hold a file packed that its public address serves as it is.
func TestDigestOfPackedAndPlainFile(t *testing.T) {
	text := []byte("1,0,a\n2,1,b\n3,0,a\n4,5,b\n")
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write(text)
	w.Close()
	sum := func(b []byte) string { s := sha256.Sum256(b); return hex.EncodeToString(s[:]) }
	e := catalogue.Entry{
		Name: "toy", Title: "toy", Task: "binary", Rows: 4, Attributes: 2, Classes: map[string]int{"a": 2, "b": 2},
		Files:  []catalogue.File{{Folder: "toy", Name: "toy.csv.gz", SHA256: sum(packed.Bytes()), Unpacked: catalogue.Unpacked{SHA256: sum(text)}}},
		Format: catalogue.Format{Kind: "delimited", Separator: ","},
	}
	load := func(name string, content []byte) (*data.Dataset, error) {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
		return Entry(e, func(string, string) (string, error) { return path, nil }, t.TempDir())
	}
	a, err := load("toy.csv.gz", packed.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	b, err := load("toy.csv", text)
	if err != nil {
		t.Fatal(err)
	}
	if a.Digest != b.Digest {
		t.Errorf("digest %s packed, %s plain", a.Digest, b.Digest)
	}

	// A damaged file has the size of a whole one, and rows that can be read.
	_, err = load("toy.csv", bytes.Replace(text, []byte("5"), []byte("6"), 1))
	if _, ok := errors.AsType[*data.UnavailableError](err); !ok || !errors.Is(err, data.ErrDamaged) || !strings.Contains(err.Error(), "runexp fetch toy") {
		t.Errorf("a damaged file: %T: %v", err, err)
	}
}

// TestDigest: the digest is that of the bytes, wherever they are.
func TestDigest(t *testing.T) {
	digest := func(text string) string {
		ds, err := loadFile(catalogue.UserTable{File: datatest.Write(t, "t.csv", text)}, "")
		if err != nil {
			t.Fatal(err)
		}
		return ds.Digest
	}
	one := digest("1,2\n3,4\n")
	if digest("1,2\n3,4\n") != one {
		t.Error("the same bytes in another file have another digest")
	}
	if digest("1,2\n3,5\n") == one {
		t.Error("the digest does not depend on the bytes")
	}
}

// TestDigestOfKeys: each key of a user's table that changes the table changes its digest too, so
// that one cache folder keeps both tables apart.
func TestDigestOfKeys(t *testing.T) {
	const numbers, marked = "a,b,c\n1,2,u\n3,4,v\n5,6,u\n", "a,b,c\nNA,2,u\n3,,v\n5,-9,u\n7,8,v\n"
	const refused = "look like numbers with a comma"
	yes, no := true, false
	type table = catalogue.UserTable
	varied := map[string]bool{"File": true} // see TestDigest
	cache := t.TempDir()
	for _, c := range []struct {
		key  string
		text string
		a, b table
	}{
		{"TestFile", numbers, table{}, table{TestFile: datatest.Write(t, "test.csv", "a,b,c\n7,8,v\n")}},
		{"Label", numbers, table{}, table{Label: "a"}},
		{"LabelNumber", numbers, table{LabelNumber: number(0)}, table{LabelNumber: number(1)}},
		{"Header", "1,2,3\n4,5,6\n7,8,3\n", table{Header: &yes}, table{Header: &no}},
		{"Positive", numbers, table{Positive: []string{"u"}}, table{Positive: []string{"v"}}},
		{"Categorical", numbers, table{}, table{Categorical: []string{"b"}}},
		{"Missing", marked, table{Missing: "drop-row"}, table{Missing: "mean"}},
		{"GroupColumn", numbers, table{}, table{GroupColumn: "a"}},
		{"TimeColumn", numbers, table{}, table{TimeColumn: "b"}},
		{"Drop", numbers, table{Drop: []string{"a"}}, table{Drop: []string{"b"}}},
		{"Columns", numbers, table{Columns: []string{"a"}}, table{Columns: []string{"b"}}},
		{"MissingValues", marked, table{Missing: "mean", MissingValues: []string{"NA"}}, table{Missing: "mean", MissingValues: []string{"NA", "-9"}}},
		{"AlsoMissing", marked, table{Missing: "mean"}, table{Missing: "mean", AlsoMissing: []string{"-9"}}},
		{"MissingValues", "NA,u\ns,v\nr,u\n", table{Missing: "drop-row", Header: &no}, table{Missing: "drop-row", Header: &no, MissingValues: []string{}}},
		{"Separator", "1;7,u\n2;7,v\n1;7,v\n", table{Separator: ";", Header: &no}, table{Separator: ",", Header: &no}},
		{"Decimal", "1,250;u\n2,500;v\n", table{Separator: ";", Decimal: ","}, table{Separator: ";", Decimal: "."}}, // refused
		{"Thousands", "1,250;u\n2,500;v\n", table{Decimal: ".", Thousands: ","}, table{Decimal: "."}},               // refused
		{"Units", "1 kg,u\n2 kg,v\n3 kg,v\n", table{Header: &no}, table{Header: &no, Units: []string{"kg"}}},
		{"Task", "0 1:0.5\n1 2:1\n", table{}, table{Task: "multilabel"}},
		{"Labels", "0 1:0.5\n1 2:1\n", table{Task: "multilabel"}, table{Task: "multilabel", Labels: 5}},
	} {
		varied[c.key] = true
		c.a.File = datatest.Write(t, "t.csv", c.text)
		c.b.File = c.a.File
		var digests, tables [2]string
		for i, o := range []table{c.a, c.b} {
			ds, err := loadFile(o, cache)
			if err != nil && strings.Contains(err.Error(), refused) {
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", c.key, err)
			}
			digests[i], tables[i] = ds.Digest, fmt.Sprint(ds.Kind, ds.Attributes, ds.ClassNames)
			if o.Task == "" {
				x, y := datatest.All(ds)
				tables[i] += fmt.Sprint(x, y)
			}
		}
		if digests[0] == digests[1] {
			t.Errorf("the digest does not depend on %s", c.key)
		}
		if tables[0] == tables[1] {
			t.Errorf("%s: the second table is the first, %s", c.key, tables[0])
		}
	}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[table]()) {
		if !varied[field.Name] {
			t.Errorf("nothing holds that the digest depends on %s", field.Name)
		}
	}
}

// TestDigestStays: the digest of the same table with the same keys is that of all earlier
// versions, or else records of it would be stale.
func TestDigestStays(t *testing.T) {
	own, err := loadFile(catalogue.UserTable{
		File: datatest.Write(t, "t.csv", "a;b;c\n1,5;;u\n2,5;red;v\n3;blue;w\n"), Label: "c", Positive: []string{"u", "w"}, Missing: "mean",
	}, "")
	if err != nil {
		t.Fatal(err)
	}
	entry, err := Entry(catalogue.Entry{
		Name: "toy", Task: "binary", Files: []catalogue.File{{Name: "train"}, {Name: "test", Role: "test-data"}},
		Format: catalogue.Format{
			Kind: "delimited", Separator: ",", Columns: []string{"id", "a", "b", "class"}, Drop: []string{"id"}, Categorical: []string{"b"},
			Missing: "drop-row", MissingAs: []string{"?"}, Positive: []string{"2"}, Merge: [][]string{{"2", "3"}}, Published: "parts",
		},
	}, datatest.Files(t, map[string]string{"train": "1,0.5,7,1\n2,0.25,8,2\n3,?,8,1\n", "test": "4,1.5,7,3\n"}), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ what, got, want string }{
		{"a user's table", own.Digest, "7c09916df621c452e492952120245c04f8c1b630c0e3ffd4811263041ea483fc"},
		{"an entry of the catalogue", entry.Digest, "6e401b40368767ee8b0f67dc205b2a3fccdb74a1ba2e2cb6f2d97f6448e4e74d"},
	} {
		if c.got != c.want {
			t.Errorf("the digest of %s is %s, was %s", c.what, c.got, c.want)
		}
	}
}
