package main

import (
	"context"
	"slices"
	"strings"
)

// commandVerbs are what the verb command does, by its first word.
var commandVerbs = []struct {
	name string
	run  func(*app, context.Context, arguments) error
}{
	{"init", (*app).commandInit},
	{"check", (*app).commandCheck},
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
