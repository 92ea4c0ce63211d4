package main

import (
	"context"
	"flag"
	"fmt"
	"strings"

	"gpcbench/harness"
)

// environment are the environment variables that the program reads, with their meaning.
var environment = [][2]string{
	{"GPCBENCH_DATA", "folder of the data cache (default: gpcbench in the user's cache folder)"},
	{"GPCBENCH_MIRROR", "folders or URLs to look for data in first, separated as in PATH"},
	{"GPCBENCH_ENGINE", "which code does the algebra: avx512, avx2, neon, portable or gonum (default: the fastest here)"},
}

func manVerb() verb {
	return verb{name: "man", help: "print the manual page", run: (*app).man}
}

// man prints the manual page, in roff's macros.
func (a *app) man(context.Context, arguments) error {
	w := &manual{}
	w.macro("TH", "RUNEXP", "1", "", harness.Build(), "gpcbench")
	w.macro("SH", "NAME")
	w.text(`runexp \- compare scalable Gaussian-process classifiers`)
	w.macro("SH", "SYNOPSIS")
	w.text(`.B runexp` + "\n" + `.I VERB` + "\n[arguments]")
	w.macro("SH", "DESCRIPTION")
	w.text("Runs Gaussian-process classifiers on the same folds, from the same starting values and under the same clock, and says which published numbers hold. " +
		"SPEC is a TOML file or the name of a built-in experiment; runexp list experiments has those.")
	w.macro("SH", "VERBS")
	for _, v := range verbs() {
		w.macro("SS", v.usage())
		w.text(roff(v.help))
		v.visitFlags(func(f *flag.Flag) { w.item(explained(f)) })
	}
	w.macro("SH", "EXIT STATUS")
	for _, c := range exitMeanings {
		w.item(fmt.Sprint(c.code), c.meaning)
	}
	w.macro("SH", "ENVIRONMENT")
	for _, e := range environment {
		w.item(e[0], e[1])
	}
	_, err := fmt.Fprint(a.stdout, w.b.String())
	return err
}

// manual builds a manual page.
type manual struct{ b strings.Builder }

// macro writes a line of a macro with its arguments.
func (m *manual) macro(name string, args ...string) {
	m.b.WriteString("." + name)
	for _, a := range args {
		fmt.Fprintf(&m.b, " %q", roff(a))
	}
	m.b.WriteByte('\n')
}

// text writes lines that are in roff already.
func (m *manual) text(lines string) { m.b.WriteString(lines + "\n") }

// item writes a term and what it means.
func (m *manual) item(term, meaning string) {
	m.text(".TP\n.B " + roff(term) + "\n" + roff(meaning))
}

// roff escapes a text, so that roff sees no escapes, requests or hyphens in the place of minus signs.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		return `\&` + text
	}
	return text
}
