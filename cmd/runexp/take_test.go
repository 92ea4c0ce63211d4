package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpcbench/data"
	"gpcbench/harness/draft"
	"gpcbench/harness/harnesstest"
)

// separable is a table of two classes that a line tells apart, but for some rows, in groups of five rows.
func separable(n int) string {
	return grown("a,b,patient,outcome", n, func(i int) string {
		a, b := i*37%101, i*53%97
		class := "no"
		if a+b > 95 != (i%11 == 0) {
			class = "yes"
		}
		return strings.Join([]string{strconv.Itoa(a), strconv.Itoa(b), "p" + strconv.Itoa(i/5), class}, ",")
	})
}

// One command goes from a table to a model that predicts, and run and report go on from what it leaves.
// Given again, it runs no cell twice.
func TestTake(t *testing.T) {
	b := newBench(t)
	b.env = append(b.env, "PATH="+b.path("tmp")) // no Python
	b.write("my.csv", separable(60))
	o := b.want(0, []string{
		"my.csv: 60 rows, 4 columns",
		"label: outcome (it is called outcome",
		"taken",
		"Class shares",
		"rows of one patient stay together",
		"folds",
		"linear model",
		"model: my.gpc",
		"runexp predict my.gpc new.csv",
		"specification: my.toml",
	}, "take", "my.csv", "--minutes", "3", "--quiet", "--report", "rep")
	if n := strings.Count(o.stdout, "\n"); n > 20 {
		t.Errorf("%d lines:\n%s", n, o.stdout)
	}
	if _, err := os.Stat(filepath.Join(b.dir, "rep", "README.md")); err != nil {
		t.Error(err)
	}
	b.want(0, []string{"row,"}, "predict", "my.gpc", "my.csv")
	if strings.Contains(o.stdout, "The mean of") {
		t.Errorf("a mean, which nobody asked for:\n%s", o.stdout)
	}
	b.want(0, []string{"taken", "model: my-2.gpc"}, "take", "my.csv", "--minutes", "3", "--quiet", "--mean")
	// The terminal ends with the answer and the command that fits it.
	b.want(0, []string{"Linear", "\nrunexp fit my.toml --profile quick --only dataset=my --method "}, "report", "my.toml", "--results", "out")
	b.write("afile", "")
	if o := b.want(1, []string{"afile cannot be written: not a directory"}, "take", "my.csv", "--minutes", "3", "--report", "afile"); o.stdout != "" {
		t.Errorf("raced before it looked at the folder of the report:\n%s", o.stdout)
	}
	before := len(b.records("out", "my", "quick"))
	var facts takeFacts
	b.asJSON(&facts, "take", "my.csv", "--minutes", "0.001", "--quiet")
	if facts.Specification != "my.toml" ||
		facts.Model != "my-3.gpc" ||
		len(facts.Members) == 0 ||
		facts.Taken == "" ||
		!facts.Learnt ||
		facts.Methods[0].Metrics["nll"] == nil ||
		facts.Rows != 60 ||
		facts.Label != "outcome" {
		t.Errorf("%+v", facts)
	}
	if after := len(b.records("out", "my", "quick")); after != before {
		t.Errorf("%d records, then %d", before, after)
	}
	b.write("other/my.csv", separable(61))
	b.want(1, []string{"no method was tested", "specification: my-2.toml"}, "take", "other/my.csv", "--minutes", "1e-9", "--quiet")
}

// A race whose model cannot be kept at its end is told all the same, with the command that fits it again.
func TestTakeTellsTheRaceThoughTheFitFails(t *testing.T) {
	b := newBench(t)
	b.env = append(b.env, "PATH="+b.path("tmp")) // no Python
	b.write("my.csv", separable(60))
	b.mkdir("models")
	cmd, stdout, stderr := b.process("take", "my.csv", "--minutes", "3", "--out", "models/my.gpc")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	harnesstest.WaitFor(t, "the first journal of the race", func() bool {
		journals, err := filepath.Glob(b.path("out/my/quick/*.jsonl"))
		return err != nil || len(journals) > 0
	})
	if err := os.RemoveAll(b.path("models")); err != nil {
		t.Error(err)
	}
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != 1 {
		t.Errorf("%v", err)
	}
	for _, want := range []string{"taken", "Class shares", "specification: my.toml"} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("%q is not in the output:\n%s", want, stdout)
		}
	}
	if strings.Contains(stdout.String(), "model:") {
		t.Errorf("there is a model in the output:\n%s", stdout)
	}
	for _, want := range []string{" on all rows: ", "cannot be written", "runexp fit my.toml --method ", " --out models/my.gpc fits it alone"} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("%q is not in the message:\n%s", want, stderr)
		}
	}
}

// A specification that can neither be read nor written is an error, not a reason to try the next name.
func TestSpecificationThatCannotBeKept(t *testing.T) {
	kept, err := keepSpecification(filepath.Join(t.TempDir(), strings.Repeat("long", 100)+".toml"), "")
	if kept || err == nil || !strings.Contains(err.Error(), "cannot be written") {
		t.Errorf("kept %v, error %v", kept, err)
	}
}

func TestTakeRefuses(t *testing.T) {
	b := newBench(t)
	b.write("unclear.csv", grown("a,b,c", 60, func(i int) string { return strconv.Itoa(i) + "," + strconv.Itoa(i*7%50) + "," + strconv.Itoa(i*11%40) }))
	b.write("there.gpc", "x")
	b.want(2, []string{"take takes one table"}, "take")
	b.want(2, []string{"write it to a file first, such as cat > my.csv"}, "take", "-")
	b.want(2, []string{"with --label"}, "take", "unclear.csv")
	b.want(2, []string{"there.gpc"}, "take", "t.csv", "--out", "there.gpc")
	b.want(2, []string{"--minutes"}, "take", "t.csv", "--minutes", "0")
	b.want(2, []string{"--minutes"}, "take", "t.csv", "--minutes", "0x1p3")
	b.want(3, []string{"nosuch.csv"}, "take", "nosuch.csv")
}

// What was done to a table has how its numbers are written, rows that are left out and what the draft does.
func TestTakeTellsWhatIsDone(t *testing.T) {
	of := takeAnswer{specified: specified{
		Looked: draft.Looked{Summary: &data.Summary{Decimal: ",", Thousands: ".", Dropped: 2}, Said: draft.Said{Units: []string{"kg", "cm"}}},
		Draft:  draft.Draft{Done: []string{"left out: a"}},
	}}
	if done := of.done(); !slices.Equal(done, []string{"numbers are written as in 1.234,5", "numbers are read without kg and cm beside them", "2 rows without a label are left out", "left out: a"}) {
		t.Errorf("%q", done)
	}
}

// Warnings are about the columns that the specification uses, and say what to do.
func TestTakeWarnsOfWhatIsUsed(t *testing.T) {
	b := newBench(t)
	b.env = append(b.env, "PATH="+b.path("tmp"))                                           // no Python
	b.write("my.csv", grown("customer,paid,city,visits,outcome", 120, func(i int) string { // each customer has one outcome
		yes := i / 2 % 2
		return fmt.Sprintf("c%d,%d,t%d,%d,%s", i/2, 50*yes*(1+i%7), i%55, i*37%101, []string{"no", "yes"}[yes])
	}))
	o := b.want(0, []string{
		"rows of one customer stay together",
		`column "paid": the column alone tells the classes apart (AUC 1.000): leave it out if it is known only after the class is, drop = ["paid"]`,
		`column "city": each of its many texts becomes an attribute: there are 55; drop = ["city"] leaves the column out`,
	}, "take", "my.csv", "--minutes", "0.1", "--quiet")
	if strings.Contains(o.stdout, `column "customer"`) {
		t.Errorf("a warning of a column that is not used:\n%s", o.stdout)
	}
}

// Whole numbers that are measurements are classes where --label names their column, which is told first.
func TestTakeWarnsOfMeasurements(t *testing.T) {
	b := newBench(t)
	b.env = append(b.env, "PATH="+b.path("tmp")) // no Python
	b.write("my.csv", grown("a,sales", 120, func(i int) string { return fmt.Sprintf("%d,%d", i%7, 100+i%40) }))
	b.want(0, []string{"there are 40 different labels in 120 rows", "since --label names the column: only classes are predicted, not measurements; "}, "take", "my.csv", "--label", "sales", "--minutes", "0.1", "--quiet")
}

// Where Python does not answer in time the trees are those of the specification that is there, so that the same
// command has the same one; without one it is told that there are none.
func TestTreesWherePythonIsLate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the Python that is late is a script of a shell")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "python3"), []byte("#!/bin/sh\n/bin/sleep 60\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	var said strings.Builder
	a := &app{stderr: &said}
	specification := filepath.Join(dir, "t.toml")
	if trees := a.treesHere(t.Context(), dir, specification); trees != "" || !strings.Contains(said.String(), "trees are not in the race: no Python answered within 2s") {
		t.Errorf("%q, %q", trees, said.String())
	}
	const section = treesHead + "[[method]]\nname = \"command\"\n"
	if err := os.WriteFile(specification, []byte("[[dataset]]\nfile = \"t.csv\"\n"+section), 0o644); err != nil {
		t.Fatal(err)
	}
	said.Reset()
	if trees := a.treesHere(t.Context(), dir, specification); trees != section || said.Len() > 0 {
		t.Errorf("%q, %q", trees, said.String())
	}
}
