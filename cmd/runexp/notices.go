package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gpcbench/harness/plan"
	"gpcbench/harness/rows"
	"gpcbench/harness/spec"
	"gpcbench/methods/method"
	"gpcbench/wording"
)

// noticePublished says which tables name published numbers that do not exist, as in a changed copy
// of a built-in experiment's file.
func (a *app) noticePublished(s *spec.Spec) {
	if s.IsBuiltIn() {
		return
	}
	for i, t := range s.Tables {
		if t.Published != "" {
			fmt.Fprintf(a.stderr, "notice: %v: published = %q is not looked up: only built-in experiments have a paper's numbers\n", s.Where("table", i, "published"), t.Published)
		}
	}
}

// noticeEmpty says that --only, or the specification, leaves no cell of a plan.
func (a *app) noticeEmpty(p *plan.Plan, args arguments) {
	switch {
	case anyLeft(p):
	case len(args.only) == 0:
		fmt.Fprintf(a.stderr, "notice: %s: no cell is left: %s\n", p.Spec.Name, whyNone([]*plan.Plan{p}))
	default:
		fmt.Fprintf(a.stderr, "notice: %s: no cell matches%s\n", p.Spec.Name, only(args.only))
	}
}

// noticeUnmet names the conditions that no cell meets.
func (a *app) noticeUnmet(plans []*plan.Plan, args arguments) {
	for _, c := range args.only {
		if !slices.ContainsFunc(plans, func(p *plan.Plan) bool { return p.Has(c) }) {
			fmt.Fprintf(a.stderr, "notice: no cell has %s%s\n", c, suggestion(c, plans))
		}
	}
}

// suggestions says what conditions that leave no cell may have meant.
func suggestions(only plan.Filter, plans []*plan.Plan) string {
	var said strings.Builder
	for _, c := range only {
		said.WriteString(suggestion(c, plans))
	}
	return said.String()
}

// suggestion lists the values of a key if no cell has the value asked for; empty if one has it.
func suggestion(c plan.Condition, plans []*plan.Plan) string {
	known := map[string][]string{}
	for _, p := range plans {
		addNames(known, p.Spec)
	}
	if known[c.Key] == nil {
		return settingOf(c, plans)
	}
	values := known[c.Key]
	switch {
	case slices.Contains(values, c.Value):
		return ""
	case c.Key == plan.MethodKey && slices.Contains(known[spec.LabelKey], c.Value):
		return fmt.Sprintf("; did you mean --only label=%s?", wording.ShellWord(c.Value))
	}
	if profile := profileWith(c, plans); profile != "" {
		return fmt.Sprintf("; the profile %s has it: say --profile %s", profile, profile)
	}
	slices.Sort(values)
	return spec.Suggest(c.Value, slices.Compact(values))
}

// addNames adds the names of a specification's data sets, methods and labels, by the keys of --only.
func addNames(known map[string][]string, s *spec.Spec) {
	for _, d := range s.Datasets {
		known[spec.DatasetKey] = append(known[spec.DatasetKey], d.Name)
	}
	for _, m := range s.Methods {
		known[plan.MethodKey], known[spec.LabelKey] = append(known[plan.MethodKey], m.Name), append(known[spec.LabelKey], m.Label)
	}
}

// profileWith is another profile in which a specification has the name asked for, "" if none has it.
func profileWith(c plan.Condition, plans []*plan.Plan) string {
	for _, p := range plans {
		for _, profile := range slices.Backward(spec.Profiles) { // the paper's first: its records count
			if profile == p.Spec.Profile {
				continue
			}
			s, err := readSpec(strings.TrimPrefix(p.Spec.Path, spec.BuiltIn), profile)
			if err != nil {
				continue
			}
			known := map[string][]string{}
			if addNames(known, s); slices.Contains(known[c.Key], c.Value) {
				return profile
			}
		}
	}
	return ""
}

// settingOf is the suggestion for a repeat or an option: the values of cells, in their order.
func settingOf(c plan.Condition, plans []*plan.Plan) string {
	var values []string
	for _, p := range plans {
		for _, v := range p.Values(c.Key) {
			if !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
	}
	switch {
	case len(values) == 0 || slices.ContainsFunc(values, c.Is):
		return ""
	case c.Key == plan.RepeatKey:
		last := slices.MaxFunc(values, func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
		return "; repeats are 0 to " + last
	}
	return "; known are " + strings.Join(values, ", ")
}

// noticeMissing says once which data sets of plans are unavailable: those that are not in the
// cache in one line, the others with their causes. If a plan lacks all its data, its verb
// reports those that are not in the cache.
func (a *app) noticeMissing(plans []*plan.Plan) {
	var absent []string
	noticed := map[string]bool{}
	for _, p := range plans {
		goesOn, does := p.NoData() == nil, "continues without"
		if !goesOn {
			does = "cannot get"
		}
		for _, m := range p.Missing {
			if noticed[m.Dataset] {
				continue
			}
			absence := errors.Is(m.Err, rows.ErrNotInCache)
			switch {
			case absence && !goesOn:
				continue
			case absence:
				absent = append(absent, m.Dataset)
			default:
				fmt.Fprintf(a.stderr, "notice: %s %s data set %s: %v\n", p.Spec.Name, does, m.Dataset, m.Err)
			}
			noticed[m.Dataset] = true
		}
	}
	if n := len(absent); n > 0 {
		fmt.Fprintf(a.stderr, "notice: %s not in the cache, so only %s records are used: %s; runexp fetch gets %s\n",
			wording.Counted(n, "1 data set is", "%d data sets are"), wording.Agree(n, "its", "their"), strings.Join(absent, ", "), wording.Agree(n, "it", "them"))
	}
}

// noticeClasses says which training rows of the user's own tables lack a class.
func (a *app) noticeClasses(ctx context.Context, p *plan.Plan) {
	l, err := a.loader(false)
	if err != nil {
		return // makePlan reports it
	}
	_, err = p.CheckClasses(ctx, l)
	if _, absent := errors.AsType[*method.AbsentClassError](err); absent {
		fmt.Fprintf(a.stderr, "notice: %v: the cells of this repeat fail\n", err)
	}
}

// noticeAgain says why a run repeats cells that have a record.
func (a *app) noticeAgain(p *plan.Plan, predictions bool) {
	if n, files := p.Again(predictions); n > 0 {
		fmt.Fprintf(a.stderr, "notice: %s: %s again, because %s %s are missing\n", p.Spec.Name,
			wording.Counted(n, "1 cell with a record is run", "%d cells with records are run"), wording.Agree(n, "its", "their"), files)
	}
}
