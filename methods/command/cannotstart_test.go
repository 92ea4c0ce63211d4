package command

import (
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"gpcbench/methods/methodtest"
)

// A script that the system does not start is told why, by its own name.
func TestScriptsThatCannotBeStarted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no file is executed by its first line here")
	}
	for text, c := range map[string]struct {
		mode os.FileMode
		says string
	}{
		"#!/bin/sh\n":              {0o600, "it may not be executed: chmod +x s.sh, or"},
		"#!/no/such/interpreter\n": {0o700, "its first line asks for /no/such/interpreter, which is not there"},
		"#!/bin/sh\r\nexit\r\n":    {0o700, "its first line ends with a carriage return"},
		"exit 0\n":                 {0o700, "it is not a program for this system: begin it with #!"},
	} {
		task, _ := blobs(t)
		if err := os.WriteFile(filepath.Join(task.Outside.Inputs, "s.sh"), []byte(text), c.mode); err != nil {
			t.Fatal(err)
		}
		config := New()
		config.Run, config.Inputs = words{"./s.sh"}, files{"s.sh"}
		_, err := config.Fit(t.Context(), task, &methodtest.Recorder{})
		if err == nil || !strings.HasPrefix(err.Error(), "install: ./s.sh cannot be started: "+c.says) || strings.Contains(err.Error(), task.Outside.Folder) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A folder in the place of a program is told so.
func TestFolderAsProgram(t *testing.T) {
	task, _ := blobs(t)
	if err := os.Mkdir(filepath.Join(task.Outside.Inputs, "program"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(task.Outside.Inputs, "program", "main.sh"), []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	config := New()
	config.Run, config.Inputs = words{"./program"}, files{"program/main.sh"}
	_, err := config.Fit(t.Context(), task, &methodtest.Recorder{})
	if err == nil || err.Error() != "install: ./program cannot be started: it is a folder: begin run with the program in it" {
		t.Errorf("%v", err)
	}
}

// A command in one word is told how it is written.
func TestCommandInOneWord(t *testing.T) {
	task, _ := blobs(t)
	config := New()
	config.Run = words{"nosuchpython  method.py"}
	_, err := config.Fit(t.Context(), task, &methodtest.Recorder{})
	if err == nil || !strings.HasSuffix(err.Error(), `it is one word of run, which is a list of words: run = ["nosuchpython", "method.py"]`) {
		t.Errorf("%v", err)
	}
}

// A program that cannot be started leaves no end of a pipe open.
func TestNoPipeIsLeftOpen(t *testing.T) {
	open := func() int {
		files, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip(err)
		}
		return len(files)
	}
	task, _ := blobs(t)
	if err := os.WriteFile(filepath.Join(task.Outside.Inputs, "s.sh"), []byte("#!/no/such/interpreter\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	fit := func() {
		config := New()
		config.Run, config.Inputs = words{"./s.sh"}, files{"s.sh"}
		if _, err := config.Fit(t.Context(), task, &methodtest.Recorder{}); err == nil {
			t.Fatal("the program was started")
		}
	}
	fit()                                            // what is opened once and for all
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // which would close them
	before := open()
	for range 5 {
		fit()
	}
	if after := open(); after > before {
		t.Errorf("%d files are open, before five programs that could not be started %d", after, before)
	}
}
