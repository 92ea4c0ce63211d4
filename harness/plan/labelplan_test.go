package plan_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpcbench/data"
	"gpcbench/harness/harnesstest"
	"gpcbench/harness/plan"
)

func TestPlansOfLabelSetsThatCannotBe(t *testing.T) {
	f := harnesstest.NewFolder(t)
	for text, want := range map[string]string{
		"[[dataset]]\nname = \"tags\"\n[[method]]\nname = \"rate\"\n":                                                                         `x.toml:4:1: method "rate" does not support data set tags, which is multilabel with 5 labels; methods that do: label-prior`,
		"[[dataset]]\nname = \"tags\"\n[[method]]\nname = \"label-prior\"\noptions = { standardise = true }\n":                                `x.toml:4:1: method "label-prior" would standardise data set tags, which is sparse: this would lose the zeros`,
		"[[dataset]]\nname = \"tags\"\nsplit = { kind = \"kfold\", folds = 3, stratify = true }\n[[method]]\nname = \"label-prior\"\n":        "stratify and distinct need rows with one class each",
		"[experiment]\nmap = true\n[[dataset]]\nname = \"tags\"\nsplit = { kind = \"kfold\", folds = 3 }\n[[method]]\nname = \"label-prior\"": "map: a map shows one class at each point, but rows of data set tags have any number of labels",
	} {
		s, err := f.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := plan.New(context.Background(), s, plan.Env{Results: f.Dir, Loader: harnesstest.Labelled{}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s%v\nwant %s", text, err, want)
		}
	}
}

// A subspace that the rows cannot span is reported, and leaves the other cells alone.
func TestSubspaceBeyondTheRows(t *testing.T) {
	f := harnesstest.NewFolder(t)
	s, err := f.Parse("[[dataset]]\nfile = \"tags.txt\"\ntask = \"multilabel\"\nsplit = { kind = \"holdout\", train = 0.5 }\n[[method]]\nname = \"mlgpf\"\noptions = { inducing = 2, subspace = 3 }\n")
	if err != nil {
		t.Fatal(err)
	}
	p, err := plan.New(context.Background(), s, plan.Env{Results: f.Dir, Loader: harnesstest.Labelled{}})
	if err != nil {
		t.Fatal(err)
	}
	const want = `x.toml:6:1: method "mlgpf": subspace = 3 is more than the 2 dimensions that the training rows of data set tags can span, and its cells fail; say fewer`
	if !strings.HasSuffix(strings.Join(p.Notices, "\n"), want) {
		t.Errorf("notices %q, want %q", p.Notices, want)
	}
}

// An option that names a file is found from the specification's folder, and the file's
// content decides the cell, not where it lies.
func TestFilesOfOptions(t *testing.T) {
	f := harnesstest.NewFolder(t)
	loadings := strings.Repeat("0.5,-1\n", 5)
	harnesstest.Write(t, f.Dir, "phi.csv", loadings)
	harnesstest.Write(t, f.Dir, "other.csv", loadings+"\n")
	if err := os.Mkdir(filepath.Join(f.Dir, "sub"), 0o777); err != nil {
		t.Fatal(err)
	}
	harnesstest.Write(t, f.Dir, "sub/moved.csv", loadings)
	planned := func(file string) (*plan.Plan, error) {
		s, err := f.Parse("[experiment]\nsplit = { kind = \"kfold\", folds = 3 }\n[[dataset]]\nname = \"tags\"\n[[method]]\nname = \"mlgpf\"\noptions = { latents = 2, phi = \"" + file + "\" }\n")
		if err != nil {
			t.Fatal(err)
		}
		return plan.New(t.Context(), s, plan.Env{Results: f.Dir, Loader: harnesstest.Labelled{}})
	}
	ids := map[string]string{}
	for _, file := range []string{"phi.csv", "sub/moved.csv", filepath.Join(f.Dir, "phi.csv"), "other.csv"} {
		p, err := planned(file)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		ids[file] = p.Cells[0].ID
	}
	if ids["phi.csv"] != ids["sub/moved.csv"] || ids["phi.csv"] != ids[filepath.Join(f.Dir, "phi.csv")] || ids["phi.csv"] == ids["other.csv"] {
		t.Errorf("identities of the same content in three places, and of other content: %v", ids)
	}
	_, err := planned("nowhere.csv")
	var absent *data.UnavailableError
	if !errors.As(err, &absent) || absent.File != filepath.Join(f.Dir, "nowhere.csv") {
		t.Errorf("a file that is not there: %v", err)
	}
}
