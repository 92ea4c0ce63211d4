package exchange

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpcbench/data"
	"gpcbench/data/datatest"
)

// The sum of a file is that of what was read: one that is written anew meanwhile is refused.
func TestChangedPredictionsAreRefused(t *testing.T) {
	const text = "row,fold,p(a),seconds\n0,0,1,2\n"
	path := datatest.Write(t, "f.csv", text)
	f, err := readForeign(path)
	if want := fmt.Sprintf("%x", sha256.Sum256([]byte(text))); err != nil || f.sum != want {
		t.Fatalf("%v; the sum is not %s", err, want)
	}
	f = &foreign{path: path, folds: map[foreignKey]*foreignFold{}}
	in, err := f.open()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if err := f.read(in); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(text, "1,2", "1,3", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := f.unchanged(); !errors.Is(err, data.ErrChanged) || !strings.HasPrefix(err.Error(), path) {
		t.Errorf("%v", err)
	}
}

// Of several columns that are not there the first is reported, each time.
func TestMissingColumnsAreToldInOrder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f.csv")
	if err := os.WriteFile(path, []byte("dataset,row\na,0\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		if _, err := readForeign(path); err == nil || !strings.Contains(err.Error(), "there is no column fold") {
			t.Fatalf("%v", err)
		}
	}
}
