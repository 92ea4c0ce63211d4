package main

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"strings"

	"gpcbench/harness"
)

func helpVerb() verb {
	return verb{name: "help", args: "[VERB]", help: "print this text, or the help of a verb", words: verbNames, run: (*app).help}
}

// help prints the verbs, or one verb's flags.
func (a *app) help(_ context.Context, args arguments) error {
	if len(args.words) > 0 {
		v, known := findVerb(args.words[0])
		if !known {
			return noVerb(args.words[0])
		}
		a.verbHelp(v)
		return nil
	}
	fmt.Fprint(a.stdout, `gpcbench compares scalable Gaussian-process classifiers.

Usage: runexp VERB [arguments]

`)
	var lines [][]string
	for _, v := range verbs() {
		lines = append(lines, []string{"  " + v.name + " " + v.args, v.help})
	}
	if err := printColumns(a.stdout, lines, terminalStyle(a.stdout)); err != nil {
		return err
	}
	fmt.Fprint(a.stdout, `
SPEC is a TOML file or the name of a built-in experiment (wenzel2019/table2).
A first look:  runexp run quickstart && runexp report quickstart

Environment:
`)
	var variables [][]string
	for _, e := range environment {
		variables = append(variables, []string{"  " + e[0], e[1]})
	}
	return printColumns(a.stdout, variables, terminalStyle(a.stdout))
}

// verbHelp prints one verb's usage and flags.
func (a *app) verbHelp(v verb) {
	fmt.Fprintf(a.stdout, "%s\n", v.usage())
	a.indented("", v.help)
	v.visitFlags(func(f *flag.Flag) {
		usage, meaning := explained(f)
		fmt.Fprintf(a.stdout, "  %s\n", usage)
		a.indented("      ", meaning)
	})
}

// explained returns how a flag is written, with its short name, and what it means, with its default.
func explained(f *flag.Flag) (usage, meaning string) {
	value, meaning := flag.UnquoteUsage(f)
	usage = strings.TrimSpace("--" + f.Name + " " + value)
	if f.Name == "out" {
		usage = "-o, " + usage
	}
	if f.DefValue != "" && f.DefValue != "false" {
		meaning += fmt.Sprintf(" (default %s)", f.DefValue)
	}
	return usage, meaning
}

// indented prints a text two columns to the right of a margin.
func (a *app) indented(margin, text string) {
	printColumns(a.stdout, [][]string{{margin, text}}, terminalStyle(a.stdout))
}

// versionFacts is what this binary is; docs/json.md describes its JSON.
type versionFacts struct {
	Version  int    `json:"version"`
	Program  string `json:"program"`
	Numerics int    `json:"numerics"`
	Go       string `json:"go"`
	System   string `json:"system"`
	Machine  string `json:"machine"`
}

func versionVerb() verb {
	return verb{name: "version", help: "print version, commit and platform", flags: []flags{jsonFlag}, run: (*app).version}
}

// version prints what this binary is.
func (a *app) version(_ context.Context, args arguments) error {
	v := versionFacts{jsonVersion, harness.Build(), harness.NumericsVersion, runtime.Version(), runtime.GOOS, runtime.GOARCH}
	if args.json {
		return a.printJSON(v)
	}
	_, err := fmt.Fprintf(a.stdout, "runexp %s, numerics version %d, %s %s/%s\n", v.Program, v.Numerics, v.Go, v.System, v.Machine)
	return err
}
