package record

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"gpcbench/data/atomicfile"
)

// Forget takes the records of cells out of the journals of a folder but one, whose name is empty if there is none. A journal that has some is written
// again whole without their lines, packed if it was, and one that has no other goes. It is for records that no run
// writes, since nobody may append to a journal meanwhile.
func Forget(dir string, cells map[string]bool, but string) error {
	entries, err := journals(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() == but {
			continue
		}
		if err := forget(filepath.Join(dir, e.Name()), cells); err != nil {
			return err
		}
	}
	return nil
}

// forget is Forget of one journal. A line that is no record stays.
func forget(path string, cells map[string]bool) error {
	in, err := open(path)
	if err != nil {
		return unreadable(path, err)
	}
	text, err := io.ReadAll(in)
	in.Close()
	if err != nil {
		return unreadable(path, err)
	}
	var kept []byte
	for line := range bytes.Lines(text) {
		if r, err := parse(line); err != nil || !cells[r.ID] {
			kept = append(kept, line...)
		}
	}
	switch {
	case len(kept) == len(text):
		return nil
	case len(kept) == 0:
		if err := os.Remove(path); err != nil {
			return fmt.Errorf("records cannot be removed from %s: %w", path, err)
		}
		return nil
	}
	return atomicfile.WriteFunc(path, func(w io.Writer) error {
		if !isPacked(path) {
			_, err := w.Write(kept)
			return err
		}
		return packTo(w, kept)
	})
}
