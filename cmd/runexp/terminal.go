package main

import (
	"io"
	"os"
	"strconv"

	"golang.org/x/term"
)

// defaultColumns is the width of a terminal that does not tell its own.
const defaultColumns = 80

// terminalWidth returns how many columns the terminal has that w writes to: COLUMNS, if that
// is set, or what the terminal says, which may change. It returns nil if w is no terminal, or
// one whose cursor cannot be moved.
func terminalWidth(w io.Writer) func() int {
	if c, ok := w.(*careful); ok {
		w = c.w
	}
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) || os.Getenv("TERM") == "" || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return func() int {
		if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
			return n
		}
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return n
		}
		return defaultColumns
	}
}
