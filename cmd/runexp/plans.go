package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gpcbench/data/fetch"
	"gpcbench/harness/plan"
	"gpcbench/harness/record"
	"gpcbench/harness/rows"
	"gpcbench/harness/spec"
)

// makePlans makes the plans of specifications. The error joins the problems of all
// of them. It is an error if --only leaves no cell of any, or if data is missing while cells
// are divided into shares.
func (a *app) makePlans(ctx context.Context, specs []*spec.Spec, args arguments, get bool) ([]*plan.Plan, error) {
	var plans []*plan.Plan
	var errs []error
	for _, s := range specs {
		p, err := a.makePlan(ctx, s, args, get)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			errs = append(errs, err)
			continue
		}
		plans = append(plans, p)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(plans, anyLeft) {
		if len(args.only) == 0 {
			return nil, usagef("there is no cell to run: %s", whyNone(plans))
		}
		return nil, &noCellError{usagef("no cell matches%s%s", only(args.only), suggestions(args.only, plans))}
	}
	a.noticeUnmet(plans, args)
	for _, p := range plans {
		a.noticeEmpty(p, args)
	}
	if args.deals() {
		for _, p := range plans {
			errs = append(errs, p.LacksForShares())
		}
		return plans, errors.Join(errs...)
	}
	a.noticeMissing(plans)
	return plans, nil
}

// makePlan makes the plan of a specification and prints what a user should know
// about it.
func (a *app) makePlan(ctx context.Context, s *spec.Spec, args arguments, get bool) (*plan.Plan, error) {
	if err := writePrograms(s); err != nil {
		return nil, err
	}
	l, err := a.loader(get)
	if err != nil {
		return nil, err
	}
	p, err := plan.New(ctx, s, plan.Env{Results: args.results, Only: args.only, Loader: l})
	if wrong, ok := errors.AsType[*plan.FilterError](err); ok {
		return nil, usagef("--only %v", wrong)
	}
	if err != nil {
		return nil, err
	}
	for _, n := range p.Notices {
		fmt.Fprintf(a.stderr, "notice: %s\n", n)
	}
	a.noticePublished(s)
	return p, nil
}

// onePlan makes the plan of a verb's only specification.
func (a *app) onePlan(ctx context.Context, verb string, args arguments) (*plan.Plan, error) {
	if len(args.words) != 1 {
		return nil, usagef("%s takes one SPEC, not %d", verb, len(args.words))
	}
	specs, err := readSpecs(args.words, args.profile)
	if err != nil {
		return nil, err
	}
	plans, err := a.makePlans(ctx, specs, args, true)
	if err != nil {
		return nil, err
	}
	if err := plans[0].NoData(); err != nil {
		return nil, err
	}
	return plans[0], nil
}

// unread says whether journals of a plan could not be read at all. Cells that seem to be left may
// then be done, so none is run.
func unread(p *plan.Plan) bool {
	_, is := errors.AsType[*record.UnreadableError](p.Damage)
	return is
}

// anyLeft says whether --only leaves cells of a plan.
func anyLeft(p *plan.Plan) bool { return len(p.Cells) > 0 || len(p.Missing) > 0 }

// loader returns the loader of data sets. If asked to, it fetches those that are not in
// the cache.
func (a *app) loader(get bool) (*rows.Cache, error) {
	f, err := fetch.New(a.stderr)
	if err != nil {
		return nil, err
	}
	return &rows.Cache{Fetcher: f, Fetch: get}, nil
}

// whyNone says why no plan has a cell.
func whyNone(plans []*plan.Plan) string {
	for _, p := range plans {
		if why := p.LimitMessage(); why != "" {
			return why
		}
	}
	return "a data set or a method is missing"
}
