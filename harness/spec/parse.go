package spec

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"gpcbench/data/read"
)

// BuiltIn is the prefix of Spec.Path for a specification that is part of the program.
const BuiltIn = "built-in:"

// IsBuiltIn says whether the specification is part of the program.
func (s *Spec) IsBuiltIn() bool { return strings.HasPrefix(s.Path, BuiltIn) }

// Parse reads a specification, strictly, and applies a profile to it. path is
// the name of the file in messages, "built-in:NAME" if it is part of the program.
// figures are the known kinds of figures. The error is an *Error that holds every
// problem found.
//
// docs/specification.md describes every key. Spec.Settings says in which order
// options override one another.
func Parse(src []byte, path, profile string, figures []FigureKind) (*Spec, error) {
	if !utf8.Valid(src) {
		return nil, &Error{[]Problem{{Position{path, 1, 1}, "the file is not UTF-8 text"}}}
	}
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	if at, why := bounded(src); why != "" {
		line := 1 + bytes.Count(src[:at], []byte("\n"))
		column := at - bytes.LastIndexByte(src[:at], '\n')
		return nil, &Error{[]Problem{{Position{path, line, column}, why + ": this is not a specification"}}}
	}
	var values map[string]any
	if _, err := toml.Decode(string(src), &values); err != nil {
		p := Problem{Position{path, 1, 1}, err.Error()}
		if syntax := (toml.ParseError{}); errors.As(err, &syntax) {
			line := syntax.Position.Line
			if line == 0 { // such as for a backslash at the end of the file
				line = 1 + bytes.Count(src[:syntax.Position.Start], []byte("\n"))
			}
			p = Problem{Position{path, line, max(1, syntax.Position.Col)}, syntax.Message}
			if repeated, is := repeatedKey(path, src, syntax); is {
				p = repeated
			}
		}
		return nil, &Error{[]Problem{p}}
	}
	r := &reader{where: newPlaces(path, src), figures: figures}
	top := &table{r: r, path: root, name: "the specification", values: values}
	s := r.spec(top, path, profile)
	if err := NewError(r.problems); err != nil {
		return nil, err
	}
	return s, nil
}

// spec reads the whole file.
func (r *reader) spec(top *table, path, profile string) *Spec {
	s := &Spec{Path: path, Profile: profile, Timing: "shared", where: r.where}
	if name, ok := strings.CutPrefix(path, BuiltIn); ok {
		s.Name = name
	} else {
		s.Name = read.Stem(path)
		s.Dir = filepath.Dir(path)
	}
	if e := top.table("experiment", "[experiment]"); e != nil {
		r.experiment(e, s)
	} else if !isFolder(s.Name) || longestPart(s.Name) > longestName {
		r.problemf(root, "the experiment is called %q after its file, but a folder cannot have this name: give it another name under [experiment]", s.Name)
	}
	if s.Records == "" {
		s.Records = s.Name
	}
	r.methods(top, s)
	labels := s.Labels() // including those that the profile leaves out
	r.datasets(top, s, labels)
	var sets []string
	for _, d := range s.Datasets {
		sets = append(sets, d.Name)
	}
	r.variants(top, s, labels, sets)
	s.Grid, s.layers.grid = top.grid("grid")
	for _, t := range top.tables("explanation") {
		s.Explanations = append(s.Explanations, r.explanation(t))
	}
	for _, t := range top.tables("table") {
		s.Tables = append(s.Tables, r.table(t))
	}
	for _, t := range top.tables("figure") {
		s.Figures = append(s.Figures, r.figure(t, s))
	}
	over := r.profiles(top, s)
	top.close()
	over.apply(s)
	r.reference(s, labels)
	r.known(s)
	for _, d := range s.Datasets {
		if d.TestFile != "" && d.Split.Kind != "" {
			r.problems = append(r.problems, Problem{s.WhereDataset(d, "test_file"),
				"a data set with a test_file cannot have a split: remove the split, or state it only under the other data sets"})
		}
	}
	return s
}

// profiles reads [profile.X] for every X, and returns what that of the specification changes.
func (r *reader) profiles(top *table, s *Spec) (over overrides) {
	all := top.table("profile", "[profile.X]")
	if all == nil {
		return over
	}
	for _, name := range Profiles {
		if t := all.table(name, "[profile."+name+"]"); t != nil {
			if o := r.profile(t, s); name == s.Profile {
				over = o
			}
		}
	}
	all.close()
	return over
}

// experiment reads [experiment].
func (r *reader) experiment(t *table, s *Spec) {
	if name := t.text("name"); name != "" {
		s.Name = name
	}
	if !isFolder(s.Name) {
		t.Problemf("name", "name: %q cannot be the name of a folder; write it with letters, digits, blanks inside, \"-\", \"_\", \".\" and single slashes", s.Name)
	}
	if s.Records = t.text("records"); s.Records != "" && !isFolder(s.Records) {
		t.Problemf("records", "records: %q cannot be the name of an experiment", s.Records)
	}
	t.short("name", s.Name)
	t.short("records", s.Records)
	s.Reference = t.text("reference")
	s.Title = t.text("title")
	s.Notes = t.texts("notes")
	s.Seed = uint64(t.integer("seed", 0))
	s.Repeats = t.count("repeats")
	s.Seeds = t.count("seeds")
	s.Split = t.split("split")
	s.MaxTrain = t.count("max_train")
	s.MaxTest = t.count("max_test")
	s.Timing = t.OneOf("timing", "shared", ExclusiveTiming, "shared", CPUTiming)
	if s.Threads = t.count("threads"); s.Threads > MostThreads {
		t.Problemf("threads", "threads: a cell can use at most %d cores", MostThreads)
	}
	if advice := t.boolean("advice"); advice != nil {
		s.Advice = *advice
	}
	s.Map, s.Parameters = t.Flag("map"), t.Flag("parameters")
	s.layers.experiment = t.options(false)
	t.close()
}
