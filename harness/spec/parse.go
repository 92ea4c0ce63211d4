package spec

import (
	"bytes"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"gpcbench/data/catalogue"
	"gpcbench/harness/metrics"
)

// BuiltIn is the prefix of Spec.Path where a spec is part of the program.
const BuiltIn = "built-in:"

// Parse reads a specification, strictly, and applies a profile to it. path is
// what the file is called in messages, "built-in:NAME" for one that is part of
// the program. The error is an *Error that holds every problem found.
//
// [experiment] has name, records, reference, title, notes, seed, repeats, split,
// max_test, timing, map and options; [[dataset]] name or file, test_file, label, header, positive,
// categorical, missing, and split, max_test, repeats, options for this data
// set; [[method]] name, label, options; [grid] an option a key; [[table]]
// title, rows, columns, metric, summary, average, published, readings; [[figure]]
// title, kind, x, y, summary, whole, panels, series.
//
// [profile.X], for X of smoke, quick and paper, has repeats, split, max_test
// and options, which hold for every method and data set, timing, grid,
// and datasets and methods, the names and the labels that remain.
// [profile.X.dataset.NAME] has repeats, split, max_test and options for one data
// set, [profile.X.method.LABEL] options for one method. Spec.Settings says in
// which order options override one another.
func Parse(src []byte, path, profile string) (*Spec, error) {
	if !utf8.Valid(src) {
		return nil, &Error{[]Problem{{Position{path, 1, 1}, "the file is not text in UTF-8"}}}
	}
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	var values map[string]any
	if _, err := toml.Decode(string(src), &values); err != nil {
		p := Problem{Position{path, 1, 1}, err.Error()}
		if syntax := (toml.ParseError{}); errors.As(err, &syntax) {
			p = Problem{Position{path, syntax.Position.Line, max(1, syntax.Position.Col)}, syntax.Message}
		}
		return nil, &Error{[]Problem{p}}
	}
	r := &reader{where: newIndex(path, src)}
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
		s.Name = stem(path)
		s.Dir = filepath.Dir(path)
	}
	if e := top.table("experiment", "[experiment]"); e != nil {
		r.experiment(e, s)
	}
	if s.Records == "" {
		s.Records = s.Name
	}
	r.datasets(top, s)
	r.methods(top, s)
	s.Grid, s.layers.grid = top.grid("grid")
	for _, t := range top.tables("table") {
		s.Tables = append(s.Tables, r.table(t))
	}
	for _, t := range top.tables("figure") {
		s.Figures = append(s.Figures, r.figure(t, s))
	}
	var labels []string // also those that the profile leaves out
	for _, m := range s.Methods {
		labels = append(labels, m.Label)
	}
	var over overrides
	if all := top.table("profile", "[profile.X]"); all != nil {
		for _, name := range Profiles {
			if t := all.table(name, "[profile."+name+"]"); t != nil {
				if o := r.profile(t, s); name == profile {
					over = o
				}
			}
		}
		all.close()
	}
	top.close()
	over.apply(s)
	r.reference(s, labels)
	for _, d := range s.Datasets {
		if d.TestFile != "" && d.Split.Kind != "" {
			r.problems = append(r.problems, Problem{s.WhereDataset(d, "test_file"),
				"a data set with a test_file has no split: take the split away, or state it under the other data sets alone"})
		}
	}
	return s
}

func (r *reader) experiment(t *table, s *Spec) {
	if name := t.text("name"); name != "" {
		s.Name = name
	}
	if !isFolder(s.Name) {
		r.problemf(t.at("name"), "name: %q cannot be the name of a folder; write it with letters, digits, \"-\", \"_\", \".\" and single slashes", s.Name)
	}
	if s.Records = t.text("records"); s.Records != "" && !isFolder(s.Records) {
		r.problemf(t.at("records"), "records: %q cannot be the name of an experiment", s.Records)
	}
	s.Reference = t.text("reference")
	s.Title = t.text("title")
	s.Notes = t.texts("notes")
	s.Seed = uint64(t.integer("seed", 0))
	s.Repeats = t.count("repeats", 1)
	s.Split = t.split("split")
	s.MaxTest = t.count("max_test", 1)
	s.Timing = t.oneOf("timing", "shared", "exclusive", "shared")
	if keep := t.boolean("map"); keep != nil {
		s.Map = *keep
	}
	s.layers.experiment = t.options("options", false)
	t.close()
}

func (r *reader) datasets(top *table, s *Spec) {
	s.layers.dataset = map[int]map[string]Setting{}
	names := []string{}
	for i, t := range top.tables("dataset") {
		d := Dataset{
			at: i, Name: t.text("name"),
			UserTable: catalogue.UserTable{
				File: t.text("file"), TestFile: t.text("test_file"),
				Header: t.boolean("header"), Positive: t.texts("positive"), Categorical: t.texts("categorical"),
				Missing: t.oneOf("missing", "", "drop-row", "mean"),
			},
			Split: t.split("split"), MaxTest: t.count("max_test", 1), Repeats: t.count("repeats", 1),
		}
		d.Label, d.LabelNumber = t.column("label")
		if d.File == "" {
			for _, key := range []string{"test_file", "label", "header", "positive", "categorical", "missing"} {
				if t.has(key) {
					r.problemf(t.at(key), "%s is for a file of one's own; a data set of the catalogue has it already", key)
				}
			}
		}
		s.layers.dataset[i] = t.options("options", false)
		d.Options = plain(s.layers.dataset[i])
		t.close()
		switch {
		case t.has("name"):
		case d.File != "":
			d.Name = stem(d.File)
		case !t.has("file"):
			r.problemf(t.path, "a data set needs a name, of the catalogue, or a file")
			continue
		}
		if slices.Contains(names, d.Name) {
			r.problemf(t.at("name"), "there are two data sets called %q: give one of them another name", d.Name)
		}
		names = append(names, d.Name)
		s.Datasets = append(s.Datasets, d)
	}
	if len(names) == 0 && !top.has("dataset") {
		r.problemf(root, "there is no data set: add [[dataset]] with a name or a file")
	}
}

func (r *reader) methods(top *table, s *Spec) {
	s.layers.method = map[int]map[string]Setting{}
	labels := []string{}
	for i, t := range top.tables("method") {
		m := Method{at: i, Name: t.text("name"), Label: t.text("label")}
		s.layers.method[i] = t.options("options", true)
		m.Options = plain(s.layers.method[i])
		t.close()
		if !t.has("name") {
			r.problemf(t.path, "a method needs a name; runexp list methods shows them")
			continue
		}
		if !t.has("label") {
			m.Label = m.Name
		}
		if slices.Contains(labels, m.Label) {
			r.problemf(t.at("label"), "there are two methods called %q: give each its own label", m.Label)
		}
		labels = append(labels, m.Label)
		s.Methods = append(s.Methods, m)
		s.methods = append(s.methods, m.Name)
	}
	if len(labels) == 0 && !top.has("method") {
		r.problemf(root, "there is no method: add [[method]] with a name")
	}
	slices.Sort(s.methods)
	s.methods = slices.Compact(s.methods)
}

// split reads how rows are divided; the zero Split if it is not stated.
func (t *table) split(key string) Split {
	in := t.table(key, key)
	if in == nil {
		return Split{}
	}
	if !in.has("kind") {
		t.r.problemf(t.at(key), "%s needs a kind: \"kfold\", \"holdout\" or \"published\"", key)
	}
	kind := in.oneOf("kind", "", "kfold", "holdout", "published")
	out := Split{Kind: kind, Folds: in.count("folds", 2), Order: in.oneOf("order", "", "shuffled", "contiguous"), Train: in.share("train"), Test: in.share("test")}
	if b := in.boolean("stratify"); b != nil {
		out.Stratify = *b
	}
	in.close()
	belongs := map[string][]string{"kfold": {"folds", "order", "stratify"}, "holdout": {"train", "test", "stratify"}, "published": {}}
	if allowed, ok := belongs[kind]; ok {
		for _, k := range in.keys() {
			if k != "kind" && slices.Contains(in.asked, k) && !slices.Contains(allowed, k) {
				t.r.problemf(in.at(k), "a %s split has no %s", kind, k)
			}
		}
	}
	switch kind {
	case "kfold":
		if out.Folds == 0 {
			out.Folds = 10
		}
		if out.Order == "" {
			out.Order = "shuffled"
		}
	case "holdout":
		if !in.has("train") {
			t.r.problemf(t.at(key), "a holdout split needs train: a share between 0 and 1 or a count of rows")
		}
		if out.Train < 1 && out.Test < 1 && out.Train+out.Test > 1+1e-12 {
			t.r.problemf(in.at("test"), "train and test are more than all rows")
		}
	}
	return out
}

func (r *reader) table(t *table) Table {
	out := Table{
		Title: t.text("title"), Rows: t.text("rows"), Columns: t.text("columns"), Metrics: t.metrics("metric"),
		Summary: t.oneOf("summary", "mean", "mean", "median"), Published: t.text("published"),
	}
	if readings := t.table("readings", "readings"); readings != nil {
		out.Readings = map[string]string{}
		for _, key := range readings.keys() {
			r.metric(readings.at(key), key)
			out.Readings[key] = readings.text(key)
		}
	}
	if !t.has("metric") {
		out.Metrics = []string{"error", "nll"}
	}
	if out.Rows == "" {
		out.Rows = "dataset"
	}
	if out.Columns == "" {
		out.Columns = "label"
	}
	if average := t.boolean("average"); average != nil {
		out.Average = *average
	}
	if out.Average && out.Rows != "dataset" {
		r.problemf(t.at("average"), "average is over data sets, but rows is %q", out.Rows)
	}
	if out.Rows == out.Columns {
		r.problemf(t.at("columns"), "rows and columns are both %q", out.Rows)
	}
	if (out.Rows == Size && out.Columns == "dataset") || (out.Rows == "dataset" && out.Columns == Size) {
		r.problemf(t.at("columns"), "%s is a number of the data set, so rows and columns cannot be %q and \"dataset\"", Size, Size)
	}
	t.close()
	return out
}

func (r *reader) figure(t *table, s *Spec) Figure {
	out := Figure{
		Title: t.text("title"), Kind: t.oneOf("kind", "", "trace", "line", "reliability", "scatter", "boundaries", "posterior"), X: t.text("x"), Y: t.metrics("y"),
		Summary: t.oneOf("summary", "mean", "mean", "median"), Panels: t.text("panels"), Series: t.text("series"),
	}
	if !t.has("kind") {
		r.problemf(t.path, "a figure needs a kind: \"trace\", \"line\", \"reliability\", \"scatter\", \"boundaries\" or \"posterior\"")
	}
	if whole := t.boolean("whole"); whole != nil {
		out.Whole = *whole
		if out.Kind != "trace" {
			r.problemf(t.at("whole"), "whole is for a trace")
		}
	}
	switch out.Kind {
	case "trace":
		if out.X == "" {
			out.X = "seconds"
		}
		if out.X != "seconds" && out.X != "iteration" {
			r.problemf(t.at("x"), "x of a trace is \"seconds\" or \"iteration\", not %q", out.X)
		}
		for _, name := range out.Y {
			if slices.Contains(metrics.Names(), name) && !metrics.Get(name).Traced {
				r.problemf(t.at("y"), "a trace has no %s; it has %s", name, strings.Join(metrics.Traced(), ", "))
			}
		}
	case "line":
		if out.X == "" {
			r.problemf(t.path, "a line figure needs x, the option on its horizontal axis")
		}
	case "boundaries":
		if out.X == "" {
			out.X = "dataset"
		}
		r.drawnFromMaps(t, s, "y")
	case "posterior":
		r.drawnFromMaps(t, s, "x", "y")
	case "reliability", "scatter":
		for _, key := range []string{"x", "y"} {
			if t.has(key) {
				r.problemf(t.at(key), "a %s figure has no %s", out.Kind, key)
			}
		}
	}
	if (out.Kind == "trace" || out.Kind == "line") && !t.has("y") {
		r.problemf(t.path, "a %s figure needs y, such as y = [\"nll\"]", out.Kind)
	}
	if out.Panels == "" {
		out.Panels = "dataset"
	}
	if out.Series == "" {
		out.Series = "label"
	}
	if out.X != "" && out.X == out.Series {
		key := "x"
		if !t.has(key) {
			key = "series"
		}
		r.problemf(t.at(key), "x and series are both %q", out.X)
	}
	t.close()
	return out
}

// drawnFromMaps checks a figure that maps are drawn in; it lacks some keys.
func (r *reader) drawnFromMaps(t *table, s *Spec, lacks ...string) {
	kind := t.values["kind"]
	for _, key := range lacks {
		if t.has(key) {
			r.problemf(t.at(key), "a %s figure has no %s", kind, key)
		}
	}
	if !s.Map {
		r.problemf(t.at("kind"), "a %s figure is drawn from maps of the models: state map = true in [experiment]", kind)
	}
}

// metrics reads one metric or a list of them.
func (t *table) metrics(key string) []string {
	_, alone := t.values[key].(string)
	list := t.textOrTexts(key)
	for i, m := range list {
		if alone {
			t.r.metric(t.at(key), m)
		} else {
			t.r.metric(element(t.at(key), i), m)
		}
	}
	if t.has(key) && list != nil && len(list) == 0 {
		t.r.problemf(t.at(key), "%s is empty", key)
	}
	return list
}

func (r *reader) metric(path, name string) {
	if known := metrics.Names(); !slices.Contains(known, name) {
		r.problemf(path, "there is no metric %q%s", name, Suggest(name, known))
	}
}

// stem returns the name of a file without folder and extensions.
func stem(path string) string {
	base := filepath.Base(filepath.ToSlash(path))
	for _, packed := range []string{".gz", ".bz2", ".zip"} {
		base = strings.TrimSuffix(base, packed)
	}
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// isFolder says whether a name can be a folder, or folders, on every system.
func isFolder(name string) bool {
	for _, part := range strings.Split(name, "/") {
		if part == "" || part[0] == '.' || strings.HasSuffix(part, ".") {
			return false
		}
		for _, c := range part {
			if c < ' ' || strings.ContainsRune(`<>:"\|?*`, c) {
				return false
			}
		}
	}
	return true
}
