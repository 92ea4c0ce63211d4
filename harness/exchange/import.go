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
// of a plan, as those of a label whose method is "imported". A fold is taken whole or not at
// all, and nothing is written unless all that the file has can be taken. With replace, records that
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
	out := Imported{Unread: foreign.unread}
	var records []record.Record
	var kept []*work.Kept
	replaced := map[string]bool{}
	if slices.ContainsFunc(cells, func(c *plan.Cell) bool { return c.Dataset != cells[0].Dataset }) {
		if err := foreign.named(p.Spec.Name, label); err != nil {
			return Imported{}, err
		}
	}
	folds, passed, err := foreign.share(p.Spec.Name, label, cells, leftOut)
	if err != nil {
		return Imported{}, err // a fold that is not there is why another lacks rows
	}
	for _, c := range cells {
		fold := folds[c]
		switch {
		case fold == nil && p.Latest().IsOK(c.ID):
			continue
		case fold == nil:
			out.Absent = append(out.Absent, c.Title())
			continue
		case p.Latest().IsOK(c.ID) && !replace:
			return Imported{}, &plan.SelectionError{Message: fmt.Sprintf("%s has a record already, in %s: --replace puts the new predictions in its place, another label beside it", c.Title(), record.Holding(p.Folder, c.ID))}
		}
		if err := fold.byFileRows(ctx, c.Rows.Source, loader); err != nil {
			return Imported{}, err
		}
		if p.Latest().IsOK(c.ID) {
			replaced[c.ID] = true
		}
		r, k, err := work.Score(ctx, c.Cell, *c.Rows, loader, fold)
		if err != nil {
			return Imported{}, err
		}
		r.Provenance["imported"] = foreign.sum
		records, kept = append(records, r), append(kept, k)
	}
	switch {
	case len(records) == 0 && passed > 0:
		return Imported{}, &data.ContentError{File: path, Problem: "it has no row of a fold that --only leaves"}
	case len(records) == 0:
		return Imported{}, &data.ContentError{File: path, Problem: "it has no row of any fold"}
	}
	journal, err := record.NewJournal(p.Folder)
	if err != nil {
		return Imported{}, err
	}
	defer journal.Close()
	for i, r := range records {
		if err := kept[i].Write(p.PredictionsPath(r.ID)); err != nil {
			return out, err
		}
		if err := journal.Append(r); err != nil {
			return out, err
		}
		out.Cells++
	}
	if len(replaced) > 0 { // after the new ones are kept, so that nothing is lost on the way
		return out, record.Forget(p.Folder, replaced, journal.Name())
	}
	return out, nil
}
