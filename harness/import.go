package harness

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gpcbench/data"
	"gpcbench/harness/record"
	"gpcbench/methods"
)

// Imported counts what Import did.
type Imported struct {
	Cells  int
	Absent []string // cells of the label that have no record and that the file has nothing of
}

// Import takes the predictions of a method that is no part of this program into the records
// of a plan, as those of a label whose method is "imported". A fold is taken whole or not at
// all, and nothing is written unless all that the file has can be taken. Faults of the file
// are *data.ContentError with the line.
func Import(ctx context.Context, p *Plan, label, path string, loader Loader) (_ Imported, err error) {
	defer data.Failed(&err)
	cells, err := p.importable(label)
	if err != nil {
		return Imported{}, err
	}
	foreign, err := readForeign(path)
	if err != nil {
		return Imported{}, err
	}
	var out Imported
	var records []record.Record
	var kept []*predictions
	if slices.ContainsFunc(cells, func(c *Cell) bool { return c.Dataset != cells[0].Dataset }) {
		if err := foreign.named(p.Spec.Name, label); err != nil {
			return Imported{}, err
		}
	}
	folds, passed, err := foreign.share(p.Spec.Name, label, cells, p.leftOut)
	if err != nil {
		return Imported{}, err // a fold that is not there is why another lacks rows
	}
	for _, c := range cells {
		fold := folds[c]
		switch {
		case fold == nil && p.records[c.ID].Status == record.OK:
			continue
		case fold == nil:
			out.Absent = append(out.Absent, c.title())
			continue
		case p.records[c.ID].Status == record.OK:
			return Imported{}, &SelectionError{fmt.Sprintf("%s has a record already, in %s: delete the file to import all of it anew, or take the line out, or import under another label", c.title(), record.Holding(p.Folder, c.ID))}
		}
		r, k, err := fold.record(ctx, c, loader)
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
		if err := kept[i].write(p.predictions(r.ID) + predictionEndings[0]); err != nil {
			return out, err
		}
		if err := journal.Append(r); err != nil {
			return out, err
		}
		out.Cells++
	}
	return out, nil
}

// importable returns the cells of a label whose method is imported.
func (p *Plan) importable(label string) ([]*Cell, error) {
	var cells []*Cell
	var labels []string
	for _, c := range p.Cells {
		if methods.Registry[c.Method].Imported && !slices.Contains(labels, c.Label) {
			labels = append(labels, c.Label)
		}
		if c.Label != label {
			continue
		}
		if !methods.Registry[c.Method].Imported {
			return nil, &SelectionError{fmt.Sprintf("--label %s: the method %q is run here; predictions are imported for a method with name = \"imported\"", label, c.Method)}
		}
		cells = append(cells, c)
	}
	switch {
	case len(cells) > 0:
		return cells, nil
	case slices.ContainsFunc(p.leftOut, func(c *Cell) bool { return c.Label == label }):
		return nil, &SelectionError{fmt.Sprintf("--only leaves no cell of %s", label)}
	case len(labels) == 0:
		return nil, &SelectionError{fmt.Sprintf("%s has no method to import: add [[method]] with name = \"imported\" and label = %q", p.Spec.Name, label)}
	}
	return nil, &SelectionError{fmt.Sprintf("--label %s: there is no such label; those of imported methods are %s", label, strings.Join(labels, ", "))}
}
