package read

import (
	"os"
	"testing"

	"gpcbench/data/datatest"
)

// A file that is asked about without a separator is not left open.
func TestHasColumnsLeavesNoFileOpen(t *testing.T) {
	const open = "/proc/self/fd"
	if _, err := os.Stat(open); err != nil {
		t.Skip(err)
	}
	path := datatest.Write(t, "t.csv", "a,b\n1,2\n")
	for _, separator := range []string{"", ","} {
		if HasColumns(path, separator, []string{"a", "b"}, 2) != (separator != "") {
			t.Errorf("separator %q: wrong answer", separator)
		}
	}
	files, err := os.ReadDir(open)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if to, _ := os.Readlink(open + "/" + f.Name()); to == path {
			t.Errorf("%s is still open", path)
		}
	}
}
