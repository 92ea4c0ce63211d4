package main

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/loader"
	"gpcbench/data/read"
	"gpcbench/harness/draft"
)

// labelName is what a column of classes is called more often than other columns are.
var labelName = regexp.MustCompile(`(?i)^(class|label|target|y|outcome)$`)

// init looks at a table and drafts a specification for it.
func (a *app) init(_ context.Context, args arguments) error {
	if len(args.words) != 1 {
		return usagef("init: one table, such as runexp init my.csv")
	}
	table := args.words[0]
	if args.out == "" {
		name := filepath.Base(read.Unpacked(table))
		args.out = strings.TrimSuffix(name, filepath.Ext(name)) + ".toml"
	}
	out, err := createOutput(args.out)
	if err != nil {
		return err
	}
	defer out.Abandon()
	summary, label, err := inspect(table, args.label)
	if err != nil {
		return err
	}
	for _, line := range draft.Summary(summary, true) {
		fmt.Fprintln(a.stdout, line)
	}
	if err := noClasses(table, summary); err != nil {
		return err
	}
	file, err := relative(args.out, table)
	if err != nil {
		return err
	}
	text, err := draft.Specification(file, label, summary)
	if err != nil {
		return &data.ContentError{File: table, Problem: err.Error()}
	}
	if _, err := out.WriteString(text); err != nil {
		return fmt.Errorf("%s cannot be written: %w", args.out, err)
	}
	if err := out.Finish(); err != nil {
		return err
	}
	fmt.Fprintf(a.stdout, "\nspecification: %s\nlook it through, then: runexp run %s && runexp report %s\n", args.out, args.out, args.out)
	return nil
}

// inspect looks at a table, and returns the key of its label column: the one that is asked
// for, or one that is called so, or none, which is the last.
func inspect(table, column string) (s *data.Summary, label string, err error) {
	own := catalogue.UserTable{File: table, Label: column}
	s, err = loader.Inspect(own)
	if err != nil || column != "" {
		return s, key(s), err
	}
	for _, c := range s.Columns {
		if c.Kind != data.LabelColumn && labelName.MatchString(c.Name) && !labelName.MatchString(s.Columns[len(s.Columns)-1].Name) {
			own.Label = c.Name
			s, err = loader.Inspect(own)
			return s, key(s), err
		}
	}
	return s, "", nil
}

// key is that of the label column, "" where the label stands apart.
func key(s *data.Summary) string {
	if s == nil || s.Label < 0 {
		return ""
	}
	return s.Columns[s.Label].Key
}

// noClasses is an error where the labels are no classes.
func noClasses(table string, s *data.Summary) error {
	remarks := s.Remarks
	name := ""
	if s.Label >= 0 {
		remarks, name = s.Columns[s.Label].Remarks, s.Columns[s.Label].Key
	}
	for _, r := range remarks {
		if r.What == data.LooksMeasurement || r.What == data.LooksManyClasses {
			return &data.ContentError{File: table, Column: name, Problem: r.Finding + ": is it the column of the classes? Say --label with another one"}
		}
	}
	if len(s.Classes) < 2 {
		return &data.ContentError{File: table, Column: name, Problem: "every row has the same label: there is nothing to tell apart. Say --label with another column"}
	}
	return nil
}

// relative is the path of a table as a specification names it.
func relative(specification, table string) (string, error) {
	from, err := filepath.Abs(filepath.Dir(specification))
	if err != nil {
		return "", err
	}
	to, err := filepath.Abs(table)
	if err != nil {
		return "", err
	}
	if rel, err := filepath.Rel(from, to); err == nil {
		return rel, nil
	}
	return to, nil
}
