package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"testing"
	"time"
)

var (
	packedFiles = []file{{"runexp", []byte("program"), true}, {"completions/_runexp", []byte("script"), false}}
	packedAt    = time.Unix(1_700_000_000, 0).UTC()
)

// The same files are the same bytes.
func TestSameBytes(t *testing.T) {
	for name, pack := range map[string]func(string, []file, time.Time) ([]byte, error){"tar": packTar, "zip": packZip} {
		first, err := pack("gpcbench", packedFiles, packedAt)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Millisecond)
		second, err := pack("gpcbench", packedFiles, packedAt)
		if err != nil || !bytes.Equal(first, second) {
			t.Errorf("%s: other bytes the second time, %v", name, err)
		}
	}
}

// What is packed comes out again, the program as one.
func TestPackTar(t *testing.T) {
	packed, err := packTar("gpcbench", packedFiles, packedAt)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	r := tar.NewReader(z)
	for _, want := range packedFiles {
		header, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil || header.Name != "gpcbench/"+want.name || header.Mode != want.mode() || !bytes.Equal(content, want.content) {
			t.Errorf("%s, mode %o: %q, %v", header.Name, header.Mode, content, err)
		}
	}
}

func TestPackZip(t *testing.T) {
	packed, err := packZip("gpcbench", packedFiles, packedAt)
	if err != nil {
		t.Fatal(err)
	}
	r, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range packedFiles {
		f, err := r.File[i].Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(f)
		if err != nil || r.File[i].Name != "gpcbench/"+want.name || !bytes.Equal(content, want.content) {
			t.Errorf("%s: %q, %v", r.File[i].Name, content, err)
		}
	}
}
