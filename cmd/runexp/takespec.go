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
	"gpcbench/harness/machine"
)

// specified is a table with the specification that was drafted for it.
type specified struct {
	draft.Looked // without a summary of a file of label sets
	draft.Draft
	sizes string // of label sets
	path  string
}

// specificationFor drafts the specification of a race for a table, and keeps it in a file that is called
// as the table is. One of the same text is left as it is, so that the command can be given again; with
// another one there, the name has a number.
func (a *app) specificationFor(ctx context.Context, table string, args arguments) (s specified, err error) {
	if s.Looked, err = look(table, args.label); err != nil {
		return s, err
	}
	programs := programsFolder(args.results)
	nothing, err := os.MkdirTemp("", "gpcbench-take-*") // records would have repeats that are done not be looked at
	if err != nil {
		return s, err
	}
	defer os.Remove(nothing)
	args.results = nothing
	trees := ""
	if s.Summary != nil {
		s.Said.Raced = timeFor(0, s.Summary.Rows).Seconds() // whatever --minutes says, so that more of them go on from the same records
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
			text, s.sizes, err = a.draftLabelSets(ctx, table, args)
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

// programsFolder is the folder, relative to the current one, of programs that take part in a race: that of
// the records where this is below the current one.
func programsFolder(results string) string {
	const name = "take-programs"
	if filepath.IsLocal(results) {
		return filepath.Join(results, name)
	}
	return name
}

// treesOf is the distribution of Python whose trees take part.
const treesOf = "scikit-learn"

// treesHead begins the methods of trees in a specification.
const treesHead = "\n# Trees, of scikit-learn.\n"

// treesHere are methods of trees for a specification in the current folder, with their programs in a folder
// below it: none where no Python has scikit-learn. Where Python does not answer in time they are those of the
// specification that may be there already. Where there are none for another reason it says so.
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

// keepSpecification writes a specification to a file unless it has that text already, and says whether it
// has it then.
func keepSpecification(path, text string) (kept bool, err error) {
	there, err := data.ReadRegular(path, maxSpec)
	if err == nil {
		return bytes.Equal(there, []byte(text)), nil
	}
	if _, is := os.Lstat(path); is == nil {
		return false, nil // what cannot be read, or is no file, is not ours
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
