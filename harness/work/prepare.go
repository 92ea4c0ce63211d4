package work

import (
	"context"
	"fmt"

	"gpcbench/data"
	"gpcbench/harness/record"
	"gpcbench/harness/rows"
)

// prepared holds the rows of one repeat of a data set, ready for training and
// testing.
type prepared struct {
	dataset     *data.Dataset
	split       data.Split
	train, test *data.Examples
}

// prepare loads the data set of a selection and splits it for a repeat. It returns
// an error if the data is not what the plan has seen.
func prepare(ctx context.Context, loader rows.Loader, r rows.Selection, seed uint64, repeat int) (*prepared, error) {
	ds, err := loader.Load(ctx, r.Source)
	if err != nil {
		return nil, err
	}
	if ds.Digest != r.Digest {
		return nil, fmt.Errorf("data set %s was changed while its cells ran; run again", r.Source.Name)
	}
	if err := ds.Prepare(); err != nil {
		return nil, err
	}
	split, err := r.Cut(ds, seed, repeat)
	if err != nil {
		return nil, err
	}
	return &prepared{dataset: ds, split: split, train: data.NewExamples(ds, split.Train, nil), test: data.NewExamples(ds, split.Test, nil)}, nil
}

// scale prepares the inputs as a cell's options say.
func (p *prepared) scale(options record.Options) error {
	if options.Standardise() {
		if err := p.standardise(options.StandardiseAll()); err != nil {
			return err
		}
	}
	if options.Normalise() {
		p.train, p.test = p.train.Normalise(), p.test.Normalise()
	}
	return nil
}

// standardise scales the inputs by the mean and the standard deviation of the
// training rows, or of all rows of the table.
func (p *prepared) standardise(all bool) error {
	rows := p.split.Train
	if all {
		rows = data.All(p.dataset.Len())
	}
	scaler := data.FitScaler(p.dataset, rows)
	if j := scaler.Overflown(); j >= 0 {
		return fmt.Errorf("standardise: the standard deviation of column %q is beyond the range of a float64; divide the column", p.dataset.Attributes[j])
	}
	p.train = data.NewExamples(p.dataset, p.split.Train, scaler)
	p.test = data.NewExamples(p.dataset, p.split.Test, scaler)
	return nil
}
