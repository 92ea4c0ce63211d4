package main

import (
	"bytes"
	"os"
	"runtime"
	"strings"
	"testing"

	"gpcbench/report/format"
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

// The table of a plan is no wider than the terminal, however long its labels are.
func TestPlanFitsTheTerminal(t *testing.T) {
	lines := [][]string{{"data set", "method", "cells", "done", "missing"}, {"glass", "X-GPC", "10", "9", "1"}, {"all", "", "10", "9", "1"}}
	var b strings.Builder
	printCounts(&b, lines, format.Style{Width: 40})
	if want := "  data set  method  cells  done  missing\n     glass   X-GPC     10     9        1\n       all             10     9        1\n"; b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
	lines[1][1] = strings.Repeat("with natural gradients ", 3) + "and a correction"
	b.Reset()
	printCounts(&b, lines, format.Style{Width: 60})
	if text := b.String(); !strings.HasPrefix(text, "cells  done  missing  data set, method\n10     9     1        glass, with natural") || !strings.HasSuffix(text, "\n10     9     1        all\n") {
		t.Errorf("got\n%s", text)
	}
	for line := range strings.Lines(b.String()) {
		if len(line) > 61 {
			t.Errorf("%d columns: %s", len(line)-1, line)
		}
	}
	b.Reset()
	if printCounts(&b, lines, format.Style{}); !strings.Contains(b.String(), lines[1][1]+"     10") {
		t.Errorf("folded without a terminal:\n%s", b.String())
	}
}

func TestLocale(t *testing.T) {
	for _, c := range []struct {
		all, ctype, lang string
		want             bool
	}{
		{"C", "en_US.UTF-8", "en_US.UTF-8", false},
		{"", "", "POSIX", false},
		{"", "C.utf8", "C", true},
		{"", "", "de_DE.UTF-8", true},
		{"", "", "de_DE.ISO-8859-1", false},
		{"", "", "", runtime.GOOS == "windows"},
	} {
		t.Setenv("LC_ALL", c.all)
		t.Setenv("LC_CTYPE", c.ctype)
		t.Setenv("LANG", c.lang)
		if got := localeHasUnicode(); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}
