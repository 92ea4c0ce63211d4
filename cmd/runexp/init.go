package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"

	"gpcbench/data"
	"gpcbench/data/atomicfile"
	"gpcbench/data/read"
	"gpcbench/harness/draft"
	"gpcbench/harness/plan"
	"gpcbench/harness/rows"
	"gpcbench/harness/spec"
	"gpcbench/methods/method"
	"gpcbench/wording"
)

func initVerb() verb {
	return verb{
		name: "init", args: "TABLE", help: "look at your own table and draft a specification for it",
		flags: []flags{labelFlag(labelGuessed), outFlag("`file` of the specification, which must not exist yet (default: the table's name with .toml)")},
		words: files, run: (*app).init,
	}
}

// init looks at a table and drafts a specification for it.
func (a *app) init(ctx context.Context, args arguments) error {
	if len(args.words) != 1 {
		return usagef("init takes one table, such as runexp init my.csv")
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
	looked, err := look(table, args.label)
	if err == nil && looked.Summary == nil {
		text, sizes, err := a.draftLabelSets(ctx, table, args, false)
		if err != nil {
			return err
		}
		fmt.Fprintf(a.stdout, "%s\n%s\n", sizes, looked.Sets)
		return a.keepDraft(out, args.out, text)
	}
	if err != nil {
		return err
	}
	summary, said := looked.Summary, looked.Said
	for _, line := range draft.Summary(summary, true) {
		fmt.Fprintln(a.stdout, line)
	}
	if said.Sets != "" {
		fmt.Fprintln(a.stdout, said.Sets)
	}
	if looked.WhyLabel != "" {
		fmt.Fprintf(a.stdout, "label: column %s: %s\n", looked.LabelKey(), looked.WhyLabel)
	}
	if said.Classes != "" {
		fmt.Fprintf(a.stdout, "column %s: %s\n", cmp.Or(said.Label, `"label"`), said.Classes)
	}
	chosen, text, err := a.drafted(ctx, looked, args)
	if err != nil {
		return err
	}
	fmt.Fprintln(a.stdout, "split: "+chosen.Split)
	for _, done := range chosen.Done {
		fmt.Fprintln(a.stdout, done)
	}
	if chosen.Remark != "" {
		fmt.Fprintln(a.stdout, "remark: "+chosen.Remark)
	}
	if chosen.Targets != "" {
		fmt.Fprintln(a.stdout, "remark: "+chosen.Targets)
	}
	return a.keepDraft(out, args.out, text)
}

// keepDraft writes a drafted specification, and says what to do next.
func (a *app) keepDraft(out *atomicfile.Output, path, text string) error {
	if _, err := out.WriteString(text); err != nil {
		return fmt.Errorf("%s cannot be written: %w", path, err)
	}
	if err := out.Finish(); err != nil {
		return err
	}
	word := wording.ShellPath(path)
	fmt.Fprintf(a.stdout, "\nspecification: %s\ncheck it, then: runexp run %s --results out && runexp report %s --results out\n", path, word, word)
	return nil
}

// look inspects a table; the result has no summary for a file of label sets.
func look(table, label string) (draft.Looked, error) {
	if table == "-" {
		return draft.Looked{}, usagef("a table is read more than once, and standard input cannot be: write it to a file first, such as cat > my.csv")
	}
	looked, err := draft.Look(table, label)
	if unclear, ok := errors.AsType[*draft.LabelError](err); ok {
		return looked, usagef("%v", unclear)
	}
	if errors.Is(err, read.ErrSeveralLabels) {
		sets := draft.StandWhere(table)
		if label != "" {
			return looked, usagef("%s: %s: --label names a column of a table", table, sets)
		}
		return draft.Looked{Table: table, Sets: sets}, nil
	}
	return looked, err
}

// draftLabelSets is the text of a specification, in the file args.out, for a file of label sets, also for a race,
// and the sizes of that file.
func (a *app) draftLabelSets(ctx context.Context, table string, args arguments, raced bool) (text, sizes string, err error) {
	file, err := relative(args.out, table)
	if err != nil {
		return "", "", err
	}
	said := draft.Said{File: file, Name: nameFor(args.out)}
	cache, err := a.loader(false)
	if err != nil {
		return "", "", err
	}
	l := asNamed{cache, table}
	p, err := a.planOf(ctx, draft.LabelSets(said, 2, 1, false), l, args)
	if err != nil {
		return "", "", err
	}
	dataset := p.Datasets[0]
	if raced {
		said.Raced = racedSeconds(dataset.Rows)
	}
	text = draft.LabelSets(said, dataset.Rows, dataset.Classes, true)
	if _, err := a.planOf(ctx, text, l, args); err != nil {
		text = draft.LabelSets(said, dataset.Rows, dataset.Classes, false)
	}
	return text, p.Tables[0].Sizes, nil
}

// planOf is the plan of the text of a specification, in the file args.out, for the table of a loader.
func (a *app) planOf(ctx context.Context, text string, l rows.Loader, args arguments) (*plan.Plan, error) {
	s, err := parseSpec([]byte(text), args.out, spec.Paper)
	if err != nil {
		return nil, err
	}
	return plan.New(ctx, s, plan.Env{Results: args.results, Loader: l})
}

// drafted is the draft of a specification, in the file args.out, for a table that was looked at, and its
// text.
func (a *app) drafted(ctx context.Context, looked draft.Looked, args arguments) (chosen draft.Draft, text string, err error) {
	if err := looked.NoClasses(); err != nil {
		return chosen, "", err
	}
	said := looked.Said
	if said.File, err = relative(args.out, looked.Table); err != nil {
		return chosen, "", err
	}
	said.Name = nameFor(args.out)
	drafts, err := draft.Specifications(said, looked.Summary)
	if err != nil {
		return chosen, "", &data.ContentError{File: looked.Table, Problem: err.Error()}
	}
	chosen, text, err = a.firstThatRuns(ctx, looked.Table, drafts, args)
	problem := ""
	if wrong, ok := errors.AsType[*spec.Error](err); ok { // its positions refer to a file that is not written
		problem = wrong.Problems[0].Message
	} else if _, absent := errors.AsType[*method.AbsentClassError](err); absent {
		problem = err.Error()
		if said.Classes != "" {
			problem += ". " + draft.OnlyClasses
		}
	}
	if problem != "" {
		err = &data.ContentError{File: looked.Table, Problem: "no specification for it can be run: " + problem}
	}
	return chosen, text, err
}

// nameFor is a name for the experiment of a specification whose file name cannot serve as one;
// "" if it can.
func nameFor(specification string) string {
	name := spec.FolderName(read.Stem(specification))
	if checkName(&spec.Spec{Name: name, Path: specification}) != nil {
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
	return draft.Draft{}, "", first
}

// asNamed is a loader of one table. Its errors name the table as the user does, not by the
// absolute path of a plan.
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
	cache, err := a.loader(false)
	if err != nil {
		return 0, err
	}
	l := asNamed{cache, table}
	p, err := a.planOf(ctx, text, l, args)
	if err != nil {
		return 0, err
	}
	return p.CheckClasses(ctx, l)
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
