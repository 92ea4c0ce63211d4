package spec

import (
	"slices"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/read"
)

// tableKeys are the keys of a user's table with one class per row.
var tableKeys = []string{"label", "header", "positive", "categorical", "missing", "drop", "columns", "missing_values", "also_missing", "separator", "decimal", "thousands", "units"}

// datasets reads [[dataset]]; labels are those of the methods.
func (r *reader) datasets(top *table, s *Spec, labels []string) {
	names := []string{}
	for i, t := range top.tables("dataset") {
		d := Dataset{
			at: i, Name: t.line("name"),
			UserTable: catalogue.UserTable{
				File: t.text("file"), TestFile: t.text("test_file"),
				Header: t.boolean("header"), Positive: t.texts("positive"), Categorical: t.columns("categorical"),
				Drop: t.columns("drop"), Columns: t.columns("columns"), MissingValues: t.texts("missing_values"), AlsoMissing: t.texts("also_missing"),
				Separator: t.text("separator"), Decimal: t.text("decimal"), Thousands: t.text("thousands"), Units: t.texts("units"),
				Missing: t.OneOf("missing", "", catalogue.DropRow, catalogue.Mean),
				Task:    t.OneOf("task", "", string(data.Multilabel)), Labels: t.count("labels"),
			},
			Set: t.text("set"), Published: t.text("published"), Differs: t.text("differs"),
			Split: t.split("split"), MaxTrain: t.count("max_train"), MaxTest: t.count("max_test"), Repeats: t.count("repeats"), Seeds: t.count("seeds"),
		}
		d.Label, d.LabelNumber = t.column("label")
		r.checkTable(t, d)
		d.settings, d.ofMethod = t.options(false), t.optionsOf("method", labels)
		t.close()
		switch {
		case t.Has("name"):
		case d.File != "":
			d.Name = read.Stem(d.File)
		case d.Set != "":
			r.problemf(t.path, "set = %q also needs a name, which tables and figures use", d.Set)
			continue
		case !t.Has("file"):
			r.problemf(t.path, "a data set needs a name from the catalogue, or a file")
			continue
		}
		if slices.Contains(names, d.Name) {
			t.Problemf("name", "there are two data sets called %q: give one of them another name", d.Name)
		}
		names = append(names, d.Name)
		s.Datasets = append(s.Datasets, d)
	}
	if len(names) == 0 && !top.Has("dataset") {
		r.problemf(root, "there is no data set: add [[dataset]] with a name or a file")
	}
}

// checkTable checks the keys of a user's own table, which data sets of the catalogue do not have.
func (r *reader) checkTable(t *table, d Dataset) {
	if d.File == "" {
		for _, key := range append([]string{"test_file", "task", "labels"}, tableKeys...) {
			if t.Has(key) {
				t.Problemf(key, "%s is for a file of your own; the catalogue states it for its data sets", key)
			}
		}
	}
	if d.Task == string(data.Multilabel) {
		for _, key := range tableKeys {
			if t.Has(key) {
				t.Problemf(key, "%s is for a table with one class a row, but this one has task = %q", key, d.Task)
			}
		}
	} else if d.File != "" && t.Has("labels") {
		t.Problemf("labels", "labels, the number of labels, is for a file with task = %q", data.Multilabel)
	}
	if t.Has("columns") && len(d.Columns) == 0 {
		t.Problemf("columns", "columns lists the columns to use besides the label, but is empty; without the key all are used")
	}
	if t.Has("positive") && d.Positive != nil && len(d.Positive) == 0 {
		t.Problemf("positive", "positive lists the classes that become +1, but is empty; without the key every class is kept")
	}
	if d.Separator != "" && (d.Separator == d.Decimal || d.Separator == d.Thousands) {
		t.Problemf("separator", "separator = %q is also stated as decimal or thousands: each needs a sign of its own", d.Separator)
	}
	if t.Has("drop") && t.Has("columns") {
		t.Problemf("columns", "columns lists the columns to use and drop those to leave out: state only one of them")
	}
	if d.File != "" && d.Set != "" {
		t.Problemf("set", "set is for a data set of the catalogue, but this one is a file")
	}
}
