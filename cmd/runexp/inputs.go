package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"runtime/debug"
	"slices"
	"strings"

	"gpcbench/analysis"
	"gpcbench/experiments"
	"gpcbench/harness/plan"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/methods/role"
	"gpcbench/report/replication"
	"gpcbench/report/replication/statistic"
	"gpcbench/wording"
)

// inputs returns the input of reports and verdicts for the experiments that args name, or for
// every built-in experiment with records. damage says which records could not be read; the
// inputs have the rest.
func (a *app) inputs(ctx context.Context, args arguments) (inputs []replication.Input, damage, err error) {
	limitMemory()
	specs, err := reportedSpecs(args)
	if err != nil {
		return nil, nil, err
	}
	plans, err := a.makePlans(ctx, specs, args, false)
	if err != nil {
		return nil, nil, err
	}
	made := map[string]*plan.Plan{}
	for _, p := range plans {
		made[p.Spec.Name] = p
	}
	named := len(args.words) > 0
	for _, p := range slices.DeleteFunc(plans, func(p *plan.Plan) bool { return !anyLeft(p) || !named && !p.Begun(made[p.Spec.Records]) }) {
		in, lost, err := a.inputWithPaper(ctx, p, made, args)
		if err != nil {
			return nil, nil, err
		}
		inputs, damage = append(inputs, in), errors.Join(damage, p.Damage, lost)
	}
	return inputs, damage, nil
}

// reportedSpecs are the specifications that args name, or the built-in ones that have records.
func reportedSpecs(args arguments) (specs []*spec.Spec, err error) {
	if len(args.words) > 0 {
		return readSpecs(args.words, args.profile)
	}
	if specs, err = readSpecs(experiments.Names(), args.profile); err != nil {
		return nil, err
	}
	if specs, err = recorded(specs, args.results); err == nil && len(specs) == 0 {
		err = noneRecorded(args)
	}
	return specs, err
}

// inputWithPaper is the records of a plan with its paper, if it has one; made and damage are as in [app.others].
func (a *app) inputWithPaper(ctx context.Context, p *plan.Plan, made map[string]*plan.Plan, args arguments) (in replication.Input, damage, err error) {
	in = replication.Input{Input: inputOf(p, args), Source: sourceOf(p.Spec)}
	paper, err := paperOf(in.Source)
	if err != nil {
		return in, nil, err
	}
	in.Paper, in.Cite, in.Sentence, in.Printed = paper.Short, paper.Cite, paper.Sentence, paper.Printed
	if ofDatasets(args.only) { // a claim is about all methods and repeats
		in.Claims, in.Judged = paper.Of(in.Spec.Name), paper.Judged()
		in.Others, damage, err = a.others(ctx, in.Claims, made, args)
	}
	return in, damage, err
}

// ofDatasets says whether a filter chooses data sets and variants alone, so that a claim can be
// judged on them.
func ofDatasets(only plan.Filter) bool {
	return !slices.ContainsFunc(only, func(c plan.Condition) bool { return c.Key != spec.DatasetKey && c.Key != spec.VariantKey })
}

// others loads the experiments that claims compare with, if they have records. made holds the plans by
// experiment, and others adds any that are missing; damage says which of their records could not be read.
func (a *app) others(ctx context.Context, claims []statistic.Claim, made map[string]*plan.Plan, args arguments) (out map[string]analysis.Input, damage, err error) {
	out = map[string]analysis.Input{}
	for _, c := range claims {
		if _, have := out[c.ThanExperiment]; have || c.ThanExperiment == "" {
			continue
		}
		specs, err := readSpecs([]string{c.ThanExperiment}, args.profile)
		if err != nil {
			return nil, nil, err
		}
		if specs, err = recorded(specs, args.results); err != nil {
			return nil, nil, err
		}
		if len(specs) == 0 {
			continue
		}
		p := made[c.ThanExperiment]
		if p == nil {
			if p, err = a.makePlan(ctx, specs[0], args, false); err != nil {
				return nil, nil, err
			}
			made[c.ThanExperiment] = p
			damage = errors.Join(damage, p.Damage)
		}
		out[c.ThanExperiment] = inputOf(p, args)
	}
	return out, damage, nil
}

// reportMemory is the memory that a report may use before garbage is collected early: a report of a million
// records holds 0.7 GB, and would otherwise take twice that.
const reportMemory = 850 << 20

// limitMemory has garbage collected early enough for reportMemory, unless GOMEMLIMIT says less. It does not
// limit the memory in use.
func limitMemory() {
	if debug.SetMemoryLimit(-1) > reportMemory {
		debug.SetMemoryLimit(reportMemory)
	}
}

// recorded returns the specifications that there are records of.
func recorded(specs []*spec.Spec, results string) ([]*spec.Spec, error) {
	var out []*spec.Spec
	for _, s := range specs {
		recorded, err := plan.HasRecords(results, s)
		if err != nil {
			return nil, err
		}
		if recorded {
			out = append(out, s)
		}
	}
	return out, nil
}

// noneRecordedError says that the requested experiments have no records, and how to make some.
type noneRecordedError struct{ text string }

func (e *noneRecordedError) Error() string { return e.text }

// noneRecorded is the error if no built-in experiment has records.
func noneRecorded(args arguments) error {
	return &noneRecordedError{fmt.Sprintf("%s holds no records of a built-in experiment in the profile %s; runexp run SPEC --profile %s%s makes some", args.results, args.profile, args.profile, args.recordsFlag())}
}

// inputOf is the records of a plan, the input of reports and verdicts.
func inputOf(p *plan.Plan, args arguments) analysis.Input {
	word := strings.TrimPrefix(p.Spec.Path, spec.BuiltIn)
	s, folder := p.Spec, p.Folder // the closures keep these and not the plan, which may have a million cells
	in := analysis.Input{
		Spec: p.Spec, Cells: p.Planned(), Stored: p.Latest(), Stale: p.Stale, Datasets: p.Datasets,
		ReadMap:         func(cell string) (*record.Map, error) { return record.ReadMap(folder, cell) },
		OpenPredictions: func(cell string) (io.ReadCloser, string, error) { return plan.Predictions(folder, cell) },
		Command:         fmt.Sprintf("runexp run %s --profile %s%s%s", wording.ShellPath(word), args.profile, args.recordsFlag(), only(args.only)),
	}
	in.Fit = func(label, dataset string) string {
		if role.Of[s.Called(label).Name] == role.Imported {
			return ""
		}
		return fmt.Sprintf("runexp fit %s --profile %s --only dataset=%s --method %s --out model.gpc", wording.ShellPath(word), args.profile, wording.ShellWord(dataset), wording.ShellWord(label))
	}
	in.Selection = len(args.only) > 0
	for _, m := range p.Spec.Methods {
		if role.Of[m.Name] == role.Imported {
			in.Imports = append(in.Imports, fmt.Sprintf("runexp import %s predictions.csv --method %s --profile %s%s", wording.ShellWord(word), wording.ShellWord(m.Label), args.profile, args.recordsFlag()))
		}
	}
	return in
}

// sourceOf is the published.toml of the paper that an experiment belongs to; empty if it belongs
// to none.
func sourceOf(s *spec.Spec) replication.Source {
	src, ok := experiments.Published(s.Name)
	if !ok || !s.IsBuiltIn() {
		return replication.Source{}
	}
	return replication.Source{Published: src, PublishedPath: publishedPath(s.Name)}
}

// paperOf is the paper that an experiment belongs to; empty if it belongs to none.
func paperOf(in replication.Source) (replication.Paper, error) {
	return replication.ParsePaper(in.PublishedPath, in.Published)
}

// publishedPath is what messages call the published.toml of an experiment's paper.
func publishedPath(experiment string) string {
	return path.Join("experiments", path.Dir(experiment), "published.toml")
}
