package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"sync"
	"time"

	"gpcbench/data"
	"gpcbench/data/atomicfile"
	"gpcbench/harness/model"
	"gpcbench/harness/plan"
	"gpcbench/harness/record"
	"gpcbench/harness/rows"
	"gpcbench/harness/work"
	"gpcbench/machine"
	"gpcbench/wording"
)

func fitVerb() verb {
	return verb{
		name: "fit", args: "SPEC --method L --out MODEL", help: "train a method on all rows, with the options of the profile, and save the model",
		flags: []flags{profileFlag, onlyFlag, methodFlag, outFlag("`file` of the model, which must not exist yet")},
		words: specWords, interrupted: "; nothing of the fit is kept, and no model was written", run: (*app).fit,
	}
}

// fit trains a method on all rows of a table and keeps the model.
func (a *app) fit(ctx context.Context, args arguments) error {
	if args.label == "" || args.out == "" {
		return usagef("fit: say which method with --method, and where the model goes with --out")
	}
	if err := atomicfile.CheckOutput(args.out); err != nil {
		return existing(err) // before a fit of hours
	}
	p, err := a.onePlan(ctx, "fit", args)
	if err != nil {
		return err
	}
	m, path, err := a.fitCell(ctx, p, args.label, args.out, 0)
	if err != nil {
		return err
	}
	if path != args.out {
		fmt.Fprintf(a.stderr, "notice: %s was created by something else while the method was trained, and is left unchanged\n", args.out)
	}
	of := "classes"
	if m.Kind == data.Multilabel {
		of = "labels"
	}
	trouble := ""
	if m.Trouble != "" {
		trouble = ", " + m.Trouble
	}
	fmt.Fprintf(a.stdout, "%s on the %s of %s, %d %s: %.2g s%s\nmodel: %s\n", m.Label, wording.Plural(m.Rows, "row"), m.Dataset, len(m.Classes), of, m.Seconds, trouble, path)
	return nil
}

// fitCell trains the method of a label, or the members of a mean, on all rows of a plan's data set, and writes the
// model to a file, or to a free name beside it if the file exists by then. If within is not 0, training ends after
// that time.
func (a *app) fitCell(ctx context.Context, p *plan.Plan, label, file string, within time.Duration) (m *work.Fitted, path string, err error) {
	cells, err := cellsToFit(p, label)
	if err != nil {
		return nil, "", usagef("fit: %v", err)
	}
	l, err := a.loader(true)
	if err != nil {
		return nil, "", err
	}
	machine.LimitMemory() // the fit is made here, not in a worker
	fits, err := a.fitTogether(ctx, p, cells, l, within)
	if err != nil {
		return nil, "", fmt.Errorf("fit: %w", err)
	}
	m = work.MeanOf(fits)
	path, err = keepModel(m.Save, file)
	return m, path, err
}

// fitTogether trains the methods of some cells on all rows, side by side, each on its own core. If one fails, the
// others are stopped.
func (a *app) fitTogether(ctx context.Context, p *plan.Plan, cells []*plan.Cell, l rows.Loader, within time.Duration) ([]*work.Fitted, error) {
	fits, failed := make([]*work.Fitted, len(cells)), make([]error, len(cells))
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var all sync.WaitGroup
	slots := make(chan struct{}, runtime.NumCPU())
	for i, c := range cells {
		all.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			cell := c.Cell // of its own: the plan keeps its options
			if _, ok := cell.Options[record.BudgetOption]; ok && within > 0 {
				cell.Options = maps.Clone(cell.Options)
				cell.Options[record.BudgetOption] = within.Seconds()
			}
			if fits[i], failed[i] = work.Fit(ctx, cell, *c.Rows, l, p.Inputs(), a.engine); failed[i] != nil {
				stop(failed[i]) // those beside it
			}
		})
	}
	all.Wait()
	if errors.Join(failed...) != nil {
		return nil, context.Cause(ctx)
	}
	return fits, nil
}

// cellsToFit are the first cells of a label, or of the labels that it is the mean of.
func cellsToFit(p *plan.Plan, label string) ([]*plan.Cell, error) {
	c, err := p.Setting(label)
	members := record.MemberLabels(label)
	if err == nil || len(members) == 1 {
		return []*plan.Cell{c}, err
	}
	var cells []*plan.Cell
	for _, member := range members {
		c, err := p.Setting(member)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(cells, func(cell *plan.Cell) bool { return cell.Label == c.Label }) {
			return nil, fmt.Errorf("--method %s: name each method of a mean only once", label)
		}
		cells = append(cells, c)
	}
	switch {
	case len(cells) > model.MostMembers:
		return nil, fmt.Errorf("--method %s: a mean takes at most %d methods", label, model.MostMembers)
	case p.Datasets[0].Multilabel:
		return nil, fmt.Errorf("--method %s: a mean takes methods for classes, not for label sets", label)
	}
	return cells, nil
}

// keepModel writes a model to the first free name of freeOutput. If another process takes that name meanwhile, it
// tries the next.
func keepModel(save func(io.Writer) error, file string) (path string, err error) {
	out, path, err := freeOutput(file)
	if err != nil {
		return "", err
	}
	defer out.Abandon()
	if err := save(out); err != nil {
		return "", err
	}
	err = out.Finish()
	if _, exists := errors.AsType[*atomicfile.ExistsError](err); exists {
		return keepModel(save, file)
	}
	return path, err
}
