package method

import (
	"encoding/gob"
	"errors"
	"fmt"
	"io"

	"gpcbench/gp/saved"
)

// ErrOtherCheckpoint says that a state that ResumeState read is damaged, or not of the fit that
// is to go on from it. Its lengths tell. Whoever called Fit starts it anew.
var ErrOtherCheckpoint = errors.New("the checkpoint is damaged or of another model; delete the cell's .state file in the folder checkpoints, and the fit starts anew")

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
// after: 0 if there is none. The error, ErrOtherCheckpoint, begins with the method's name; a number
// that is not finite is one. What the lengths are to be the method compares itself.
func ResumeState(rec Recorder, name string, parts ...any) (int, error) {
	t, raw := rec.Resume()
	if t == 0 {
		return 0, nil
	}
	if err := saved.Decode(raw, parts...); err != nil {
		return 0, fmt.Errorf("%w: %w", OtherCheckpoint(name), err)
	}
	return t, nil
}

// OtherCheckpoint returns ErrOtherCheckpoint with the method's name before it.
func OtherCheckpoint(name string) error { return fmt.Errorf("%s: %w", name, ErrOtherCheckpoint) }
