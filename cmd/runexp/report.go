package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"gpcbench/experiments"
	"gpcbench/harness/spec"
	"gpcbench/report"
	"gpcbench/report/format"
	"gpcbench/report/replication"
	"gpcbench/wording"
)

func reportVerb() verb {
	return verb{
		name: "report", args: "[SPEC...]", help: "write tables, figures and verdicts from the records",
		flags: []flags{profilesFlag, resultsFlag, onlyFlag, jsonFlag, outFlag("`folder` of the report (default <results>/report)")}, words: specWords, run: (*app).report,
	}
}

// report writes the report and prints its tables.
func (a *app) report(ctx context.Context, args arguments) error {
	inputs, damage, err := a.reported(ctx, args)
	if err != nil {
		return err
	}
	kept := a.keptOutcomes(args)
	var reports []*report.Report
	for _, in := range inputs {
		in.Kept = kept
		r, err := report.Build(in)
		if err != nil {
			return err
		}
		reports = append(reports, r)
	}
	dir := args.out
	if dir == "" {
		dir = filepath.Join(args.results, "report")
	}
	written := report.WriteAll(dir, reports) // before anything is printed, since the reader of the output may stop early
	if args.json {
		papers, err := builtInPapers()
		if err != nil {
			return err
		}
		return errors.Join(a.printJSON(reportFactsOf(reports, papers)), written, allFailed(reports), damage)
	}
	if err := a.printReports(reports); err != nil || written != nil {
		return errors.Join(err, written, damage)
	}
	fmt.Fprintf(a.stdout, "\nreport: %s\npage: %s\n", filepath.Join(dir, report.IndexFile), filepath.Join(dir, report.PageFile))
	return errors.Join(allFailed(reports), damage)
}

// keptOutcomes are the outcomes that claims had before, by verdicts.json. A report is complete without them, so that a
// file that cannot be read is only told.
func (a *app) keptOutcomes(args arguments) replication.Kept {
	kept, err := replication.ReadVerdicts(verdictsFile(args))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		fmt.Fprintf(a.stderr, "earlier outcomes of claims are left out: %v\n", err)
	}
	return kept
}

// reported returns the inputs of each experiment, by its name: in the first profile in which all of its cells
// have a record, else in the first in which some cell has one. damage is as in [app.inputs].
func (a *app) reported(ctx context.Context, args arguments) (inputs []replication.Input, damage, err error) {
	if len(args.profiles) < 2 {
		return a.recordedInputs(ctx, args)
	}
	var none []error
	for _, profile := range args.profiles {
		of := args
		of.profile, of.profiles = profile, nil
		found, lost, err := a.inputs(ctx, of)
		damage = errors.Join(damage, lost)
		if err == nil && lost == nil && !slices.ContainsFunc(found, replication.Input.Recorded) {
			err = noRecords(found, of)
		}
		if hasNothing(err) {
			none = append(none, err)
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		for _, in := range found {
			at := slices.IndexFunc(inputs, func(o replication.Input) bool { return o.Spec.Name == in.Spec.Name })
			switch {
			case !in.Recorded():
			case at < 0:
				inputs = append(inputs, in)
			case in.Complete() && !inputs[at].Complete():
				inputs[at] = in
			}
		}
	}
	if len(inputs) == 0 {
		same := func(a, b error) bool { return a.Error() == b.Error() }
		return nil, nil, errors.Join(append([]error{damage}, slices.CompactFunc(none, same)...)...)
	}
	slices.SortStableFunc(inputs, func(x, y replication.Input) int { return wording.ByFolder(x.Spec.Name, y.Spec.Name) })
	return inputs, damage, nil
}

// hasNothing says whether an error means that a profile has nothing to report; another profile may have.
func hasNothing(err error) bool {
	_, unrecorded := errors.AsType[*noneRecordedError](err)
	_, empty := errors.AsType[*noCellError](err)
	return unrecorded || empty
}

// recordedInputs returns the inputs of one profile. It is an error if none has a record.
func (a *app) recordedInputs(ctx context.Context, args arguments) (inputs []replication.Input, damage, err error) {
	inputs, damage, err = a.inputs(ctx, args)
	if err != nil || slices.ContainsFunc(inputs, func(in replication.Input) bool { return in.Recorded() }) {
		return inputs, damage, err
	}
	if damage != nil { // there may be records that cannot be read
		return nil, nil, damage
	}
	return nil, nil, noRecords(inputs, args)
}

// allFailed is the error of reports in which no cell is done, nil if one is.
func allFailed(reports []*report.Report) error {
	failed := 0
	for _, r := range reports {
		if failed += r.Failed; r.Done > 0 {
			return nil
		}
	}
	if failed == 0 {
		return nil
	}
	return fmt.Errorf("all %s failed; the section Failures of the report says why", wording.Plural(failed, "reported cell"))
}

// printReports prints the tables of reports.
func (a *app) printReports(reports []*report.Report) error {
	for _, r := range reports {
		fmt.Fprintf(a.stdout, "\n%s, profile %s: %d of %s done, %d failed\n\n", r.Name, r.Profile, r.Done, wording.Plural(r.Planned, "cell"), r.Failed)
		if err := r.Text(a.stdout, terminalStyle(a.stdout)); err != nil {
			return err
		}
		a.printClaims(r)
		if r.Failed > 0 {
			fmt.Fprintf(a.stdout, "failed: %s%s\n", terminalStyle(a.stdout).Plain(r.Failure), others(r.Failed-1))
		}
		if r.Stale > 0 {
			fmt.Fprintln(a.stdout, staleText(r.Stale))
		}
	}
	return nil
}

// others says how many more cells failed.
func others(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("; %s more failed, listed in the report", wording.Plural(n, "cell"))
}

// printClaims prints one line per sentence of the paper, with the results of its readings, as a forest
// plot in characters.
func (a *app) printClaims(r *report.Report) {
	style := terminalStyle(a.stdout)
	lines := [][]string{}
	for _, o := range r.Claims {
		says := o.Claim.Says
		if o.Claim.As != "" {
			says += " (" + o.Claim.As + ")"
		}
		lines = append(lines, []string{format.ScaleText(o.Scale, o.Outcome, style), style.Outcome(o.Outcome), says})
	}
	if len(lines) == 0 {
		return
	}
	fmt.Fprintln(a.stdout, "\n"+format.ScaleHead)
	printColumns(a.stdout, lines, style)
}

// builtInPapers are the papers of the built-in experiments.
func builtInPapers() ([]replication.Paper, error) {
	var out []replication.Paper
	for _, name := range experiments.Names() {
		src, ok := experiments.Published(name)
		file := publishedPath(name)
		if !ok || slices.ContainsFunc(out, func(p replication.Paper) bool { return p.File == file }) {
			continue
		}
		p, err := replication.ParsePaper(file, src)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// noRecords is the error if the named experiments have no records.
func noRecords(inputs []replication.Input, args arguments) error {
	var names []string
	stale := 0
	for _, in := range inputs {
		names = append(names, in.Spec.Name)
		stale += in.Stale
	}
	text := fmt.Sprintf("%s holds no records of %s in the profile %s; runexp run%s --profile %s%s%s makes them", args.results, strings.Join(names, ", "), args.profile, words(args.words), args.profile, args.recordsFlag(), only(args.only))
	if stale > 0 {
		text += "; " + staleText(stale)
	}
	if other := otherProfiles(args); len(other) > 0 {
		text += fmt.Sprintf("; there are some in the profile %s: say --profile %s to read them", strings.Join(other, " and in "), strings.Join(other, ","))
	}
	return &noneRecordedError{text}
}

// otherProfiles are those in which a named experiment has records, other than the ones asked for.
func otherProfiles(args arguments) (have []string) {
	for _, profile := range spec.Profiles {
		if profile == args.profile || slices.Contains(args.profiles, profile) {
			continue
		}
		specs, err := readSpecs(args.words, profile)
		if err != nil {
			continue
		}
		if with, err := recorded(specs, args.results); err == nil && len(with) > 0 {
			have = append(have, profile)
		}
	}
	return have
}

// staleText says that records do not count, and why.
func staleText(n int) string {
	return wording.Counted(n, "1 record belongs", "%d records belong") + " to no cell of the plan: made with other options, data or numerics, or for another specification that keeps its records here"
}
