package harness

import (
	"context"
	"errors"
	"fmt"

	"gpcbench/data"
	"gpcbench/methods/method"
)

// CheckClasses returns an error about the first repeat of a plan whose training rows lack a
// class, which methods cannot learn then; nil if none does.
func (p *Plan) CheckClasses(ctx context.Context, loader Loader) (err error) {
	defer data.Failed(&err)
	loaded := map[string]*data.Dataset{}
	seen := map[string]bool{}
	for _, c := range p.Cells {
		repeat := fmt.Sprintf("%s, repeat %d", c.Dataset, c.Repeat)
		if seen[repeat] {
			continue
		}
		seen[repeat] = true
		if loaded[c.Dataset] == nil {
			ds, err := load(ctx, loader, c.rows.Source)
			if err != nil {
				return err
			}
			loaded[c.Dataset] = ds
		}
		if err := checkClasses(loaded[c.Dataset], c); err != nil {
			return fmt.Errorf("%s: %w", repeat, err)
		}
	}
	return nil
}

// checkClasses is CheckClasses of the repeat of a cell.
func checkClasses(ds *data.Dataset, c *Cell) error {
	split, err := c.rows.split(ds, c.Seed, c.Repeat)
	if err != nil {
		return err
	}
	err = method.CheckClasses(method.Task{Classes: len(ds.ClassNames), Train: data.NewExamples(ds, split.Train, nil)})
	if absent, ok := errors.AsType[*method.AbsentClassError](err); ok {
		absent.Name = ds.ClassNames[absent.Class]
	}
	return err
}
