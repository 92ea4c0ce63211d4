package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// names are those of the files in a folder.
func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return strings.Join(out, " ")
}

// A file has its name when it is whole, and what ends before that leaves the one that was there.
func TestWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "new folder", "a")
	if err := Write(path, []byte("first")); err != nil {
		t.Fatal(err)
	}
	failure := errors.New("no more")
	err := WriteFunc(path, func(w io.Writer) error {
		io.WriteString(w, "half")
		return failure
	})
	if text, _ := os.ReadFile(path); err != failure || string(text) != "first" || names(t, filepath.Dir(path)) != "a" {
		t.Errorf("%v; the file has %q, the folder %s", err, text, names(t, filepath.Dir(path)))
	}
	f, err := create(path)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(f, "second")
	if text, _ := os.ReadFile(path); string(text) != "first" {
		t.Errorf("a file that is not finished has its name: %q", text)
	}
	if err := f.Finish(); err != nil {
		t.Fatal(err)
	}
	f.Abandon()
	if text, _ := os.ReadFile(path); string(text) != "second" || names(t, filepath.Dir(path)) != "a" {
		t.Errorf("the file has %q, the folder %s", text, names(t, filepath.Dir(path)))
	}
}

// A file whose content is not another keeps its time of modification.
func TestEqualContentIsLeftAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	info := make([]os.FileInfo, 3)
	for i, text := range []string{"text", "text", "another"} {
		if err := Write(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		info[i], _ = os.Stat(path)
	}
	if !os.SameFile(info[0], info[1]) || os.SameFile(info[1], info[2]) {
		t.Error("equal content was written again, or another was not")
	}
}

func TestRemoveUnfinished(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b"} { // of a process that was killed
		f, err := create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		f.file.Close()
	}
	if err := Write(filepath.Join(dir, "a"), []byte("whole")); err != nil {
		t.Fatal(err)
	}
	RemoveUnfinished(filepath.Join(dir, "a"))
	if left := names(t, dir); !strings.HasPrefix(left, "a b-") || strings.Count(left, " ") != 1 {
		t.Errorf("left: %s", left)
	}
}

// A file that cannot be written is told by its own name, once.
func TestErrorsNameTheFile(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("/proc is Linux's")
	}
	const folder = "/proc/self/fdinfo" // where root may not write either
	if _, err := os.Stat(folder); err != nil {
		t.Skip(err)
	}
	err := Write(folder+"/report.md", []byte("text"))
	if want := folder + "/report.md cannot be written: "; err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), ending) {
		t.Errorf("%v, want %s", err, want)
	}
}
