package main

import (
	"context"
	"embed"
	"flag"
	"fmt"
	"slices"
	"strings"

	"gpcbench/experiments"
	"gpcbench/harness/spec"
	"gpcbench/methods"
)

//go:embed completions
var completions embed.FS

// shells are the shells that completion supports.
var shells = []string{"bash", "zsh", "fish", "powershell"}

func completionVerb() verb {
	return verb{
		name: "completion", args: strings.Join(shells, "|"), help: "print a completion script",
		words: func() []string { return shells }, run: (*app).completion,
	}
}

// completion prints the script by which a shell completes runexp's words.
func (a *app) completion(_ context.Context, args arguments) error {
	if len(args.words) != 1 || !slices.Contains(shells, args.words[0]) {
		return usagef("completion: for which shell? Say one of %s", strings.Join(shells, ", "))
	}
	script, err := completions.ReadFile("completions/" + args.words[0])
	if err != nil {
		return err
	}
	_, err = a.stdout.Write(script)
	return err
}

// completeVerb is the verb by which the completion scripts ask what may come next.
const completeVerb = "complete"

// anyFile among the candidates says that a file is possible too.
const anyFile = ":files"

// complete prints the completions of the last word, one per line.
func (a *app) complete(words []string) {
	if len(words) > 0 && words[0] == "--" {
		words = words[1:]
	}
	if len(words) == 0 {
		words = []string{""}
	}
	last := len(words) - 1
	for _, c := range candidates(words[:last], words[last]) {
		if c == anyFile || strings.HasPrefix(c, words[last]) {
			fmt.Fprintln(a.stdout, c)
		}
	}
}

// candidates are the completions of a beginning that follows words.
func candidates(before []string, beginning string) []string {
	if len(before) == 0 {
		return verbNames()
	}
	v, known := findVerb(before[0])
	if !known {
		return nil
	}
	if flag, value := openFlag(v, before, beginning); flag != "" {
		return valuesOf(flag, before, value)
	}
	if strings.HasPrefix(beginning, "-") {
		return flagNames(v)
	}
	switch {
	case v.wordsBehind != nil:
		return v.wordsBehind(before[1:])
	case v.words != nil:
		return v.words()
	}
	return nil
}

// openFlag is the flag, without dashes, whose value is being typed, with the text before that value;
// both are empty if no value is being typed.
func openFlag(v verb, before []string, beginning string) (name, prefix string) {
	if flag, _, found := strings.Cut(beginning, "="); found && strings.HasPrefix(flag, "-") {
		return strings.TrimLeft(flag, "-"), flag + "="
	}
	previous := before[len(before)-1]
	if !strings.HasPrefix(previous, "-") || strings.Contains(previous, "=") {
		return "", ""
	}
	fs, _ := v.flagSet()
	f := fs.Lookup(strings.TrimLeft(previous, "-"))
	if f == nil {
		return "", ""
	}
	if b, is := f.Value.(interface{ IsBoolFlag() bool }); is && b.IsBoolFlag() {
		return "", ""
	}
	return f.Name, ""
}

// flagNames are the flags of a verb as they are written.
func flagNames(v verb) []string {
	var out []string
	v.visitFlags(func(f *flag.Flag) { out = append(out, "--"+f.Name) })
	return out
}

// valuesOf are the possible values of a flag, each with a prefix.
func valuesOf(flag string, before []string, prefix string) []string {
	var values []string
	switch flag {
	case "profile":
		values = spec.Profiles
	case "results", "out", "o", "against", "report":
		return []string{anyFile}
	case "progress":
		values = progresses
	case "engine":
		values = []string{"slurm"}
	case "method":
		values = labelsOf(before)
	case "only":
		values = conditionsOf(before)
	}
	var out []string
	for _, v := range values {
		out = append(out, prefix+v)
	}
	return out
}

// specWords are the words that may name a specification.
func specWords() []string { return append(experiments.Names(), anyFile) }

// files are any.
func files() []string { return []string{anyFile} }

// specsAmong are the specifications that words name.
func specsAmong(words []string) []*spec.Spec {
	var out []*spec.Spec
	for _, w := range words[1:] {
		if strings.HasPrefix(w, "-") {
			continue
		}
		if s, err := readSpec(w, spec.Paper); err == nil {
			out = append(out, s)
		}
	}
	return out
}

// labelsOf are the labels of the methods of the specifications that words name.
func labelsOf(words []string) []string {
	var out []string
	for _, s := range specsAmong(words) {
		for _, m := range s.Methods {
			out = append(out, m.Label)
		}
	}
	return out
}

// conditionsOf are the conditions that cells of the named specifications can meet. For options, which
// have many values, it has only the key.
func conditionsOf(words []string) []string {
	var out []string
	add := func(condition string) {
		if !slices.Contains(out, condition) {
			out = append(out, condition)
		}
	}
	for _, s := range specsAmong(words) {
		for _, d := range s.Datasets {
			add("dataset=" + d.Name)
		}
		for _, m := range s.Methods {
			add("label=" + m.Label)
			add("method=" + m.Name)
			for _, o := range methods.Describe(m.Name) {
				add(o.Name + "=")
			}
		}
		for _, name := range s.VariantNames() {
			add(spec.VariantKey + "=" + name)
		}
	}
	add("repeat=")
	return out
}
