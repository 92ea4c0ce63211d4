package harness

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/fetch"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/methods"
	"gpcbench/methods/method"
)

// Env is what a plan is made in.
type Env struct {
	Results string   // folder of the records
	Only    []string // key=value
	Loader  Loader
}

// Plan is the cells of a specification under a profile, in the order in which
// they run: by data set, repeat, method and grid point as they stand in the
// file.
type Plan struct {
	Spec     *spec.Spec
	Folder   string // of the journals
	Cells    []*Cell
	Datasets []DatasetInfo // in the order of the file
	Missing  []Missing     // data sets of the catalogue that cannot be had
	Stale    int           // records of the journals that belong to no cell of the whole plan
	Damage   error         // what of the journals could not be read, nil if all
	Notices  []string      // what a user should know

	records map[string]record.Record // the one that counts, by cell
	stamp   string                   // state of the journals when they were read
}

// Missing is a data set that cannot be had, and why.
type Missing struct {
	Dataset string
	Err     error
}

// The states of a cell.
const (
	Done   = "done"
	Failed = "failed"
	Stale  = "stale"   // there is a record, but of other options, data, seed or numerics
	ToDo   = "missing" // there is no record
)

// Cell is a cell of a plan.
type Cell struct {
	record.Cell
	State   string
	Seconds float64 // estimate of its time from similar records; 0 where there are none

	task   task
	noData bool // it is done, and could not be run again
}

// task is what a worker is told, beside the cell.
type task struct {
	Source Source     `json:"source"`
	Digest string     `json:"digest"`
	Split  spec.Split `json:"split"`
	// MaxTest is the most test rows, 0 for all.
	MaxTest int `json:"max_test"`
}

// Records returns the cells as records have them, in the order of the plan.
func (p *Plan) Records() []record.Cell {
	out := make([]record.Cell, len(p.Cells))
	for i, c := range p.Cells {
		out[i] = c.Cell
	}
	return out
}

// NewPlan makes the plan of a specification: it loads the data sets, which
// checks their content, and finds out which cells are done. An error that
// concerns the specification is a *spec.Error with the places; see ExitCode
// for the others.
func NewPlan(ctx context.Context, s *spec.Spec, env Env) (*Plan, error) {
	only, err := parseFilter(env.Only, s)
	if err != nil {
		return nil, err
	}
	p := &Plan{Spec: s, Folder: record.Folder(env.Results, s.Records, s.Profile)}
	p.stamp = record.Stamp(p.Folder, "")
	var records []record.Record
	records, p.Damage = record.Read(p.Folder)
	p.records = record.Latest(records)
	b := builder{plan: p, only: only, seen: map[string]bool{}, unseen: map[string]bool{}}
	b.figures()
	for _, d := range s.Datasets {
		b.options(d) // faults of the file first: they need no data
	}
	if err := spec.NewError(b.problems); err != nil {
		return nil, err
	}
	var errs []error
	for _, d := range s.Datasets {
		if !only.dataset(d.Name) {
			b.unseen[d.Name] = true
			continue
		}
		src := sourceOf(s, d)
		ds, err := load(ctx, env.Loader, src)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err == nil:
			p.Datasets = append(p.Datasets, infoOf(d, ds))
			b.dataset(d, src, ds)
		case src.File == "" && isUnavailable(err):
			p.Missing = append(p.Missing, Missing{d.Name, err})
			p.Datasets = append(p.Datasets, infoOf(d, nil))
			b.unseen[d.Name] = true
			b.recorded(d, src, records)
		default:
			errs = append(errs, b.located(d, err))
		}
	}
	errs = append(errs, spec.NewError(b.problems))
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if len(p.Cells) == 0 && len(p.Missing) == 0 {
		p.Notices = append(p.Notices, fmt.Sprintf("%s: no cell is left by --only %s", s.Name, strings.Join(env.Only, " --only ")))
	}
	b.states(records)
	return p, nil
}

// load loads a data set, and leaves a loader alone that does not return when
// ctx is cancelled: reading a large table may take minutes.
func load(ctx context.Context, l Loader, src Source) (*data.Dataset, error) {
	type loaded struct {
		ds  *data.Dataset
		err error
	}
	done := make(chan loaded, 1)
	go func() {
		ds, err := l.Load(ctx, src)
		done <- loaded{ds, err}
	}()
	select {
	case got := <-done:
		return got.ds, got.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// isUnavailable says whether data cannot be had, rather than being wrong.
func isUnavailable(err error) bool {
	var a *data.UnavailableError
	var b *fetch.UnavailableError
	return errors.As(err, &a) || errors.As(err, &b)
}

// builder makes the cells of a plan.
type builder struct {
	plan     *Plan
	only     filter
	problems []spec.Problem
	seen     map[string]bool // IDs of all cells, also of those that --only leaves out
	unseen   map[string]bool // data sets whose cells are not all known
}

func (b *builder) problem(at spec.Position, format string, args ...any) {
	b.problems = append(b.problems, spec.Problem{Position: at, Message: fmt.Sprintf(format, args...)})
}

// located gives an error about a data set its place in the file, if what the
// file asks for is at fault.
func (b *builder) located(d spec.Dataset, err error) error {
	var unknown *catalogue.UnknownError
	var request *data.RequestError
	switch {
	case errors.As(err, &unknown):
		b.problem(b.plan.Spec.WhereDataset(d, "name"), "%v", unknown)
		return nil
	case errors.As(err, &request):
		b.problem(b.plan.Spec.WhereDataset(d, "file"), "%v", request)
		return nil
	case isUnavailable(err):
		return fmt.Errorf("%v: %w", b.plan.Spec.WhereDataset(d, "file"), err)
	}
	return err
}

// setup is a method with its options after defaults.
type setup struct {
	method  spec.Method
	options map[string]any
}

// options returns the methods of a data set with every point of the grid.
func (b *builder) options(d spec.Dataset) []setup {
	s := b.plan.Spec
	var out []setup
	for _, m := range s.Methods {
		has := optionsOf(m.Name)
		if has == nil {
			_, _, err := methods.New(m.Name, nil)
			b.problem(s.WhereMethod(m), "%v", err)
			continue
		}
		for _, settings := range s.Settings(d, m) {
			given := map[string]any{}
			for key, v := range settings {
				switch {
				case has[key]:
					given[key] = v.Value
				case v.Own:
					b.problem(v.Where, "method %q has no option %q%s", m.Name, key, spec.Suggest(key, keysOf(has)))
				case !slices.ContainsFunc(s.MethodNames(), func(name string) bool { return optionsOf(name)[key] }):
					b.problem(v.Where, "no method of this file has an option %q%s", key, spec.Suggest(key, b.allOptions()))
				}
			}
			if options := b.accepted(m, given, settings); options != nil {
				out = append(out, setup{m, options})
			}
		}
	}
	return out
}

// accepted returns a method's options after defaults. It notes every value
// that the method refuses, and then returns nil.
func (b *builder) accepted(m spec.Method, given map[string]any, settings map[string]spec.Setting) map[string]any {
	for refusals := 0; ; refusals++ {
		_, options, err := methods.New(m.Name, given)
		if err == nil && refusals == 0 {
			return options
		}
		if err == nil {
			return nil
		}
		at := b.plan.Spec.WhereMethod(m)
		var refused *method.OptionError
		known := false
		if errors.As(err, &refused) {
			if _, known = given[refused.Key]; known {
				at = settings[refused.Key].Where
			}
		}
		b.problem(at, "method %q: %v", m.Name, err)
		if !known {
			return nil
		}
		delete(given, refused.Key) // and see what else there is
	}
}

// optionsOf returns the options that a method has, nil for an unknown method.
func optionsOf(name string) map[string]bool {
	if _, ok := methods.Registry[name]; !ok {
		return nil
	}
	has := map[string]bool{}
	for _, o := range methods.Describe(name) {
		has[o.Name] = true
	}
	return has
}

// allOptions returns the options of all methods of the file.
func (b *builder) allOptions() []string {
	var all []string
	for _, name := range b.plan.Spec.MethodNames() {
		all = append(all, keysOf(optionsOf(name))...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func keysOf(m map[string]bool) []string {
	var keys []string
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// figures checks what tables and figures are laid out by.
func (b *builder) figures() {
	s := b.plan.Spec
	options := b.allOptions()
	check := func(at spec.Position, key, value string, names ...string) {
		if value != "" && !slices.Contains(names, value) && !slices.Contains(options, value) {
			b.problem(at, "%s: %q is neither %s nor an option of a method of this file%s", key, value,
				strings.Join(names, " nor "), spec.Suggest(value, slices.Concat(names, options)))
		}
	}
	for i, t := range s.Tables {
		check(s.WhereTable(i, "rows"), "rows", t.Rows, "dataset", "label", spec.Size)
		check(s.WhereTable(i, "columns"), "columns", t.Columns, "dataset", "label", spec.Size)
	}
	for i, f := range s.Figures {
		check(s.WhereFigure(i, "panels"), "panels", f.Panels, "dataset", "label")
		check(s.WhereFigure(i, "series"), "series", f.Series, "dataset", "label")
		switch f.Kind {
		case "line":
			check(s.WhereFigure(i, "x"), "x", f.X, spec.Size)
		case "boundaries":
			check(s.WhereFigure(i, "x"), "x", f.X, "dataset", "label")
		}
	}
}

// defaultSplit is taken where a file states none.
var defaultSplit = spec.Split{Kind: "kfold", Folds: 10, Order: "shuffled"}

// dataset adds the cells of a data set.
func (b *builder) dataset(d spec.Dataset, src Source, ds *data.Dataset) {
	s := b.plan.Spec
	t, repeats := b.layout(d, src, len(ds.Splits))
	t.Digest = ds.Digest
	if t.Split.Kind == "published" && d.TestFile == "" && repeats > max(1, len(ds.Splits)) {
		b.problem(s.WhereDataset(d, "repeats"), "data set %s has %d published splits, %d repeats were asked for", d.Name, len(ds.Splits), repeats)
		return
	}
	if _, err := t.split(ds, s.Seed, 0); err != nil {
		b.problem(s.WhereDataset(d, "split"), "%v", err)
		return
	}
	if s.Map && ds.Dim() > mapped {
		b.problem(s.WhereDataset(d, "name"), "map: a map is of at most %d attributes, and data set %s has %d", mapped, d.Name, ds.Dim())
	}
	for _, m := range s.Methods {
		if !slices.Contains(methods.Registry[m.Name].Tasks, ds.Kind) {
			b.problem(s.WhereMethod(m), "method %q cannot do data set %s, which is %s with %d classes; methods that can: %s",
				m.Name, d.Name, ds.Kind, len(ds.ClassNames), strings.Join(methods.For(ds.Kind), ", "))
		}
	}
	if d.Split.Kind == "" && d.TestFile == "" {
		b.plan.Notices = append(b.plan.Notices, fmt.Sprintf("%s: no split is stated for %s, so it is 10-fold cross-validation over shuffled rows", s.Name, d.Name))
	}
	for _, c := range b.cells(d, t, repeats) {
		b.seen[c.ID] = true
		if b.only.cell(c.Cell) {
			b.plan.Cells = append(b.plan.Cells, c)
		}
	}
}

// recorded adds the cells of a data set that cannot be had, but once could:
// those that were run, on the data that was run last.
func (b *builder) recorded(d spec.Dataset, src Source, records []record.Record) {
	digest, splits := "", 0
	for _, r := range records {
		if r.Dataset == d.Name && r.Status == record.OK {
			digest, splits = r.Provenance["data"], max(splits, r.Repeat+1)
		}
	}
	t, repeats := b.layout(d, src, splits)
	t.Digest = digest
	for _, c := range b.cells(d, t, repeats) {
		if b.plan.records[c.ID].Status == record.OK && b.only.cell(c.Cell) {
			c.noData = true
			b.plan.Cells = append(b.plan.Cells, c)
		}
	}
}

// layout says how a data set with so many published splits is split, and how
// often.
func (b *builder) layout(d spec.Dataset, src Source, splits int) (t task, repeats int) {
	t = task{Source: src, Split: d.Split, MaxTest: d.MaxTest}
	switch {
	case d.TestFile != "":
		t.Split = spec.Split{Kind: "published"} // the two files
		splits = 1
	case d.Split.Kind == "":
		t.Split = defaultSplit
	}
	switch {
	case d.Repeats > 0:
		return t, d.Repeats
	case t.Split.Kind == "kfold":
		return t, t.Split.Folds
	case t.Split.Kind == "published":
		return t, max(1, splits)
	}
	return t, 1
}

// cells returns the cells of a data set, each label's cells once: an option of
// a profile, or a method that lacks the grid's options, may make points of the
// grid equal.
func (b *builder) cells(d spec.Dataset, t task, repeats int) []*Cell {
	s := b.plan.Spec
	var out []*Cell
	setups := b.options(d)
	listed := map[string]bool{}
	for repeat := range repeats {
		for _, u := range setups {
			c := &Cell{task: t, Cell: record.Cell{
				Experiment: s.Records, Profile: s.Profile, Dataset: d.Name, Repeat: repeat,
				Method: u.method.Name, Label: u.method.Label, Options: u.options, Seed: s.Seed,
			}}
			c.ID = identity(c.Cell, t)
			if key := c.ID + c.Label; !listed[key] {
				listed[key] = true
				out = append(out, c)
			}
		}
	}
	return out
}

// split returns the training and test rows of a repeat.
func (t task) split(ds *data.Dataset, seed uint64, repeat int) (split data.Split, err error) {
	defer data.Failed(&err)
	if t.Source.TestFile != "" {
		repeat = 0 // the two files are every repeat's split
	}
	return data.MakeSplit(data.SplitSpec{
		Kind: t.Split.Kind, Folds: t.Split.Folds, Order: t.Split.Order,
		Train: t.Split.Train, Test: t.Split.Test, Stratify: t.Split.Stratify, MaxTest: t.MaxTest,
	}, ds, repeat, streamOf(seed, t.Source.Name))
}

// identity hashes everything that decides a cell's result: its digest stands
// for the data's bytes and their preparation.
func identity(c record.Cell, t task) string {
	text, err := spec.Canonical(map[string]any{
		"experiment": c.Experiment, "dataset": c.Dataset, "repeat": c.Repeat, "method": c.Method, "options": c.Options,
		"seed": c.Seed, "split": t.Split, "max_test": t.MaxTest,
		"label": t.Source.Label, "header": t.Source.Header, "positive": t.Source.Positive, "categorical": t.Source.Categorical, "missing": t.Source.Missing,
		"digest": t.Digest, "numerics": NumericsVersion,
	})
	if err != nil {
		panic("harness: identity: " + err.Error())
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// states says which cells are done, and counts the records of none.
func (b *builder) states(records []record.Record) {
	p := b.plan
	type place struct {
		dataset, label string
		repeat         int
	}
	old := map[place]bool{}
	for id, r := range p.records {
		if !b.seen[id] && !b.unseen[r.Dataset] {
			p.Stale++
			old[place{r.Dataset, r.Label, r.Repeat}] = true
		}
	}
	known := newEstimates(records)
	for _, c := range p.Cells {
		r, ok := p.records[c.ID]
		switch {
		case ok && r.Status == record.OK:
			c.State = Done
		case ok:
			c.State = Failed
		case old[place{c.Dataset, c.Label, c.Repeat}]:
			c.State = Stale
		default:
			c.State = ToDo
		}
		c.Seconds = known.of(c.Cell)
	}
}
