package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gpcbench/data/atomicfile"
	"gpcbench/examples/command"
	"gpcbench/wording"
)

// commandInit writes a template of a method in the chosen language, with its specification.
func (a *app) commandInit(_ context.Context, args arguments) error {
	if len(args.words) != 1 || !slices.Contains(command.Languages(), args.words[0]) {
		return usagef("command init: in which language? Say one of %s", strings.Join(command.Languages(), ", "))
	}
	files, err := command.Start(args.words[0])
	if err != nil {
		return err
	}
	if err := writeFiles(args.out, files); err != nil {
		return err
	}
	for _, f := range files {
		fmt.Fprintln(a.stdout, filepath.Join(args.out, f.Name))
	}
	word := wording.ShellWord(filepath.Join(args.out, files[0].Name))
	fmt.Fprintf(a.stdout, "\nthe method runs as it is: runexp run %s --results out && runexp report %s --results out\n", word, word)
	return nil
}

// writeFiles writes files into a folder, which it makes if need be. An existing file with the same content
// is kept; if one has other content, nothing is written.
func writeFiles(dir string, files []command.File) error {
	var missing []command.File
	for _, f := range files {
		path := filepath.Join(dir, f.Name)
		if there, err := os.ReadFile(path); err == nil && bytes.Equal(there, f.Text) {
			continue
		}
		if err := existing(atomicfile.CheckOutput(path)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		missing = append(missing, f)
	}
	if err := os.MkdirAll(cmp.Or(dir, "."), 0o777); err != nil {
		return atomicfile.Unwritable(dir, err)
	}
	for _, f := range missing {
		if err := atomicfile.Write(filepath.Join(dir, f.Name), f.Text); err != nil {
			return err
		}
	}
	return nil
}
