package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/fetch"
	"gpcbench/data/generate"
	"gpcbench/experiments"
	"gpcbench/harness/spec"
	"gpcbench/methods"
	"gpcbench/methods/method"
)

// listing is what list prints; parts that were not asked for are nil. The names are those of the
// JSON in docs/json.md.
type listing struct {
	Version     int                `json:"version"`
	Experiments []listedExperiment `json:"experiments,omitempty"`
	Datasets    []listedDataset    `json:"datasets,omitempty"`
	Methods     []listedMethod     `json:"methods,omitempty"`
}

// listedExperiment is a built-in experiment, with the data that is here and that is not.
type listedExperiment struct {
	Name     string   `json:"name"`
	Title    string   `json:"title"`
	Datasets int      `json:"datasets"`
	Waiting  []string `json:"waiting"` // sets of the catalogue
}

// listedDataset is a data set of the catalogue.
type listedDataset struct {
	Name       string `json:"name"`
	Title      string `json:"title"`
	Task       string `json:"task"`
	Rows       int    `json:"rows"`
	Attributes int    `json:"attributes"`
	Classes    int    `json:"classes"` // or labels; 0: not known
	Here       string `json:"here"`    // generated, yes or no
	Licence    string `json:"licence"`
}

// listedMethod is a method with its options.
type listedMethod struct {
	Name    string         `json:"name"`
	Title   string         `json:"title"`
	Paper   string         `json:"paper"`
	Tasks   []string       `json:"tasks"`
	Options []listedOption `json:"options"`
}

// listedOption is an option of a method.
type listedOption struct {
	Name    string   `json:"name"`
	Type    string   `json:"type"`
	Default any      `json:"default"`
	OneOf   []string `json:"one_of,omitempty"`
	Help    string   `json:"help"`
}

// listParts are the parts of a listing.
var listParts = []string{"experiments", "datasets", "methods"}

func listVerb() verb {
	return verb{
		name: "list", args: "[experiments|datasets|methods]", help: "list experiments, data sets and methods: which data is here, and the methods' options",
		flags: []flags{jsonFlag}, words: func() []string { return listParts }, run: (*app).list,
	}
}

// list prints what there is: experiments, data sets, methods, or all three.
func (a *app) list(_ context.Context, args arguments) error {
	f, err := fetch.New(a.stderr)
	if err != nil {
		return err
	}
	parts := map[string]struct {
		fill  func(*listing) error
		print func(listing) error
	}{
		"experiments": {func(l *listing) (err error) { l.Experiments, err = experimentsHere(f); return err }, a.printExperiments},
		"datasets":    {func(l *listing) (err error) { l.Datasets, err = datasetsHere(f); return err }, a.printDatasets},
		"methods":     {func(l *listing) error { l.Methods = allMethods(); return nil }, a.printMethods},
	}
	what := listParts
	if len(args.words) > 0 {
		what = args.words
	}
	all := listing{Version: jsonVersion}
	for _, w := range what {
		if parts[w].fill == nil {
			return usagef("list: there is no %q to list: say experiments, datasets or methods", w)
		}
		if err := parts[w].fill(&all); err != nil {
			return err
		}
	}
	if args.json {
		return a.printJSON(all)
	}
	for i, w := range what {
		if i > 0 {
			fmt.Fprintln(a.stdout)
		}
		if err := parts[w].print(all); err != nil {
			return err
		}
	}
	return nil
}

// experimentsHere are the built-in experiments and the data that they still need.
func experimentsHere(f *fetch.Fetcher) ([]listedExperiment, error) {
	var out []listedExperiment
	for _, name := range experiments.Names() {
		src, _ := experiments.Source(name)
		s, err := parseSpec(src, spec.BuiltIn+name, spec.Paper)
		if err != nil {
			return nil, err
		}
		e := listedExperiment{Name: name, Title: s.Title, Datasets: len(s.Datasets), Waiting: []string{}}
		for _, d := range s.Datasets {
			if entry, err := catalogue.Get(d.Catalogued()); err != nil || !f.Have(entry) {
				e.Waiting = append(e.Waiting, d.Catalogued())
			}
		}
		out = append(out, e)
	}
	return out, nil
}

// fewWaiting is up to how many missing data sets are named; more are only counted.
const fewWaiting = 12

// printExperiments prints experiments, and how to get the data that they still need.
func (a *app) printExperiments(all listing) error {
	lines := [][]string{{"EXPERIMENT", "DATA HERE", "TITLE"}}
	var waiting []string
	for _, e := range all.Experiments {
		for _, set := range e.Waiting {
			if !slices.Contains(waiting, set) {
				waiting = append(waiting, set)
			}
		}
		lines = append(lines, []string{e.Name, fmt.Sprintf("%d of %d", e.Datasets-len(e.Waiting), e.Datasets), e.Title})
	}
	if err := printColumns(a.stdout, lines, terminalStyle(a.stdout)); err != nil {
		return err
	}
	switch {
	case len(waiting) > fewWaiting:
		fmt.Fprintf(a.stdout, "\n%d data sets are not here; runexp list datasets says which.\nRunning an experiment fetches its data. To get all: "+
			"runexp fetch --all (or set GPCBENCH_MIRROR to a folder that has them).\n", len(waiting))
	case len(waiting) > 0:
		fmt.Fprintf(a.stdout, "\nWaiting for data: %s.\nTo get it: runexp fetch %s (or set GPCBENCH_MIRROR to a folder that has it).\n",
			strings.Join(waiting, ", "), strings.Join(waiting, " "))
	}
	return nil
}

// datasetsHere are the sets of the catalogue and which are in the cache.
func datasetsHere(f *fetch.Fetcher) ([]listedDataset, error) {
	var out []listedDataset
	for _, name := range catalogue.Names() {
		e, err := catalogue.Get(name)
		if err != nil {
			return nil, err
		}
		d := listedDataset{Name: name, Title: e.Title, Task: e.Task, Rows: e.Rows, Attributes: e.Attributes, Classes: max(len(e.Classes), e.Labels, generate.Classes(e.Generated)), Here: "no", Licence: e.Licence}
		if d.Classes == 0 && d.Task == string(data.Binary) {
			d.Classes = 2
		}
		switch {
		case e.Generated != "":
			d.Here = "generated"
		case f.Have(e):
			d.Here = "yes"
		}
		out = append(out, d)
	}
	return out, nil
}

// printDatasets prints the catalogue.
func (a *app) printDatasets(all listing) error {
	lines := [][]string{{"DATA SET", "TASK", "ROWS", "ATTRIBUTES", "CLASSES", "HERE", "TITLE"}}
	for _, d := range all.Datasets {
		classes := fmt.Sprint(d.Classes)
		if d.Classes == 0 {
			classes = "?"
		}
		lines = append(lines, []string{d.Name, d.Task, fmt.Sprint(d.Rows), fmt.Sprint(d.Attributes), classes, d.Here, d.Title})
	}
	return printColumns(a.stdout, lines, terminalStyle(a.stdout))
}

// allMethods are the methods with their options.
func allMethods() []listedMethod {
	var out []listedMethod
	for _, name := range methods.Names() {
		entry := methods.Registry[name]
		m := listedMethod{Name: name, Title: entry.Title, Paper: entry.Paper, Options: []listedOption{}}
		for _, k := range entry.Tasks {
			m.Tasks = append(m.Tasks, string(k))
		}
		for _, o := range methods.Describe(name) {
			m.Options = append(m.Options, listedOptionOf(o))
		}
		out = append(out, m)
	}
	return out
}

// listedOptionOf is an option as it is listed.
func listedOptionOf(o method.Option) listedOption {
	return listedOption{Name: o.Name, Type: o.Type, Default: o.Default, OneOf: o.OneOf, Help: o.Help}
}

// printMethods prints every method's options with their defaults.
func (a *app) printMethods(all listing) error {
	for i, m := range all.Methods {
		if i > 0 {
			fmt.Fprintln(a.stdout)
		}
		paper := ""
		if m.Paper != "" {
			paper = " (" + m.Paper + ")"
		}
		fmt.Fprintf(a.stdout, "%s: %s%s; %s\n", m.Name, m.Title, paper, strings.Join(m.Tasks, ", "))
		var lines [][]string
		for _, o := range m.Options {
			help := o.Help
			if len(o.OneOf) > 0 {
				help += " [" + strings.Join(o.OneOf, ", ") + "]"
			}
			lines = append(lines, []string{"  " + o.Name, fmt.Sprint(o.Default), help})
		}
		if err := printColumns(a.stdout, lines, terminalStyle(a.stdout)); err != nil {
			return err
		}
	}
	return nil
}
