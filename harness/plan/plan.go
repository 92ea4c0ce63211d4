// Package plan makes the cells of a specification and says which of them are done.
package plan

import (
	"cmp"
	"context"

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
// they run: by data set, repeat, method, variant and grid point, each in the
// order of the file.
type Plan struct {
	Spec     *spec.Spec
	Folder   string // of the journals
	Cells    []*Cell
	Datasets []record.Dataset // in the order of the file
	Missing  []Missing        // data sets of the catalogue that are unavailable
	Stale    int              // records of the journals that belong to no cell of the whole plan
	Damage   error            // what could not be read of the journals, nil if all could
	Notices  []string         // what a user should know
	Tables   []Table          // summaries of the user's own tables

	leftOut  []*Cell             // cells of imported methods that the filter leaves out
	values   map[string][]string // values of all cells, filtered or not, by key of the filter
	limited  []string            // messages about data sets for which most_rows leaves out a method
	records  *record.Set         // records that count
	journals *record.Reader      // knows what was read of the journals
}

// LimitMessage says that most_rows leaves a method out of a data set; "" if it leaves out none.
func (p *Plan) LimitMessage() string {
	if len(p.limited) == 0 {
		return ""
	}
	return p.limited[0]
}

// Values returns the values that a key of the filter has among all cells of available data sets, before
// filtering, in the order of the cells.
func (p *Plan) Values(key string) []string { return p.values[key] }

// Table is what is known about a user's own table before any method is fitted to it.
type Table struct {
	Dataset       string
	*data.Summary        // nil for label sets
	Sizes         string // for label sets only
}

// New makes the plan of a specification. It loads the data sets, which checks
// their content, and finds out which cells are done. Faults of the
// specification are a *spec.Error with their positions, and a fault of env.Only
// is a *FilterError. If options name files that do not exist, the error wraps a
// *data.UnavailableError for each. Other errors come from the Loader.
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
		return nil, spec.NewError(b.problems) // or else faults of their options would be reported
	}
	b.checkLayout()
	if b.checkCount(); len(b.problems) > 0 {
		return nil, spec.NewError(b.problems)
	}
	for _, d := range s.Datasets {
		b.setups(d) // faults of the file first: they need no data
	}
	if err := b.faults(); err != nil {
		return nil, err
	}
	if err := b.datasets(ctx, env.Loader); err != nil {
		return nil, err
	}
	b.states()
	return p, nil
}

// ToRun returns the cells that are not done, each once. It only counts cells of imported methods,
// which wait for an import.
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

// Threads returns the number of cores of a cell: the number asked for, or else that of the
// specification, or else 1. asked is 0 if the user did not ask.
func (p *Plan) Threads(asked int) int { return cmp.Or(asked, p.Spec.Threads, 1) }

// AddRecord adds a record made since the plan, unless its cell already has one.
func (p *Plan) AddRecord(r record.Record) { p.records.Put(r) }

// ReadNewRecords adds the records that other runs have made since the plan was made, or since the
// last call. own is the journal of this run.
func (p *Plan) ReadNewRecords(own string) {
	for _, r := range p.journals.More(own) {
		p.AddRecord(r)
	}
}

// Latest returns the records that count. The set is the plan's own and must not be changed.
func (p *Plan) Latest() *record.Set { return p.records }

// Begun says whether the experiment was run in this profile. other is the plan of another experiment that
// shares its records, or nil. Cells of both plans do not count, unless every method has a record.
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

// HasRecords says whether the results hold a journal of the specification under
// its profile.
func HasRecords(results string, s *spec.Spec) (bool, error) {
	return record.Any(record.Folder(results, s.Records, s.Profile))
}
