package data

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// An address in the place of a file is told, as it is and where a folder was put before it.
func TestOpenAddress(t *testing.T) {
	for name, address := range map[string]bool{
		"https://example.org/a.csv":                            true,
		filepath.Join(t.TempDir(), "http://example.org/a.csv"): true,
		filepath.Join(t.TempDir(), "a.csv"):                    false,
	} {
		_, err := OpenRegular(name)
		if !errors.Is(err, fs.ErrNotExist) || strings.Contains(err.Error(), "download the file") != address {
			t.Errorf("%s: %v", name, err)
		}
	}
}
