package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"gpcbench/data/read"
	"gpcbench/harness/plan"
	"gpcbench/harness/run"
	"gpcbench/harness/spec"
	"gpcbench/wording"
)

// defaultResults is the folder of the records where --results names none.
const defaultResults = "results"

// takeResults is that of take.
const takeResults = "out"

// mostMinutes is the longest time of take, a week.
const mostMinutes = 7 * 24 * 60

// flagSet says which flags a verb takes.
type flagSet uint

const (
	profileFlag flagSet = 1 << iota
	resultsFlag
	onlyFlag
	jobsFlag
	shardFlag
	progressFlag
	predictionsFlag
	noWaitFlag
	outFlag
	updateFlag
	allFlag
	clusterFlags
	labelFlag
	methodFlag
	againstFlag
	jsonFlag
	scoreFlag
	takeFlags
	replaceFlag
)

// arguments are the words and flags behind a verb.
type arguments struct {
	words       []string
	profile     string
	results     string
	only        plan.Filter
	jobs        int
	threads     int // 0: as the specification says
	shard       plan.Shard
	predictions bool
	wait        time.Duration
	markUnseen  bool
	allow       bool   // a model may start its program
	progress    string // how it is told
	out         string
	label       string // of init, take and predict the column of the classes, else the method in the specification
	score       bool
	update      bool
	replace     bool // of import: records that there are make way
	json        bool
	against     string // the folder of the other records
	rerun       int    // cells that verify runs again
	all         bool
	cluster     cluster
	extra       []string // behind --, of a verb that submits
	report      string   // folder of the report that take writes; "": none
	minutes     float64  // that take has; 0: by the number of rows
}

// deals says whether cells are dealt out to shares, which are the same only where the data is.
func (a arguments) deals() bool { return a.shard.Count > 0 || a.cluster.engine != "" }

// errHelp says that a verb's help was asked for.
var errHelp = errors.New("help")

// onlyValue is the flag --only, which may stand several times.
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

// only writes a filter as the command line has it, with a blank before each
// flag.
func only(filter plan.Filter) string {
	var b strings.Builder
	for _, c := range filter {
		b.WriteString(" --only " + wording.ShellWord(c.String()))
	}
	return b.String()
}

// words are arguments as they are written behind a verb.
func words(list []string) string {
	var b strings.Builder
	for _, w := range list {
		b.WriteString(" " + wording.ShellWord(w))
	}
	return b.String()
}

// recordsFlag is the flag of a folder of records as it is written, nothing for the default.
func (a arguments) recordsFlag() string {
	if a.results == "" || a.results == defaultResults {
		return ""
	}
	return " --results " + wording.ShellWord(a.results)
}

// outHelp says what --out is of each verb that has it.
var outHelp = map[string]string{
	"report":  "`folder` of the report (default <results>/report)",
	"init":    "`file` of the specification, which must not be there yet (default: the table's name with .toml)",
	"fit":     "`file` of the model, which must not be there yet",
	"splits":  "`folder` that the files go to, none of which may be there yet",
	"command": "`folder` of the files of init (default: this one)",
	"table":   "`file` of the table, which must not be there yet (default: standard output)",
	"predict": "`file` of the predictions, which must not be there yet (default: standard output)",
	"take":    "`file` of the model, which must not be there yet (default: the table's name with .gpc, or -2.gpc where that is there)",
}

// labelHelp says what --label is of each verb that has it.
var labelHelp = map[string]string{
	"init":    "name or number of the `column` of the classes (default: the one that more speaks for than for any other, by its name, place and levels)",
	"take":    "name or number of the `column` of the classes (default: the one that more speaks for than for any other, by its name, place and levels)",
	"predict": "with --score, name or number of the `column` of the classes (default: that of the table that the model was trained on)",
}

// visitFlags calls a function with each flag of a verb, the short name of --out left out.
func (v verb) visitFlags(of func(*flag.Flag)) {
	flagsOf(v, &arguments{}).VisitAll(func(f *flag.Flag) {
		if f.Name != "o" {
			of(f)
		}
	})
}

// flagsOf declares the flags that a verb takes.
func flagsOf(v verb, a *arguments) *flag.FlagSet {
	fs := flag.NewFlagSet(v.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	a.profile, a.results, a.jobs = spec.Quick, defaultResults, 1
	if v.flags&profileFlag != 0 {
		fs.StringVar(&a.profile, "profile", a.profile, fmt.Sprintf("`name` of the profile: %s (seconds), %s (minutes) or %s (the paper's own setting)", spec.Smoke, spec.Quick, spec.Paper))
	}
	if v.flags&takeFlags != 0 {
		a.results = takeResults
		fs.StringVar(&a.report, "report", "", "`folder` of a report on what was run (default: none is written)")
		fs.Func("minutes", "`number` of minutes that all may take (default: half a minute up to 3000 rows, from there on with their number, 5 from 30000 on)", a.setMinutes)
	}
	if v.flags&resultsFlag != 0 {
		fs.StringVar(&a.results, "results", a.results, "`folder` of the records")
	}
	if v.flags&onlyFlag != 0 {
		fs.Var(onlyValue{&a.only}, "only", "`key=value`: only these cells; key is dataset, method, label, repeat, variant or an option; the same key twice is or, different keys are and")
	}
	if v.flags&jobsFlag != 0 {
		fs.Func("jobs", "`number` of cells to run side by side, at most four a core (default 1; exclusive experiments run one at a time all the same)", a.setJobs)
		fs.Func("threads", "`number` of cores that a cell may use (default 1, or what the experiment says)", a.setThreads)
	}
	if v.flags&shardFlag != 0 {
		fs.Func("shard", "`i/n`: only the i-th of n shares of the cells, of about the same cost each; the shares do not depend on what is done", func(text string) (err error) {
			a.shard, err = plan.ParseShard(text)
			return err
		})
	}
	a.progress = progressText
	if v.flags&progressFlag != 0 {
		fs.StringVar(&a.progress, "progress", a.progress, "`how` progress is told on standard error: text, json (a line a cell, docs/json.md) or none")
		fs.BoolFunc("quiet", "the same as --progress none", func(string) error { a.progress = progressNone; return nil })
	}
	if v.flags&noWaitFlag != 0 {
		a.wait = run.LongestWait
		fs.DurationVar(&a.wait, "wait", a.wait, "`time` that cells wait for other runs on this host; then timed cells run beside them, and their records say so")
		fs.BoolFunc("no-wait", "the same as --wait 0s", func(string) error { a.wait = 0; return nil })
	}
	if v.flags&predictionsFlag != 0 {
		fs.BoolVar(&a.predictions, "predictions", false, "keep each test row's class probabilities beside the records")
	}
	if v.flags&outFlag != 0 {
		fs.StringVar(&a.out, "out", "", outHelp[v.name])
		fs.StringVar(&a.out, "o", "", "the same as --out")
	}
	if v.flags&labelFlag != 0 {
		fs.StringVar(&a.label, "label", "", labelHelp[v.name])
	}
	if v.flags&scoreFlag != 0 {
		fs.BoolVar(&a.markUnseen, "mark-unseen", false, "predict rows with a category that training has not seen from their other columns; a column unseen names where it stands, and columns of LIBSVM that training has not")
		fs.BoolVar(&a.allow, "allow-command", false, "let a model that is a program of somebody's start it; without this it is told what would be started")
		fs.BoolVar(&a.score, "score", false, "print what the predictions are worth, of rows that have labels; with --out the predictions are written too")
	}
	if v.flags&methodFlag != 0 {
		fs.StringVar(&a.label, "method", "", "`label` of the method in the specification")
	}
	if v.flags&jsonFlag != 0 {
		fs.BoolVar(&a.json, "json", false, "print one line of JSON for other programs; its keys stand in docs/json.md")
	}
	if v.flags&againstFlag != 0 {
		fs.StringVar(&a.against, "against", "", "`folder` of the records to compare with")
		fs.Func("rerun", "`number` of cells to run again, whose records must come out the same", func(text string) (err error) {
			if a.rerun, err = strconv.Atoi(text); err != nil || a.rerun < 1 {
				return errors.New("want a number of at least 1")
			}
			return nil
		})
	}
	if v.flags&replaceFlag != 0 {
		fs.BoolVar(&a.replace, "replace", false, "take the records of these folds out that an earlier import left, and put the new ones in their place")
	}
	if v.flags&updateFlag != 0 {
		fs.BoolVar(&a.update, "update", false, "write the verdicts of now to <results>/verdicts.json")
	}
	if v.flags&clusterFlags != 0 {
		a.cluster.flags(fs)
	}
	if v.flags&allFlag != 0 {
		fs.BoolVar(&a.all, "all", false, "every data set of the catalogue")
	}
	return fs
}

// How the progress of a run is told.
const (
	progressText = "text"
	progressJSON = "json"
	progressNone = "none"
)

// progresses are all ways.
var progresses = []string{progressText, progressJSON, progressNone}

// setThreads reads --threads; without it there are as many as the experiment says.
func (a *arguments) setThreads(text string) (err error) {
	a.threads, err = strconv.Atoi(text)
	if err != nil || a.threads < 1 || a.threads > spec.MostThreads {
		return fmt.Errorf("a cell uses 1 to %d cores", spec.MostThreads)
	}
	return nil
}

// setMinutes reads the time that take has.
func (a *arguments) setMinutes(text string) error {
	minutes, number := read.ParseNumber([]byte(text))
	if !number || !(minutes > 0) || minutes > mostMinutes {
		return fmt.Errorf("it takes a number above 0, at most %d", mostMinutes)
	}
	a.minutes = minutes
	return nil
}

// setJobs reads the number of cells that are run side by side.
func (a *arguments) setJobs(text string) (err error) {
	if a.jobs, err = strconv.Atoi(text); err != nil {
		return errors.New("it takes a whole number")
	}
	return nil
}

// parseArguments reads the words behind a verb; flags may stand between them.
func parseArguments(v verb, args []string) (arguments, error) {
	var a arguments
	fs := flagsOf(v, &a)
	for len(args) > 0 {
		err := fs.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			return a, errHelp
		}
		if err != nil && v.flags&methodFlag != 0 && strings.HasSuffix(err.Error(), ": -label") {
			return a, usagef("%s: --label is called --method", v.name)
		}
		if err != nil {
			return a, usagef("%s: %s; runexp help %s lists the flags", v.name, withDashes(err), v.name)
		}
		rest := fs.Args()
		if len(rest) == 0 {
			break
		}
		if len(args) > len(rest) && args[len(args)-len(rest)-1] == "--" {
			if v.flags&clusterFlags != 0 {
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
		return a, usagef("%s: --no-wait is --wait 0s: give one of --wait and --no-wait", v.name)
	}
	return a, a.validate(v)
}

// isSet says whether a flag was given.
func isSet(fs *flag.FlagSet, name string) (set bool) {
	fs.Visit(func(f *flag.Flag) { set = set || f.Name == name })
	return set
}

// ofFlag is what package flag says of a flag of several letters, up to its name, which has one
// dash there.
var ofFlag = regexp.MustCompile(`^(flag needs an argument: |flag provided but not defined: |invalid (?:boolean )?value "(?:[^"\\]|\\.)*" for (?:flag )?)-([^-:]{2})`)

// withDashes says what is wrong with a flag, under the name that every other text has for it.
func withDashes(err error) string { return ofFlag.ReplaceAllString(err.Error(), "$1--$2") }

// validate refuses values that no run could use.
func (a *arguments) validate(v verb) error {
	if !slices.Contains(spec.Profiles, a.profile) {
		return usagef("--profile %s: the profiles are %s, %s and %s", a.profile, spec.Smoke, spec.Quick, spec.Paper)
	}
	if !slices.Contains(progresses, a.progress) {
		return usagef("--progress %s: it is one of %s", a.progress, strings.Join(progresses, ", "))
	}
	if a.results == "" {
		return usagef("--results is empty: it takes the folder of the records")
	}
	if a.wait < 0 {
		return usagef("--wait %v: it takes a time of 0s or more, such as --wait 5m", a.wait)
	}
	if a.jobs < 1 {
		return usagef("--jobs %d: at least one cell has to run at a time", a.jobs)
	}
	if strings.HasSuffix(v.args, "SPEC...") && len(a.words) == 0 {
		return usagef("%s: which experiment? Give a TOML file or a built-in name; runexp list experiments shows those", v.name)
	}
	if v.args == "" && len(a.words) > 0 {
		return usagef("%s takes no arguments, not %q", v.name, a.words[0])
	}
	if v.flags&clusterFlags != 0 {
		return a.cluster.validate()
	}
	return nil
}
