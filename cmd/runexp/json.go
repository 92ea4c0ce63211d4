package main

import "encoding/json"

// jsonVersion is raised when a key of the output of --json is removed or changes its meaning, but not
// for new keys. docs/json.md has the keys.
const jsonVersion = 1

// printJSON prints a value as one line of JSON.
func (a *app) printJSON(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = a.stdout.Write(append(text, '\n'))
	return err
}
