package main

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"gpcbench/harness/record"
)

// scoreSpec trains on one file and, where there is a test file, tests on another.
func scoreSpec(dataset string) string {
	return "[[dataset]]\nname = \"d\"\n" + dataset + "\n[[method]]\nname = \"svgp\"\nlabel = \"SVGPC\"\noptions = { inducing = 5, iterations = 20, batch = 0 }\n"
}

// marks is a table of n rows whose label is a mark from 1 to 5, in the middle.
func marks(n int, header string) string {
	return header + lines(n, func(i int) string { return fmt.Sprintf("%d.5,%d,%d", i*i%17, 1+(i*i%17+i%4)/4, i%7) })
}

// What a model that is fitted to the training rows scores on the test rows is, bit by bit, what the
// record of that split has; from a file, from standard input, and with the label's column named or
// numbered.
func TestScoreIsWhatTheRecordHas(t *testing.T) {
	b := newBench(t)
	b.write("train.csv", marks(80, "size,mark,age\n"))
	b.write("test.csv", marks(50, "size,mark,age\n"))
	const rules = "label = \"mark\"\npositive = [\"4\", \"5\"]\nfile = \"train.csv\""
	b.write("cell.toml", scoreSpec(rules+"\ntest_file = \"test.csv\""))
	b.write("fit.toml", scoreSpec(rules))
	b.want(0, nil, "run", "cell.toml")
	journals, err := filepath.Glob(b.path("results/cell/quick/*.jsonl"))
	if err != nil || len(journals) != 1 {
		t.Fatal(journals, err)
	}
	var r record.Record
	rel, err := filepath.Rel(b.dir, journals[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(b.read(rel)), &r); err != nil {
		t.Fatal(err)
	}
	b.want(0, nil, "fit", "fit.toml", "--method", "SVGPC", "--out", "m.gpc")

	var s scoreFacts
	b.asJSON(&s, "predict", "m.gpc", "test.csv", "--score")
	if s.Rows != 50 || s.Scored != 50 || s.Version != jsonVersion || s.Model != "SVGPC" {
		t.Errorf("%+v", s)
	}
	for _, name := range []string{"error", "nll", "nll_median", "brier", "ece", "auc", "f1_macro", "balanced_error", "clipped", "nll_sd"} {
		if v, ok := s.Metrics[name]; !ok || v != r.Metrics[name] {
			t.Errorf("%s is %v (%v), in the record %v", name, v, ok, r.Metrics[name])
		}
	}
	e := s.Metrics["error"]
	if want := math.Sqrt(e * (1 - e) / 50); s.StandardErrors["error"] != want {
		t.Errorf("standard error of the error %v, want %v", s.StandardErrors["error"], want)
	}

	head, rest, _ := strings.Cut(b.read("test.csv"), "\n")
	row, _, _ := strings.Cut(rest, "\n")
	b.write("one.csv", head+"\n"+row+"\n")
	var one scoreFacts
	b.asJSON(&one, "predict", "m.gpc", "one.csv", "--score")
	if one.Scored != 1 || len(one.StandardErrors) > 0 {
		t.Errorf("of one row: %+v", one)
	}

	said := b.want(0, []string{"SVGPC on 50 rows\n", fmt.Sprintf("\nerror%11s%.4g ", "", e)}, "predict", "m.gpc", "test.csv", "--score").stdout
	b.write("renamed.csv", strings.Replace(b.read("test.csv"), "mark", "grade", 1))
	for _, args := range [][]string{{"test.csv"}, {"renamed.csv", "--label", "grade"}, {"renamed.csv", "--label", "1"}, {"renamed.csv", "--label", "-2"}} {
		cmd, stdout, stderr := b.process(append([]string{"predict", "m.gpc", "-", "--score"}, args[1:]...)...)
		cmd.Stdin = strings.NewReader(b.read(args[0]))
		if err := cmd.Run(); err != nil || stdout.String() != said {
			t.Errorf("%v from standard input: %v, %s\n%s", args, err, stderr, stdout)
		}
	}
	plain := b.want(0, nil, "predict", "m.gpc", "test.csv").stdout
	b.want(0, []string{"SVGPC on 50 rows"}, "predict", "m.gpc", "test.csv", "--score", "--out", "p.csv")
	if b.read("p.csv") != plain {
		t.Error("with --score other predictions are written than without")
	}
}

// Rows without a label are left out and counted; what cannot be scored is told.
func TestScoreRefuses(t *testing.T) {
	b := newBench(t)
	b.write("train.csv", marks(80, "size,mark,age\n"))
	b.write("fit.toml", scoreSpec("label = \"mark\"\npositive = [\"4\", \"5\"]\nfile = \"train.csv\""))
	b.want(0, nil, "fit", "fit.toml", "--method", "SVGPC", "--out", "m.gpc")
	b.write("some.csv", "mark,size,age\n4,1,2\n,2,3\n5.0,3,1\n")
	b.write("none.csv", "mark,size,age\n,1,2\n")
	b.write("head.csv", "mark,size,age\n")
	b.write("bare.csv", "size,age\n1,2\n")
	b.write("six.csv", "size,mark,age\n1,4,2\n1,6,2\n")
	b.want(0, []string{"SVGPC on 2 rows\n1 row without a label: not scored\n"}, "predict", "m.gpc", "some.csv", "--score")
	for _, c := range []struct {
		code int
		want string
		args string
	}{
		{1, `six.csv:3: column "mark": "6" is not a label that the model knows; known are ["1" "2" "3" "4" "5"]`, "six.csv --score"},
		{1, "none.csv: none of 1 row can be scored: 0 lack a value, 1 a label", "none.csv --score"},
		{1, "head.csv: it has no rows to score", "head.csv --score"},
		{2, `bare.csv: there is no column "mark" for the labels; the columns are ["size" "age"]`, "bare.csv --score"},
		{2, `some.csv: there is no column "grade" for the labels`, "some.csv --score --label grade"},
		{2, "predict: --label and --json need --score", "some.csv --label mark"},
		{2, "predict: --label and --json need --score", "some.csv --json"},
		{2, "predict: with --score the scores go to standard output", "some.csv --score --out -"},
		{2, "train.csv exists already", "some.csv --score --out train.csv"},
	} {
		b.want(c.code, []string{c.want}, append([]string{"predict", "m.gpc"}, strings.Fields(c.args)...)...)
	}
	b.write("tags.txt", tagRows(90))
	b.write("tags.toml", tagSpec)
	b.want(0, nil, "fit", "tags.toml", "--method", "logistic-ova", "--out", "tags.gpc")
	b.want(0, []string{"logistic-ova on 90 rows", "\np_at_1 ", "\npsp_at_5 ", "\nlog_loss ", "\nauc_macro "}, "predict", "tags.gpc", "tags.txt", "--score")
	b.want(2, []string{"tags.txt: a file of label sets has its labels first in each row"}, "predict", "tags.gpc", "tags.txt", "--score", "--label", "0")
}
