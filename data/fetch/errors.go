package fetch

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"
)

// UnavailableError says which files of a data set are not available, and what was tried for each.
type UnavailableError struct {
	Name  string // the data set
	Files []MissingFile
}

// MissingFile is a file that no source served.
type MissingFile struct {
	Path  string // folder/name, as in a mirror
	Tried []Try
}

// Try is a source that was tried for a file, and the reason it failed.
type Try struct {
	Where string
	Err   error
}

// Error lists the files, the sources asked for each, and what to do. Of many files it lists the
// first few.
func (e *UnavailableError) Error() string {
	const shown = 3
	var b strings.Builder
	fmt.Fprintf(&b, "data set %s cannot be obtained:", e.Name)
	for i, f := range e.Files {
		if i == shown {
			fmt.Fprintf(&b, "\n  and %d more files", len(e.Files)-shown)
			break
		}
		fmt.Fprintf(&b, "\n  %s", f.Path)
		for _, t := range f.Tried {
			fmt.Fprintf(&b, "\n    %s: %v", t.Where, t.Err)
		}
		if len(f.Tried) == 0 {
			b.WriteString("\n    no mirror is set, and no public address serves exactly this file")
		}
	}
	fmt.Fprintf(&b, "\n  Connect to the network and try again, or put the files into a folder as listed above"+
		" (%s) and name that folder in GPCBENCH_MIRROR.", filepath.FromSlash("<folder>/"+e.Files[0].Path))
	return b.String()
}

// ChecksumError reports content with the wrong size or checksum.
type ChecksumError struct {
	GotBytes, WantBytes int64 // want 0: not known
	Got, Want           string
}

// Error states the expected and the actual content.
func (e *ChecksumError) Error() string {
	if e.WantBytes != 0 && e.GotBytes != e.WantBytes {
		return fmt.Sprintf("wrong size: got %d bytes, expected %d; the source has changed or is damaged, and nothing was kept", e.GotBytes, e.WantBytes)
	}
	return fmt.Sprintf("wrong checksum: got SHA-256 %s, expected %s; the source has changed or is damaged, and nothing was kept", e.Got, e.Want)
}

// missingError is the internal form of a MissingFile.
type missingError struct{ tried []Try }

func (e *missingError) Error() string { return "no source serves the file" }

// localError is a failure on this host, which no other source can avoid.
type localError struct{ err error }

func (e *localError) Error() string { return e.err.Error() }
func (e *localError) Unwrap() error { return e.err }

// unwritable explains a failure to write under the cache folder.
func unwritable(cache string, err error) error {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		err = fmt.Errorf("the disk of the cache folder %s is full; free some space, or name another folder in GPCBENCH_DATA (the files in the cache are untouched): %w", cache, err)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS), errors.Is(err, syscall.ENOTDIR):
		err = fmt.Errorf("the cache folder %s cannot be written; name a writable one in GPCBENCH_DATA: %w", cache, err)
	default:
		err = fmt.Errorf("writing to the cache folder %s: %w", cache, err)
	}
	return &localError{err}
}
