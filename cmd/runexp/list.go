package main

import (
	"context"
	"fmt"
	"strings"

	"gpcbench/data/catalogue"
	"gpcbench/data/fetch"
	"gpcbench/experiments"
	"gpcbench/harness/spec"
	"gpcbench/methods"
	"gpcbench/report/format"
)

// list prints what there is: experiments, data sets, methods, or all three.
func (a *app) list(_ context.Context, args arguments) error {
	lists := map[string]func() error{"experiments": a.listExperiments, "datasets": a.listDatasets, "methods": a.listMethods}
	what := []string{"experiments", "datasets", "methods"}
	if len(args.words) > 0 {
		what = args.words
	}
	for _, w := range what {
		if lists[w] == nil {
			return usagef("list %s: list experiments, datasets or methods", w)
		}
	}
	for i, w := range what {
		if i > 0 {
			fmt.Fprintln(a.stdout)
		}
		if err := lists[w](); err != nil {
			return err
		}
	}
	return nil
}

// listExperiments prints the built-in experiments and what data they wait for.
func (a *app) listExperiments() error {
	f, err := fetch.New(a.stderr)
	if err != nil {
		return err
	}
	lines := [][]string{{"EXPERIMENT", "DATA HERE", "TITLE"}}
	waiting := map[string]bool{}
	var order []string
	for _, name := range experiments.Names() {
		src, _ := experiments.Source(name)
		s, err := parseSpec(src, spec.BuiltIn+name, spec.Paper)
		if err != nil {
			return err
		}
		here := 0
		for _, d := range s.Datasets {
			set := d.Catalogued()
			if entry, err := catalogue.Get(set); err == nil && f.Have(entry) {
				here++
			} else if !waiting[set] {
				waiting[set] = true
				order = append(order, set)
			}
		}
		lines = append(lines, []string{name, fmt.Sprintf("%d of %d", here, len(s.Datasets)), s.Title})
	}
	if err := format.Columns(a.stdout, lines, terminalStyle(a.stdout)); err != nil {
		return err
	}
	if len(order) > 0 {
		fmt.Fprintf(a.stdout, "\nWaiting for data: %s.\nTo get it: runexp fetch %s (or set GPCBENCH_MIRROR to a folder that has it).\n",
			strings.Join(order, ", "), strings.Join(order, " "))
	}
	return nil
}

// listDatasets prints the catalogue and which sets are in the cache.
func (a *app) listDatasets() error {
	f, err := fetch.New(a.stderr)
	if err != nil {
		return err
	}
	lines := [][]string{{"DATA SET", "TASK", "ROWS", "ATTRIBUTES", "CLASSES", "HERE", "TITLE"}}
	for _, name := range catalogue.Names() {
		e, err := catalogue.Get(name)
		if err != nil {
			return err
		}
		classes := fmt.Sprint(max(len(e.Classes), e.Labels))
		if classes == "0" {
			classes = "?"
		}
		here := "no"
		switch {
		case e.Generated != "":
			here = "generated"
		case f.Have(e):
			here = "yes"
		}
		lines = append(lines, []string{name, e.Task, fmt.Sprint(e.Rows), fmt.Sprint(e.Attributes), classes, here, e.Title})
	}
	return format.Columns(a.stdout, lines, terminalStyle(a.stdout))
}

// listMethods prints every method's options with their defaults.
func (a *app) listMethods() error {
	for i, name := range methods.Names() {
		entry := methods.Registry[name]
		if i > 0 {
			fmt.Fprintln(a.stdout)
		}
		paper := ""
		if entry.Paper != "" {
			paper = " (" + entry.Paper + ")"
		}
		tasks := make([]string, len(entry.Tasks))
		for j, k := range entry.Tasks {
			tasks[j] = string(k)
		}
		fmt.Fprintf(a.stdout, "%s: %s%s; %s\n", name, entry.Title, paper, strings.Join(tasks, ", "))
		var lines [][]string
		for _, o := range methods.Describe(name) {
			help := o.Help
			if len(o.OneOf) > 0 {
				help += " [" + strings.Join(o.OneOf, ", ") + "]"
			}
			lines = append(lines, []string{"  " + o.Name, fmt.Sprint(o.Default), help})
		}
		if err := format.Columns(a.stdout, lines, terminalStyle(a.stdout)); err != nil {
			return err
		}
	}
	return nil
}
