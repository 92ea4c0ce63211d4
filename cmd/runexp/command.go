package main

import (
	"context"
	"slices"
	"strings"

	"gpcbench/examples/command"
)

// commandVerbs are what the verb command does, by its first word.
var commandVerbs = []struct {
	name string
	run  func(*app, context.Context, arguments) error
}{
	{"init", (*app).commandInit},
	{"check", (*app).commandCheck},
}

func commandVerb() verb {
	return verb{
		name: "command", args: "init LANGUAGE | check SPEC",
		help:  "write a method to start from, in python, r, julia or octave; try the programs of a specification, and say what to mend",
		flags: []flags{outFlag("`folder` of the files of init (default: this one)")}, words: commandWords, run: (*app).command,
	}
}

// commandWords are what may stand behind command.
func commandWords() []string {
	words := append(command.Languages(), anyFile)
	for _, of := range commandVerbs {
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
