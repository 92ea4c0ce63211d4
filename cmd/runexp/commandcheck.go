package main

import (
	"context"
	"fmt"

	"gpcbench/harness/plan"
	"gpcbench/harness/spec"
	"gpcbench/methods/command"
	"gpcbench/methods/command/check"
	"gpcbench/wording"
)

// commandCheck tries the programs of a specification on generated rows, and says what to fix in them.
func (a *app) commandCheck(ctx context.Context, args arguments) error {
	if len(args.words) != 1 {
		return usagef("command check: which specification? Name the TOML file that has the method")
	}
	specs, err := readSpecs(args.words, spec.Quick)
	if err != nil {
		return err
	}
	if err := writePrograms(specs[0]); err != nil {
		return err
	}
	programs, err := plan.Programs(specs[0])
	if err != nil {
		return err
	}
	if len(programs) == 0 {
		return usagef("command check: %s has no method that is a program, which would have name = \"command\"", args.words[0])
	}
	fix := 0
	for _, p := range programs {
		config, ok := p.Classifier.(*command.Config)
		if !ok {
			continue
		}
		fmt.Fprintf(a.stdout, "%s\n", p.Label)
		err := check.Run(ctx, config, p.Inputs, p.LabelSets, func(f check.Finding) {
			fix += a.tellFinding(f)
		})
		if err != nil {
			return err
		}
	}
	if fix > 0 {
		return fmt.Errorf("%s to fix", wording.Plural(fix, "thing"))
	}
	fmt.Fprintln(a.stdout, "nothing to fix")
	return nil
}

// tellFinding prints a line on a finding, and returns how many things it leaves to fix.
func (a *app) tellFinding(f check.Finding) int {
	if f.Fix != "" {
		fmt.Fprintf(a.stdout, "  FIX  %s: %s\n", f.Check, f.Fix)
		return 1
	}
	note := ""
	if f.Note != "" {
		note = " (" + f.Note + ")"
	}
	fmt.Fprintf(a.stdout, "  ok   %s%s\n", f.Check, note)
	return 0
}
