package command

import (
	"bufio"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

// cannotStart is the failure of a program that the system does not start: word is its name in the specification, path
// the file of it.
func cannotStart(word, path string, err error) error {
	if info, e := os.Stat(path); filepath.IsAbs(path) && e == nil {
		if problem := unstartable(filepath.Base(path), path, info, err); problem != "" {
			return failf(Install, "%s cannot be started: %s", word, problem)
		}
	}
	if words := strings.Fields(word); len(words) > 1 && errors.Is(err, exec.ErrNotFound) {
		return failf(Install, "%s cannot be started: it is one word of run, which is a list of words: run = [\"%s\"]", word, strings.Join(words, `", "`))
	}
	if errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return failf(Install, "%s cannot be started: %v: is it installed, and on the PATH?", word, err)
	}
	return failf(Start, "%s cannot be started: %v", word, err)
}

// isFolder says whether the path of a program, from its own folder or from that of the specification, is that of a
// folder. A name alone is looked for on the PATH.
func (s *session) isFolder(path string) bool {
	if !strings.ContainsAny(path, `/\`) {
		return false
	}
	is := func(path string) bool {
		info, err := os.Stat(path)
		return err == nil && info.IsDir()
	}
	if filepath.IsAbs(path) {
		return is(path)
	}
	beside := s.o.Inputs != "" && is(filepath.Join(s.o.Inputs, path)) // a model has its program with it
	return beside || is(filepath.Join(s.o.Folder, path))
}

// unstartable says why a file that exists cannot be started, and what to do; "" if that is not
// known.
func unstartable(name, path string, info fs.FileInfo, err error) string {
	line := firstLine(path)
	interpreter, _, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(line, "#!")), " ")
	switch {
	case errors.Is(err, fs.ErrPermission) && info.Mode().Perm()&0o100 == 0:
		return "it may not be executed: chmod +x " + name + ", or name its interpreter before it in run"
	case errors.Is(err, fs.ErrPermission):
		return "the system executes nothing in " + filepath.Dir(path) + ": name another folder with TMPDIR, or its interpreter before it in run"
	case errors.Is(err, syscall.ENOEXEC):
		return "it is not a program for this system: begin it with #! and its interpreter, such as #!/bin/sh, or name that before it in run"
	case !errors.Is(err, fs.ErrNotExist):
		return ""
	case strings.HasSuffix(line, "\r"):
		return `its first line ends with a carriage return, as files of Windows do: take these out, as sed -i 's/\r$//' ` + name + " does"
	case strings.HasPrefix(line, "#!"):
		return "its first line asks for " + interpreter + ", which is not there: install it, or change the line"
	}
	return "a file needed to load it is not there: is it a program for this system?"
}

// firstLine is the beginning of a file up to the end of its first line.
func firstLine(path string) string {
	const most = 256 // that systems read of it
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	line, _ := bufio.NewReaderSize(f, most).ReadSlice('\n')
	return strings.TrimSuffix(string(line), "\n")
}
