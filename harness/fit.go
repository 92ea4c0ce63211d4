package harness

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/loader"
	"gpcbench/data/schema"
	"gpcbench/harness/model"
	"gpcbench/harness/spec"
	"gpcbench/methods"
)

// allRows is the split that trains on every row and tests on none.
const allRows = "all"

// Fitted is a model that was trained on all rows of a data set, and what there is to tell of
// the fit.
type Fitted struct {
	*model.Model
	Dataset string
	Rows    int
	Seconds float64
	Trouble string // that the fit had, as run tells of it: "", or "NOT CONVERGED in ..."
}

// Fit trains the method of a label on all rows of a data set, those of a test file too. The
// plan must have one setting of it; a *SelectionError says what there is otherwise. Random numbers
// are those of repeat 0.
func Fit(ctx context.Context, p *Plan, label string, env Env, engine string) (_ *Fitted, err error) {
	defer data.Failed(&err)
	cell, err := p.setting(label)
	if err != nil {
		return nil, err
	}
	r := *cell.rows
	r.MaxTrain = 0
	r.Split = spec.Split{Kind: allRows, Distinct: r.Split.Distinct}
	rows, err := prepare(ctx, env.Loader, r, cell.Seed, 0)
	if err != nil {
		return nil, err
	}
	if err := rows.scale(cell.Options); err != nil {
		return nil, err
	}
	encoding, err := encodingOf(rows.dataset, r.Source)
	if err != nil {
		return nil, err
	}
	classifier, options, err := methods.New(cell.Method, cell.Options)
	if err != nil {
		return nil, err
	}
	f, err := train(ctx, classifier, rows, nil, request{Cell: cell.Cell})
	if err != nil {
		return nil, err
	}
	_, sparse := rows.dataset.Table.(data.Sparse)
	about := provenance(rows, request{Cell: cell.Cell, Engine: engine})
	for key, value := range map[string]string{
		"dataset": cell.Dataset, "file": r.Source.File, "experiment": cell.Experiment, "profile": cell.Profile,
		"seed": fmt.Sprint(cell.Seed), "seconds": fmt.Sprintf("%.3f", f.timing.WallSeconds),
	} {
		about[key] = value
	}
	m := &model.Model{Predictor: f.model, Header: model.Header{
		Method: cell.Method, Label: cell.Label, Options: options, Inducing: f.inducing,
		Kind: rows.dataset.Kind, Classes: rows.dataset.ClassNames,
		Encoding: encoding, Sparse: sparse, Scaler: rows.train.Scaler(), Normalised: rows.train.Normalised(), Provenance: about,
	}}
	return &Fitted{Model: m, Dataset: cell.Dataset, Rows: rows.train.Len(), Seconds: f.timing.WallSeconds, Trouble: trouble(f.timing, f.events)}, nil
}

// encodingOf returns how the columns of a data set's files become its attributes. Those of
// the catalogue's sets are attributes already.
func encodingOf(ds *data.Dataset, src Source) (*schema.Encoding, error) {
	switch {
	case src.File == "":
		encoding := schema.NumericEncoding(ds.Attributes)
		if entry, err := catalogue.Get(cmp.Or(src.Set, src.Name)); err == nil {
			encoding.ZeroBased = entry.Format.Kind == "xc" || entry.Format.ZeroBased
		}
		return encoding, nil
	case ds.Kind == data.Multilabel:
		return loader.LabelEncoding(src.UserTable, ds.Attributes)
	}
	encoding, err := loader.Encoding(src.UserTable)
	if err == nil && encoding.Dim() != ds.Dim() {
		err = data.ErrChanged
	}
	return encoding, err
}

// setting returns the first cell of a label, whose settings must all be the same.
func (p *Plan) setting(label string) (*Cell, error) {
	var found *Cell
	var datasets, labels []string
	differ := map[string][]string{}
	for _, c := range p.Cells {
		if !slices.Contains(labels, c.Label) {
			labels = append(labels, c.Label)
		}
		if c.Label != label {
			continue
		}
		if found == nil {
			found = c
		}
		if !slices.Contains(datasets, c.Dataset) {
			datasets = append(datasets, c.Dataset)
		}
		for key, value := range c.Options {
			if text := optionText(value); !slices.Contains(differ[key], text) {
				differ[key] = append(differ[key], text)
			}
		}
	}
	if found == nil {
		return nil, &SelectionError{fmt.Sprintf("--label %s: there is no such label%s; the labels of %s are %q", label, spec.DidYouMean(label, labels), p.Spec.Name, labels)}
	}
	if methods.Registry[found.Method].Imported {
		return nil, &SelectionError{fmt.Sprintf("--label %s: its predictions are made elsewhere; there is no model to fit", label)}
	}
	if len(datasets) > 1 {
		return nil, &SelectionError{fmt.Sprintf("%s has several data sets, and a model is of one: say --only dataset=%s, or another of %q", p.Spec.Name, datasets[0], datasets)}
	}
	for _, key := range slices.Sorted(maps.Keys(found.Options)) {
		if values := differ[key]; len(values) > 1 {
			return nil, &SelectionError{fmt.Sprintf("%s has several settings of %s, and a model is of one: say --only %s=%s, or another of %s",
				label, key, key, values[0], strings.Join(values, ", "))}
		}
	}
	return found, nil
}
