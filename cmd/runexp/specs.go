package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"gpcbench/data/read"
	"gpcbench/experiments"
	"gpcbench/harness/spec"
	"gpcbench/report/figures"
	"gpcbench/wording"
)

// parseSpec reads the text of a specification, with every kind of figure that there is.
func parseSpec(src []byte, path, profile string) (*spec.Spec, error) {
	return spec.Parse(src, path, profile, figures.Kinds())
}

// alikeExperiments suggests a name close to a word, else the names in its folder, since all would be too many.
func alikeExperiments(word string) string {
	names := experiments.Names()
	if near := wording.DidYouMean(word, names); near != "" {
		return near
	}
	folder := path.Dir(word)
	if folder == "." { // the word may be a folder itself
		folder = word
	}
	return spec.Suggest(word, slices.DeleteFunc(names, func(name string) bool { return path.Dir(name) != folder }))
}

// readSpec reads a specification: a TOML file, or a built-in by its name or as its own file,
// whose records are the same.
func readSpec(word, profile string) (*spec.Spec, error) {
	if src, ok := experiments.Source(word); ok {
		return parseSpec(src, spec.BuiltIn+word, profile)
	}
	src, err := readSmall(word)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !strings.HasSuffix(word, ".toml"):
		return nil, usagef("%s: there is neither a file nor a built-in experiment of this name%s; runexp list experiments shows all", word, alikeExperiments(word))
	case errors.Is(err, fs.ErrNotExist):
		return nil, usagef("%s: there is no such file", word)
	case err != nil:
		return nil, usagef("the specification cannot be read: %v", err)
	}
	if name, ok := experiments.NameOf(src); ok {
		return parseSpec(src, spec.BuiltIn+name, profile)
	}
	s, err := parseSpec(src, word, profile)
	if err != nil && isTable(word, src) {
		return nil, usagef("%s is a table, not a specification. runexp init %s drafts one; or write a file such as %s:\n\n%s\nand give that to runexp", word, wording.ShellPath(word), read.Stem(word)+".toml", specOf(word))
	}
	return s, err
}

// maxSpec is how long a specification may be, 1 MiB: a hundred times the longest there is.
const maxSpec = 1 << 20

// readSmall reads a file of at most maxSpec bytes.
func readSmall(path string) ([]byte, error) {
	f, err := os.Open(path) // which may be a pipe
	if err != nil {
		return nil, err
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, maxSpec+1))
	if len(src) > maxSpec && !isTable(path, nil) {
		return nil, fmt.Errorf("%s is longer than 1 MiB, so it is not a specification", path)
	}
	return src, err
}

// isTable says whether a file that is not a specification looks like a table, by its name or
// because its first line has fields.
func isTable(path string, src []byte) bool {
	if read.NamedAsTable(path) {
		return true
	}
	first, _, _ := bytes.Cut(src, []byte{'\n'})
	return !strings.HasSuffix(read.Unpacked(strings.ToLower(path)), ".toml") && bytes.ContainsAny(first, ",;\t") && !bytes.ContainsAny(first, "=[#")
}

// specOf is a small specification of a table, of methods for any number of classes.
func specOf(table string) string {
	return fmt.Sprintf(`    [[dataset]]
    file = %q
    [[method]]
    name = "svi-mgpc"
    [[method]]
    name = "logistic"
`, table)
}

// readSpecs reads all specifications before anything runs. Two with the same name are refused,
// because reports are named after it. Two may share a folder of records on purpose, by the
// key records.
func readSpecs(words []string, profile string) ([]*spec.Spec, error) {
	var specs []*spec.Spec
	var errs []error
	seen := map[string]string{}
	for _, word := range words {
		s, err := readSpec(word, profile)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if err := checkName(s); err != nil {
			errs = append(errs, err)
			continue
		}
		if other, ok := seen[s.Name]; ok && other == word {
			errs = append(errs, usagef("%s is given twice; give it once", word))
		} else if ok {
			errs = append(errs, usagef("%s and %s are both called %q; give one of them another name under [experiment]", other, word, s.Name))
		}
		seen[s.Name] = word
		specs = append(specs, s)
	}
	return specs, errors.Join(errs...)
}

// checkName refuses names whose folder is taken: by the reports or by a built-in
// experiment.
func checkName(s *spec.Spec) error {
	if s.IsBuiltIn() {
		return nil
	}
	first, _, _ := strings.Cut(s.Name, "/")
	if strings.EqualFold(first, "report") {
		return wrongAt(s, "name", "an experiment cannot be called %q, which is the folder of the reports; give it another name under [experiment]", s.Name)
	}
	if builtIn(s.Name) {
		return wrongAt(s, "name", "a built-in experiment is called %q and keeps its records there; give this one another name under [experiment]", s.Name)
	}
	if first, _, _ = strings.Cut(s.Records, "/"); strings.EqualFold(first, "report") || builtIn(s.Records) {
		return wrongAt(s, "records", "records = %q is the folder of the reports or of a built-in experiment's records; name another one", s.Records)
	}
	return nil
}

// wrongAt is the error of a key under [experiment].
func wrongAt(s *spec.Spec, key, format string, values ...any) error {
	return spec.NewError([]spec.Problem{{Position: s.Where("experiment", key), Message: fmt.Sprintf(format, values...)}})
}

// builtIn says whether a name is that of a built-in experiment, ignoring case.
func builtIn(name string) bool {
	return slices.ContainsFunc(experiments.Names(), func(of string) bool { return strings.EqualFold(of, name) })
}
