package work

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"strings"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/loader"
	"gpcbench/data/schema"
	"gpcbench/harness/model"
	"gpcbench/harness/record"
	"gpcbench/harness/rows"
	"gpcbench/methods"
	"gpcbench/methods/method"
)

// Fitted is a model trained on all rows of a data set, with what a user should know about
// the fit.
type Fitted struct {
	*model.Model
	Dataset string
	Rows    int
	Seconds float64
	// NotConverged says that part of Trouble is due to the method, not the machine.
	NotConverged bool
	Trouble      string // trouble of the fit, in the words of run: "", or "NOT CONVERGED in ..."
}

// Fit trains the method of a cell on all rows of its data set, including those of a test file. Random
// numbers are those of repeat 0. Files of an external program are relative to inputs.
func Fit(ctx context.Context, cell record.Cell, selection rows.Selection, loader rows.Loader, inputs, engine string) (_ *Fitted, err error) {
	defer data.Failed(&err)
	p, err := prepare(ctx, loader, selection.All(), cell.Seed, 0)
	if err != nil {
		return nil, err
	}
	p.keepOriginal(cell.Method, selection.Source)
	if err := p.scale(cell.Options); err != nil {
		return nil, err
	}
	encoding, err := encodingOf(p.dataset, selection.Source)
	if err != nil {
		return nil, err
	}
	classifier, options, err := methods.New(cell.Method, cell.Options)
	if err != nil {
		return nil, err
	}
	f, err := train(ctx, classifier, p, nil, Request{Cell: cell, Inputs: inputs, Threads: 1})
	defer f.close()
	if err != nil {
		return nil, err
	}
	_, sparse := p.dataset.Table.(data.Sparse)
	about := provenance(p, Request{Cell: cell, Engine: engine})
	for key, value := range map[string]string{
		"dataset": cell.Dataset, "file": selection.Source.File, "experiment": cell.Experiment, "profile": cell.Profile,
		"seed": fmt.Sprint(cell.Seed), "seconds": fmt.Sprintf("%.3f", f.timing.WallSeconds),
	} {
		about[key] = value
	}
	maps.Copy(about, f.about)
	predictor, err := kept(cell.Method, f.model)
	if err != nil {
		return nil, err
	}
	m := &model.Model{Predictor: predictor, Header: model.Header{
		Method: cell.Method, Label: cell.Label, Options: options, Inducing: f.inducing,
		Kind: p.dataset.Kind, Classes: p.dataset.ClassNames,
		Encoding: encoding, Sparse: sparse, Scaler: p.train.Scaler(), Normalised: p.train.Normalised(),
		Gains: newTestSet(p.dataset, p.train, p.train).gains, Provenance: about,
	}}
	return &Fitted{Model: m, Dataset: cell.Dataset, Rows: p.train.Len(), Seconds: f.timing.WallSeconds, NotConverged: f.events[method.EventNotConverged] > 0, Trouble: Trouble(f.timing, f.events)}, nil
}

// MeanOf returns the mean of fits to the same rows. Its time is that of the longest fit, because they train in
// parallel. The mean of a single fit is the fit itself.
func MeanOf(fits []*Fitted) *Fitted {
	if len(fits) == 1 {
		return fits[0]
	}
	out := *fits[0]
	var models []*model.Model
	var troubles []string
	for _, f := range fits {
		models = append(models, f.Model)
		out.Seconds = max(out.Seconds, f.Seconds)
		out.NotConverged = out.NotConverged || f.NotConverged
		if f.Trouble != "" {
			troubles = append(troubles, f.Label+": "+f.Trouble)
		}
	}
	out.Model, out.Trouble = model.Mean(models), strings.Join(troubles, "; ")
	out.Provenance["seconds"] = fmt.Sprintf("%.3f", out.Seconds)
	return &out
}

// kept returns a predictor for a model file. For an external program, which ends with the fit, it loads what the program saved.
func kept(name string, fitted method.Predictor) (method.Predictor, error) {
	if _, starting := fitted.(method.Starting); !starting {
		return fitted, nil
	}
	raw, err := fitted.MarshalBinary()
	if err != nil {
		return nil, err
	}
	return methods.Registry[name].Load(raw)
}

// encodingOf returns how the columns of a data set's files become its attributes. In sets of the
// catalogue, the columns are already the attributes.
func encodingOf(ds *data.Dataset, src rows.Source) (*schema.Encoding, error) {
	switch {
	case src.File == "":
		encoding := schema.NumericEncoding(ds.Attributes)
		if entry, err := catalogue.Get(cmp.Or(src.Set, src.Name)); err == nil {
			encoding.ZeroBased = entry.Format.FromZero()
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
