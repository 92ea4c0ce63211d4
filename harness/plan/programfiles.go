package plan

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gpcbench/data"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/methods/method"
	"gpcbench/methods/role"
)

// mostFiles is the most files that a program may have: more suggest a wrong folder.
const mostFiles = 10_000

// files returns the value of an option that lists files or folders relative to the specification: each
// file with the digest of its content, in order. A name that does not exist is noted.
func (b *builder) files(v spec.Setting) any {
	list, ok := v.Value.([]any)
	if !ok {
		return v.Value
	}
	out := []any{}
	for _, e := range list {
		name, ok := e.(string)
		if !ok || !filepath.IsLocal(filepath.FromSlash(name)) {
			return v.Value // the method refuses it
		}
		if b.holdsResults(name) {
			b.problem(v.Where, "inputs: the folder %s contains the results, %s, which every run changes: name the program's files, or keep results elsewhere with --results", name, b.results)
			continue
		}
		found, err := filesBelow(b.plan.Spec.Dir, filepath.FromSlash(name))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			b.noteAbsent(v.Where, "inputs", &data.UnavailableError{What: "the file or folder", File: filepath.Join(b.plan.Spec.Dir, name), Err: data.Cause(err)})
		case err != nil:
			b.problem(v.Where, "inputs: %v", err)
		case len(found) == 0:
			b.problem(v.Where, "inputs: there is no file in %s", name)
		}
		for _, f := range found {
			if !slices.Contains(out, any(f)) {
				out = append(out, f)
			}
		}
	}
	return out
}

// holdsResults says whether the folder of the records exists and is the named input or lies below it, outside any
// hidden folder.
func (b *builder) holdsResults(name string) bool {
	if info, err := os.Stat(b.results); err != nil || !info.IsDir() {
		return false
	}
	folder, err := filepath.Abs(filepath.Join(b.plan.Spec.Dir, name))
	results, err2 := filepath.Abs(b.results)
	if err != nil || err2 != nil {
		return false
	}
	below, err := filepath.Rel(folder, results)
	return err == nil && filepath.IsLocal(below) && (below == "." || !strings.Contains("/"+filepath.ToSlash(below), "/."))
}

// checkRun notes a program's command that begins with a folder. It also notes later words that name files beside the
// specification but are not inputs, since a change to them would not make a new cell.
func (b *builder) checkRun(m spec.Method, options record.Options) {
	run, inputs := options.Run(), options.Inputs()
	if role.Of[m.Name] != role.Outside || len(run) == 0 {
		return
	}
	if b.folderToRun(run[0]) {
		b.problem(b.plan.Spec.WhereMethod(m), "method %q: run begins with the folder %s: name the program in it", m.Label, run[0])
	}
	for _, word := range run[1:] {
		if filepath.IsAbs(word) || !filepath.IsLocal(word) {
			continue
		}
		isInput := func(file string) bool {
			name, _, _ := strings.Cut(file, method.DigestMark)
			return filepath.Clean(name) == filepath.Clean(word)
		}
		info, err := os.Stat(filepath.Join(b.plan.Spec.Dir, word))
		if err == nil && info.Mode().IsRegular() && !slices.ContainsFunc(inputs, isInput) {
			b.problem(b.plan.Spec.WhereMethod(m), "method %q: %s is a file beside this one: add it to inputs, so that a change to it makes new cells", m.Label, word)
		}
	}
}

// folderToRun says whether the first word of a program's command is the path of a folder. A bare name is looked up
// on the PATH instead.
func (b *builder) folderToRun(word string) bool {
	path := filepath.FromSlash(word)
	if filepath.Base(path) == path {
		return false
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(b.plan.Spec.Dir, path)
	}
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// filesBelow returns a file, or the files of a folder, with their digests. It leaves out hidden files and Python's
// __pycache__.
func filesBelow(dir, name string) (out []string, err error) {
	err = filepath.WalkDir(filepath.Join(dir, name), func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		below := relative != filepath.Clean(name)
		if below && (strings.HasPrefix(e.Name(), ".") || e.Name() == "__pycache__") {
			if e.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		if e.IsDir() {
			return nil
		}
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			return errors.Join(err, errors.New(path+" is not a regular file"))
		}
		if len(out) == mostFiles {
			return errors.New(name + " has too many files: name only the program's own folder")
		}
		sum, _, err := data.FileSum(path)
		out = append(out, filepath.ToSlash(relative)+method.DigestMark+sum)
		return err
	})
	return out, err
}
