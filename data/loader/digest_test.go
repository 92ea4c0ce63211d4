package loader

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
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
	if bad, ok := errors.AsType[*data.ContentError](err); !ok || !strings.Contains(err.Error(), "runexp fetch toy") {
		t.Errorf("a damaged file: %v (%v)", err, bad)
	}
}

func TestDigest(t *testing.T) {
	digest := func(text string, o catalogue.UserTable) string {
		o.File = datatest.Write(t, "t.csv", text)
		ds, err := File(o, "")
		if err != nil {
			t.Fatal(err)
		}
		return ds.Digest
	}
	one := digest("1,2\n3,4\n", catalogue.UserTable{})
	if digest("1,2\n3,4\n", catalogue.UserTable{}) != one {
		t.Error("the same bytes in another file have another digest")
	}
	for what, other := range map[string]string{
		"bytes":      digest("1,2\n3,5\n", catalogue.UserTable{}),
		"positive":   digest("1,2\n3,4\n", catalogue.UserTable{Positive: []string{"2"}}),
		"missing":    digest("1,2\n3,4\n", catalogue.UserTable{Missing: "mean"}),
		"the label":  digest("1,2\n3,4\n", catalogue.UserTable{Label: "0"}),
		"its number": digest("1,2\n3,4\n", catalogue.UserTable{LabelNumber: number(0)}),
	} {
		if other == one {
			t.Errorf("the digest does not depend on %s", what)
		}
	}
}
