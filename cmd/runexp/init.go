package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/heuristics"
	"gpcbench/data/loader"
	"gpcbench/data/read"
	"gpcbench/harness/draft"
	"gpcbench/harness/plan"
	"gpcbench/harness/rows"
	"gpcbench/harness/slurm"
	"gpcbench/harness/spec"
	"gpcbench/methods/method"
)

// usualLabel is what a column of classes is called more often than other columns are.
var usualLabel = regexp.MustCompile(`(?i)^(class|label|target|y|outcome)$`)

// init looks at a table and drafts a specification for it.
func (a *app) init(ctx context.Context, args arguments) error {
	if len(args.words) != 1 {
		return usagef("init: one table, such as runexp init my.csv")
	}
	table := args.words[0]
	if args.out == "" {
		args.out = read.Stem(table) + ".toml"
	}
	out, err := createOutput(args.out)
	if err != nil {
		return err
	}
	defer out.Abandon()
	summary, said, err := inspect(table, args.label)
	if wrong, ok := errors.AsType[*data.RequestError](err); ok && wrong.Problem == read.SeveralLabels {
		return usagef("%s: the rows have several labels each, and init drafts no specification for label sets: copy examples/articles.toml", table)
	}
	if err != nil {
		return err
	}
	for _, line := range draft.Summary(summary, true) {
		fmt.Fprintln(a.stdout, line)
	}
	if said.Classes != "" {
		fmt.Fprintf(a.stdout, "column %s: %s\n", said.Label, said.Classes)
	}
	if err := noClasses(table, summary); err != nil {
		return err
	}
	if said.File, err = relative(args.out, table); err != nil {
		return err
	}
	said.Name = nameFor(args.out)
	drafts, err := draft.Specifications(said, summary)
	if err != nil {
		return &data.ContentError{File: table, Problem: err.Error()}
	}
	chosen, text, err := a.firstThatRuns(ctx, table, drafts, args)
	if err != nil {
		return err
	}
	fmt.Fprintln(a.stdout, "split: "+chosen.Split)
	if chosen.Remark != "" {
		fmt.Fprintln(a.stdout, "remark: "+chosen.Remark)
	}
	if _, err := out.WriteString(text); err != nil {
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
	name := spec.FolderName(read.Stem(specification))
	if checkName(&spec.Spec{Name: name, Path: specification}, specification) != nil {
		name += "-table"
	}
	if name == read.Stem(specification) {
		return ""
	}
	return name
}

// firstThatRuns returns the first draft whose plan can be made and whose repeats all train on
// every class, and its text. The error is that of the first.
func (a *app) firstThatRuns(ctx context.Context, table string, drafts []draft.Draft, args arguments) (chosen draft.Draft, text string, err error) {
	var first error
	for _, d := range drafts {
		fewest, err := a.runs(ctx, d.Text(math.MaxInt), table, args)
		if err == nil {
			return d, d.Text(fewest), nil
		}
		first = cmp.Or(first, err)
	}
	if wrong, ok := errors.AsType[*spec.Error](first); ok { // its places are in a file that is not written
		first = errors.New(wrong.Problems[0].Message)
	} else if _, absent := errors.AsType[*method.AbsentClassError](first); !absent {
		return draft.Draft{}, "", first
	}
	return draft.Draft{}, "", &data.ContentError{File: table, Problem: "no specification for it can be run: " + first.Error()}
}

// asNamed is a loader of one table, whose errors call it as the user does, where a plan would
// have its absolute path.
type asNamed struct {
	rows.Loader
	table string
}

// Load loads the table.
func (l asNamed) Load(ctx context.Context, s rows.Source) (*data.Dataset, error) {
	s.File = l.table
	return l.Loader.Load(ctx, s)
}

// runs says what is wrong with a draft for a table, nil if nothing is, and the fewest rows that a
// repeat trains on.
func (a *app) runs(ctx context.Context, text, table string, args arguments) (fewest int, err error) {
	s, err := parseSpec([]byte(text), args.out, spec.Paper)
	if err != nil {
		return 0, err
	}
	cache, err := a.loader(false)
	if err != nil {
		return 0, err
	}
	l := asNamed{cache, table}
	p, err := plan.New(ctx, s, plan.Env{Results: args.results, Loader: l})
	if err != nil {
		return 0, err
	}
	return p.CheckClasses(ctx, l)
}

// inspect looks at a table, and returns what its specification is to say of it: the label
// column, which is the one that is asked for, or one that is called so, or none, which is the
// last; columns without a name or with that of another are left out, None as the label of
// many rows is a class though it may stand for a missing value, and so are labels of a column that
// is asked for though they may be none.
func inspect(table, column string) (s *data.Summary, said draft.Said, err error) {
	own := catalogue.UserTable{File: table, Label: column}
	s, err = loader.Inspect(own)
	if nameless, ok := errors.AsType[*read.NamelessError](err); ok {
		if err := leaveOutNameless(&own, nameless); err != nil {
			return nil, said, err
		}
		s, err = loader.Inspect(own)
	}
	for {
		repeated, ok := errors.AsType[*read.RepeatedNameError](err)
		if !ok || !leaveOutRepeated(&own, repeated) {
			break
		}
		said.Repeated = append(said.Repeated, own.Drop[len(own.Drop)-1])
		s, err = loader.Inspect(own)
	}
	if err == nil && own.Label == "" {
		if own.Label = namedLabel(columnNames(s)); own.Label != "" {
			s, err = loader.Inspect(own)
		}
	}
	if err != nil {
		return nil, said, err
	}
	if word := wordForClass(s); word != "" {
		own.MissingValues = slices.DeleteFunc(slices.Clone(heuristics.Missing), func(text string) bool { return text == word })
		with, err := loader.Inspect(own)
		if err != nil {
			return nil, said, err
		}
		if sameKinds(s, with) {
			s, said.Class = with, word
		} else {
			own.MissingValues = nil // numbers are missing elsewhere by the same word
		}
	}
	if r := unlikelyLabels(s); column != "" && r != nil && s.Label >= 0 {
		said.Classes = r.Finding + ", and all of them are classes, since --label names the column"
		own.Categorical = []string{labelName(s)}
		if s, err = loader.Inspect(own); err != nil {
			return nil, said, err
		}
	}
	if own.Label != "" {
		said.Label = key(s)
	}
	said.MissingValues = own.MissingValues
	return s, said, nil
}

// wordForClass is a word for a missing value that is the label of so many rows that it is a
// class, "" where none is.
func wordForClass(s *data.Summary) string {
	if s.Label < 0 || len(s.Classes) == 0 {
		return ""
	}
	smallest := slices.MinFunc(s.Classes, func(a, b data.ClassCount) int { return a.Rows - b.Rows }).Rows
	for _, blank := range s.Columns[s.Label].Blanks {
		if heuristics.Class(blank.Name, blank.Rows, smallest) {
			return blank.Name
		}
	}
	return ""
}

// sameKinds says whether the columns of two summaries of a table are taken for the same: numbers
// alone, or texts too.
func sameKinds(a, b *data.Summary) bool {
	mixed := func(c data.ColumnSummary) bool {
		return slices.ContainsFunc(c.Remarks, func(r data.Remark) bool { return r.What == data.SuspectMixed })
	}
	return slices.EqualFunc(a.Columns, b.Columns, func(x, y data.ColumnSummary) bool { return x.Kind == y.Kind && mixed(x) == mixed(y) })
}

// leaveOutNameless leaves out the columns without a name. Where the last is one, as behind a
// comma at the end of each line, the label is a column that is called so.
func leaveOutNameless(own *catalogue.UserTable, nameless *read.NamelessError) error {
	for _, j := range nameless.Columns {
		own.Drop = append(own.Drop, strconv.Itoa(j))
	}
	if own.Label == "" {
		own.Label = namedLabel(nameless.Names)
	}
	if last := len(nameless.Names) - 1; own.Label == "" && nameless.Names[last] == "" {
		return &data.ContentError{File: own.File, Problem: fmt.Sprintf("column %d, the last, has no name: give it one, or say --label with the column of the classes, its name or its number", last)}
	}
	return nil
}

// leaveOutRepeated leaves out one of two columns of one name, the second unless it is the label,
// and says whether that may help: not where it is left out already, as of an ARFF file.
func leaveOutRepeated(own *catalogue.UserTable, repeated *read.RepeatedNameError) bool {
	if own.Label == "" {
		own.Label = namedLabel(repeated.Names)
	}
	out := repeated.Column
	if out == labelAmong(own.Label, repeated.Names) {
		out = slices.Index(repeated.Names, repeated.Names[out])
	}
	number := strconv.Itoa(out)
	if slices.Contains(own.Drop, number) {
		return false
	}
	own.Drop = append(own.Drop, number)
	return true
}

// labelAmong is the place of the label among columns of such names, of several of its name the
// first.
func labelAmong(label string, names []string) int {
	if label == "" {
		return len(names) - 1
	}
	if j := slices.Index(names, label); j >= 0 {
		return j
	}
	j, _ := read.ColumnNumber(label, len(names))
	return j
}

// namedLabel is the first column that is called as labels are, "" where the last is, or none.
func namedLabel(names []string) string {
	if n := len(names); n == 0 || usualLabel.MatchString(names[n-1]) {
		return ""
	}
	for _, name := range names {
		if usualLabel.MatchString(name) {
			return name
		}
	}
	return ""
}

func columnNames(s *data.Summary) []string {
	names := make([]string, len(s.Columns))
	for j, c := range s.Columns {
		names[j] = c.Name
	}
	return names
}

// key is that of the label column, "" where the label stands apart.
func key(s *data.Summary) string {
	if s == nil || s.Label < 0 {
		return ""
	}
	return s.Columns[s.Label].Key
}

// labelName is what a table is told of its label column.
func labelName(s *data.Summary) string {
	if number := strconv.Itoa(s.Label); key(s) == number {
		return number
	}
	return s.Columns[s.Label].Name
}

// unlikelyLabels is what the labels look like instead of classes, nil where they look like these.
func unlikelyLabels(s *data.Summary) *data.Remark {
	remarks := s.Remarks
	if s.Label >= 0 {
		remarks = s.Columns[s.Label].Remarks
	}
	for _, r := range remarks {
		if r.What == data.SuspectMeasurement || r.What == data.SuspectManyClasses {
			return &r
		}
	}
	return nil
}

// noClasses is an error where the labels are no classes.
func noClasses(table string, s *data.Summary) error {
	name := key(s)
	if r := unlikelyLabels(s); r != nil {
		return &data.ContentError{File: table, Column: name, Problem: r.Finding + ": is it the column of the classes? Say --label with another one, or with this one if it is"}
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
