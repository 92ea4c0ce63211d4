package wire

import (
	"encoding/json"
	"testing"
)

// A field of another type is told in the words of JSON, which nobody needs Go to read.
func TestTypesInWords(t *testing.T) {
	for line, want := range map[string]string{
		`{"type":"ready","libraries":{"numpy":1}}`:            `in "libraries": want a string, got a number`,
		`{"type":"ready","libraries":["numpy"]}`:              `in "libraries": want an object, got an array`,
		`{"type":"ready","snapshots":"yes"}`:                  `in "snapshots": want true or false, got a string`,
		`{"type":"trace","iteration":1,"objective":"0.5"}`:    `in "objective": want a number, got a string`,
		`{"type":"trace","iteration":1,"objective":false}`:    `in "objective": want a number, got true or false`,
		`{"type":"trace","iteration":1,"objective":1e999}`:    "1e999 is beyond the range of a float64",
		`{"type":"probabilities","file":"p","shape":"[2,2]"}`: `in "shape": want an array, got a string`,
		`[1]`: "want an object, got an array",
	} {
		var m Message
		if err := json.Unmarshal([]byte(line), &m); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
}
