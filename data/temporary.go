package data

import (
	"fmt"
	"os"
)

// TemporaryFolder makes an empty folder, whose name begins so, in the folder for temporary files. The error says what
// to do about that folder.
func TemporaryFolder(name string) (string, error) {
	dir, err := os.MkdirTemp("", name)
	if err != nil {
		return "", fmt.Errorf("no folder for temporary files can be made in %s: %w; name another folder in TMPDIR", os.TempDir(), Cause(err))
	}
	return dir, nil
}
