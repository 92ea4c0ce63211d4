package main

import (
	"context"
	"flag"
	"io"
	"slices"
	"strings"

	"gpcbench/wording"
)

// verb is one verb of the command line. It is declared beside the function that it runs; help, the
// manual and completion are made from it.
type verb struct {
	name        string
	args        string // as its usage shows them
	help        string
	flags       []flags
	words       func() []string                // that may follow it, for completion; nil: none
	wordsBehind func(before []string) []string // the same, if they depend on the words before
	handsOn     bool                           // words after -- are passed to another program
	interrupted string                         // what is kept of its work after an interrupt, for a message
	run         func(*app, context.Context, arguments) error
}

// verbs in the order help shows them. They are functions since help has the verbs and is one.
func verbs() []verb {
	return []verb{
		listVerb(), takeVerb(), initVerb(), commandVerb(), fetchVerb(), tableVerb(), planVerb(), runVerb(),
		submitVerb(), cancelVerb(), reportVerb(), fitVerb(), splitsVerb(), importVerb(), predictVerb(), checkVerb(),
		verifyVerb(), doctorVerb(), completionVerb(), manVerb(), versionVerb(), helpVerb(),
	}
}

// findVerb returns the verb of a name, false if there is none.
func findVerb(name string) (verb, bool) {
	all := verbs()
	i := slices.IndexFunc(all, func(v verb) bool { return v.name == name })
	if i < 0 {
		return verb{}, false
	}
	return all[i], true
}

// noVerb is the error of a name that no verb has.
func noVerb(name string) error {
	return usagef("there is no verb %q%s; runexp help lists them", name, wording.DidYouMean(name, verbNames()))
}

// verbNames are the names of all verbs.
func verbNames() (names []string) {
	for _, v := range verbs() {
		names = append(names, v.name)
	}
	return names
}

// usage is a verb with its arguments.
func (v verb) usage() string { return strings.TrimSpace("runexp " + v.name + " " + v.args) }

// needsSpec says whether a verb needs at least one specification.
func (v verb) needsSpec() bool { return strings.HasSuffix(v.args, "SPEC...") }

// flagSet declares the flags that a verb takes, and returns the arguments that they are read into.
func (v verb) flagSet() (*flag.FlagSet, *arguments) {
	fs, a := flag.NewFlagSet(v.name, flag.ContinueOnError), newArguments()
	fs.SetOutput(io.Discard)
	for _, declare := range v.flags {
		declare(fs, a)
	}
	return fs, a
}

// visitFlags calls a function with each flag of a verb, except the short name of --out.
func (v verb) visitFlags(of func(*flag.Flag)) {
	fs, _ := v.flagSet()
	fs.VisitAll(func(f *flag.Flag) {
		if f.Name != "o" {
			of(f)
		}
	})
}
