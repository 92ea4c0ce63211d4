package main

import (
	"bytes"
	"os"
	"testing"
)

// What is no terminal has no width: a buffer, a file, a pipe, and /dev/null, which is a device.
func TestNoTerminal(t *testing.T) {
	t.Setenv("TERM", "xterm")
	t.Setenv("COLUMNS", "40")
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	if terminalWidth(&bytes.Buffer{}) != nil || terminalWidth(null) != nil || terminalWidth(&careful{w: w}) != nil {
		t.Error("one of them was taken for a terminal")
	}
}
