package main

import (
	"context"
	"slices"
	"strings"

	"gpcbench/examples/command"
)

// commandVerbs are the actions of the verb command, by its first word.
var commandVerbs = []struct {
	name  string
	words func() []string // that may follow it
	run   func(*app, context.Context, arguments) error
}{
	{"init", command.Languages, (*app).commandInit},
	{"check", specWords, (*app).commandCheck},
}

func commandVerb() verb {
	return verb{
		name: "command", args: "init LANGUAGE | check SPEC",
		help:  "write a template of a method in python, r, julia or octave; or try the programs of a specification and say what to fix",
		flags: []flags{outFlag("`folder` of the files of init (default: this one)")}, wordsBehind: commandWords, run: (*app).command,
	}
}

// commandWords are the words that may come next after command and the words before.
func commandWords(before []string) (words []string) {
	for _, of := range commandVerbs {
		if slices.Contains(before, of.name) {
			return of.words()
		}
		words = append(words, of.name)
	}
	return words
}

// command runs the actions for methods in other languages.
func (a *app) command(ctx context.Context, args arguments) error {
	var names []string
	for _, v := range commandVerbs {
		names = append(names, v.name)
		if len(args.words) > 0 && args.words[0] == v.name {
			args.words = slices.Clone(args.words[1:])
			return v.run(a, ctx, args)
		}
	}
	return usagef("command: follow it with one of %s", strings.Join(names, ", "))
}
