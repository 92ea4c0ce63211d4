package main

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"gpcbench/examples/command"
	"gpcbench/methods/command/commandtest"
)

// programAsMethod is oneMethod with a program of one's own, which declares the same bits where it is to.
func programAsMethod(does string, sameBits bool) string {
	return strings.Replace(oneMethod, `name = "logistic"`, fmt.Sprintf("name = \"command\"\nlabel = \"P\"\nrun = %s\noptions = { same_bits = %v }", command.List(commandtest.Run(does)), sameBits), 1)
}

// Cells of a program that declares the same bits are held to them, others are outside the promise.
func TestVerifyPrograms(t *testing.T) {
	if testing.Short() || runtime.GOOS == "windows" {
		t.Skip("starts programs")
	}
	b := newBench(t)
	b.write("same.toml", programAsMethod("", true))
	b.want(0, nil, "run", "same.toml")
	b.want(0, []string{"2 cells run again, 2 with the same bits, 0 that differ"}, "verify", "same.toml", "--rerun", "2")
	b.write("fickle.toml", programAsMethod("is fickle", true))
	b.want(0, nil, "run", "fickle.toml", "--only", "repeat=0")
	b.want(4, []string{"1 cell run again, 0 with the same bits, 1 that differ", "should have the same bits"}, "verify", "fickle.toml", "--rerun", "1")
	b.write("other.toml", programAsMethod("", false))
	b.want(0, nil, "run", "other.toml", "--only", "repeat=0")
	b.want(1, []string{"1 cell is not promised to repeat to the bit", "no cell has a record that another run must repeat"}, "verify", "other.toml", "--rerun", "1")
}

// Of label sets a program may list the best labels of a row alone. What ranks them is as of all probabilities, and
// nothing is said of what needs those.
func TestProgramListsLabels(t *testing.T) {
	if testing.Short() || runtime.GOOS == "windows" {
		t.Skip("starts programs")
	}
	b := newBench(t)
	var rows strings.Builder
	fmt.Fprintf(&rows, "60 4 14\n")
	for i := range 60 {
		fmt.Fprintf(&rows, "%d,13 %d:1 3:%d.5\n", i%13, i%3, i%7)
	}
	b.write("tags.txt", rows.String())
	spec := "[[table]]\n[experiment]\nsplit = { kind = \"holdout\", train = 0.5 }\n[[dataset]]\nfile = \"tags.txt\"\ntask = \"multilabel\"\n"
	for label, does := range map[string]string{"all": "", "lists": "lists"} {
		spec += fmt.Sprintf("[[method]]\nname = \"command\"\nlabel = %q\nrun = %s\noptions = { standardise = false, iterations = 5 }\n", label, command.List(commandtest.Run(does)))
	}
	b.write("s.toml", spec)
	b.want(0, nil, "run", "s.toml", "--predictions", "--only", "repeat=0")
	of := map[string]map[string]float64{}
	for _, r := range b.records("results", "s", "quick") {
		of[r.Label] = r.Metrics
	}
	for _, name := range []string{"p_at_1", "p_at_5", "ndcg_at_5", "psp_at_3"} {
		if all, lists := of["all"][name], of["lists"][name]; all != lists || all == 0 {
			t.Errorf("%s is %v of all probabilities, %v of lists", name, all, lists)
		}
	}
	for _, name := range []string{"log_loss", "auc_macro", "hamming_loss"} {
		if _, ok := of["lists"][name]; ok || of["all"][name] == 0 {
			t.Errorf("%s: of lists %v, of all %v", name, ok, of["all"][name])
		}
	}
	b.want(0, []string{"Precision at 1 (P@1)"}, "report", "s.toml")
	b.want(0, nil, "fit", "s.toml", "--method", "lists", "--out", "m.model")
	b.want(0, []string{"p_at_1"}, "predict", "m.model", "tags.txt", "--score", "--allow-command")
}

// What is wrong with the program of a specification is said once, and where its options belong.
func TestProgramsThatAreSpecifiedBadly(t *testing.T) {
	b := newBench(t)
	b.write("t.csv", tableOf(20))
	spec := "[[dataset]]\nfile = \"t.csv\"\n[[method]]\nname = \"command\"\nrun = "
	b.write("empty.toml", spec+"[]\n")
	if o := b.want(2, []string{`empty.toml:5:1: method "command": option "run": it names the program`}, "plan", "empty.toml"); strings.Count(o.stderr, `option "run"`) != 1 {
		t.Errorf("not said once:\n%s", o.stderr)
	}
	b.write("grid.toml", spec+"[\"true\"]\n[grid]\nrate = [1, 2]\n")
	b.want(2, []string{`no method of this file has an option "rate"; `, "; one of a program needs a value in the options of its [[method]] too"}, "plan", "grid.toml")
	b.write("other.toml", strings.Replace(spec, "command\"\nrun = ", "majority\"\n[grid]\nrate = [1]\n", 1))
	if o := b.want(2, nil, "plan", "other.toml"); strings.Contains(o.stderr, "of a program") {
		t.Errorf("there is no program:\n%s", o.stderr)
	}
}
