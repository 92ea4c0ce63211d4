package method

import (
	"encoding/gob"
	"errors"
	"fmt"
	"io"

	"gpcbench/gp/saved"
)

// ErrOtherCheckpoint says that a state read by ResumeState is damaged, or belongs to another
// fit, as its lengths show. The caller of Fit then starts the fit anew.
var ErrOtherCheckpoint = errors.New("the checkpoint is damaged or of another model; delete the cell's .state file in the folder checkpoints, and the fit starts anew")

// SaveState writes the parts of a state, of exported fields, for
// Recorder.Checkpoint. While a part is written, memory holds a copy of
// it, so large states are better split into several parts.
func SaveState(w io.Writer, parts ...any) error {
	out := gob.NewEncoder(w)
	for _, part := range parts {
		if err := out.Encode(part); err != nil {
			return err
		}
	}
	return nil
}

// ResumeState reads the state that an earlier part of this fit left with the recorder into parts,
// which are pointers. It returns the iteration after which the state was saved: 0 if there is none.
// The error, ErrOtherCheckpoint, begins with the method's name; a number that is not finite is an
// error too. The method itself checks the lengths.
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

// OtherCheckpoint returns ErrOtherCheckpoint prefixed with the method's name.
func OtherCheckpoint(name string) error { return fmt.Errorf("%s: %w", name, ErrOtherCheckpoint) }
