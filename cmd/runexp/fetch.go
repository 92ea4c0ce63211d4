package main

import (
	"context"
	"errors"
	"flag"
	"fmt"

	"gpcbench/data/catalogue"
	"gpcbench/data/fetch"
)

func fetchVerb() verb {
	return verb{
		name: "fetch", args: "[NAME...]", help: "bring data sets into the cache: mirrors first, then public addresses",
		flags: []flags{func(fs *flag.FlagSet, a *arguments) {
			fs.BoolVar(&a.all, "all", false, "every data set of the catalogue")
		}},
		words: catalogue.Names, interrupted: "; what was fetched is kept, run the same command to go on", run: (*app).fetch,
	}
}

// fetch brings data sets into the cache.
func (a *app) fetch(ctx context.Context, args arguments) error {
	names := args.words
	if args.all {
		names = catalogue.Names()
	}
	if len(names) == 0 {
		return usagef("fetch: which data sets? Name them, or say --all; runexp list datasets shows them")
	}
	var entries []catalogue.Entry
	for _, name := range names {
		e, err := catalogue.Get(name)
		if err != nil {
			return err
		}
		entries = append(entries, e)
	}
	f, err := fetch.New(a.stderr)
	if err != nil {
		return err
	}
	f.Full = true
	var errs []error
	for _, e := range entries {
		if e.Generated != "" {
			fmt.Fprintf(a.stdout, "%s: generated, nothing to fetch\n", e.Name)
			continue
		}
		err := f.Ensure(ctx, e)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			errs = append(errs, err)
			continue
		}
		fmt.Fprintf(a.stdout, "%s: here\n", e.Name)
	}
	return errors.Join(errs...)
}
