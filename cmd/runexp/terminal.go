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

// defaultColumns is the assumed width of a terminal that does not report its own.
const defaultColumns = 80

// terminalWidth returns the width in columns of the terminal that w writes to: COLUMNS if that is
// set, else what the terminal reports, which may change. It returns nil if w is not a terminal.
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

// screenWidth is terminalWidth if the cursor of the terminal can be moved, else nil.
func screenWidth(w io.Writer) func() int {
	if kind := os.Getenv("TERM"); kind == "" || kind == "dumb" {
		return nil
	}
	return terminalWidth(w)
}

// terminalStyle is what the terminal that w writes to can show. If w is not a terminal, lines may have
// any length and UTF-8, but no colours. A terminal shows no colours either if NO_COLOR is not empty
// (https://no-color.org).
func terminalStyle(w io.Writer) format.Style {
	width := terminalWidth(w)
	if width == nil {
		return format.Style{}
	}
	kind := os.Getenv("TERM")
	return format.Style{Width: width(), ASCII: !localeHasUnicode(), Colour: kind != "" && kind != "dumb" && os.Getenv("NO_COLOR") == ""}
}

// localeHasUnicode says whether the locale's characters are UTF-8. As in POSIX, the default locale
// is C.
func localeHasUnicode() bool {
	locale := strings.ToUpper(cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_CTYPE"), os.Getenv("LANG")))
	return strings.Contains(locale, "UTF-8") || strings.Contains(locale, "UTF8") || locale == "" && runtime.GOOS == "windows"
}
