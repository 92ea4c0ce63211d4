package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gpcbench/data"
	"gpcbench/data/atomicfile"
	"gpcbench/data/read"
	"gpcbench/examples/command"
	"gpcbench/harness/draft"
	"gpcbench/machine"
)

// specified is a table with its drafted specification.
type specified struct {
	draft.Looked // without a summary of a file of label sets
	draft.Draft
	sizes string // of label sets
	path  string
}

// specificationFor drafts the specification of a race for a table, and writes it to a file named after
// the table. A file with the same text is left as it is, so that the command can be repeated; if there is
// one with another text, a number is added to the name.
func (a *app) specificationFor(ctx context.Context, table string, args arguments) (s specified, err error) {
	if s.Looked, err = look(table, args.label); err != nil {
		return s, err
	}
	programs := programsFolder(args.results)
	nothing, err := data.TemporaryFolder("gpcbench-take-") // existing records would exclude finished repeats from the check
	if err != nil {
		return s, err
	}
	defer os.Remove(nothing)
	args.results = nothing
	trees := ""
	if s.Summary != nil {
		s.Said.Raced = racedSeconds(s.Summary.Rows)
		trees = a.treesHere(ctx, programs, read.Stem(table)+".toml")
	}
	for n := 1; ; n++ {
		s.path = read.Stem(table) + ".toml"
		if n > 1 {
			s.path = fmt.Sprintf("%s-%d.toml", read.Stem(table), n)
		}
		args.out = s.path
		var text string
		if s.Summary == nil {
			text, s.sizes, err = a.draftLabelSets(ctx, table, args, true)
		} else {
			s.Draft, text, err = a.drafted(ctx, s.Looked, args)
			text += trees
		}
		if err != nil {
			return s, err
		}
		if kept, err := keepSpecification(s.path, text); kept || err != nil {
			return s, err
		}
	}
}

// racedSeconds is the time that the drafted methods share. It does not depend on --minutes, so that a longer race
// continues from the same records.
func racedSeconds(rows int) float64 { return timeFor(0, rows).Seconds() }

// programsFolder is the folder of the programs of a race, relative to the current one: the folder of the
// records if that is below the current one.
func programsFolder(results string) string {
	const name = "take-programs"
	if filepath.IsLocal(results) {
		return filepath.Join(results, name)
	}
	return name
}

// treesOf is the Python package whose trees are raced.
const treesOf = "scikit-learn"

// treesHead begins the methods of trees in a specification.
const treesHead = "\n# Trees, of scikit-learn.\n"

// treesHere are the methods of trees for a specification in the current folder, with their programs in a folder
// below it; none if no Python has scikit-learn. If Python does not answer in time, they are copied from an existing
// specification, if there is one. If there are none for another reason, it prints a notice.
func (a *app) treesHere(ctx context.Context, folder, specification string) string {
	python, err := machine.FindPython(ctx, machine.PythonPatience, treesOf)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		there, _ := data.ReadRegular(specification, maxSpec)
		if _, methods, ok := strings.Cut(string(there), treesHead); ok {
			return treesHead + methods
		}
		fmt.Fprintf(a.stderr, "notice: trees are not in the race: no Python answered within %v\n", machine.PythonPatience)
		return ""
	case err != nil:
		return ""
	}
	text := treesHead
	adapters, err := command.TreesOf(python.Command, filepath.ToSlash(folder))
	for _, of := range adapters {
		if err == nil {
			err = writeFiles(folder, of.Files)
		}
		text += of.Method + "\n"
	}
	if err != nil {
		fmt.Fprintf(a.stderr, "notice: trees are not in the race: %v\n", err)
		return ""
	}
	return text
}

// keepSpecification writes a specification to a file unless the file has that text already, and says whether
// the file has that text afterwards.
func keepSpecification(path, text string) (kept bool, err error) {
	there, err := data.ReadRegular(path, maxSpec)
	if err == nil {
		return bytes.Equal(there, []byte(text)), nil
	}
	if _, is := os.Lstat(path); is == nil {
		return false, nil // if it cannot be read, or is not a file, it is not ours
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return false, fmt.Errorf("%s cannot be written: %w", path, err)
	}
	out, err := createOutput(path)
	if err != nil {
		return false, err
	}
	defer out.Abandon()
	if _, err := out.WriteString(text); err != nil {
		return false, fmt.Errorf("%s cannot be written: %w", path, err)
	}
	err = out.Finish()
	if _, meanwhile := errors.AsType[*atomicfile.ExistsError](err); meanwhile {
		return keepSpecification(path, text)
	}
	return err == nil, err
}
