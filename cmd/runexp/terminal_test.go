package main

import (
	"bytes"
	"os"
	"runtime"
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
