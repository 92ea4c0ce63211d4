package main

import (
	"encoding/csv"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// tagRows is a file of n rows in the text of the extreme classification repository: row i has
// the label i mod 3 and the value of column i mod 3, every fifth label 3 too, and every tenth
// row no label.
func tagRows(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d 4 6\n", n)
	for i := range n {
		labels := fmt.Sprint(i % 3)
		if i%5 == 0 {
			labels += ",3"
		}
		if i%10 == 9 {
			labels = ""
		}
		fmt.Fprintf(&b, "%s %d:1 3:%d.5\n", labels, i%3, i%7)
	}
	return b.String()
}

const tagSpec = `[experiment]
split = { kind = "kfold", folds = 3 }
[[dataset]]
file = "tags.txt"
task = "multilabel"
[[method]]
name = "logistic-ova"
options = { normalise = true }
[[method]]
name = "label-prior"
[[table]]
[[figure]]
kind = "trace"
y = ["p_at_1", "log_loss"]
`

// A file of label sets goes from its specification to a report as one of classes does.
func TestLabelSetsEndToEnd(t *testing.T) {
	b := newBench(t)
	b.write("tags.txt", tagRows(90))
	b.write("s.toml", tagSpec)
	b.want(0, []string{"tags: 90 rows, 4 attributes, 6 labels", "notice: tags: Of 90 rows 9 have no label.", "6 cells"}, "plan", "s.toml")
	b.want(0, []string{"label-prior, repeat 0: P@1 0.", "6 finished now"}, "run", "s.toml", "--predictions", "--jobs", "2")
	b.want(0, []string{"Precision at 1 (P@1)", "Precision at 5 (P@5)"}, "report", "s.toml")
	text := b.read("results/report/s/quick/report.md")
	for _, want := range []string{"| data set | rows | attributes | classes or labels |", "| tags (tags.txt) | 90 | 4 | 6 |", "tags: logistic-ova has the lowest log loss"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q:\n%s", want, text)
		}
	}
	kept, err := filepath.Glob(b.path("results/s/quick/predictions/*.csv"))
	if err != nil || len(kept) != 6 {
		t.Fatalf("%d files of predictions, %v", len(kept), err)
	}
	rel, err := filepath.Rel(b.dir, kept[0])
	if err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(strings.NewReader(b.read(filepath.ToSlash(rel)))).ReadAll()
	if err != nil || len(lines) != 31 || len(lines[0]) != 2+2*6 {
		t.Errorf("%d lines of predictions, %v", len(lines), err)
	}
}

// A multi-label ARFF file whose header states its labels is drafted as label sets.
func TestInitOfStatedLabels(t *testing.T) {
	b := newBench(t)
	var rows strings.Builder
	for i := range 60 {
		fmt.Fprintf(&rows, "%d,%d,%d.5,%d\n", i%2, i%3%2, i*7%11, i%5)
	}
	b.write("m.arff", "@relation 'emotions: -C 2'\n@attribute p {0,1}\n@attribute q {0,1}\n@attribute a real\n@attribute b real\n@data\n"+rows.String())
	b.want(0, []string{"60 rows, 2 attributes, 2 labels", "each row has any number of labels, as its header says: the first 2 attributes"}, "init", "m.arff")
	if text := b.read("m.toml"); !strings.Contains(text, `task = "multilabel"`) {
		t.Errorf("the specification is\n%s", text)
	}
	b.want(0, []string{`column "p": the label`}, "init", "m.arff", "--label", "p", "--out", "p.toml")
}

func TestLabelSetsThatCannotBe(t *testing.T) {
	b := newBench(t)
	b.write("tags.txt", tagRows(90))
	b.write("scaled.toml", strings.Replace(tagSpec, "normalise", "standardise", 1))
	b.want(2, []string{`scaled.toml:7:1: method "logistic-ova" would standardise data set tags, which is sparse`}, "run", "scaled.toml")
	b.write("binary.toml", strings.Replace(tagSpec, `"label-prior"`, `"xgpc"`, 1))
	b.want(2, []string{`method "xgpc" does not support data set tags, which is multilabel with 6 labels; methods that do: label-prior, logistic-ova, mlgpf`}, "run", "binary.toml")
}
