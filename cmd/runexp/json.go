package main

import "encoding/json"

// jsonVersion is raised when a key of what --json prints goes or changes its meaning. New keys
// raise nothing. docs/json.md has the keys.
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
