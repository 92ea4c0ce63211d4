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

		"{\\rtf1\\ansi\n1,p\n":                "this is RTF",
		"{\"a\": 1}\n":                        "this is JSON",
		"[\n{\"a\": 1}]\n":                    "this is JSON",
		"<!DOCTYPE html>\n<html></html>\n":    "this is a web page",
		"<table>\n<tr><td>1</td></tr>\n":      "this is HTML",
		"<?xml version=\"1.0\"?>\n<rows/>\n":  "this is XML",
		"a | b\n---+---\n 1 | 2\n":            `the line "---+---" is drawn below or above the names of columns`,
		"+---+---+\n| a | b |\n+---+---+\n":   `the line "+---+---+" is drawn`,
		"| a | b |\n|:---|---:|\n| 1 | 2 |\n": `the line "|:---|---:|" is drawn`,
		"a   b\n=== ===\n1   2\n":             `the line "=== ===" is drawn`,
		"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n": "this is a pointer of Git LFS in the place of the file: git lfs pull gets the file",
	} {
		_, err := Detect(datatest.Write(t, "file", content), &catalogue.Format{}, nil)
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%.10q: %v, want %q", content, err, says)
		}
	}
}

// A row of signs that stand for missing values is no drawing, nor is text that only begins like another kind.
func TestTextsThatAreTables(t *testing.T) {
	for _, text := range []string{"a,b,c\n---,---,---\n1,2,p\n", "a b c\n-- -- --\n1 2 p\n", "<50,1,p\n<50,2,q\n", "<NA>,b,c\n1,2,p\n", "a,b\n1,p\n2,q\n---\n"} {
		if problem := foreignText(bytes.Split([]byte(strings.TrimSpace(text)), []byte{'\n'})); problem != "" {
			t.Errorf("%q: %s", text, problem)
		}
	}
}
