// Package experiments holds the built-in experiments. There is a folder per paper, with one TOML
// file per table or figure and the paper's numbers in published.toml. The folders gpcbench and
// yardstick have comparisons from no paper.
package experiments

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

//go:embed *.toml */*.toml
var files embed.FS

// publishedFile is the name of the file with a paper's numbers.
const publishedFile = "published.toml"

// Names returns the names of the built-in experiments, such as
// "wenzel2019/table2", sorted.
func Names() []string {
	var names []string
	err := fs.WalkDir(files, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !d.IsDir() && path.Base(p) != publishedFile {
			names = append(names, strings.TrimSuffix(p, ".toml"))
		}
		return nil
	})
	if err != nil {
		panic(fmt.Sprintf("experiments: embedded files: %v", err))
	}
	return names
}

// Source returns the TOML text of a built-in experiment, or false if there is no
// such experiment.
func Source(name string) ([]byte, bool) {
	if path.Base(name) == strings.TrimSuffix(publishedFile, ".toml") {
		return nil, false
	}
	src, err := files.ReadFile(name + ".toml")
	return src, err == nil
}

// NameOf returns the name of the built-in experiment with that TOML text, or false if there is none.
func NameOf(src []byte) (string, bool) {
	for _, name := range Names() {
		if own, _ := Source(name); bytes.Equal(own, src) {
			return name, true
		}
	}
	return "", false
}

// Published returns the published.toml of the paper that an experiment belongs
// to, or false if it belongs to none.
func Published(experiment string) ([]byte, bool) {
	dir, _, found := strings.Cut(experiment, "/")
	if !found {
		return nil, false
	}
	src, err := files.ReadFile(path.Join(dir, publishedFile))
	return src, err == nil
}
