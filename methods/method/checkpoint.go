package method

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
)

// ErrOtherCheckpoint says that a state that ResumeState read is not of the fit that is to go on
// from it. Its lengths tell.
var ErrOtherCheckpoint = errors.New("the checkpoint is of another model; delete the cell's .state file in the folder checkpoints, and the fit starts anew")

// SaveState writes the parts of a state, of exported fields, for
// Recorder.Checkpoint. Each part is held in memory once more while it is
// written, so what is large is better given in several.
func SaveState(w io.Writer, parts ...any) error {
	out := gob.NewEncoder(w)
	for _, part := range parts {
		if err := out.Encode(part); err != nil {
			return err
		}
	}
	return nil
}

// ResumeState reads the state that an earlier part of this fit left with the
// recorder to what parts point to, and returns the iteration it was saved
// after: 0 if there is none. The error begins with the method's name.
func ResumeState(rec Recorder, name string, parts ...any) (int, error) {
	t, raw := rec.Resume()
	if t == 0 {
		return 0, nil
	}
	in := gob.NewDecoder(bytes.NewReader(raw))
	for _, part := range parts {
		if err := in.Decode(part); err != nil {
			return 0, fmt.Errorf("%s: the checkpoint cannot be read: %w", name, err)
		}
	}
	return t, nil
}

// OtherCheckpoint returns ErrOtherCheckpoint with the method's name before it.
func OtherCheckpoint(name string) error { return fmt.Errorf("%s: %w", name, ErrOtherCheckpoint) }
