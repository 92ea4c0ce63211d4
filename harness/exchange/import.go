// Package exchange writes splits for other programs and imports their predictions into the records.
package exchange

import (
	"context"
	"fmt"
	"slices"

	"gpcbench/data"
	"gpcbench/data/atomicfile"
	"gpcbench/harness/plan"
	"gpcbench/harness/record"
	"gpcbench/harness/rows"
	"gpcbench/harness/work"
)

// Imported counts what Import did.
type Imported struct {
	Cells  int
	Absent []string // cells of the label with neither a record nor predictions in the file
	Unread []string // columns of the file that Import does not read
}

// Import imports the predictions of a method outside this program into the records of a plan,
// under a label whose method is "imported". A fold is imported whole or not at all, and nothing
// is written unless the whole file can be imported. With replace, existing records of its folds
// are replaced. Faults of the file are *data.ContentError with the line.
func Import(ctx context.Context, p *plan.Plan, label, path string, replace bool, loader rows.Loader) (_ Imported, err error) {
	defer data.Failed(&err)
	cells, leftOut, err := p.Importable(label)
	if err != nil {
		return Imported{}, err
	}
	foreign, err := readForeign(path)
	if err != nil {
		return Imported{}, err
	}
	if slices.ContainsFunc(cells, func(c *plan.Cell) bool { return c.Dataset != cells[0].Dataset }) {
		if err := foreign.named(p.Spec.Name, label); err != nil {
			return Imported{}, err
		}
	}
	folds, passed, err := foreign.share(p.Spec.Name, label, cells, leftOut)
	if err != nil {
		return Imported{}, err // reported first: a wrong fold number leaves another fold without rows
	}
	out := Imported{Unread: foreign.unread}
	var imported []*plan.Cell
	for _, c := range cells {
		switch fold, done := folds[c], p.Latest().IsOK(c.ID); {
		case fold == nil && !done:
			out.Absent = append(out.Absent, c.Title())
		case fold != nil && done && !replace:
			return Imported{}, recordedAlready(p, c)
		case fold != nil:
			imported = append(imported, c)
		}
	}
	switch {
	case len(imported) == 0 && passed > 0:
		return Imported{}, &data.ContentError{File: path, Problem: "it has no row of a fold that --only selects"}
	case len(imported) == 0:
		return Imported{}, &data.ContentError{File: path, Problem: "it has no row of any fold"}
	}
	var results []scored
	for _, c := range imported {
		r, err := score(ctx, c, folds[c], loader)
		if err != nil {
			return Imported{}, err
		}
		r.record.Provenance[record.ImportedKey] = foreign.sum
		results = append(results, r)
	}
	out.Cells, err = keep(ctx, p, results, replace)
	return out, err
}

// recordedAlready returns the error for a cell that has a record; it names the journal.
func recordedAlready(p *plan.Plan, c *plan.Cell) error {
	journal, err := record.Holding(p.Folder, c.ID)
	if err != nil {
		return err
	}
	return &plan.SelectionError{Message: fmt.Sprintf("%s already has a record in %s: give --replace to replace it, or import under another label to keep both", c.Title(), journal)}
}

// scored is a cell's record and the files kept with it.
type scored struct {
	cell   *plan.Cell
	record record.Record
	kept   interface{ Write(path string) error }
}

// score scores the predictions of a fold.
func score(ctx context.Context, c *plan.Cell, fold *foreignFold, loader rows.Loader) (out scored, err error) {
	if err := fold.byFileRows(ctx, c.Rows.Source, loader); err != nil {
		return out, err
	}
	out.cell = c
	out.record, out.kept, err = work.Score(ctx, c.Cell, *c.Rows, loader, fold)
	return out, err
}

// keep writes results to a new journal and returns their number. Earlier records of the same cells are
// removed only after the new ones are written, so that an interruption loses nothing. Of two imports at
// once one waits for the other: each would remove what the other has written.
func keep(ctx context.Context, p *plan.Plan, results []scored, replace bool) (cells int, err error) {
	journal, err := record.NewJournal(p.Folder)
	if err != nil {
		return 0, err
	}
	defer journal.Close()
	if release, err := atomicfile.LockFolder(ctx, p.Folder, func() {}); err == nil {
		defer release()
	} else if ctx.Err() != nil {
		return 0, err
	}
	p.ReadNewRecords(journal.Name())
	replaced := map[string]bool{}
	for _, r := range results {
		if !p.Latest().IsOK(r.record.ID) {
			continue
		}
		if !replace {
			return 0, recordedAlready(p, r.cell)
		}
		replaced[r.record.ID] = true
	}
	for _, r := range results {
		if err := r.kept.Write(p.PredictionsPath(r.record.ID)); err != nil {
			return cells, err
		}
		if err := journal.Append(r.record); err != nil {
			return cells, err
		}
		cells++
	}
	if len(replaced) == 0 {
		return cells, nil
	}
	return cells, record.Forget(p.Folder, replaced, journal.Name())
}
