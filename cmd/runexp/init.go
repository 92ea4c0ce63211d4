package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/loader"
	"gpcbench/data/read"
	"gpcbench/harness"
	"gpcbench/harness/draft"
	"gpcbench/harness/slurm"
	"gpcbench/harness/spec"
	"gpcbench/methods/method"
)

// labelName is what a column of classes is called more often than other columns are.
var labelName = regexp.MustCompile(`(?i)^(class|label|target|y|outcome)$`)

// init looks at a table and drafts a specification for it.
func (a *app) init(ctx context.Context, args arguments) error {
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
	if wrong, ok := errors.AsType[*data.RequestError](err); ok && wrong.Problem == read.SeveralLabels {
		return usagef("%s: the rows have several labels each, and init drafts no specification for label sets: copy examples/articles.toml", table)
	}
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
	drafts, err := draft.Specifications(nameFor(args.out), file, label, summary)
	if err != nil {
		return &data.ContentError{File: table, Problem: err.Error()}
	}
	chosen, err := a.firstThatRuns(ctx, table, drafts, args)
	if err != nil {
		return err
	}
	fmt.Fprintln(a.stdout, "split: "+chosen.Split)
	if chosen.Remark != "" {
		fmt.Fprintln(a.stdout, "remark: "+chosen.Remark)
	}
	if _, err := out.WriteString(chosen.Text); err != nil {
		return fmt.Errorf("%s cannot be written: %w", args.out, err)
	}
	if err := out.Finish(); err != nil {
		return err
	}
	word := slurm.Shell(args.out)
	fmt.Fprintf(a.stdout, "\nspecification: %s\nlook it through, then: runexp run %s && runexp report %s\n", args.out, word, word)
	return nil
}

// nameFor is a name for the experiment of a specification that cannot be called as its file
// is, "" where it can.
func nameFor(specification string) string {
	name := spec.Stem(specification)
	if checkName(&spec.Spec{Name: name, Path: specification}, specification) == nil {
		return ""
	}
	return name + "-table"
}

// firstThatRuns returns the first draft whose plan can be made and whose repeats all train on
// every class. The error is that of the first.
func (a *app) firstThatRuns(ctx context.Context, table string, drafts []draft.Draft, args arguments) (draft.Draft, error) {
	var first error
	for _, d := range drafts {
		err := a.runs(ctx, d.Text, args)
		if err == nil {
			return d, nil
		}
		first = cmp.Or(first, err)
	}
	if wrong, ok := errors.AsType[*spec.Error](first); ok { // its places are in a file that is not written
		first = errors.New(wrong.Problems[0].Message)
	} else if _, absent := errors.AsType[*method.AbsentClassError](first); !absent {
		return draft.Draft{}, first
	}
	return draft.Draft{}, &data.ContentError{File: table, Problem: "no specification for it can be run: " + first.Error()}
}

// runs says what is wrong with a draft, nil if nothing is.
func (a *app) runs(ctx context.Context, text string, args arguments) error {
	s, err := spec.Parse([]byte(text), args.out, spec.Paper)
	if err != nil {
		return err
	}
	l, err := a.loader(false)
	if err != nil {
		return err
	}
	p, err := harness.NewPlan(ctx, s, harness.Env{Results: args.results, Loader: l})
	if err != nil {
		return err
	}
	return p.Untrained(ctx, l)
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
