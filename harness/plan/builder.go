package plan

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gpcbench/data"
	"gpcbench/harness/record"
	"gpcbench/harness/rows"
	"gpcbench/harness/spec"
)

// builder makes the cells of a plan.
type builder struct {
	plan     *Plan
	results  string // folder of the records
	only     Filter
	known    estimates           // of the records of the journals
	recorded map[string]recorded // the same, by data set
	problems []spec.Problem
	absent   []error         // files that options name but that do not exist
	seen     []bool          // by record number: whether a cell has it, even one that the filter leaves out
	unseen   map[string]bool // data sets whose cells are not all known

	ofDataset map[string][]setup // by data set, see setups
}

// recorded is what the records say about a data set.
type recorded struct {
	digest string // of the data of the last record
	splits int
}

// note notes the time and the data set of a record.
func (b *builder) note(r record.Record) {
	if r.Status != record.OK {
		return
	}
	b.known.add(r)
	b.recorded[r.Dataset] = recorded{r.Data(), max(b.recorded[r.Dataset].splits, r.Split()+1)}
}

// problem notes a fault of the specification, once even if several values of a list have it.
func (b *builder) problem(at spec.Position, format string, args ...any) {
	message := fmt.Sprintf(format, args...)
	if !slices.ContainsFunc(b.problems, func(p spec.Problem) bool { return p.File == at.File && p.Line == at.Line && p.Message == message }) {
		b.problems = append(b.problems, spec.Problem{Position: at, Message: message})
	}
}

// noteAbsent notes that a file which an option names does not exist, once even if several methods name it there.
func (b *builder) noteAbsent(at spec.Position, key string, err error) {
	err = fmt.Errorf("%v: %s: %w", at, key, err)
	if !slices.ContainsFunc(b.absent, func(noted error) bool { return noted.Error() == err.Error() }) {
		b.absent = append(b.absent, err)
	}
}

// faults returns what is wrong with the specification, or else which files that it names do not exist.
func (b *builder) faults() error {
	if err := spec.NewError(b.problems); err != nil {
		return err
	}
	return errors.Join(b.absent...)
}

// datasets loads the data sets and adds their cells.
func (b *builder) datasets(ctx context.Context, loader rows.Loader) error {
	p := b.plan
	var errs []error
	for _, d := range p.Spec.Datasets {
		if !b.only.has(p.Spec, d.Name) {
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
