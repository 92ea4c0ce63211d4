package harness

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Of several columns that are not there the first is told, each time.
func TestMissingColumnsAreToldInOrder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f.csv")
	if err := os.WriteFile(path, []byte("dataset,row\na,0\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		if _, err := readForeign(path); err == nil || !strings.Contains(err.Error(), "there is no column fold") {
			t.Fatalf("%v", err)
		}
	}
}
