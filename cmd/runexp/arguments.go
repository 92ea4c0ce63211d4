package main

import (
	"errors"
	"flag"
	"regexp"
	"slices"
	"strings"
	"time"

	"gpcbench/harness/plan"
	"gpcbench/harness/spec"
	"gpcbench/wording"
)

// defaultResults is the folder of the records unless --results names another.
const defaultResults = "results"

// arguments are the words and flags after a verb.
type arguments struct {
	words []string
	extra []string // after --, of a verb that passes them on
	selection
	execution
	cluster    cluster
	prediction prediction
	against    against
	race       raceOptions
	out        string
	label      string // of the column of the classes, or of a method in the specification
	json       bool
	all        bool // of fetch: every data set
	update     bool // of check: write the current verdicts
	replace    bool // of import: replace earlier records
}

// selection is which cells and records a verb is about.
type selection struct {
	profile  string
	profiles []string // where a verb takes several: profile is the first
	results  string
	only     plan.Filter
}

// execution is how cells are run.
type execution struct {
	jobs        int
	threads     int // 0: as the specification says
	shard       plan.Shard
	predictions bool
	wait        time.Duration
	progress    string // how it is shown
}

// newArguments are the arguments without any flag.
func newArguments() *arguments {
	return &arguments{selection: selection{profile: spec.Quick, results: defaultResults}, execution: execution{jobs: 1, progress: progressText}}
}

// deals says whether cells are divided into shares, which are the same only on machines with the same data.
func (a arguments) deals() bool { return a.shard.Count > 0 || a.cluster.engine != "" }

// errHelp says that a verb's help was asked for.
var errHelp = errors.New("help")

// only writes a filter as on the command line, with a blank before each flag.
func only(filter plan.Filter) string {
	var b strings.Builder
	for _, c := range filter {
		b.WriteString(" --only " + wording.ShellWord(c.String()))
	}
	return b.String()
}

// words are arguments as they are written after a verb.
func words(list []string) string {
	var b strings.Builder
	for _, w := range list {
		b.WriteString(" " + wording.ShellPath(w))
	}
	return b.String()
}

// recordsFlag is the flag of a folder of records as written on the command line, empty for the default.
func (s selection) recordsFlag() string {
	if s.results == "" || s.results == defaultResults {
		return ""
	}
	return " --results " + wording.ShellWord(s.results)
}

// parseArguments reads the words after a verb, with flags anywhere among them.
func parseArguments(v verb, args []string) (arguments, error) {
	fs, a := v.flagSet()
	for len(args) > 0 {
		if err := fs.Parse(args); err != nil {
			return *a, flagError(v, fs, err)
		}
		rest := fs.Args()
		if len(rest) == 0 {
			break
		}
		if len(args) > len(rest) && args[len(args)-len(rest)-1] == "--" {
			if v.handsOn {
				a.extra = rest
			} else {
				a.words = append(a.words, rest...)
			}
			break
		}
		a.words = append(a.words, rest[0])
		args = rest[1:]
	}
	if isSet(fs, "wait") && isSet(fs, "no-wait") {
		return *a, usagef("%s: --no-wait means --wait 0s: give only one of --wait and --no-wait", v.name)
	}
	return *a, a.validate(v)
}

// flagError rewrites an error of package flag about a verb's flags.
func flagError(v verb, fs *flag.FlagSet, err error) error {
	switch {
	case errors.Is(err, flag.ErrHelp):
		return errHelp
	case fs.Lookup("method") != nil && strings.HasSuffix(err.Error(), ": -label"):
		return usagef("%s: there is no --label here; use --method", v.name)
	}
	return usagef("%s: %s%s; runexp help %s lists the flags", v.name, withDashes(err), alikeFlag(fs, err), v.name)
}

// alikeFlag suggests a flag where the error is that there is none of the name.
func alikeFlag(fs *flag.FlagSet, err error) string {
	name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !unknown {
		return ""
	}
	var known []string
	fs.VisitAll(func(f *flag.Flag) {
		if len(f.Name) > 1 {
			known = append(known, "--"+f.Name)
		}
	})
	return wording.DidYouMean("--"+name, known)
}

// isSet says whether a flag was given.
func isSet(fs *flag.FlagSet, name string) (set bool) {
	fs.Visit(func(f *flag.Flag) { set = set || f.Name == name })
	return set
}

// ofFlag matches an error of package flag up to the name of a flag of several letters, which it
// writes with one dash.
var ofFlag = regexp.MustCompile(`^(flag needs an argument: |flag provided but not defined: |invalid (?:boolean )?value "(?:[^"\\]|\\.)*" for (?:flag )?)-([^-:]{2})`)

// withDashes is an error about a flag with two dashes before its name, as in all other texts.
func withDashes(err error) string { return ofFlag.ReplaceAllString(err.Error(), "$1--$2") }

// validate refuses values that no run could use.
func (a *arguments) validate(v verb) error {
	for _, name := range append(a.profiles, a.profile) {
		if !slices.Contains(spec.Profiles, name) {
			return usagef("--profile %s: the profiles are %s, %s and %s", name, spec.Smoke, spec.Quick, spec.Paper)
		}
	}
	switch {
	case !slices.Contains(progresses, a.progress):
		return usagef("--progress %s: it must be one of %s", a.progress, strings.Join(progresses, ", "))
	case a.results == "":
		return usagef("--results is empty: it takes the folder of the records")
	case a.wait < 0:
		return usagef("--wait %v: it takes a time of 0s or more, such as --wait 5m", a.wait)
	case a.jobs < 1:
		return usagef("--jobs %d: at least one cell must run at a time", a.jobs)
	case v.needsSpec() && len(a.words) == 0:
		return usagef("%s: which experiment? Give a TOML file or the name of a built-in experiment; runexp list experiments shows them", v.name)
	case v.args == "" && len(a.words) > 0:
		return usagef("%s takes no arguments, but %q was given", v.name, a.words[0])
	}
	return nil
}
