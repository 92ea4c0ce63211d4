package main

import (
	"context"
	"slices"
	"strings"

	"gpcbench/examples/command"
)

// commandVerbs are what the verb command does, by its first word.
var commandVerbs = []struct {
	name  string
	words func() []string // what may stand behind it
	run   func(*app, context.Context, arguments) error
}{
	{"init", command.Languages, (*app).commandInit},
	{"check", specWords, (*app).commandCheck},
}

func commandVerb() verb {
	return verb{
		name: "command", args: "init LANGUAGE | check SPEC",
		help:  "write a method to start from, in python, r, julia or octave; try the programs of a specification, and say what to mend",
		flags: []flags{outFlag("`folder` of the files of init (default: this one)")}, wordsBehind: commandWords, run: (*app).command,
	}
}

// commandWords are what may stand behind command and the words that follow it.
func commandWords(before []string) (words []string) {
	for _, of := range commandVerbs {
		if slices.Contains(before, of.name) {
			return of.words()
		}
		words = append(words, of.name)
	}
	return words
}

// command does what concerns methods in other languages.
func (a *app) command(ctx context.Context, args arguments) error {
	var names []string
	for _, v := range commandVerbs {
		names = append(names, v.name)
		if len(args.words) > 0 && args.words[0] == v.name {
			args.words = slices.Clone(args.words[1:])
			return v.run(a, ctx, args)
		}
	}
	return usagef("command: say one of %s behind it", strings.Join(names, ", "))
}
