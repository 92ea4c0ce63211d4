// Package exchange writes splits for other programs, and takes their predictions into the records.
package exchange

import (
	"context"
	"fmt"
	"slices"

	"gpcbench/data"
	"gpcbench/harness/plan"
	"gpcbench/harness/record"
	"gpcbench/harness/rows"
	"gpcbench/harness/work"
)

// Imported counts what Import did.
type Imported struct {
	Cells  int
	Absent []string // cells of the label that have no record and that the file has nothing of
	Unread []string // columns of the file that are none of those that are read
}

// Import takes the predictions of a method that is no part of this program into the records
// of a plan, as those of a label whose method is "imported". A fold is imported whole or not at
// all, and nothing is written unless all that the file has can be imported. With replace, records that
// there are of its folds make way. Faults of the file are *data.ContentError with the line.
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
		return Imported{}, err // a fold that is not there is why another lacks rows
	}
	out := Imported{Unread: foreign.unread}
	var imported []*plan.Cell
	for _, c := range cells {
		switch fold, ok := folds[c], p.Latest().IsOK(c.ID); {
		case fold == nil && !ok:
			out.Absent = append(out.Absent, c.Title())
		case fold != nil && ok && !replace:
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
	out.Cells, err = keep(p, results)
	return out, err
}

// recordedAlready is the error that a cell has a record, with the journal that has it.
func recordedAlready(p *plan.Plan, c *plan.Cell) error {
	journal, err := record.Holding(p.Folder, c.ID)
	if err != nil {
		return err
	}
	return &plan.SelectionError{Message: fmt.Sprintf("%s already has a record in %s: give --replace to replace it, or import under another label to keep both", c.Title(), journal)}
}

// scored is a cell's record, and what is kept beside it.
type scored struct {
	record record.Record
	kept   *work.Kept
}

// score judges the predictions of a fold.
func score(ctx context.Context, c *plan.Cell, fold *foreignFold, loader rows.Loader) (out scored, err error) {
	if err := fold.byFileRows(ctx, c.Rows.Source, loader); err != nil {
		return out, err
	}
	out.record, out.kept, err = work.Score(ctx, c.Cell, *c.Rows, loader, fold)
	return out, err
}

// keep writes results to a journal of their own and returns how many. Records that there were of their cells
// are forgotten once the new ones are kept, so that nothing is lost on the way.
func keep(p *plan.Plan, results []scored) (cells int, err error) {
	journal, err := record.NewJournal(p.Folder)
	if err != nil {
		return 0, err
	}
	defer journal.Close()
	replaced := map[string]bool{}
	for _, r := range results {
		if err := r.kept.Write(p.PredictionsPath(r.record.ID)); err != nil {
			return cells, err
		}
		if err := journal.Append(r.record); err != nil {
			return cells, err
		}
		cells++
		if p.Latest().IsOK(r.record.ID) {
			replaced[r.record.ID] = true
		}
	}
	if len(replaced) == 0 {
		return cells, nil
	}
	return cells, record.Forget(p.Folder, replaced, journal.Name())
}
