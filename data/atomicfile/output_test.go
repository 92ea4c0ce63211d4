package atomicfile

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// An output that cannot be written is called by the name that it was to get.
func TestOutputErrorsNameTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.csv")
	out, err := CreateOutput(path)
	if err != nil {
		t.Fatal(err)
	}
	out.Abandon()
	_, err = out.Write(make([]byte, 1<<16))
	for _, err := range []error{err, out.Finish(), Write(filepath.Join(path+"-folder", "\x00"), nil)} {
		if err == nil || !strings.HasPrefix(err.Error(), path) || strings.Count(err.Error(), "cannot be written") != 1 || strings.Contains(err.Error(), ".part") {
			t.Errorf("%v", err)
		}
	}
}

// A folder that takes no file is reported without the file that was tried.
func TestUnwritableFolder(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("/proc is Linux's")
	}
	const folder = "/proc/self/fdinfo" // where root may not write either
	if _, err := os.Stat(folder); err != nil {
		t.Skip(err)
	}
	_, err := CreateOutput(folder + "/m.gpc")
	if want := folder + "/m.gpc cannot be written: "; err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), ".part") {
		t.Errorf("%v, want %s", err, want)
	}
}

// An output does not take the place of a file that has come to be meanwhile.
func TestOutputDoesNotReplace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.csv")
	first, err := CreateOutput(path)
	if err != nil {
		t.Fatal(err)
	}
	second, err := CreateOutput(path)
	if err != nil {
		t.Fatal(err)
	}
	first.WriteString("first")
	second.WriteString("second")
	if err := first.Finish(); err != nil {
		t.Fatal(err)
	}
	err = second.Finish()
	second.Abandon()
	if _, exists := errors.AsType[*ExistsError](err); !exists {
		t.Errorf("the second output ended with %v", err)
	}
	if text, _ := os.ReadFile(path); string(text) != "first" {
		t.Errorf("the file holds %q", text)
	}
	if files, _ := os.ReadDir(filepath.Dir(path)); len(files) != 1 {
		t.Errorf("left behind: %v", files)
	}
}
