package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"gpcbench/data"
	"gpcbench/harness/plan"
	"gpcbench/harness/record"
	"gpcbench/harness/run"
	"gpcbench/harness/spec"
	"gpcbench/methods/role"
	"gpcbench/wording"
)

// rerun runs a sample of the cells of a plan again, in a folder of its own, and compares the bits.
func (a *app) rerun(ctx context.Context, s *spec.Spec, mine *plan.Plan, args arguments) (err error) {
	sample, outside := sampled(mine, args.against.rerun)
	if outside > 0 {
		fmt.Fprintf(a.stdout, "%s, profile %s: %s not promised to repeat to the bit: the program does not promise it\n",
			s.Name, args.profile, wording.Counted(outside, "1 cell is", "%d cells are"))
	}
	if len(sample) == 0 {
		return fmt.Errorf("%s: no cell has a record that another run must repeat to the bit", s.Name)
	}
	dir, err := data.TemporaryFolder("gpcbench-verify-")
	if err != nil {
		return fmt.Errorf("cells cannot be run again: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	there := args
	there.results = dir
	again, err := a.makePlan(ctx, s, there, true)
	if err != nil {
		return err
	}
	again.Cells = slices.DeleteFunc(again.Cells, func(c *plan.Cell) bool { return !slices.Contains(sample, c.ID) })
	_, failed := run.Run(ctx, again, run.Options{Jobs: 1, Wait: run.LongestWait, Engine: a.engine, Progress: a.stderr})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	now := record.NewSet()
	damage := record.NewReader(again.Folder).Into(now, nil)
	found := comparedRecords(mine, now)
	fmt.Fprintf(a.stdout, "%s, profile %s: %s run again, %d with the same bits, %d that differ%s\n",
		s.Name, args.profile, wording.Plural(found.both, "cell"), found.both-found.differ, found.differ, found.mostly())
	return errors.Join(failed, damage, found.tell(a, s.Name))
}

// sampled returns the IDs of at most n cells whose records another run must repeat to the bit. They are the
// first by ID, which is a hash: a sample that is the same each time. outside is the number of cells of programs that
// need not repeat their records.
func sampled(p *plan.Plan, n int) (ids []string, outside int) {
	for _, c := range p.Planned() {
		r, have := p.Latest().Of(c.ID)
		switch {
		case !have || r.Status != record.OK || role.Of[c.Method] == role.Imported:
		case record.SameBits(r, r):
			ids = append(ids, c.ID)
		case role.Of[c.Method] == role.Outside:
			outside++
		}
	}
	slices.Sort(ids)
	return ids[:min(n, len(ids))], outside
}
