package main

import (
	"cmp"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"

	"golang.org/x/term"

	"gpcbench/report/format"
)

// defaultColumns is the width of a terminal that does not tell its own.
const defaultColumns = 80

// terminalWidth returns how many columns the terminal has that w writes to: COLUMNS, if that
// is set, or what the terminal says, which may change. It returns nil if w is no terminal.
func terminalWidth(w io.Writer) func() int {
	if c, ok := w.(*careful); ok {
		w = c.w
	}
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
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

// screenWidth is terminalWidth of a terminal whose cursor can be moved, nil of others.
func screenWidth(w io.Writer) func() int {
	if kind := os.Getenv("TERM"); kind == "" || kind == "dumb" {
		return nil
	}
	return terminalWidth(w)
}

// terminalStyle is what the terminal that w writes to can show. What is no terminal takes
// lines of any length, and UTF-8, and no colours. NO_COLOR, if it is not empty, has a terminal show
// none either (https://no-color.org).
func terminalStyle(w io.Writer) format.Style {
	width := terminalWidth(w)
	if width == nil {
		return format.Style{}
	}
	kind := os.Getenv("TERM")
	return format.Style{Width: width(), ASCII: !localeHasUnicode(), Colour: kind != "" && kind != "dumb" && os.Getenv("NO_COLOR") == ""}
}

// localeHasUnicode says whether the locale's characters are UTF-8. As in POSIX the locale is C
// where nothing says which.
func localeHasUnicode() bool {
	locale := strings.ToUpper(cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_CTYPE"), os.Getenv("LANG")))
	return strings.Contains(locale, "UTF-8") || strings.Contains(locale, "UTF8") || locale == "" && runtime.GOOS == "windows"
}
