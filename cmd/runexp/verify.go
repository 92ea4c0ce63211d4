package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"strconv"

	"gpcbench/harness/plan"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/wording"
)

func verifyVerb() verb {
	return verb{
		name: "verify", args: "SPEC...", help: "check the checksums of records; compare records bit by bit with another folder or with cells run again",
		flags: []flags{selectionFlags, againstFlags}, words: specWords, run: (*app).verify,
	}
}

// against is what verify compares records with.
type against struct {
	folder string // of other records
	rerun  int    // cells to run again
}

func againstFlags(fs *flag.FlagSet, a *arguments) {
	fs.StringVar(&a.against.folder, "against", "", "`folder` of the records to compare with")
	fs.Func("rerun", "`number` of cells to run again, whose records must come out the same", func(text string) (err error) {
		if a.against.rerun, err = strconv.Atoi(text); err != nil || a.against.rerun < 1 {
			return errors.New("it takes a whole number of at least 1")
		}
		return nil
	})
}

// verify reports the checksums of the records of --results. If asked to, it compares the records bit by
// bit with those of another folder, or with a sample of cells that it runs again.
func (a *app) verify(ctx context.Context, args arguments) error {
	if args.against.folder != "" && sameFolder(args.results, args.against.folder) {
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

// verifySpec verifies the records of one specification.
func (a *app) verifySpec(ctx context.Context, s *spec.Spec, args arguments) error {
	mine, err := a.makePlan(ctx, s, args, false)
	if err != nil {
		return err
	}
	errs := []error{mine.Damage, a.verifySums(s, mine, args)}
	if args.against.folder != "" {
		errs = append(errs, a.verifyAgainst(s, mine, args))
	}
	if args.against.rerun > 0 {
		errs = append(errs, a.rerun(ctx, s, mine, args))
	}
	return errors.Join(errs...)
}

// verifySums says how many records have a checksum.
func (a *app) verifySums(s *spec.Spec, mine *plan.Plan, args arguments) error {
	sums, err := record.SumsOf(mine.Folder)
	if err != nil && mine.Damage != nil {
		return nil // mine.Damage says what cannot be read
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(a.stdout, "%s, profile %s: %s", s.Name, args.profile, wording.Plural(sums.Records, "record"))
	if sums.Packed > 0 {
		fmt.Fprintf(a.stdout, ", %d of them packed", sums.Packed)
	}
	if sums.Plain > 0 {
		fmt.Fprintf(a.stdout, ", %d without a checksum: an earlier version wrote %s", sums.Plain, wording.Agree(sums.Plain, "it", "them"))
	}
	if sums.Records > 0 && sums.Plain == 0 && sums.Stripped == "" && mine.Damage == nil {
		fmt.Fprint(a.stdout, ", all with the right checksum")
	}
	fmt.Fprintln(a.stdout)
	switch {
	case sums.Stripped != "":
		return fmt.Errorf("%s has some records without the checksum that the others have, which no version writes: "+
			"was it edited? Replace it by an intact copy, or delete the lines that end without \"crc32\" and run their cells again", sums.Stripped)
	case sums.Records == 0 && mine.Damage == nil:
		return fmt.Errorf("%s has no records of the profile %s in %s", s.Name, args.profile, args.results)
	}
	return nil
}

// verifyAgainst compares the records of a plan with those of another folder.
func (a *app) verifyAgainst(s *spec.Spec, mine *plan.Plan, args arguments) error {
	theirs := record.NewSet()
	damage := record.NewReader(record.Folder(args.against.folder, s.Records, args.profile)).Into(theirs, nil)
	found := comparedRecords(mine, theirs)
	fmt.Fprintf(a.stdout, "%s, profile %s: %s in both, %d with the same bits, %d that differ%s\n",
		s.Name, args.profile, wording.Plural(found.both, "cell"), found.both-found.differ, found.differ, found.mostly())
	if found.both == 0 {
		return errors.Join(damage, fmt.Errorf("no cell of %s has a record in both %s and %s", s.Name, args.results, args.against.folder))
	}
	return errors.Join(damage, found.tell(a, s.Name))
}

// tell writes an example of a difference, and returns the error.
func (c sameness) tell(a *app, experiment string) error {
	if c.example != "" {
		fmt.Fprintf(a.stdout, "  such as %s\n", c.example)
	}
	if c.differ > c.allowed {
		return &bitsError{experiment, c.differ - c.allowed}
	}
	return nil
}

// sameness is the result of comparing two folders of records.
type sameness struct {
	both, differ int
	allowed      int    // cells that differ but need not have the same bits
	example      string // the first that differs
}

// comparedRecords compares the records of a plan's cells with other records, if both are good.
func comparedRecords(mine *plan.Plan, theirs *record.Set) sameness {
	var out sameness
	for _, c := range mine.Planned() {
		m, have := mine.Latest().Of(c.ID)
		t, ok := theirs.Of(c.ID)
		if !have || !ok || m.Status != record.OK || t.Status != record.OK {
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

// mostly says how many of the cells that differ are allowed to.
func (c sameness) mostly() string {
	if c.allowed == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d of them may differ: their last bits depend on the processor, on a budget of time, or on a program and its libraries)", c.allowed)
}

// bitsError says that some cells do not have the same bits though they must.
type bitsError struct {
	experiment string
	cells      int
}

// Error counts them.
func (e *bitsError) Error() string {
	return fmt.Sprintf("%s: %s should have the same bits but differ", e.experiment, wording.Plural(e.cells, "cell"))
}
