package main

import (
	"context"
	"fmt"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/harness/exchange"
	"gpcbench/harness/rows"
	"gpcbench/wording"
)

func tableVerb() verb {
	return verb{
		name: "table", args: "NAME", help: "write a data set as CSV, with the class in the last column",
		flags: []flags{outFlag("`file` of the table, which must not exist yet (default: standard output)")}, words: catalogue.Names, run: (*app).table,
	}
}

// table writes a data set of the catalogue as CSV.
func (a *app) table(ctx context.Context, args arguments) error {
	if len(args.words) != 1 {
		return usagef("table: which data set? Name one, such as runexp table wine --out wine.csv; runexp list datasets shows them")
	}
	name := args.words[0]
	entry, err := catalogue.Get(name)
	if err != nil {
		return err
	}
	if entry.Task == string(data.Multilabel) {
		return usagef("table: the rows of %s have any number of labels each, which a table cannot hold", name)
	}
	l, err := a.loader(true)
	if err != nil {
		return err
	}
	ds, err := l.Load(ctx, rows.Source{Name: name})
	if err != nil {
		return err
	}
	if args.out == "" || args.out == "-" {
		return a.predicted(exchange.WriteTable(a.stdout, ds))
	}
	out, err := createOutput(args.out)
	if err != nil {
		return err
	}
	defer out.Abandon()
	if err := exchange.WriteTable(out, ds); err != nil {
		return err
	}
	if err := out.Finish(); err != nil {
		return err
	}
	fmt.Fprintf(a.stdout, "%s of %s: %s\n", wording.Plural(ds.Len(), "row"), ds.Title, args.out)
	return nil
}
