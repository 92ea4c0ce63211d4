package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"gpcbench/harness/plan"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/wording"
)

// verify compares the records of --results with those of another folder, cell by cell and bit by bit.
func (a *app) verify(ctx context.Context, args arguments) error {
	if args.against == "" {
		return usagef("verify: with what? --against names the folder of the other records")
	}
	if sameFolder(args.results, args.against) {
		return usagef("verify: --results and --against are the same folder, %s", args.results)
	}
	specs, err := readSpecs(args.words, args.profile)
	if err != nil {
		return err
	}
	var errs []error
	for _, s := range specs {
		errs = append(errs, a.verifySpec(ctx, s, args))
	}
	return errors.Join(errs...)
}

// sameFolder says whether two paths name one folder.
func sameFolder(a, b string) bool {
	left, errLeft := filepath.Abs(a)
	right, errRight := filepath.Abs(b)
	return errLeft == nil && errRight == nil && left == right
}

// verifySpec compares the records of one specification.
func (a *app) verifySpec(ctx context.Context, s *spec.Spec, args arguments) error {
	mine, err := a.makePlan(ctx, s, args, false)
	if err != nil {
		return err
	}
	theirs, damage := record.NewReader(record.Folder(args.against, s.Records, args.profile)).All()
	found := comparedRecords(mine, record.Latest(theirs))
	fmt.Fprintf(a.stdout, "%s, profile %s: %s in both, %d with the same bits, %d that differ%s\n",
		s.Name, args.profile, wording.Plural(found.both, "cell"), found.both-found.differ, found.differ, found.mostly())
	if found.example != "" {
		fmt.Fprintf(a.stdout, "  such as %s\n", found.example)
	}
	if found.both == 0 {
		return errors.Join(mine.Damage, damage, fmt.Errorf("no cell of %s has a record in both %s and %s", s.Name, args.results, args.against))
	}
	if found.differ > found.allowed {
		err = &bitsError{s.Name, found.differ - found.allowed}
	}
	return errors.Join(mine.Damage, damage, err)
}

// sameness is what came of comparing two folders of records.
type sameness struct {
	both, differ int
	allowed      int    // of those that differ: those that need not have the same bits
	example      string // the first that differs
}

// comparedRecords compares the cells of a plan with others' records, by cell, where both are good.
func comparedRecords(mine *plan.Plan, theirs map[string]record.Record) sameness {
	var out sameness
	for _, c := range mine.Planned() {
		m, have := mine.Latest()[c.ID]
		t, has := theirs[c.ID]
		if !have || !has || m.Status != record.OK || t.Status != record.OK {
			continue
		}
		out.both++
		how := record.Differs(m, t)
		if how == "" {
			continue
		}
		out.differ++
		if !record.SameBits(m, t) {
			out.allowed++
		}
		if out.example == "" {
			out.example = fmt.Sprintf("%s (cell %s): %s", m.Name(), m.ID, how)
		}
	}
	return out
}

// mostly says of cells that differ that they may.
func (c sameness) mostly() string {
	if c.allowed == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d of them may: their last bits depend on the processor or on a budget of time)", c.allowed)
}

// bitsError says that cells do not have the bits that they must have.
type bitsError struct {
	experiment string
	cells      int
}

// Error counts them.
func (e *bitsError) Error() string {
	return fmt.Sprintf("%s: %s should have the same bits and differ", e.experiment, wording.Plural(e.cells, "cell"))
}
