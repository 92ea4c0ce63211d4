package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"gpcbench/harness"
	"gpcbench/report"
	"gpcbench/report/analysis"
	"gpcbench/report/wording"
)

// check compares the verdicts of now with those that were kept.
func (a *app) check(ctx context.Context, args arguments) error {
	if i := slices.IndexFunc(args.only, func(c harness.Condition) bool { return c.Key == "repeat" }); i >= 0 {
		return usagef("--only %s: a verdict is on all repeats of a cell; leave this condition out", args.only[i])
	}
	if args.update && len(args.only) > 0 {
		return usagef("--update keeps the verdicts on whole experiments; leave --only out")
	}
	kept, unread := readKept(args)
	inputs, damage, err := a.inputs(ctx, args)
	if none, ok := errors.AsType[*noneRecordedError](err); ok {
		gone, _ := apartGone(kept, args)
		return errors.Join(none, gone.Lost())
	}
	if err != nil {
		return err
	}
	var plans []*analysis.Experiment
	var now []analysis.Verdict
	var claims []analysis.KeptClaim
	for _, in := range inputs {
		p := analysis.New(in)
		plans = append(plans, p)
		tables, err := p.AllTables()
		if err != nil {
			return err
		}
		now = append(now, analysis.VerdictsOf(tables)...)
		for _, o := range p.Claims() {
			claims = append(claims, o.Kept())
		}
	}
	if unread != nil {
		return unread
	}
	was, rest := kept.Apart(func(experiment, profile string) bool {
		return profile == args.profile && slices.ContainsFunc(plans, func(p *analysis.Experiment) bool { return p.Spec.Name == experiment })
	})
	gone, rest := apartGone(rest, args)
	if len(args.only) > 0 {
		was.Claims = nil // a claim is about all cells
		was.Verdicts = slices.DeleteFunc(was.Verdicts, func(v analysis.Verdict) bool {
			return !slices.ContainsFunc(plans, func(p *analysis.Experiment) bool { return p.Has(v) })
		})
	}
	regressions, missing := analysis.Check(was.Verdicts, now)
	a.printVerdicts(now, claims)
	if len(now)+len(claims) == 0 {
		fmt.Fprintln(a.stdout, "no published numbers, and no claims, to compare with")
	}
	for _, r := range regressions {
		fmt.Fprintf(a.stdout, "regression: %s\n", r)
	}
	lost, missingClaims := analysis.CheckClaims(was.Claims, claims)
	for _, r := range lost {
		fmt.Fprintf(a.stdout, "regression: %s\n", r)
	}
	if args.update {
		file := verdictsFile(args)
		if err := analysis.WriteVerdicts(file, rest.With(now, claims)); err != nil {
			return err
		}
		fmt.Fprintf(a.stdout, "kept in %s\n", file)
		return damage
	}
	if len(was.Verdicts)+len(was.Claims) == 0 && len(now)+len(claims) > 0 {
		missing = noVerdicts(args, "has none of what is checked")
	}
	missing = errors.Join(missing, missingClaims, gone.Lost())
	if len(regressions)+len(lost) > 0 {
		return errors.Join(damage, missing, &regressionError{len(regressions), len(lost)})
	}
	return errors.Join(damage, missing)
}

// verdictsFile is where verdicts are kept.
func verdictsFile(args arguments) string { return filepath.Join(args.results, "verdicts.json") }

// readKept reads what was kept. That nothing is there yet is no error where it is written.
func readKept(args arguments) (analysis.Kept, error) {
	kept, err := analysis.ReadVerdicts(verdictsFile(args))
	switch {
	case !errors.Is(err, fs.ErrNotExist):
		return kept, err
	case args.update:
		return kept, nil
	}
	return kept, noVerdicts(args, "is not there")
}

// noVerdicts is the error that there is nothing to compare with, and what to do.
func noVerdicts(args arguments, why string) error {
	return fmt.Errorf("there are no verdicts to compare with: %s %s; runexp check%s --profile %s%s --update writes them",
		verdictsFile(args), why, words(args.words), args.profile, args.recordsFlag())
}

// apartGone divides what was kept of experiments that have no records now, where all that was
// kept is compared, and the rest.
func apartGone(kept analysis.Kept, args arguments) (gone, rest analysis.Kept) {
	if len(args.words)+len(args.only) > 0 {
		return analysis.Kept{}, kept
	}
	return kept.Apart(func(_, profile string) bool { return profile == args.profile })
}

// printVerdicts prints how many published numbers have which verdict, experiment by experiment
// and of all, and the outcomes of the claims, paper by paper.
func (a *app) printVerdicts(verdicts []analysis.Verdict, claims []analysis.KeptClaim) {
	experiments := groupsOf(verdicts, func(v analysis.Verdict) string { return v.Experiment })
	for _, name := range slices.SortedFunc(maps.Keys(experiments), wording.ByFolder) {
		a.printCounts(name, analysis.Counts(experiments[name]))
	}
	if len(experiments) > 1 {
		fmt.Fprintf(a.stdout, "all: %s\n", report.CountsText(analysis.Counts(verdicts).Numbers))
	}
	papers := groupsOf(claims, func(k analysis.KeptClaim) string { return path.Dir(k.Experiment) })
	for _, name := range slices.SortedFunc(maps.Keys(papers), wording.ByFolder) {
		fmt.Fprintf(a.stdout, "claims of %s: %s\n", name, outcomesText(papers[name]))
	}
	if len(papers) > 1 {
		fmt.Fprintf(a.stdout, "all claims: %s\n", outcomesText(claims))
	}
}

// printCounts prints what is counted first, and what stands beside it below.
func (a *app) printCounts(name string, counted analysis.NumberCounts) {
	if len(counted.Numbers) > 0 {
		fmt.Fprintf(a.stdout, "%s: %s\n", name, report.CountsText(counted.Numbers))
	}
	for _, b := range report.Beside(counted) {
		fmt.Fprintf(a.stdout, "  %s: %s\n", b.Name, report.CountsText(b.Counts))
	}
}

// outcomesText writes how many claims have which outcome: "3 hold, 1 does not hold".
func outcomesText(claims []analysis.KeptClaim) string {
	var parts []string
	for _, c := range analysis.CountClaims(claims) {
		parts = append(parts, wording.Outcome(c.N, c.Verdict))
	}
	return strings.Join(parts, ", ")
}

// groupsOf groups things by a name of each.
func groupsOf[T any](things []T, name func(T) string) map[string][]T {
	groups := map[string][]T{}
	for _, t := range things {
		groups[name(t)] = append(groups[name(t)], t)
	}
	return groups
}
