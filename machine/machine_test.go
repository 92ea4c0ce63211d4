package machine

import (
	"os"
	"path/filepath"
	"testing"
)

func TestProcValue(t *testing.T) {
	file := filepath.Join(t.TempDir(), "meminfo")
	if err := os.WriteFile(file, []byte("MemFree:  1 kB\nMemTotal:       65806724 kB\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"MemTotal": "65806724 kB", "Swap": ""} {
		if got := procValue(file, key); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
	if got := procValue(file+"x", "MemTotal"); got != "" {
		t.Errorf("a file that is not there has %q", got)
	}
}
