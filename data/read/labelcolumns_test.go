package read

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"testing"
)

// A packed table of another kind is not searched for damage because it has no header of ARFF.
func TestLabelsOfAnotherKind(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write(append([]byte("a,b\n"), bytes.Repeat([]byte("0,1\n"), 1<<16)...))
	z.Close()
	path := filepath.Join(t.TempDir(), "t.csv.gz")
	if err := os.WriteFile(path, packed.Bytes()[:packed.Len()-1], 0o666); err != nil { // cut in its checksum
		t.Fatal(err)
	}
	if stated, likely, err := ARFFLabels(path); err != nil || stated.N != 0 || likely.N != 0 {
		t.Errorf("%+v, %+v, %v", stated, likely, err)
	}
}
