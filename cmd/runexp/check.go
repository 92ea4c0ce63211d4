package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gpcbench/harness/plan"
	"gpcbench/harness/spec"
	"gpcbench/report/replication"
	"gpcbench/wording"
)

func checkVerb() verb {
	return verb{
		name: "check", args: "[SPEC...]", help: "compare the verdicts with <results>/verdicts.json",
		flags: []flags{selectionFlags, jsonFlag, func(fs *flag.FlagSet, a *arguments) {
			fs.BoolVar(&a.update, "update", false, "write the current verdicts to <results>/verdicts.json")
		}},
		words: specWords, run: (*app).check,
	}
}

// check compares the current verdicts with the stored ones.
func (a *app) check(ctx context.Context, args arguments) error {
	if err := wholeVerdicts(args); err != nil {
		return err
	}
	kept, unread := readKept(args)
	inputs, damage, err := a.inputs(ctx, args)
	if none, ok := errors.AsType[*noneRecordedError](err); ok {
		gone, _ := apartGone(kept, args)
		return errors.Join(none, unread, gone.Lost())
	}
	if err != nil {
		return err
	}
	if nothing := nothingToCheck(inputs, damage, args); nothing != nil && (args.update || unread != nil) {
		return errors.Join(nothing, unread)
	}
	now, err := judge(inputs, args)
	if err != nil {
		return err
	}
	if unread != nil {
		return unread
	}
	day := time.Now().UTC().Format(time.DateOnly)
	for i, c := range now.claims {
		now.claims[i].History = kept.History(c, day)
	}
	was, rest := now.partition(kept, args)
	gone, rest := apartGone(rest, args)
	found := now.since(was)
	if args.json {
		err = a.printJSON(checkFactsOf(now, found))
	} else {
		a.printJudged(now)
		a.printRegressions(found)
	}
	if err != nil {
		return err
	}
	if args.update {
		if damage != nil { // a cell without its record would take a good verdict with it
			return errors.Join(damage, fmt.Errorf("some records could not be read, so no verdict was written: %s is unchanged", verdictsFile(args)))
		}
		return a.keep(rest.With(now.verdicts, now.claims), args)
	}
	if len(was.Verdicts)+len(was.Claims) == 0 && now.count() > 0 {
		found.missing = noVerdicts(args, "has none for these experiments")
	}
	return errors.Join(damage, found.missing, gone.Lost(), found.regressed())
}

// nothingToCheck is the error if no named experiment has records, or if verdicts are to be written and one has none: its
// verdicts would be lost. It is nil also if some records could not be read.
func nothingToCheck(inputs []replication.Input, damage error, args arguments) error {
	empty := slices.DeleteFunc(slices.Clone(inputs), replication.Input.Recorded)
	if len(args.words) == 0 || damage != nil || len(empty) == 0 || len(empty) < len(inputs) && !args.update {
		return nil
	}
	return fmt.Errorf("there is nothing to check: %w", noRecords(empty, args))
}

// wholeVerdicts refuses an --only that selects only a part of the cells of a verdict.
func wholeVerdicts(args arguments) error {
	if i := slices.IndexFunc(args.only, func(c plan.Condition) bool { return c.Key == plan.RepeatKey }); i >= 0 {
		return usagef("--only %s: a verdict covers all repeats of a cell; leave this condition out", args.only[i])
	}
	if args.update && len(args.only) > 0 {
		return usagef("--update writes the verdicts of whole experiments; leave --only out")
	}
	return nil
}

// judged is experiments with their verdicts and the outcomes of their claims.
type judged struct {
	experiments []*replication.Experiment
	verdicts    []replication.Verdict
	claims      []replication.KeptClaim
	papers      []replication.Bins // where all experiments are judged in the paper's setting
}

// judge judges what the records of experiments say.
func judge(inputs []replication.Input, args arguments) (judged, error) {
	var out judged
	for _, in := range inputs {
		e := replication.New(in)
		tables, err := e.AllTables()
		if err != nil {
			return judged{}, err
		}
		out.experiments = append(out.experiments, e)
		out.verdicts = append(out.verdicts, replication.VerdictsOf(tables)...)
		if in.Selection {
			continue // no claim is kept for a part of the data sets
		}
		for _, o := range e.Outcomes() {
			out.claims = append(out.claims, o.Kept())
		}
	}
	if args.profile == spec.Paper && len(args.words)+len(args.only) == 0 {
		papers, err := builtInPapers()
		if err != nil {
			return judged{}, err
		}
		out.papers = replication.BinsOf(papers, out.verdicts)
	}
	return out, nil
}

// count is how much there is to compare.
func (j judged) count() int { return len(j.verdicts) + len(j.claims) }

// partition divides the stored verdicts: those of these experiments that --only selects, and those of others.
func (j judged) partition(kept replication.Kept, args arguments) (was, rest replication.Kept) {
	was, rest = kept.Apart(func(experiment, profile string) bool {
		return profile == args.profile && slices.ContainsFunc(j.experiments, func(e *replication.Experiment) bool { return e.Spec.Name == experiment })
	})
	if len(args.only) > 0 {
		was.Claims = nil // a claim is about all cells
		was.Verdicts = slices.DeleteFunc(was.Verdicts, func(v replication.Verdict) bool {
			return !slices.ContainsFunc(j.experiments, func(e *replication.Experiment) bool { return e.Has(v) })
		})
	}
	return was, rest
}

// comparison is what got worse since verdicts were stored.
type comparison struct {
	verdicts, claims []string // regressions
	missing          error    // what was good and cannot be compared now
}

// since compares with the stored verdicts.
func (j judged) since(was replication.Kept) comparison {
	verdicts, missing := replication.Check(was.Verdicts, j.verdicts)
	claims, missingClaims := replication.Check(was.Claims, j.claims)
	return comparison{verdicts, claims, errors.Join(missing, missingClaims)}
}

// regressed is the error that something got worse, nil if nothing did.
func (c comparison) regressed() error {
	if len(c.verdicts)+len(c.claims) == 0 {
		return nil
	}
	return &regressionError{len(c.verdicts), len(c.claims)}
}

// keep writes verdicts.json.
func (a *app) keep(kept replication.Kept, args arguments) error {
	file := verdictsFile(args)
	if err := replication.WriteVerdicts(file, kept); err != nil {
		return err
	}
	fmt.Fprintf(a.stderr, "verdicts written to %s\n", file)
	return nil
}

// verdictsFile is where verdicts are kept.
func verdictsFile(args arguments) string { return filepath.Join(args.results, "verdicts.json") }

// readKept reads the stored verdicts. With --update a missing file is no error.
func readKept(args arguments) (replication.Kept, error) {
	kept, err := replication.ReadVerdicts(verdictsFile(args))
	switch {
	case !errors.Is(err, fs.ErrNotExist):
		return kept, err
	case args.update:
		return kept, nil
	}
	return kept, noVerdicts(args, "does not exist")
}

// noVerdicts is the error that there is nothing to compare with. It says what to do.
func noVerdicts(args arguments, why string) error {
	return fmt.Errorf("there are no verdicts to compare with: %s %s; runexp check%s --profile %s%s --update writes them",
		verdictsFile(args), why, words(args.words), args.profile, args.recordsFlag())
}

// apartGone splits off the stored verdicts of experiments that have no records now, if all stored
// verdicts are compared.
func apartGone(kept replication.Kept, args arguments) (gone, rest replication.Kept) {
	if len(args.words)+len(args.only) > 0 {
		return replication.Kept{}, kept
	}
	return kept.Apart(func(_, profile string) bool { return profile == args.profile })
}

// printJudged prints how many published numbers have which verdict, experiment by experiment
// and of all, and the outcomes of the claims, paper by paper.
func (a *app) printJudged(now judged) {
	experiments := groupsOf(now.verdicts, func(v replication.Verdict) string { return v.Experiment })
	for _, name := range slices.SortedFunc(maps.Keys(experiments), wording.ByFolder) {
		a.printCounts(name, replication.CountNumbers(experiments[name]))
	}
	for _, b := range now.papers {
		fmt.Fprintf(a.stdout, "numbers of %s: %s\n", b.Paper, b)
	}
	if all := replication.All(now.papers); len(now.papers) > 0 {
		fmt.Fprintf(a.stdout, "all numbers, without %d that are printed twice: %s\n", all.Printed.Again, all)
	} else if len(experiments) > 1 {
		fmt.Fprintf(a.stdout, "all: %s\n", replication.CountNumbers(now.verdicts).Numbers)
	}
	papers := groupsOf(now.claims, func(k replication.KeptClaim) string { return path.Dir(k.Experiment) })
	for _, name := range slices.SortedFunc(maps.Keys(papers), wording.ByFolder) {
		fmt.Fprintf(a.stdout, "claims of %s: %s\n", name, outcomesText(papers[name]))
	}
	if len(papers) > 1 {
		fmt.Fprintf(a.stdout, "all claims: %s\n", outcomesText(now.claims))
	}
	if now.count() == 0 {
		fmt.Fprintln(a.stdout, "there are no published numbers or claims to compare with")
	}
}

// printRegressions prints what got worse.
func (a *app) printRegressions(found comparison) {
	for _, r := range slices.Concat(found.verdicts, found.claims) {
		fmt.Fprintf(a.stdout, "regression: %s\n", r)
	}
}

// printCounts prints the main counts, and the additional ones below.
func (a *app) printCounts(name string, counted replication.NumberCounts) {
	switch {
	case len(counted.Numbers) > 0:
		fmt.Fprintf(a.stdout, "%s: %s\n", name, counted.Numbers)
	case len(counted.Beside) > 0:
		fmt.Fprintf(a.stdout, "%s: its numbers are counted elsewhere\n", name)
	}
	for _, b := range counted.Beside {
		fmt.Fprintf(a.stdout, "  %s: %s\n", b.Name, b.Counts)
	}
}

// outcomesText writes how many claims have which outcome: "3 hold, 1 does not hold".
func outcomesText(claims []replication.KeptClaim) string {
	var parts []string
	for _, c := range replication.CountClaims(claims) {
		parts = append(parts, wording.Outcome(c.Numbers, c.Verdict))
	}
	return strings.Join(parts, ", ")
}

// groupsOf groups things by name.
func groupsOf[T any](things []T, name func(T) string) map[string][]T {
	groups := map[string][]T{}
	for _, t := range things {
		groups[name(t)] = append(groups[name(t)], t)
	}
	return groups
}
