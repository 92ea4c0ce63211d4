package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gpcbench/data/fetch"
	"gpcbench/data/read"
	"gpcbench/experiments"
	"gpcbench/harness"
	"gpcbench/harness/record"
	"gpcbench/harness/slurm"
	"gpcbench/harness/spec"
	"gpcbench/report/wording"
)

// readSpec reads a specification: a TOML file, or a built-in by its name or as its own file,
// whose records are the same.
func readSpec(word, profile string) (*spec.Spec, error) {
	if src, ok := experiments.Source(word); ok {
		return spec.Parse(src, spec.BuiltIn+word, profile)
	}
	src, err := readSmall(word)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !strings.HasSuffix(word, ".toml"):
		return nil, usagef("%s: there is neither a file nor a built-in experiment of this name%s; runexp list experiments shows those",
			word, spec.Suggest(word, experiments.Names()))
	case errors.Is(err, fs.ErrNotExist):
		return nil, usagef("%s: there is no such file", word)
	case err != nil:
		return nil, usagef("the specification cannot be read: %v", err)
	}
	if name, ok := experiments.NameOf(src); ok {
		return spec.Parse(src, spec.BuiltIn+name, profile)
	}
	s, err := spec.Parse(src, word, profile)
	if err != nil && isTable(word, src) {
		return nil, usagef("%s is a table, not a specification. runexp init %s drafts one; or write a file such as %s:\n\n%s\nand give that to runexp", word, slurm.Shell(word), read.Stem(word)+".toml", specOf(word))
	}
	return s, err
}

// maxSpec is how long a specification may be, 1 MiB: a hundred times the longest there is.
const maxSpec = 1 << 20

// readSmall reads a file of at most maxSpec bytes.
func readSmall(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, maxSpec+1))
	if len(src) > maxSpec && !isTable(path, nil) {
		return nil, fmt.Errorf("%s is longer than 1 MiB: this is no specification", path)
	}
	return src, err
}

// isTable says whether a file that is no specification is a table, by its name or because
// its first line has fields.
func isTable(path string, src []byte) bool {
	name := read.Unpacked(strings.ToLower(path))
	if slices.Contains([]string{".csv", ".tsv", ".arff", ".svm", ".libsvm", ".xlsx", ".xls", ".ods", ".parquet"}, filepath.Ext(name)) {
		return true
	}
	first, _, _ := bytes.Cut(src, []byte{'\n'})
	return filepath.Ext(name) != ".toml" && bytes.ContainsAny(first, ",;\t") && !bytes.ContainsAny(first, "=[#")
}

// specOf is a small specification of a table.
func specOf(table string) string {
	return fmt.Sprintf(`    [[dataset]]
    file = %q
    [[method]]
    name = "svgp"
    [[method]]
    name = "logistic"
`, table)
}

// readSpecs reads all specifications before anything runs. Two that would
// share a folder of records are refused.
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
		if err := checkName(s, word); err != nil {
			errs = append(errs, err)
			continue
		}
		if other, ok := seen[s.Name]; ok {
			errs = append(errs, usagef("%s and %s are both called %q; give one of them another name under [experiment]", other, word, s.Name))
		}
		seen[s.Name] = word
		specs = append(specs, s)
	}
	return specs, errors.Join(errs...)
}

// checkName refuses names whose folder is another's: that of the reports, or that of a
// built-in experiment.
func checkName(s *spec.Spec, word string) error {
	if s.IsBuiltIn() {
		return nil
	}
	first, _, _ := strings.Cut(s.Name, "/")
	if strings.EqualFold(first, "report") {
		return usagef("%s: an experiment cannot be called %q, which is the folder of the reports; give it another name under [experiment]", word, s.Name)
	}
	if builtIn(s.Name) {
		return usagef("%s: a built-in experiment is called %q and keeps its records there; give this one another name under [experiment]", word, s.Name)
	}
	if first, _, _ = strings.Cut(s.Records, "/"); strings.EqualFold(first, "report") || builtIn(s.Records) {
		return usagef("%s: records = %q is the folder of the reports or of a built-in experiment's records; name another one", word, s.Records)
	}
	return nil
}

// noticePublished tells which tables name a paper's numbers that there are none of, as those of
// a built-in experiment's file that was changed.
func (a *app) noticePublished(s *spec.Spec) {
	if s.IsBuiltIn() {
		return
	}
	for i, t := range s.Tables {
		if t.Published != "" {
			fmt.Fprintf(a.stderr, "notice: %v: published = %q is not looked up: only built-in experiments have a paper's numbers\n", s.WhereTable(i, "published"), t.Published)
		}
	}
}

// builtIn says whether a built-in experiment has a name, whatever the case of its letters.
func builtIn(name string) bool {
	return slices.ContainsFunc(experiments.Names(), func(of string) bool { return strings.EqualFold(of, name) })
}

// loader returns what loads data sets, fetching what is not in the cache if
// asked to.
func (a *app) loader(get bool) (*harness.Cache, error) {
	f, err := fetch.New(a.stderr)
	if err != nil {
		return nil, err
	}
	return &harness.Cache{Fetcher: f, Fetch: get}, nil
}

// makePlans makes the plans of specifications. The error joins what is wrong with
// any of them. An --only that leaves no cell of any is wrong.
func (a *app) makePlans(ctx context.Context, specs []*spec.Spec, args arguments, get bool) ([]*harness.Plan, error) {
	var plans []*harness.Plan
	var errs []error
	for _, s := range specs {
		p, err := a.makePlan(ctx, s, args, get)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			errs = append(errs, err)
			continue
		}
		plans = append(plans, p)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(plans, anyLeft) {
		if len(args.only) == 0 {
			return nil, usagef("there is no cell to run: a data set or a method is missing")
		}
		return nil, usagef("no cell is left by%s%s", only(args.only), suggestions(args.only, specs))
	}
	a.noticeUnmet(plans, args, specs)
	for _, p := range plans {
		a.noticeEmpty(p, args)
	}
	a.noticeMissing(plans)
	return plans, nil
}

// noticeUnmet tells of conditions that no cell meets.
func (a *app) noticeUnmet(plans []*harness.Plan, args arguments, specs []*spec.Spec) {
	for _, c := range args.only {
		if !slices.ContainsFunc(plans, func(p *harness.Plan) bool { return p.Has(c) }) {
			fmt.Fprintf(a.stderr, "notice: no cell has %s%s\n", c, suggestion(c, specs))
		}
	}
}

// suggestions says what could have been meant by conditions that leave no cell.
func suggestions(only harness.Filter, specs []*spec.Spec) string {
	var said strings.Builder
	for _, c := range only {
		said.WriteString(suggestion(c, specs))
	}
	return said.String()
}

// suggestion says what there is of a key whose value no cell has: nothing where it has one of
// those, or is no data set, method or label.
func suggestion(c harness.Condition, specs []*spec.Spec) string {
	known := map[string][]string{}
	for _, s := range specs {
		for _, d := range s.Datasets {
			known["dataset"] = append(known["dataset"], d.Name)
		}
		for _, m := range s.Methods {
			known["method"], known["label"] = append(known["method"], m.Name), append(known["label"], m.Label)
		}
	}
	switch {
	case known[c.Key] == nil || slices.Contains(known[c.Key], c.Value):
		return ""
	case c.Key == "method" && slices.Contains(known["label"], c.Value):
		return fmt.Sprintf("; did you mean --only label=%s?", slurm.Shell(c.Value))
	}
	slices.Sort(known[c.Key])
	return spec.Suggest(c.Value, slices.Compact(known[c.Key]))
}

// noticeEmpty tells that --only leaves no cell of a plan.
func (a *app) noticeEmpty(p *harness.Plan, args arguments) {
	if !anyLeft(p) {
		fmt.Fprintf(a.stderr, "notice: %s: no cell is left by%s\n", p.Spec.Name, only(args.only))
	}
}

// anyLeft says whether --only leaves cells of a plan.
func anyLeft(p *harness.Plan) bool { return len(p.Cells) > 0 || len(p.Missing) > 0 }

// makePlan makes the plan of a specification and tells what a user should know
// about it.
func (a *app) makePlan(ctx context.Context, s *spec.Spec, args arguments, get bool) (*harness.Plan, error) {
	l, err := a.loader(get)
	if err != nil {
		return nil, err
	}
	p, err := harness.NewPlan(ctx, s, harness.Env{Results: args.results, Only: args.only, Loader: l})
	if wrong, ok := errors.AsType[*harness.FilterError](err); ok {
		return nil, usagef("--only %v", wrong)
	}
	if err != nil {
		return nil, err
	}
	for _, n := range p.Notices {
		fmt.Fprintf(a.stderr, "notice: %s\n", n)
	}
	a.noticePublished(s)
	return p, nil
}

// noticeMissing tells which data sets of plans cannot be had, each once: those that are not
// in the cache in one line, the others with their causes. Of a plan that lacks all its data
// its verb tells the former.
func (a *app) noticeMissing(plans []*harness.Plan) {
	var absent []string
	told := map[string]bool{}
	others := ""
	for _, p := range plans {
		goesOn, does := p.NoData() == nil, "goes on without"
		if !goesOn {
			does = "cannot have"
		}
		if slices.ContainsFunc(p.Datasets, func(d record.Dataset) bool { return d.Available }) {
			others = ", the others go on"
		}
		for _, m := range p.Missing {
			if told[m.Dataset] {
				continue
			}
			absence := errors.Is(m.Err, harness.ErrNotInCache)
			switch {
			case absence && !goesOn:
				continue
			case absence:
				absent = append(absent, m.Dataset)
			default:
				fmt.Fprintf(a.stderr, "notice: %s %s data set %s: %v\n", p.Spec.Name, does, m.Dataset, m.Err)
			}
			told[m.Dataset] = true
		}
	}
	if n := len(absent); n > 0 {
		fmt.Fprintf(a.stderr, "notice: %s not in the cache%s: %s; runexp fetch gets %s\n",
			wording.Agree(n, "1 data set is", fmt.Sprintf("%d data sets are", n)), others, strings.Join(absent, ", "), wording.Agree(n, "it", "them"))
	}
}
