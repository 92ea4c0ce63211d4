package bundled_test

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"

	"gpcbench/data/bundled"
	"gpcbench/data/catalogue"
)

// mostBytes is how large the files may be in all, packed.
const mostBytes = 80_000

// Every file in the program is one of the catalogue, of a set that may be passed on, whole, and
// README.md of this folder names it.
func TestFiles(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	var size int64
	found := 0
	err = fs.WalkDir(os.DirFS("files"), ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		size += info.Size()
		found++
		folder, name := path.Dir(file), strings.TrimSuffix(path.Base(file), ".gz")
		e, err := catalogue.Get(folder)
		if err != nil {
			return err
		}
		if len(e.Files) != 1 || e.Files[0].Name != name || e.Licence != "CC BY 4.0" {
			t.Errorf("%s: the catalogue has %s under %q", file, e.Files[0].Name, e.Licence)
		}
		if !strings.Contains(string(readme), "| "+folder+" | `"+name+"` |") {
			t.Errorf("README.md does not say whose %s is", file)
		}
		r, err := bundled.Open(folder, name)
		if err != nil {
			return err
		}
		bytes, err := io.ReadAll(r)
		if err != nil {
			return err
		}
		if sum := sha256.Sum256(bytes); hex.EncodeToString(sum[:]) != e.Files[0].SHA256 || int64(len(bytes)) != e.Files[0].Bytes {
			t.Errorf("%s: %d bytes of SHA-256 %x; the catalogue has %d of %s", file, len(bytes), sum, e.Files[0].Bytes, e.Files[0].SHA256)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found != 5 || size > mostBytes {
		t.Errorf("%d files of %d bytes in all; five of at most %d", found, size, mostBytes)
	}
	if bundled.Has("wine", "no-such-file") || bundled.Has("satellite", "sat.trn") {
		t.Error("it has what it has not")
	}
	if _, err := bundled.Open("wine", "no-such-file"); err == nil {
		t.Error("it opens what it has not")
	}
}
