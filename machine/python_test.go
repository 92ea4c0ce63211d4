//go:build unix

package machine

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// The first interpreter that has the libraries is taken; one without them, and one that hangs, are passed over.
func TestFindPython(t *testing.T) {
	fake := func(script string) string {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "python3"), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	lacking := fake("exit 1")
	having := fake(`echo '{"Version": "3.13.5", "Libraries": {"scikit-learn": "1.7.2"}}'`)
	hanging := fake("/bin/sleep 3600")

	limit := 20 * time.Second
	t.Setenv("PATH", having)
	if p, err := FindPython(t.Context(), limit, "scikit-learn"); err != nil || p.Command != "python3" || p.Version != "3.13.5" || p.Libraries["scikit-learn"] != "1.7.2" {
		t.Errorf("found %+v, %v", p, err)
	}
	t.Setenv("PATH", lacking+string(filepath.ListSeparator)+having)
	if p, err := FindPython(t.Context(), limit, "scikit-learn"); err != nil || p.Command != filepath.Join(having, "python3") {
		t.Errorf("found %+v, %v: python3 alone would be another", p, err)
	}
	t.Setenv("PATH", lacking)
	if p, err := FindPython(t.Context(), limit, "scikit-learn"); err == nil || errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("found %+v, %v", p, err)
	}
	t.Setenv("PATH", hanging+string(filepath.ListSeparator)+having)
	limit = time.Second / 5
	if p, err := FindPython(t.Context(), limit, "scikit-learn"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("found %+v, %v", p, err)
	}
}
