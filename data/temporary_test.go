package data

import (
	"path/filepath"
	"strings"
	"testing"
)

// Where no temporary folder can be made, the error says which one is meant and what to do.
func TestTemporaryFolder(t *testing.T) {
	in := t.TempDir()
	for _, variable := range []string{"TMPDIR", "TMP"} {
		t.Setenv(variable, in)
	}
	dir, err := TemporaryFolder("new-")
	if err != nil || !strings.HasPrefix(dir, filepath.Join(in, "new-")) {
		t.Errorf("%s, %v", dir, err)
	}
	nowhere := filepath.Join(in, "nowhere")
	for _, variable := range []string{"TMPDIR", "TMP"} {
		t.Setenv(variable, nowhere)
	}
	_, err = TemporaryFolder("new-")
	if err == nil || !strings.HasPrefix(err.Error(), "no folder for temporary files can be made in "+nowhere+": ") || !strings.HasSuffix(err.Error(), "; name another folder in TMPDIR") {
		t.Errorf("%v", err)
	}
}
