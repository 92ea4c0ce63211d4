package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"

	"gpcbench/data"
	"gpcbench/harness/exchange"
	"gpcbench/harness/plan"
	"gpcbench/wording"
)

func importVerb() verb {
	return verb{
		name: "import", args: "SPEC FILE --method L", help: "add predictions made elsewhere, with or without training times, to the records",
		flags: []flags{selectionFlags, methodFlag, func(fs *flag.FlagSet, a *arguments) {
			fs.BoolVar(&a.replace, "replace", false, "replace the records that an earlier import left for these folds")
		}},
		words: specWords, run: (*app).importPredictions,
	}
}

// importPredictions adds the predictions of a method outside this program to the records.
func (a *app) importPredictions(ctx context.Context, args arguments) error {
	if len(args.words) != 2 || args.label == "" {
		return usagef("import takes a SPEC, a file of predictions and the label of an imported method, such as runexp import my.toml trees.csv --method Trees")
	}
	file := args.words[1]
	args.words = args.words[:1]
	p, err := a.onePlan(ctx, "import", args)
	if err != nil {
		return err
	}
	l, err := a.loader(true)
	if err != nil {
		return err
	}
	done, err := exchange.Import(ctx, p, args.label, file, args.replace, l)
	if wrong, ok := errors.AsType[*plan.SelectionError](err); ok {
		return usagef("import: %v", wrong)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(a.stdout, "%s of %s: in the records of %s\n", wording.Plural(done.Cells, "fold"), args.label, p.Spec.Name)
	if first, more := data.Few(done.Unread); len(first) > 0 {
		fmt.Fprintf(a.stderr, "notice: %s: these columns are not read: %q%s; docs/exchange.md lists those that are\n", file, first, more)
	}
	if first, more := data.Few(done.Absent); len(first) > 0 {
		fmt.Fprintf(a.stderr, "notice: %s has no prediction of %s%s\n", file, strings.Join(first, "; "), more)
	}
	return nil
}
