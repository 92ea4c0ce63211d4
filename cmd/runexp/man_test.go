package main

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"
)

// The manual has every verb, and roff's own checker finds nothing wrong in it.
func TestManual(t *testing.T) {
	var out bytes.Buffer
	a := &app{stdout: &out, stderr: &out}
	if code := a.main(t.Context(), []string{"man"}); code != exitOK {
		t.Fatalf("exit code %d", code)
	}
	for _, v := range verbs() {
		if !strings.Contains(out.String(), roff("runexp "+v.name)) {
			t.Errorf("the manual lacks %s", v.name)
		}
	}
	mandoc, err := exec.LookPath("mandoc")
	if err != nil {
		t.Skip("mandoc is not here")
	}
	cmd := exec.CommandContext(t.Context(), mandoc, "-T", "lint", "-W", "error")
	cmd.Stdin = bytes.NewReader(out.Bytes())
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
}

// What roff would take for a request or an escape is text.
func TestRoff(t *testing.T) {
	for text, want := range map[string]string{"a-b": `a\-b`, `\n`: `\en`, ".bar": `\&.bar`, "'t": `\&'t`} {
		if got := roff(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
