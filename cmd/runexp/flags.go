package main

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"
	"time"

	"gpcbench/harness/plan"
	"gpcbench/harness/run"
	"gpcbench/harness/spec"
)

// flags declares flags of a verb. Flags that several verbs share are in this file, others beside their verb.
type flags func(*flag.FlagSet, *arguments)

// selectionFlags choose experiments' cells and records.
func selectionFlags(fs *flag.FlagSet, a *arguments) {
	profileFlag(fs, a)
	resultsFlag(fs, a)
	onlyFlag(fs, a)
}

// profilesFlag is --profile of a verb that takes several profiles and uses the first with records of an experiment.
func profilesFlag(fs *flag.FlagSet, a *arguments) {
	fs.Func("profile", fmt.Sprintf("`names` of profiles, such as %s,%s: each experiment is reported in the first in which it is complete, else in the first that has records (default %s)", spec.Paper, spec.Quick, spec.Quick), func(text string) error {
		a.profiles = strings.Split(text, ",")
		a.profile = a.profiles[0]
		return nil
	})
}

func profileFlag(fs *flag.FlagSet, a *arguments) {
	fs.StringVar(&a.profile, "profile", a.profile, fmt.Sprintf("`name` of the profile: %s (seconds), %s (minutes) or %s (the paper's own setting)", spec.Smoke, spec.Quick, spec.Paper))
}

func resultsFlag(fs *flag.FlagSet, a *arguments) {
	fs.StringVar(&a.results, "results", a.results, "`folder` of the records")
}

func onlyFlag(fs *flag.FlagSet, a *arguments) {
	fs.Var(onlyValue{&a.only}, "only", "`key=value`: only these cells; key is dataset, method, label, repeat, variant or an option; conditions on one key are joined by or, on different keys by and")
}

// onlyValue is the flag --only, which may be repeated.
type onlyValue struct{ filter *plan.Filter }

func (o onlyValue) String() string { return "" }

// Set reads one more condition.
func (o onlyValue) Set(word string) error {
	key, value, found := strings.Cut(word, "=")
	if !found || key == "" {
		return errors.New("write it as key=value, such as --only dataset=diabetis")
	}
	*o.filter = append(*o.filter, plan.Condition{Key: key, Value: value})
	return nil
}

// coresFlags say how many cells run at once, and on how many cores each.
func coresFlags(fs *flag.FlagSet, a *arguments) {
	fs.Func("jobs", "`number` of cells to run side by side, at most four per core (default 1; exclusive experiments still run one at a time)", func(text string) (err error) {
		if a.jobs, err = strconv.Atoi(text); err != nil {
			return errors.New("it takes a whole number")
		}
		return nil
	})
	fs.Func("threads", "`number` of cores that a cell may use (default 1, or what the experiment says)", func(text string) (err error) {
		if a.threads, err = strconv.Atoi(text); err != nil || a.threads < 1 || a.threads > spec.MostThreads {
			return fmt.Errorf("a cell uses 1 to %d cores", spec.MostThreads)
		}
		return nil
	})
}

func predictionsFlag(fs *flag.FlagSet, a *arguments) {
	fs.BoolVar(&a.predictions, "predictions", false, "keep each test row's class probabilities beside the records")
}

// How the progress of a run is shown.
const (
	progressText = "text"
	progressJSON = "json"
	progressNone = "none"
)

// progresses are all of these.
var progresses = []string{progressText, progressJSON, progressNone}

func progressFlags(fs *flag.FlagSet, a *arguments) {
	fs.StringVar(&a.progress, "progress", a.progress, "`how` progress is shown on standard error: text, json (one line per cell, docs/json.md) or none")
	fs.BoolFunc("quiet", "the same as --progress none", func(string) error { a.progress = progressNone; return nil })
}

func waitFlags(fs *flag.FlagSet, a *arguments) {
	a.wait = run.LongestWait
	fs.Func("wait", fmt.Sprintf("`time` that cells wait for other runs on this host; then timed cells run beside them, and their records say so (default %v)", run.LongestWait), func(text string) (err error) {
		if a.wait, err = time.ParseDuration(text); err != nil {
			return errors.New("it takes a time with its unit, such as 5m or 30s")
		}
		return nil
	})
	fs.BoolFunc("no-wait", "the same as --wait 0s", func(string) error { a.wait = 0; return nil })
}

// outFlag declares --out of a verb, where help says what is written.
func outFlag(help string) flags {
	return func(fs *flag.FlagSet, a *arguments) {
		fs.StringVar(&a.out, "out", "", help)
		fs.StringVar(&a.out, "o", "", "the same as --out")
	}
}

// labelFlag declares --label of a verb, the column of the classes.
func labelFlag(help string) flags {
	return func(fs *flag.FlagSet, a *arguments) { fs.StringVar(&a.label, "label", "", help) }
}

// labelGuessed is the help of --label where the column is found without it.
const labelGuessed = "name or number of the `column` of the classes (default: the column that looks most like a label, by its name, place and levels)"

// methodFlag declares --method, which names a label. If --label is given instead, the error says so.
func methodFlag(fs *flag.FlagSet, a *arguments) {
	fs.StringVar(&a.label, "method", "", "`label` of the method in the specification")
}

func jsonFlag(fs *flag.FlagSet, a *arguments) {
	fs.BoolVar(&a.json, "json", false, "print one line of JSON for other programs; docs/json.md describes its keys")
}
