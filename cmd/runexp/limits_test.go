package main

import (
	"archive/zip"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"gpcbench/experiments"
)

// Files that are no tables, or tables with something odd, are reported as what they are.
func TestLimitsOfFiles(t *testing.T) {
	svm := func(format string) string {
		return lines(40, func(i int) string {
			return fmt.Sprintf([]string{"+1", "-1"}[i%2]+" "+format, i*i%17, i%5)
		})
	}
	arff := "@relation r\n@attribute a real\n@attribute c {x,y}\n@attribute class {n,p}\n@data\n"
	rows := lines(40, func(i int) string {
		return fmt.Sprintf("%d,%s,%s", i*i%17, []string{"x", "y"}[i%2], []string{"n", "p"}[i%3%2])
	})
	for _, c := range []struct {
		file, content string
		code          int
		words         []string
	}{
		{"a.svm", svm("1:%d 2:%d"), 0, []string{"5 cells"}},
		{"first.svm", "+1\n" + svm("1:%d 2:%d"), 0, []string{"5 cells"}},
		{"empty.svm", strings.Repeat("+1\n", 12) + svm("1:%d 2:%d"), 0, []string{"5 cells"}},
		{"zero.svm", svm("0:%d 1:%d"), 0, []string{"5 cells"}},
		{"qid.svm", svm("qid:7 1:%d 2:%d"), 1, []string{"qid.svm:1: ", "ranking task", "remove the qid fields"}},
		{"several.svm", lines(40, func(i int) string { return fmt.Sprintf("%d,7 1:%d 2:3", i%3, i) }), 2, []string{"s.toml:4:1: ", `task = "multilabel"`}},
		{"measured.svm", lines(60, func(i int) string { return fmt.Sprintf("%d.5 1:%d 2:3", i, i) }), 1, []string{"60 different labels in 60 rows", `categorical = ["label"]`}},
		{"a.arff", arff + rows, 0, []string{"5 cells"}},
		{"undeclared.arff", arff + rows + "1,z,n\n", 1, []string{"undeclared.arff:46: ", `the header does not declare the value "z" of attribute "c"`}},
		{"label.arff", arff + rows + "1,x,q\n", 1, []string{"label.arff:46: ", `"q" of attribute "class"`}},
		{"text.arff", arff + rows + "one,x,n\n", 1, []string{"text.arff:46: ", `"one" of attribute "a" is not a number`}},
		{"t.xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 1, []string{"XLS", "write the rows as CSV"}},
		{"t.parquet", "PAR1\x00", 1, []string{"Parquet"}},
		{"t.json", "[{\"a\": 1}]\n", 1, []string{"JSON"}},
		{"t.html.csv", "<!DOCTYPE html>\n", 1, []string{"web page"}},
	} {
		b := newBench(t)
		b.write(c.file, c.content)
		b.write("s.toml", with(t, "t.csv", c.file))
		b.want(c.code, c.words, "plan", "s.toml")
	}
}

func TestWorkbookIsNamed(t *testing.T) {
	b := newBench(t)
	f, err := os.Create(b.path("book.xlsx"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z := zip.NewWriter(f)
	for _, name := range []string{"[Content_Types].xml", "xl/workbook.xml", "xl/worksheets/sheet1.xml"} {
		if _, err := z.Create(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	b.write("s.toml", with(t, "t.csv", "book.xlsx"))
	b.want(1, []string{"book.xlsx: this is an Excel workbook (XLSX): save the sheet as CSV"}, "plan", "s.toml")
	b.want(2, []string{"book.xlsx is a table, not a specification", `file = "book.xlsx"`}, "run", "book.xlsx")
}

// Devices and pipes are neither tables nor endless specifications.
func TestLimitsOfSpecifications(t *testing.T) {
	b := newBench(t)
	b.want(2, []string{"t.csv is a table, not a specification", "runexp init t.csv drafts one", "t.toml", "[[dataset]]", `file = "t.csv"`}, "run", "t.csv")
	b.write("my.v2.csv", b.read("t.csv"))
	b.want(2, []string{"write a file such as my.v2.toml:"}, "run", "my.v2.csv")
	b.want(0, []string{"specification: my.v2.toml\n"}, "init", "my.v2.csv")
	b.write("long.toml", "# "+strings.Repeat("x", 1<<20))
	b.want(2, []string{"long.toml is longer than 1 MiB"}, "plan", "long.toml")
	if runtime.GOOS == "linux" {
		b.want(2, []string{"/dev/zero is longer than 1 MiB"}, "run", "/dev/zero")
		b.write("s.toml", with(t, "t.csv", "/dev/zero"))
		b.want(3, []string{"s.toml:4:1: ", "/dev/zero", "not a regular file"}, "run", "s.toml")
		if err := exec.Command("mkfifo", b.path("fifo")).Run(); err == nil {
			b.write("s.toml", with(t, "t.csv", "fifo"))
			b.want(3, []string{"s.toml:4:1: ", "fifo", "not a regular file"}, "run", "s.toml")
		}
	}
	for _, c := range []struct{ spec, problem string }{
		{strings.Replace(oneMethod, "folds = 5", "folds = 1_000_000_000", 1), "the plan would have 1000000000 cells"},
		{strings.Replace(oneMethod, "[[dataset]]", "repeats = 1_000_000_001\n[[dataset]]", 1), "the plan would have 1000000001 cells"},
		{strings.Replace(oneMethod, "[[dataset]]", "title = \"\\u001b[2J\"\n[[dataset]]", 1), "title has a control character"},
		{strings.Replace(oneMethod, "[[dataset]]", "name = \"report/x\"\n[[dataset]]", 1), "the folder of the reports"},
		{strings.Replace(oneMethod, "[[dataset]]", "name = \"wenzel2019/table2\"\n[[dataset]]", 1), `s.toml:3:1: a built-in experiment is called "wenzel2019/table2"`},
		{strings.Replace(oneMethod, "[[dataset]]", "records = \"wenzel2019/table2\"\n[[dataset]]", 1), `records = "wenzel2019/table2" is the folder of the reports or of a built-in experiment's records`},
		{strings.Replace(oneMethod, "[[dataset]]", "records = \"report\"\n[[dataset]]", 1), `s.toml:3:1: records = "report" is the folder of the reports`},
	} {
		b.write("s.toml", c.spec)
		b.want(2, []string{"s.toml:", c.problem}, "plan", "s.toml")
		b.want(2, []string{"s.toml:", c.problem}, "run", "s.toml")
	}
}

// Cells with more inducing inputs than training rows are told of, and fail alone.
func TestMoreInducingInputsThanRows(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", strings.Replace(oneMethod, "[[dataset]]", "repeats = 1\n[[dataset]]", 1)+"[[method]]\nname = \"svgp\"\noptions = { inducing = 49 }\n")
	const notice = `s.toml:9:1: method "svgp": 49 inducing inputs are more than the 48 training rows of data set t, and its cells fail; say inducing = "all"`
	b.want(0, []string{notice, "2 cells"}, "plan", "s.toml")
	b.want(1, []string{notice, "FAILED: ", "49 inducing inputs are more than the 48 training rows", "1 finished now, 1 failed"}, "run", "s.toml")
}

// What a program does with an option is its own: a number of inducing inputs is no reason why its cells fail.
func TestInducingInputsOfAProgram(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", oneMethod+"[[method]]\nname = \"command\"\nlabel = \"Own\"\nrun = [\"true\"]\noptions = { inducing = 49 }\n")
	if o := b.want(0, []string{"10 cells"}, "plan", "s.toml"); strings.Contains(o.stdout+o.stderr, "its cells fail") {
		t.Errorf("plan says of a program what it cannot know:\n%s", o.stdout+o.stderr)
	}
}

// An input of a program that is not there is data that cannot be had. A fault of the specification comes first.
func TestInputOfAProgramThatIsNotThere(t *testing.T) {
	b := newBench(t)
	of := oneMethod + "[[method]]\nname = \"command\"\nlabel = \"Own\"\nrun = [\"true\"]\ninputs = [\"none.py\"]\n"
	b.write("s.toml", of)
	for _, verb := range [][]string{{"plan"}, {"run"}, {"command", "check"}} {
		b.want(3, []string{"s.toml:11:1: inputs: the file or folder none.py cannot be read: "}, append(verb, "s.toml")...)
	}
	b.write("s.toml", of+"options = { standardise = 1 }\n")
	b.want(2, []string{"s.toml:12:"}, "plan", "s.toml")
}

// The file of a built-in experiment, whatever it is called, has that experiment's records.
func TestFileOfABuiltIn(t *testing.T) {
	b := newBench(t)
	src, _ := experiments.Source("wenzel2019/table2")
	b.write("s.toml", string(src))
	b.want(2, []string{`both called "wenzel2019/table2"`}, "plan", "s.toml", "wenzel2019/table2")
	b.write("s.toml", string(src)+"# mine\n")
	b.want(3, []string{"s: its data is not in the cache yet"}, "plan", "s.toml")
}

// Numbers of a paper are looked up for built-in experiments alone.
func TestPublishedOfNoPaper(t *testing.T) {
	b := newBench(t)
	b.write("t.csv", tableOf(60))
	b.write("s.toml", oneMethod+"[[table]]\nmetric = \"error\"\npublished = \"table2\"\nbeside = [\"SVM\"]\n")
	b.want(0, []string{`s.toml:9:1: published = "table2" is not looked up`}, "run", "s.toml")
	b.want(0, []string{"Test error"}, "report", "s.toml")
	b.want(0, []string{"there are no published numbers or claims to compare with"}, "check", "s.toml", "--update")
}

// A folder without records makes no report of nothing.
func TestReportOfNothing(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", oneMethod)
	b.want(1, []string{"typo holds no records of s in the profile quick", "runexp run s.toml --profile quick --results typo makes them"}, "report", "s.toml", "--results", "typo")
	b.want(1, []string{"there are no verdicts to compare with", "runexp check s.toml --profile quick --results typo --update writes them"}, "check", "s.toml", "--results", "typo")
	if _, err := os.Stat(b.path("typo")); err == nil {
		t.Error("a folder was made")
	}
	b.want(0, []string{"5 finished now"}, "run", "s.toml")
	b.want(1, []string{"in the profile paper; ", "; there are some in the profile quick: say --profile quick to read them"}, "report", "s.toml", "--profile", "paper")
}

// Records that belong to no cell of the plan are counted on the terminal, and make no report alone.
func TestReportOfStaleRecords(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", oneMethod)
	b.want(0, nil, "run", "s.toml")
	b.write("s.toml", oneMethod+"options = { c = 3.0 }\n")
	const stale = "5 records belong to no cell of the plan: made with other options"
	b.want(1, []string{"results holds no records of s in the profile quick; runexp run s.toml --profile quick makes them; " + stale}, "report", "s.toml")
	b.want(0, nil, "run", "s.toml", "--only", "repeat=0")
	b.want(0, []string{"1 of 5 cells done", "\n" + stale}, "report", "s.toml")
}

// What a user writes stays text in every format.
func TestReportEscapes(t *testing.T) {
	b := newBench(t)
	b.write("=t.csv", tableOf(60))
	b.write("s.toml", `[experiment]
title = "<script>alert(1)</script> [x](http://example.org)"
notes = ["""<b>

| a""", "# no heading"]
split = { kind = "kfold", folds = 5 }
[[dataset]]
file = "=t.csv"
[[method]]
name = "logistic"
label = "@SUM(A1)"
[[table]]
title = """one

two & <i>"""
`)
	b.want(0, nil, "run", "s.toml")
	b.want(0, nil, "report", "s.toml")
	md, index, csv := b.read("results/report/s/quick/report.md"), b.read("results/report/README.md"), b.read("results/report/s/quick/table1.csv")
	for _, text := range []string{md, index} {
		if regexp.MustCompile(`<(script|b|i)>|[^\\]\]\(http`).MatchString(text) {
			t.Errorf("marks are left:\n%s", text)
		}
	}
	if !strings.Contains(md, "- \\# no heading") || !strings.Contains(md, "- &lt;b>  \\| a\n") {
		t.Errorf("notes:\n%s", md)
	}
	for line := range strings.Lines(csv) {
		for _, cell := range strings.Split(line, ",") {
			if strings.HasPrefix(cell, "=") || strings.HasPrefix(cell, "@") {
				t.Errorf("a formula in %s", line)
			}
		}
	}
	if !strings.Contains(csv, "'=t") || !strings.Contains(csv, "'@SUM(A1)") {
		t.Errorf("the names are not there:\n%s", csv)
	}
}

// A metric that cannot be is damage of its record.
func TestImpossibleMetrics(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", oneMethod)
	b.want(0, nil, "run", "s.toml")
	files, err := filepath.Glob(b.path("results/s/quick/*.jsonl"))
	if err != nil || len(files) != 1 {
		t.Fatalf("journals: %v, %v", files, err)
	}
	name := "results/s/quick/" + filepath.Base(files[0])
	b.write(name, strings.Replace(unsealed(b.read(name)), `"error":0.`, `"error":7.`, 1))
	b.want(1, []string{":1: damaged journal: error = 7.", "is not between its bounds, 0 and 1", "4 of 5 cells done"}, "report", "s.toml")
}

// Cells of a journal that cannot be read may be done: they are not run again.
func TestUnreadableJournal(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", oneMethod)
	b.write("results/s/quick/a.jsonl.gz", "no packed file")
	o := b.want(1, []string{"journal results/s/quick/a.jsonl.gz cannot be read: damaged packed file", "delete it to run its cells again"}, "run", "s.toml")
	if strings.Contains(o.stdout, "finished now") {
		t.Errorf("cells were run:\n%s", o.stdout)
	}
}

// Without a home there is a cache all the same.
func TestNoEnvironment(t *testing.T) {
	b := newBench(t)
	cmd, stdout, stderr := b.process("list")
	cmd.Env = []string{asRunexp + "=1", "TMPDIR=" + b.path("tmp")}
	if err := cmd.Run(); err != nil || !strings.Contains(stdout.String(), "quickstart") {
		t.Errorf("%v: %s", err, stderr)
	}
}

// An engine that this machine does not have is refused.
func TestUnknownEngine(t *testing.T) {
	b := newBench(t)
	cmd, _, stderr := b.process("list")
	cmd.Env = append(cmd.Env, "GPCBENCH_ENGINE=avx3")
	err := cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 2 || !strings.Contains(stderr.String(), "this machine cannot run GPCBENCH_ENGINE=avx3; it can run gonum, portable") {
		t.Errorf("%v: %s", err, stderr)
	}
}

// Limits that are too low are told by name.
func TestLowLimits(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("limits are looked at on Linux")
	}
	b := newBench(t)
	for limit, says := range map[string]string{
		"ulimit -v 1500000": "KiB of address space is too low: the program needs 1835008",
		"ulimit -n 20":      "the limit of 20 open files is too low: the program needs 32",
	} {
		version, _, _ := b.process("version")
		var cmd *exec.Cmd
		var out []byte
		var err error
		for range 5 { // now and then Go's runtime ends for lack of addresses before the program begins
			cmd = exec.Command("sh", "-c", limit+`; exec "$0" version`, version.Path)
			cmd.Env = version.Env
			if out, err = cmd.CombinedOutput(); !strings.HasPrefix(string(out), "runtime: out of memory") {
				break
			}
		}
		if cmd.ProcessState.ExitCode() != 1 || !strings.Contains(string(out), says) || strings.Contains(string(out), "goroutine") {
			t.Errorf("%s: %v\n%s", limit, err, out)
		}
	}
}

// Where nobody reads on, as behind head, a verb ends, quietly, and what it has in the temporary folder goes.
func TestUnreadOutput(t *testing.T) {
	b := newBench(t)
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	in.Close()
	cmd, _, stderr := b.process("list")
	cmd.Stdout = out
	cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != exitUnread || stderr.Len() > 0 {
		t.Errorf("exit code %d, and it said %q", code, stderr)
	}
}
