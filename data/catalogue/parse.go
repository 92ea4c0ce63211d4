package catalogue

import (
	"encoding/hex"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// parse parses the TOML text of a data set. Unknown keys and contradictory
// statements are errors.
func parse(name string, text []byte) (Entry, error) {
	var e Entry
	meta, err := toml.Decode(string(text), &e)
	if err != nil {
		return Entry{}, fmt.Errorf("catalogue: %s: %w", name, err)
	}
	if keys := meta.Undecoded(); len(keys) > 0 {
		return Entry{}, fmt.Errorf("catalogue: %s: unknown key %s", name, keys[0])
	}
	e.Name = name
	for i := range e.Files {
		if e.Files[i].Folder == "" {
			e.Files[i].Folder = name
		}
	}
	if err := e.check(); err != nil {
		return Entry{}, fmt.Errorf("catalogue: %s: %w", name, err)
	}
	return e, nil
}

// roles are the values of File.Role.
var roles = []string{"", "join", "train-data", "train-labels", "test-data", "test-labels", "splits", "images", "labels", "names", "doc"}

func (e *Entry) check() error {
	if e.Title == "" {
		return fmt.Errorf("no title")
	}
	if e.Rows <= 0 || e.Attributes <= 0 {
		return fmt.Errorf("rows and attributes must be positive")
	}
	if p := e.Propensity; p != [2]float64{} && (e.Task != "multilabel" || !(p[0] > 0 && p[1] > 0)) {
		return fmt.Errorf("propensity gives A and B of a multilabel task, two numbers above 0")
	}
	if err := e.checkTask(); err != nil {
		return err
	}
	switch {
	case e.Generated == "":
		return e.checkFiles()
	case len(e.Files) > 0:
		return fmt.Errorf("a generated set has no files")
	}
	return nil
}

// checkTask checks the task and its classes or labels.
func (e *Entry) checkTask() error {
	switch e.Task {
	case "binary", "multiclass":
		return e.checkClasses()
	case "multilabel":
		if e.Labels < 1 || len(e.Classes) > 0 {
			return fmt.Errorf("a multilabel task has labels, not classes")
		}
		if e.Cardinality < 0 || e.Cardinality > float64(e.Labels) || e.Train < 0 || e.Train >= e.Rows {
			return fmt.Errorf("train must be less than rows, and cardinality at most labels")
		}
		return nil
	}
	return fmt.Errorf("unknown task %q", e.Task)
}

// checkFiles checks the files, each of which is listed once, and how they are read.
func (e *Entry) checkFiles() error {
	if len(e.Files) == 0 {
		return fmt.Errorf("neither files nor a generator")
	}
	if !slices.Contains(kinds, e.Format.Kind) {
		return fmt.Errorf("unknown format kind %q", e.Format.Kind)
	}
	if e.Format.Divide < 0 || e.Format.Divide > 0 && e.Format.Kind != IDX {
		return fmt.Errorf("divide must be a positive number, and is only for the kind idx")
	}
	seen := map[string]bool{}
	for _, f := range e.Files {
		if err := f.check(); err != nil {
			return fmt.Errorf("file %q: %w", f.Name, err)
		}
		if seen[f.Folder+"/"+f.Name] {
			return fmt.Errorf("file %q is listed twice", f.Name)
		}
		seen[f.Folder+"/"+f.Name] = true
	}
	return nil
}

// checkClasses requires the right number of classes, and counts that add up to the number of rows.
// A set whose files were never available has no counts.
func (e *Entry) checkClasses() error {
	if len(e.Classes) == 0 {
		return e.neverAtHand()
	}
	if len(e.Classes) < 2 || e.Task == "binary" && len(e.Classes) > 2 {
		return fmt.Errorf("a %s task with %d classes", e.Task, len(e.Classes))
	}
	sum := 0
	for _, n := range e.Classes {
		sum += n
	}
	if sum != e.Rows {
		return fmt.Errorf("class counts add up to %d, not to %d rows", sum, e.Rows)
	}
	return nil
}

// neverAtHand accepts missing class counts if the rows could not be counted: no checksum is known,
// or the classes are drawn at random.
func (e *Entry) neverAtHand() error {
	for _, f := range e.Files {
		if f.SHA256 != "" {
			return fmt.Errorf("class counts are missing although the checksum of %s is known", f.Name)
		}
	}
	return nil
}

func (f *File) check() error {
	if f.Name == "" || strings.ContainsAny(f.Name+f.Folder, `/\`) {
		return fmt.Errorf("a name without slashes is needed")
	}
	if !slices.Contains(roles, f.Role) {
		return fmt.Errorf("unknown role %q", f.Role)
	}
	if err := checkSum(f.SHA256); err != nil {
		return err
	}
	if err := checkSum(f.Unpacked.SHA256); err != nil {
		return err
	}
	if len(f.Unpacked.Addresses) > 0 && (f.Unpacked.SHA256 == "" || !strings.HasSuffix(f.Name, ".gz")) {
		return fmt.Errorf("unpacked addresses need a .gz name and the checksum of the content")
	}
	if f.SHA256 == "" && len(f.Addresses) == 0 {
		return fmt.Errorf("neither a checksum nor an address")
	}
	for _, a := range slices.Concat(f.Addresses, f.Unpacked.Addresses) {
		u, err := url.Parse(a)
		if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
			return fmt.Errorf("not an address: %q", a)
		}
	}
	return nil
}

func checkSum(sum string) error {
	if raw, err := hex.DecodeString(sum); err != nil || sum != "" && len(raw) != 32 || sum != strings.ToLower(sum) {
		return fmt.Errorf("not a SHA-256 in lower-case hexadecimal: %q", sum)
	}
	return nil
}
