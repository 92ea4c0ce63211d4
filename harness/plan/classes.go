package plan

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gpcbench/data"
	"gpcbench/harness/rows"
	"gpcbench/methods/method"
)

// CheckClasses looks at the user's own tables, in the repeats that have cells to run. It returns an
// error for the first repeat whose training rows lack a class, since no method can learn that class.
// fewest is the smallest number of training rows among the repeats checked so far.
func (p *Plan) CheckClasses(ctx context.Context, loader rows.Loader) (fewest int, err error) {
	defer data.Failed(&err)
	fewest = math.MaxInt
	loaded := map[string]*data.Dataset{}
	seen := map[string]bool{}
	cells, _ := p.ToRun(p.Cells, false)
	for _, c := range cells {
		if c.Rows.Source.File == "" {
			continue
		}
		repeat := fmt.Sprintf("%s, repeat %d", c.Dataset, c.Repeat)
		if seen[repeat] {
			continue
		}
		seen[repeat] = true
		if loaded[c.Dataset] == nil {
			ds, err := rows.Load(ctx, loader, c.Rows.Source)
			if err != nil {
				return fewest, err
			}
			loaded[c.Dataset] = ds
		}
		if loaded[c.Dataset].Kind == data.Multilabel {
			continue
		}
		trained, err := checkClasses(loaded[c.Dataset], c)
		if err != nil {
			return fewest, fmt.Errorf("%s: %w", repeat, err)
		}
		fewest = min(fewest, trained)
	}
	return fewest, nil
}

// checkClasses checks the classes of a single cell's repeat.
func checkClasses(ds *data.Dataset, c *Cell) (trained int, err error) {
	split, err := c.Rows.Cut(ds, c.Seed, c.Split())
	if err != nil {
		return 0, err
	}
	err = method.CheckClasses(method.Task{Classes: len(ds.ClassNames), Train: data.NewExamples(ds, split.Train, nil)})
	if absent, ok := errors.AsType[*method.AbsentClassError](err); ok {
		absent.Name = ds.ClassNames[absent.Class]
	}
	return split.Train.Len(), err
}
