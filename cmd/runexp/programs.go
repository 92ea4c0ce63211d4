package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gpcbench/data/atomicfile"
	"gpcbench/data/fetch"
	"gpcbench/examples/command"
	"gpcbench/harness/spec"
	"gpcbench/methods/role"
)

// writePrograms writes the programs of a built-in experiment, from examples/command, to the cache, where it looks
// for them. Reading the experiment writes nothing.
func writePrograms(s *spec.Spec) (err error) {
	if strings.HasPrefix(s.Path, spec.BuiltIn) && slices.ContainsFunc(s.Methods, func(m spec.Method) bool { return role.Of[m.Name] == role.Outside }) {
		s.Dir, err = programs()
	}
	return err
}

// programs is a folder of the cache with the files of examples/command. Each version of these has its own folder.
func programs() (string, error) {
	cache, err := fetch.CacheDir()
	if err != nil {
		return "", err
	}
	files := command.All()
	sum := sha256.New()
	for _, f := range files {
		fmt.Fprintf(sum, "%s %d\n%s", f.Name, len(f.Text), f.Text)
	}
	dir := filepath.Join(cache, "programs", hex.EncodeToString(sum.Sum(nil)[:8]))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", fmt.Errorf("%w; name another folder for the cache in GPCBENCH_DATA", atomicfile.Unwritable(dir, err))
	}
	for _, f := range files {
		path := filepath.Join(dir, f.Name)
		if there, err := os.ReadFile(path); err == nil && bytes.Equal(there, f.Text) {
			continue
		}
		if err := atomicfile.Write(path, f.Text); err != nil {
			return "", err
		}
	}
	return dir, nil
}
