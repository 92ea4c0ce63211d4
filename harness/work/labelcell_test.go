package work

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/harness/harnesstest"
	"gpcbench/harness/plan"
	"gpcbench/harness/record"
)

// A cell of label sets from the plan to its record and predictions.
func TestCellOfLabelSets(t *testing.T) {
	f := harnesstest.NewFolder(t)
	s, err := f.Parse("[[dataset]]\nname = \"tags\"\nsplit = { kind = \"holdout\", train = 0.5 }\n[[method]]\nname = \"label-prior\"\noptions = { normalise = true }\n[[figure]]\nkind = \"classes\"\n")
	if err != nil {
		t.Fatal(err)
	}
	p, err := plan.New(context.Background(), s, plan.Env{Results: f.Dir, Loader: harnesstest.Labelled{}})
	if err != nil {
		t.Fatal(err)
	}
	if d := p.Datasets[0]; !d.Multilabel || d.Classes != 5 {
		t.Errorf("data set %+v", d)
	}
	if len(p.Notices) != 1 || !strings.Contains(p.Notices[0], "x.toml:8:1: a classes figure needs rows with one class each; data set tags") {
		t.Errorf("notices %q", p.Notices)
	}
	c := p.Cells[0]
	kept := filepath.Join(f.Dir, "kept.csv")
	r := execute(context.Background(), Request{Cell: c.Cell, Rows: *c.Rows, Predictions: kept}, harnesstest.Labelled{})
	if r.Status != record.OK {
		t.Fatal(r.Error)
	}
	for _, name := range []string{"p_at_1", "p_at_3", "p_at_5", "psp_at_1", "ndcg_at_5", "log_loss", "hamming_loss", "auc_macro", "auc_micro", "p_at_1_sd"} {
		if _, ok := r.Metrics[name]; !ok {
			t.Errorf("the record has no %s", name)
		}
	}
	if len(r.Trace) != 1 || r.Trace[0].Metrics["p_at_1"] != r.Metrics["p_at_1"] || r.Trace[0].Metrics["log_loss"] != r.Metrics["log_loss"] || len(r.Trace[0].Metrics) != 2 {
		t.Errorf("trace %+v beside %v", r.Trace, r.Metrics)
	}
	text, err := os.ReadFile(kept)
	if n := strings.Count(string(text), "\n"); err != nil || n != 1+120 {
		t.Errorf("%d lines of predictions, %v", n, err)
	}
}

// Unit rows are asked for by an option, of dense and of sparse tables.
func TestScaleToUnitLength(t *testing.T) {
	dense := &data.Dataset{Table: data.NewMemory(mat.NewDense(4, 2, []float64{0, 0, 2, 2, 3, 4, 6, 8}), nil), Attributes: []string{"x", "y"}}
	p := &prepared{dataset: dense, split: data.Split{Train: data.Range{From: 0, To: 2}, Test: data.Range{From: 2, To: 4}}}
	p.train, p.test = data.NewExamples(dense, p.split.Train, nil), data.NewExamples(dense, p.split.Test, nil)
	if err := p.scale(map[string]any{"standardise": false, "normalise": true}); err != nil {
		t.Fatal(err)
	}
	x, _ := p.test.ReadAll()
	if got := x.RawMatrix().Data; !slices.Equal(got, []float64{0.6, 0.8, 0.6, 0.8}) || !p.train.Normalised() {
		t.Errorf("test rows %v", got)
	}
	if err := p.scale(map[string]any{"standardise": true}); err != nil || p.test.Normalised() {
		t.Errorf("normalised without the option: %v", err)
	}
}
