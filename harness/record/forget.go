package record

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"gpcbench/data/atomicfile"
)

// Forget removes the records of cells from the journals of a folder, except from the journal
// called but, unless that is empty. A journal with such records is rewritten without their
// lines, packed if it was packed. A journal with no other lines is deleted. Forget is for
// records that no run writes, because nobody may append to a journal meanwhile.
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

// forget is Forget for one journal. It keeps lines that are not records.
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
