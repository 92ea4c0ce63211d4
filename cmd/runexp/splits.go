package main

import (
	"context"
	"fmt"

	"gpcbench/harness/exchange"
)

func splitsVerb() verb {
	return verb{
		name: "splits", args: "SPEC --out FOLDER", help: "write which rows each fold trains on and is tested on",
		flags: []flags{profileFlag, onlyFlag, outFlag("`folder` of the files, none of which may exist yet")}, words: specWords, run: (*app).splits,
	}
}

// splits writes which rows each fold trains on and is tested on.
func (a *app) splits(ctx context.Context, args arguments) error {
	p, err := a.onePlan(ctx, "splits", args)
	if err != nil {
		return err
	}
	if args.out == "" {
		return usagef("splits: say which folder with --out")
	}
	l, err := a.loader(true)
	if err != nil {
		return err
	}
	files, err := exchange.WriteSplits(ctx, p, l, args.out)
	for _, f := range files {
		fmt.Fprintln(a.stdout, f)
	}
	return existing(err)
}
