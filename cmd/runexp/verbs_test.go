package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// oneMethod is a specification that takes a fraction of a second.
const oneMethod = `[experiment]
split = { kind = "kfold", folds = 5 }
[[dataset]]
file = "t.csv"
[[method]]
name = "logistic"
`

func TestExitCodes(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", oneMethod)
	b.write("other/s.toml", oneMethod)
	b.write("other/t.csv", tableOf(30))
	b.write("twice.toml", oneMethod+"[[method]]\nname = \"logistic\"\nlabel = \"again\"\n")
	for _, c := range []struct {
		args string
		code int
		says string
	}{
		{"", 0, "Usage: runexp VERB"},
		{"help", 0, "Usage: runexp VERB"},
		{"--help", 0, "Usage: runexp VERB"},
		{"help run", 0, "--jobs number"},
		{"run --help", 0, "--jobs number"},
		{"help frobnicate", 2, `there is no verb "frobnicate"`},
		{"help tkae", 2, `there is no verb "tkae"; did you mean take?; runexp help lists them`},
		{"Predcit", 2, `there is no verb "Predcit"; did you mean predict?`},
		{"version", 0, "numerics version"},
		{"version now", 2, "takes no arguments"},
		{"frobnicate", 2, `there is no verb "frobnicate"`},
		{"--frobnicate", 2, "there is no verb"},
		{"list", 0, "quickstart"},
		{"list methods", 0, "xgpc"},
		{"list datasets", 0, "diabetis"},
		{"list flowers", 2, `there is no "flowers" to list`},
		{"list --jobs 2", 2, "-jobs"},
		{"fetch", 2, "which data sets?"},
		{"fetch ringnorm-generated", 0, "nothing to fetch"},
		{"fetch diabetes", 2, `no data set "diabetes"`},
		{"plan", 2, "which experiment?"},
		{"plan quickstart --profile smoke", 0, "12 cells"},
		{"run", 2, "which experiment?"},
		{"run nosuch", 2, "neither a file nor a built-in experiment"},
		{"run wenzel2019/table3", 2, "did you mean wenzel2019/table"},
		{"run wenzel2019", 2, "known are wenzel2019/correction, wenzel2019/figure1, "},
		{"run nosuch.toml", 2, "nosuch.toml: there is no such file"},
		{"run tmp", 2, "is a directory"},
		{"run s.toml --bad", 2, "not defined: --bad; runexp help run lists the flags"},
		{"run s.toml --job 2", 2, "not defined: --job; did you mean --jobs?; runexp help run"},
		{"run s.toml --jobs none", 2, `"none" for flag --jobs: it takes a whole number`},
		{"check --update=perhaps", 2, `"perhaps" for --update: `},
		{"report s.toml --results", 2, "flag needs an argument: --results; "},
		{"report s.toml -o", 2, "flag needs an argument: -o; "},
		{"run s.toml --results=", 2, "--results is empty"},
		{"run s.toml --results", 2, "needs an argument"},
		{"run s.toml --jobs 0", 2, "--jobs 0"},
		{"run s.toml --wait -5m", 2, "--wait -5m0s: it takes a time of 0s or more, such as --wait 5m"},
		{"run s.toml --no-wait --wait 3s", 2, "--no-wait means --wait 0s: give only one of --wait and --no-wait"},
		{"run s.toml --wait 5", 2, "it takes a time with its unit, such as 5m or 30s"},
		{"run s.toml --profile fast", 2, "smoke, quick and paper"},
		{"run s.toml --only dataset", 2, "key=value"},
		{"run s.toml --only colour=red", 2, `no key "colour"`},
		{"run s.toml --only variant=code", 2, "s has no variants"},
		{"run s.toml other/s.toml", 2, `are both called "s"`},
		{"run s.toml s.toml", 2, "s.toml is given twice; give it once"},
		{"plan s.toml", 0, "5 cells"},
		{"plan s.toml", 0, "training time of the cells left: unknown for 5 cells"},
		{"plan twice.toml", 0, "10 cells"},
		{"plan twice.toml", 0, "training time of the cells left: unknown for 5 cells"}, // those of two labels are the same
		{"plan s.toml --only repeat=0", 0, "profile quick: 1 cell\n"},
		{"report", 1, "no records"},
		{"check", 1, "no records"},
		{"report nosuch", 2, "neither a file nor a built-in experiment"},
		{"check s.toml", 1, "there are no verdicts to compare with"},
		{"run s.toml", 0, "5 cells, 0 were done before, 5 finished now, 0 failed"},
		{"run s.toml", 0, "5 cells, 5 were done before, 0 finished now, 0 failed"},
		{"plan --profile quick s.toml", 0, "quick: 5 cells"},
		{"report s.toml", 0, "5 of 5 cells done"},
	} {
		b.want(c.code, []string{c.says}, strings.Fields(c.args)...)
	}
}

// A command line that is wrong is told of once, before anything is printed.
func TestWrongWordsComeFirst(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", oneMethod)
	if o := b.want(2, []string{`list: there is no "extra" to list: say experiments, datasets or methods`}, "list", "datasets", "extra"); o.stdout != "" {
		t.Errorf("it printed\n%s", o.stdout)
	}
	if o := b.want(2, []string{`bogus=1: there is no key "bogus"`}, "plan", "s.toml", "--only", "bogus=1"); strings.Contains(o.stderr, "notice") {
		t.Errorf("it is said twice:\n%s", o.stderr)
	}
}

// What could not be told is a failure, though the work was done.
func TestFullOutput(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("there is no /dev/full here")
	}
	defer full.Close()
	b := newBench(t)
	b.write("s.toml", oneMethod)
	cmd, _, stderr := b.process("run", "s.toml")
	cmd.Stdout = full
	cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != 1 || !strings.Contains(stderr.String(), "the output is not complete") {
		t.Errorf("exit code %d, want 1; it said\n%s", code, stderr)
	}
	b.want(0, []string{"5 were done before"}, "run", "s.toml")
}

// Help names all that the command line takes.
func TestHelpIsComplete(t *testing.T) {
	b := newBench(t)
	text := b.want(0, nil, "help").stdout
	for _, v := range verbs() {
		if !strings.Contains(text, "  "+v.name+" ") {
			t.Errorf("help does not name %s", v.name)
		}
		b.want(0, []string{"runexp " + v.name}, "help", v.name)
	}
	if text := b.want(0, []string{"-o, --out file"}, "help", "fit").stdout; strings.Contains(text, "--o ") {
		t.Errorf("--out is there twice:\n%s", text)
	}
	if text := b.want(0, []string{"--threads number"}, "help", "run").stdout; strings.Contains(text, "(default 0)") {
		t.Errorf("a default of 0 threads:\n%s", text)
	}
	b.want(2, []string{"-threads", "a cell uses 1 to"}, "run", "s.toml", "--threads", "0")
}

func TestOnly(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", oneMethod+`
[[method]]
name = "xgpc"
label = "X"
options = { iterations = 5 }
[grid]
inducing = [5, 10]
`)
	// 5 folds of one logistic regression, which has no inducing inputs, and of
	// X-GPC with 5 and with 10.
	for _, c := range []struct {
		only string
		says string
	}{
		{"", "quick: 15 cells"},
		{"method=xgpc", "quick: 10 cells"},
		{"label=X", "quick: 10 cells"},
		{"label=X label=logistic", "quick: 15 cells"},
		{"inducing=5", "quick: 5 cells"},
		{"inducing=5 inducing=10 repeat=0", "quick: 2 cells"},
		{"repeat=1 repeat=3 method=logistic", "quick: 2 cells"},
		{"dataset=u", "quick: 0 cells"},
	} {
		args := []string{"plan", "s.toml"}
		for _, o := range strings.Fields(c.only) {
			args = append(args, "--only", o)
		}
		b.want(0, []string{c.says}, args...)
	}
	b.want(0, []string{"2 cells, 0 were done before, 2 finished now"}, "run", "s.toml", "--only", "repeat=0", "--only", "inducing=5", "--only", "inducing=10")
	b.want(0, []string{"15 cells, 2 were done before, 13 finished now"}, "run", "s.toml")
}

func TestPredictions(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", oneMethod)
	b.want(0, nil, "run", "s.toml", "--results", "r")
	b.want(0, []string{"notice: s: 5 cells with records are run again, because their predictions are missing", "5 finished now"},
		"run", "s.toml", "--results", "r", "--predictions") // the first run kept none
	seen := map[string]bool{}
	for _, r := range b.records("r", "s", "quick") {
		text := b.read("r/s/quick/predictions/" + r.ID + ".csv")
		lines := strings.Split(strings.TrimSpace(text), "\n")
		if lines[0] != "row,class,p(no),p(yes)" || len(lines) != 13 {
			t.Errorf("predictions of repeat %d: %d lines, header %q", r.Repeat, len(lines), lines[0])
		}
		for _, l := range lines[1:] {
			row, _, _ := strings.Cut(l, ",")
			seen[row] = true
		}
	}
	if len(seen) != 60 {
		t.Errorf("five folds predict %d different rows, want all 60", len(seen))
	}
}

// A plan counts what a run makes again, since predictions that a reference needs are gone, and a
// report names a file of predictions that was cut, which no run touches.
func TestPredictionsThatAreGone(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", strings.Replace(oneMethod, "[experiment]\n", "[experiment]\nreference = \"logistic\"\nrepeats = 2\n", 1))
	b.want(0, []string{"2 finished now"}, "run", "s.toml")
	kept := "results/s/quick/predictions"
	cut := kept + "/" + b.records("results", "s", "quick")[0].ID + ".csv"
	text := b.read(cut)
	b.write(cut, text[:len(text)/2])
	b.want(0, nil, "report", "s.toml")
	if said := b.read("results/report/s/quick/report.md"); !strings.Contains(said, cut) || !strings.Contains(said, "delete this file, and a run makes it again") {
		t.Errorf("the report does not name %s:\n%s", cut, said)
	}
	if err := os.RemoveAll(b.path(kept)); err != nil {
		t.Fatal(err)
	}
	const again = "notice: s: 2 cells with records are run again, because their predictions are missing"
	o := b.want(0, []string{again}, "plan", "s.toml")
	if line := strings.Join(strings.Fields(o.stdout), " "); !strings.Contains(line, "t logistic 2 0 0 0 2") {
		t.Errorf("the plan counts cells as done that are run again:\n%s", o.stdout)
	}
	b.want(0, []string{again, "0 were done before, 2 finished now"}, "run", "s.toml")
}

// The quick start, as help recommends it, in its smallest form.
func TestQuickstart(t *testing.T) {
	b := newBench(t)
	b.want(0, []string{"12 finished now"}, "run", "quickstart", "--profile", "smoke")
	b.want(0, []string{"12 of 12 cells done, 0 failed"}, "report", "quickstart", "--profile", "smoke")
	b.want(0, []string{"profile smoke: 12 of 12 cells done"}, "report", "quickstart", "--profile", "paper,smoke")
	b.want(0, []string{"1 finished now"}, "run", "quickstart", "--profile", "quick", "--only", "dataset=ringnorm-generated", "--only", "method=logistic", "--only", "repeat=0")
	b.want(0, []string{"profile smoke: 12 of 12 cells done"}, "report", "quickstart", "--profile", "quick,smoke")
	b.want(0, []string{"profile quick: 1 of 30 cells done"}, "report", "quickstart", "--profile", "quick,paper")
	b.want(0, []string{"profile smoke: 8 of 8 cells done"}, "report", "quickstart", "--profile", "quick,smoke", "--only", "inducing=20")
	b.want(2, []string{
		"no cell matches --only inducing=7; known are 100",
		"no cell matches --only inducing=7; known are 20",
	}, "report", "quickstart", "--profile", "quick,smoke", "--only", "inducing=7")
	b.want(1, []string{
		"no records of villacampa2017/scale in the profile paper",
		"no records of villacampa2017/scale in the profile quick",
	}, "report", "villacampa2017/scale", "--profile", "paper,quick")
	b.want(1, []string{"no records of quickstart in the profile paper"}, "report", "quickstart", "--profile", "paper")
	b.want(2, []string{"--profile half: the profiles are"}, "report", "quickstart", "--profile", "paper,half")
	index := b.read("results/report/README.md")
	if !strings.Contains(index, "quickstart/smoke/report.md") {
		t.Errorf("the index does not name the report:\n%s", index)
	}
	page := b.read("results/report/quickstart/smoke/report.md")
	for _, w := range []string{"# Quick start", "X-GPC", "SVGPC", "Linear", "ringnorm-generated", "waveform-binary", "(figure1-", ".svg)", "Provenance"} {
		if !strings.Contains(strings.ToLower(page), strings.ToLower(w)) {
			t.Errorf("the report does not say %q", w)
		}
	}
	entries, err := os.ReadDir(b.path("results/report/quickstart/smoke"))
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || info.Size() == 0 {
			t.Errorf("%s is empty (%v)", e.Name(), err)
		}
		kinds[e.Name()[strings.LastIndex(e.Name(), ".")+1:]]++
	}
	for _, kind := range []string{"md", "csv", "svg", "png"} {
		if kinds[kind] == 0 {
			t.Errorf("the report has no %s file: %v", kind, kinds)
		}
	}
	// Every file that the page links to is there.
	for _, part := range strings.Split(page, "](")[1:] {
		link, _, _ := strings.Cut(part, ")")
		if strings.Contains(link, "://") || strings.HasPrefix(link, "#") {
			continue
		}
		if _, err := os.Stat(b.path("results/report/quickstart/smoke/" + link)); err != nil {
			t.Errorf("broken link: %v", err)
		}
	}
}

// An --only that leaves no cell of any specification is reported once, and nothing is
// written; one that leaves cells of another specification is a notice.
func TestOnlyThatLeavesNothing(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", oneMethod)
	b.write("other.toml", strings.Replace(oneMethod, `"logistic"`, `"logistic"`+"\nlabel = \"Linear\"", 1))
	b.want(0, nil, "run", "s.toml", "other.toml")
	for _, verb := range []string{"run", "report", "check"} {
		for _, specs := range [][]string{{"s.toml"}, {"s.toml", "other.toml"}} {
			o := b.want(2, []string{"no cell matches --only label=SEP"}, append(append([]string{verb}, specs...), "--only", "label=SEP")...)
			if n := strings.Count(o.stdout+o.stderr, "no cell matches"); n != 1 || o.stdout != "" {
				t.Errorf("%s %v: said %d times:\n%s%s", verb, specs, n, o.stdout, o.stderr)
			}
		}
	}
	if _, err := os.Stat(b.path("results/report")); err == nil {
		t.Error("a report on nothing was written")
	}
	o := b.want(0, []string{
		"notice: s: no cell matches --only label=Linear",
		"other, profile quick: 5 of 5 cells done",
	}, "report", "s.toml", "other.toml", "--only", "label=Linear")
	if strings.Contains(o.stdout, "s, profile quick: 0 of 0") {
		t.Errorf("a specification without cells is reported:\n%s", o.stdout)
	}
}

// A report is asked for without naming experiments: those with records.
func TestReportOfAll(t *testing.T) {
	b := newBench(t)
	b.want(0, nil, "run", "quickstart", "--profile", "smoke", "--only", "method=logistic")
	o := b.want(0, []string{"quickstart, profile smoke: 4 of 12 cells done"}, "report", "--profile", "smoke", "--out", "elsewhere")
	if strings.Contains(o.stdout, "wenzel2019/table2, profile") {
		t.Errorf("an experiment without records is reported:\n%s", o.stdout)
	}
	b.read("elsewhere/quickstart/smoke/report.md")
}

// A plan of which no data is in the cache says how to get it, and not that others go on.
func TestPlanWithoutData(t *testing.T) {
	b := newBench(t)
	b.write("g.toml", strings.Replace(oneMethod, `file = "t.csv"`, `name = "german"`, 1))
	const want = "g: its data is not in the cache yet: get it with runexp run or runexp fetch german, which try mirrors first"
	if said := b.want(3, []string{want}, "plan", "g.toml").stderr; strings.Contains(said, "notice") {
		t.Errorf("said %s", said)
	}
	b.write("both.toml", strings.Replace(oneMethod, "[[dataset]]", "[[dataset]]\nname = \"german\"\n[[dataset]]", 1))
	b.want(0, []string{"notice: 1 data set is not in the cache, so only its records are used: german; runexp fetch gets it"}, "plan", "both.toml")
}

// That training rows lack a class is reported before their cells fail.
func TestTrainingRowsWithoutAClass(t *testing.T) {
	b := newBench(t)
	b.write("t.csv", "a,class\n"+lines(60, func(i int) string { return fmt.Sprintf("%d,%s", i%7, []string{"x", "y"}[i/48]) }))
	b.write("s.toml", "[[dataset]]\nfile = \"t.csv\"\nsplit = { kind = \"kfold\", folds = 5, order = \"contiguous\" }\n[[method]]\nname = \"logistic\"\n")
	const notice = `notice: t, repeat 4: none of the 48 training rows is of class "y"`
	b.want(0, []string{notice}, "plan", "s.toml")
	b.want(1, []string{notice, "4 finished now, 1 failed"}, "run", "s.toml")
}

// A file of the catalogue that is damaged in the cache is a notice, and the others go on.
func TestDamagedCacheFile(t *testing.T) {
	b := newBench(t)
	b.write("cache/glass/glass.data", strings.Repeat("1,1\n", 11903/4)+"1,\n") // of the size that it should have
	glass := strings.Replace(oneMethod, `file = "t.csv"`, `name = "glass"`, 1)
	b.write("g.toml", glass)
	const damaged = "cannot be read: the file is damaged: its SHA-256 is"
	b.want(3, []string{"notice: g cannot get data set glass: data file ", damaged, "runexp fetch glass downloads it again"}, "plan", "g.toml")
	b.want(3, []string{damaged, "nothing can run"}, "run", "g.toml")
	b.write("both.toml", strings.Replace(oneMethod, "[[dataset]]", "[[dataset]]\nname = \"glass\"\n[[dataset]]", 1))
	b.want(0, []string{"notice: both continues without data set glass: ", damaged, "5 finished now"}, "run", "both.toml")
	b.want(0, []string{damaged}, "report", "both.toml")
	if text := b.read("results/report/both/quick/report.md"); !strings.Contains(text, "glass is not here (its file in the cache is damaged): `runexp fetch glass`") {
		t.Errorf("the report does not say what is damaged:\n%s", text)
	}
}

// A value of --only that no cell has is reported, with what may have been meant.
func TestOnlyWithoutCells(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", oneMethod)
	b.want(0, []string{"notice: no cell has dataset=tt; did you mean t?"}, "plan", "s.toml", "--only", "dataset=t", "--only", "dataset=tt")
	b.want(0, []string{"notice: no cell has label=nobody"}, "run", "s.toml", "--only", "label=nobody", "--only", "label=logistic")
	b.want(2, []string{"no cell matches --only method=Linear; known are logistic"}, "run", "s.toml", "--only", "method=Linear")
	b.write("labelled.toml", oneMethod+"label = \"Linear\"\n")
	b.want(2, []string{"no cell matches --only method=Linear; did you mean --only label=Linear?"}, "run", "labelled.toml", "--only", "method=Linear")
	b.want(2, []string{"no cell matches --only repeat=99; repeats are 0 to 4"}, "run", "s.toml", "--only", "repeat=99")
	b.write("grid.toml", strings.Replace(oneMethod, "logistic", "svgp", 1)+"[grid]\ninducing = [16, 4]\n")
	b.want(2, []string{"no cell matches --only inducing=7; known are 16, 4"}, "run", "grid.toml", "--only", "inducing=7")
	b.write("two.toml", strings.Replace(oneMethod, "[[dataset]]", "[[dataset]]\nname = \"u\"\nfile = \"t.csv\"\n[[dataset]]", 1)+"[profile.quick]\ndatasets = [\"t\"]\n")
	b.want(2, []string{"no cell matches --only dataset=u; the profile paper has it: say --profile paper"}, "report", "two.toml", "--only", "dataset=u", "--profile", "quick")
}

// Records are the same bits as those of another folder, or verify says which are not.
func TestVerify(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", oneMethod)
	b.want(0, nil, "run", "s.toml")
	b.want(0, nil, "run", "s.toml", "--results", "again")
	b.want(0, []string{"5 cells in both, 5 with the same bits, 0 that differ"}, "verify", "s.toml", "--against", "again")
	b.want(0, []string{"5 records, all with the right checksum\n"}, "verify", "s.toml")
	b.want(0, []string{"2 cells run again, 2 with the same bits, 0 that differ"}, "verify", "s.toml", "--rerun", "2")
	b.want(2, []string{"at least 1"}, "verify", "s.toml", "--rerun", "0")
	b.want(2, []string{"the same folder"}, "verify", "s.toml", "--against", "./results")
	b.want(1, []string{"no cell of s has a record in both results and nowhere"}, "verify", "s.toml", "--against", "nowhere")

	journals, err := filepath.Glob(b.path("again/s/quick/*.jsonl"))
	if err != nil || len(journals) != 1 {
		t.Fatal(journals, err)
	}
	text, err := os.ReadFile(journals[0])
	if err != nil {
		t.Fatal(err)
	}
	changed := regexp.MustCompile(`"nll":\d`).ReplaceAll([]byte(unsealed(string(text))), []byte(`"nll":7`))
	if err := os.WriteFile(journals[0], changed, 0o666); err != nil {
		t.Fatal(err)
	}
	b.want(0, []string{"5 records, 5 without a checksum: an earlier version wrote them"}, "verify", "s.toml", "--results", "again")
	first, rest, _ := strings.Cut(string(text), "\n")
	if err := os.WriteFile(journals[0], []byte(unsealed(first+"\n")+rest+"rubbish\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	b.want(1, []string{"5 records\n", "without the checksum that the others have", "damaged journal"}, "verify", "s.toml", "--results", "again")
	if err := os.WriteFile(journals[0], changed, 0o666); err != nil {
		t.Fatal(err)
	}
	b.want(4, []string{"0 with the same bits, 5 that differ", "such as t, ", "nll = ", "should have the same bits but differ"}, "verify", "s.toml", "--against", "again")
}
