// Package plan makes the cells of a specification and says which of them are done.
package plan

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gpcbench/data"
	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/harness/rows"
	"gpcbench/harness/spec"
	"gpcbench/methods/role"
)

// Env is what a plan is made in.
type Env struct {
	Results string // folder of the records
	Only    Filter
	Loader  rows.Loader
}

// Plan is the cells of a specification under a profile, in the order in which
// they run: by data set, repeat, method, variant and grid point as they stand in
// the file.
type Plan struct {
	Spec     *spec.Spec
	Folder   string // of the journals
	Cells    []*Cell
	Datasets []record.Dataset // in the order of the file
	Missing  []Missing        // data sets of the catalogue that cannot be had
	Stale    int              // records of the journals that belong to no cell of the whole plan
	Damage   error            // what of the journals could not be read, nil if all
	Notices  []string         // what a user should know
	Tables   []Table          // of the user's own, what they look like

	leftOut  []*Cell             // of imported methods, by the filter
	values   map[string][]string // that cells have, those too which the filter leaves out, by the keys that it is about
	limited  []string            // methods and data sets that most_rows keeps apart, in words
	records  *record.Set         // those that count
	journals *record.Reader      // knows what of the journals was read
}

// LimitMessage says of a method that most_rows keeps it from a data set; "" where it keeps none.
func (p *Plan) LimitMessage() string {
	if len(p.limited) == 0 {
		return ""
	}
	return p.limited[0]
}

// Values returns the values of a key of the filter among all cells of available data sets, in the order of
// the cells, before they are filtered.
func (p *Plan) Values(key string) []string { return p.values[key] }

// Table is what is known of a table of the user's own before anything is learnt from it.
type Table struct {
	Dataset       string
	*data.Summary        // nil of label sets
	Sizes         string // of label sets
}

// Missing is a data set that cannot be had, and why.
type Missing struct {
	Dataset string
	Err     error
}

// NoData returns a *NoDataError if nothing can run because all data is missing, else nil.
func (p *Plan) NoData() error {
	if len(p.Cells) > 0 || len(p.Missing) == 0 {
		return nil
	}
	names := p.missingSets()
	if !slices.ContainsFunc(p.Missing, func(m Missing) bool { return !errors.Is(m.Err, rows.ErrNotInCache) }) {
		return &NoDataError{fmt.Sprintf("%s: its data is not in the cache yet: get it with runexp run or runexp fetch %s, which try mirrors first", p.Spec.Name, names)}
	}
	return &NoDataError{fmt.Sprintf("%s: nothing can run because all its data is missing; get it with runexp fetch %s, or name a folder that has it in GPCBENCH_MIRROR", p.Spec.Name, names)}
}

// LacksForShares returns an error with a *NoDataError in it if data of the plan is missing, nil
// otherwise: machines that have it deal out other shares, and with some of each kind cells would
// be in no share.
func (p *Plan) LacksForShares() error {
	var names []string
	var causes []error
	for _, m := range p.Missing {
		names = append(names, m.Dataset)
		if !errors.Is(m.Err, rows.ErrNotInCache) {
			causes = append(causes, m.Err)
		}
	}
	err := p.NoData()
	if err == nil && len(names) > 0 {
		err = &NoDataError{fmt.Sprintf("%s: nothing is run because data is missing here: %s. "+
			"Shares would differ from those on machines that have it, and some cells would be in no share. "+
			"Get it with runexp fetch %s, or name the other data sets with --only dataset=NAME in all shares",
			p.Spec.Name, strings.Join(names, ", "), p.missingSets())}
	}
	return errors.Join(append([]error{err}, causes...)...)
}

// missingSets are the names, in the catalogue, of the data that is missing, with blanks between
// them.
func (p *Plan) missingSets() string {
	var sets []string
	for _, d := range p.Spec.Datasets {
		if slices.ContainsFunc(p.Missing, func(m Missing) bool { return m.Dataset == d.Name }) {
			sets = append(sets, cmp.Or(d.Set, d.Name))
		}
	}
	slices.Sort(sets)
	return strings.Join(slices.Compact(sets), " ")
}

// New makes the plan of a specification: it loads the data sets, which
// checks their content, and finds out which cells are done. What is wrong with
// the specification is a *spec.Error with the places, what is wrong with
// env.Only a *FilterError; a file that an option names and that is not there is a
// *data.UnavailableError; other errors are those of the Loader.
func New(ctx context.Context, s *spec.Spec, env Env) (*Plan, error) {
	if err := env.Only.check(s); err != nil {
		return nil, err
	}
	p := &Plan{Spec: s, Folder: record.Folder(env.Results, s.Records, s.Profile), values: map[string][]string{}}
	p.journals = record.NewReader(p.Folder)
	p.journals.Check = metrics.Check
	b := builder{plan: p, results: env.Results, only: env.Only, known: estimates{}, recorded: map[string]recorded{}, unseen: map[string]bool{}}
	p.records = record.NewSet()
	p.Damage = p.journals.Into(p.records, b.note)
	b.seen = make([]bool, p.records.Len())
	if b.checkMethods(); len(b.problems) > 0 {
		return nil, spec.NewError(b.problems) // what their options are asked for would be reported otherwise
	}
	b.checkLayout()
	if b.checkCount(); len(b.problems) > 0 {
		return nil, spec.NewError(b.problems)
	}
	for _, d := range s.Datasets {
		b.setups(d) // faults of the file first: they need no data
	}
	if err := spec.NewError(b.problems); err != nil {
		return nil, err
	}
	if len(b.absent) > 0 {
		return nil, b.absent[0]
	}
	if err := b.datasets(ctx, env.Loader); err != nil {
		return nil, err
	}
	b.states()
	return p, nil
}

// builder makes the cells of a plan.
type builder struct {
	plan     *Plan
	results  string // folder of the records
	only     Filter
	known    estimates           // of the records of the journals
	recorded map[string]recorded // the same, by data set
	problems []spec.Problem
	absent   []error         // files that options name and that are not there
	seen     []bool          // by number of the record: it is of a cell, also of one that the filter leaves out
	unseen   map[string]bool // data sets whose cells are not all known

	ofDataset map[string][]setup // by data set, see setups
}

// recorded is what records tell of a data set.
type recorded struct {
	digest string // of the data of the last one
	splits int
}

// note notes what a record tells.
func (b *builder) note(r record.Record) {
	if r.Status != record.OK {
		return
	}
	b.known.add(r)
	b.recorded[r.Dataset] = recorded{r.Data(), max(b.recorded[r.Dataset].splits, r.Split()+1)}
}

// problem notes a fault of the specification, once where several values of a list have it.
func (b *builder) problem(at spec.Position, format string, args ...any) {
	message := fmt.Sprintf(format, args...)
	if !slices.ContainsFunc(b.problems, func(p spec.Problem) bool { return p.File == at.File && p.Line == at.Line && p.Message == message }) {
		b.problems = append(b.problems, spec.Problem{Position: at, Message: message})
	}
}

// datasets loads the data sets and adds their cells.
func (b *builder) datasets(ctx context.Context, loader rows.Loader) error {
	p := b.plan
	var errs []error
	for _, d := range p.Spec.Datasets {
		if !b.only.Allows(spec.DatasetKey, d.Name) {
			b.unseen[d.Name] = true
			continue
		}
		src := rows.SourceOf(p.Spec, d)
		ds, err := rows.Load(ctx, loader, src)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil:
			about := describe(d, ds)
			if p.Spec.Advice {
				if about.Zeros, err = data.Zeros(ds); err != nil {
					errs = append(errs, b.located(d, src, err))
					continue
				}
			}
			p.Datasets = append(p.Datasets, about)
			b.add(d, src, ds)
		case src.File == "" && rows.IsUnavailable(err):
			p.Missing = append(p.Missing, Missing{d.Name, err})
			missing := describe(d, nil)
			missing.Missing = whyMissing(err)
			p.Datasets = append(p.Datasets, missing)
			b.unseen[d.Name] = true
			b.addRecorded(d, src)
		default:
			errs = append(errs, b.located(d, src, err))
		}
	}
	b.checkSizes()
	return errors.Join(append(errs, spec.NewError(b.problems))...)
}

// ToRun returns those of the cells that are not done, each once. Imported ones of these wait for
// Import, which alone can bring them.
func (p *Plan) ToRun(cells []*Cell, predictions bool) (left []*Cell, waiting int) {
	seen := map[string]bool{} // two labels may name the same cell
	for _, c := range cells {
		switch {
		case seen[c.ID] || p.IsDone(c, predictions):
		case role.Of[c.Method] == role.Imported:
			waiting++
		default:
			left = append(left, c)
		}
		seen[c.ID] = true
	}
	return left, waiting
}

// Planned returns the cells as a report needs them, in the order of the plan.
func (p *Plan) Planned() []*record.Planned {
	out := make([]*record.Planned, len(p.Cells))
	for i, c := range p.Cells {
		out[i] = c.Planned
	}
	return out
}

// Threads is the number of cores that a cell has: as many as a run was asked for, or else as the
// specification says; asked is 0 where nobody asked.
func (p *Plan) Threads(asked int) int { return cmp.Or(asked, p.Spec.Threads, 1) }

// AddRecord adds a record that was made since the plan, unless there is one of its cell already.
func (p *Plan) AddRecord(r record.Record) { p.records.Put(r) }

// ReadNewRecords adds the records that other runs have made since the plan, or since it was last
// asked. own is the journal of this one.
func (p *Plan) ReadNewRecords(own string) {
	for _, r := range p.journals.More(own) {
		p.AddRecord(r)
	}
}

// Latest returns the records that count. It is the plan's own set, which is not to be changed.
func (p *Plan) Latest() *record.Set { return p.records }

// Begun says whether the experiment was run in this profile. If it shares the folder of its records
// with another, whose plan is other, cells that the other has too do not count, unless every method has a record.
func (p *Plan) Begun(other *Plan) bool {
	if other == nil || other == p {
		return true
	}
	others, without := map[string]bool{}, map[string]bool{}
	for _, c := range other.Cells {
		others[c.ID] = true
	}
	for _, m := range p.Spec.Methods {
		without[m.Label] = true
	}
	for _, c := range p.Cells {
		if _, ok := p.records.Index(c.ID); !ok {
			continue
		}
		if !others[c.ID] {
			return true
		}
		delete(without, c.Label)
	}
	return len(without) == 0
}

// HasRecords says whether the results hold a journal of an experiment under the
// specification's profile.
func HasRecords(results string, s *spec.Spec) (bool, error) {
	return record.Any(record.Folder(results, s.Records, s.Profile))
}
