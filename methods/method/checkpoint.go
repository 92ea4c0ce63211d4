package method

import (
	"bytes"
	"encoding/gob"
	"fmt"
)

// SaveState returns a state, of exported fields, for Recorder.Checkpoint.
func SaveState(state any) ([]byte, error) {
	var buf bytes.Buffer
	err := gob.NewEncoder(&buf).Encode(state)
	return buf.Bytes(), err
}

// ResumeState reads the state that an earlier part of this fit left with the
// recorder to what state points to, and returns the iteration it was saved
// after: 0 if there is none. The error begins with the method's name.
func ResumeState(rec Recorder, name string, state any) (int, error) {
	t, raw := rec.Resume()
	if t == 0 {
		return 0, nil
	}
	if err := gob.NewDecoder(bytes.NewReader(raw)).Decode(state); err != nil {
		return 0, fmt.Errorf("%s: the checkpoint cannot be read: %w", name, err)
	}
	return t, nil
}
