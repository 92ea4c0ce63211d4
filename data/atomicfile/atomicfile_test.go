package atomicfile

import (
	"os"
	"runtime"
	"strings"
	"testing"
)

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
	if want := folder + "/report.md cannot be written: "; err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), ".report-") {
		t.Errorf("%v, want %s", err, want)
	}
}
