package harness

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/harness/record"
)

// labelled loads sixRows, 40 times, with names for its five labels.
type labelled struct{}

func (labelled) Load(context.Context, Source) (*data.Dataset, error) {
	var sets [][]int
	for range 40 {
		sets = append(sets, sixSets...)
	}
	return &data.Dataset{
		Name: "tags", Table: numbered(sets), Kind: data.Multilabel,
		ClassNames: []string{"a", "b", "c", "d", "e"}, Attributes: []string{"x", "y"}, Digest: "abc",
	}, nil
}

func TestPlansOfLabelSetsThatCannotBe(t *testing.T) {
	f := newFolder(t)
	for text, want := range map[string]string{
		"[[dataset]]\nname = \"tags\"\n[[method]]\nname = \"rate\"\n":                                                                         `x.toml:4:1: method "rate" cannot do data set tags, which is multilabel with 5 labels; methods that can: label-prior`,
		"[[dataset]]\nname = \"tags\"\n[[method]]\nname = \"label-prior\"\noptions = { standardise = true }\n":                                `x.toml:4:1: method "label-prior" would standardise data set tags, which is sparse: its zeros would be lost`,
		"[[dataset]]\nname = \"tags\"\nsplit = { kind = \"kfold\", folds = 3, stratify = true }\n[[method]]\nname = \"label-prior\"\n":        "stratify and distinct are for rows of one class each",
		"[experiment]\nmap = true\n[[dataset]]\nname = \"tags\"\nsplit = { kind = \"kfold\", folds = 3 }\n[[method]]\nname = \"label-prior\"": "map: a map shows one class at a point, and rows of data set tags have any number of labels",
	} {
		s, err := f.parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := NewPlan(context.Background(), s, Env{Results: f.dir, Loader: labelled{}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s%v\nwant %s", text, err, want)
		}
	}
}

// A subspace that the rows cannot span is told, and leaves the other cells alone.
func TestSubspaceBeyondTheRows(t *testing.T) {
	f := newFolder(t)
	s, err := f.parse("[[dataset]]\nfile = \"tags.txt\"\ntask = \"multilabel\"\nsplit = { kind = \"holdout\", train = 0.5 }\n[[method]]\nname = \"mlgpf\"\noptions = { inducing = 2, subspace = 3 }\n")
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPlan(context.Background(), s, Env{Results: f.dir, Loader: labelled{}})
	if err != nil {
		t.Fatal(err)
	}
	const want = `x.toml:6:1: method "mlgpf": subspace = 3 is more than the 2 dimensions that the training rows of data set tags can span, and its cells fail; say fewer`
	if !strings.HasSuffix(strings.Join(p.Notices, "\n"), want) {
		t.Errorf("notices %q, want %q", p.Notices, want)
	}
}

// A cell of label sets from the plan to its record and predictions.
func TestCellOfLabelSets(t *testing.T) {
	f := newFolder(t)
	s, err := f.parse("[[dataset]]\nname = \"tags\"\nsplit = { kind = \"holdout\", train = 0.5 }\n[[method]]\nname = \"label-prior\"\noptions = { normalise = true }\n[[figure]]\nkind = \"classes\"\n")
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPlan(context.Background(), s, Env{Results: f.dir, Loader: labelled{}})
	if err != nil {
		t.Fatal(err)
	}
	if d := p.Datasets[0]; !d.Multilabel || d.Classes != 5 {
		t.Errorf("data set %+v", d)
	}
	if len(p.Notices) != 1 || !strings.Contains(p.Notices[0], "x.toml:8:1: a classes figure is of rows of one class each; data set tags") {
		t.Errorf("notices %q", p.Notices)
	}
	c := p.Cells[0]
	kept := filepath.Join(f.dir, "kept.csv")
	r := execute(context.Background(), request{Cell: c.Cell, Rows: *c.rows, Predictions: kept}, labelled{})
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

// An option that names a file is found from the specification's folder, and the file's
// content decides the cell, not where it lies.
func TestFilesOfOptions(t *testing.T) {
	f := newFolder(t)
	loadings := strings.Repeat("0.5,-1\n", 5)
	write(t, f.dir, "phi.csv", loadings)
	write(t, f.dir, "other.csv", loadings+"\n")
	if err := os.Mkdir(filepath.Join(f.dir, "sub"), 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, f.dir, "sub/moved.csv", loadings)
	planned := func(file string) (*Plan, error) {
		s, err := f.parse("[experiment]\nsplit = { kind = \"kfold\", folds = 3 }\n[[dataset]]\nname = \"tags\"\n[[method]]\nname = \"mlgpf\"\noptions = { latents = 2, phi = \"" + file + "\" }\n")
		if err != nil {
			t.Fatal(err)
		}
		return NewPlan(t.Context(), s, Env{Results: f.dir, Loader: labelled{}})
	}
	ids := map[string]string{}
	for _, file := range []string{"phi.csv", "sub/moved.csv", filepath.Join(f.dir, "phi.csv"), "other.csv"} {
		p, err := planned(file)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		ids[file] = p.Cells[0].ID
	}
	if ids["phi.csv"] != ids["sub/moved.csv"] || ids["phi.csv"] != ids[filepath.Join(f.dir, "phi.csv")] || ids["phi.csv"] == ids["other.csv"] {
		t.Errorf("identities of the same content in three places, and of other content: %v", ids)
	}
	_, err := planned("nowhere.csv")
	var absent *data.UnavailableError
	if !errors.As(err, &absent) || absent.File != filepath.Join(f.dir, "nowhere.csv") {
		t.Errorf("a file that is not there: %v", err)
	}
}
