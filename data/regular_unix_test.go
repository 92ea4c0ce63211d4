//go:build unix

package data

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// What is not a regular file is refused without waiting, through links too.
func TestOpenRegular(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(at("file"), []byte("content"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(at("pipe"), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{"link": at("file"), "zero": "/dev/zero", "piped": at("pipe"), "itself": at("itself")} {
		if err := os.Symlink(to, at(name)); err != nil {
			t.Fatal(err)
		}
	}
	for name, good := range map[string]bool{"file": true, "link": true, "zero": false, "pipe": false, "piped": false, "itself": false, "none": false, ".": false} {
		f, err := OpenRegular(at(name))
		if (err == nil) != good {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil {
			f.Close()
		}
	}
	open, err := os.Open(at("file"))
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	if f, err := OpenRegular(fmt.Sprint("/dev/fd/", open.Fd())); err == nil {
		f.Close()
		t.Error("a file that is open, by its number, is taken for one that others can read")
	}
	if content, err := ReadRegular(at("link"), 7); err != nil || string(content) != "content" {
		t.Errorf("%q, %v", content, err)
	}
	if _, err := ReadRegular(at("link"), 6); err == nil {
		t.Error("a file that is too long is no error")
	}
}
