package read

import (
	"archive/tar"
	"bytes"
	"strings"
	"testing"

	"gpcbench/data/catalogue"
	"gpcbench/data/datatest"
)

// Files of other kinds are called what they are.
func TestForeignFiles(t *testing.T) {
	var archive bytes.Buffer
	w := tar.NewWriter(&archive)
	if err := w.WriteHeader(&tar.Header{Name: "a.csv", Size: 4, Mode: 0o600, Format: tar.FormatUSTAR}); err != nil {
		t.Fatal(err)
	}
	w.Write([]byte("1,2\n"))
	w.Close()
	for content, says := range map[string]string{
		"PAR1\x00\x01":                    "this is a Parquet file: write the rows as CSV",
		"$FL2@(#) SPSS\x00":               "this is an SPSS file: write the rows as CSV",
		"\xfd7zXZ\x00\x00":                "this is packed with xz, which is not supported: unpack it, or pack it with gzip",
		"\x28\xb5\x2f\xfd\x04":            "this is packed with Zstandard, which is not supported",
		"7z\xbc\xaf\x27\x1c":              "this is packed with 7-Zip, which is not supported",
		archive.String():                  "this is a tar archive: unpack it",
		strings.Repeat("x", 300) + "\x00": "this is not a text file",
	} {
		_, err := Detect(datatest.Write(t, "file", content), &catalogue.Format{}, nil)
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%.10q: %v, want %q", content, err, says)
		}
	}
}
