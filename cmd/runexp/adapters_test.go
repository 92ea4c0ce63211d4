package main

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gpcbench/examples/command"
	"gpcbench/machine"
)

// longAdapters is the variable that has long tests of adapters run.
const longAdapters = "GPCBENCH_ADAPTERS"

// interpreter is what starts the files of a language, nil and why not where it, or a library of it, is not here.
func interpreter(t *testing.T, language string, libraries ...string) (run []string, missing string) {
	t.Helper()
	has := func(words ...string) bool { return exec.Command(words[0], words[1:]...).Run() == nil }
	switch language {
	case "python":
		p, err := machine.FindPython(t.Context(), time.Minute, libraries...)
		if err != nil {
			return nil, "there is no Python here, or none with " + strings.Join(libraries, ", ")
		}
		return []string{p.Command}, ""
	case "r":
		for _, l := range append(libraries, "stats") {
			if !has("Rscript", "--vanilla", "-e", "library("+l+")") {
				return nil, "R, or its package " + l + ", is not here"
			}
		}
		return []string{"Rscript", "--vanilla"}, ""
	case "julia":
		if !has("julia", "--version") {
			return nil, "julia is not here"
		}
		return []string{"julia", "--startup-file=no"}, ""
	}
	if !has("octave-cli", "--norc", "--eval", "jsondecode('1');") {
		return nil, "octave 7 is not here"
	}
	if dir := os.Getenv("GPML"); len(libraries) > 0 && dir == "" {
		return nil, "GPML names no folder of " + libraries[0]
	}
	return []string{"octave-cli", "--norc", "--quiet"}, ""
}

// What is kept of other languages runs: the methods to start from, and each adapter whose program is here. Each
// knows more of three well separated classes than their shares, or of labels that have words of their own.
func TestAdapters(t *testing.T) {
	for _, c := range []struct {
		language, file string
		libraries      []string
		options        string
	}{
		{"python", "mymethod.py", nil, "iterations = 30"},
		{"r", "mymethod.R", nil, "iterations = 30"},
		{"julia", "mymethod.jl", nil, "iterations = 30"},
		{"octave", "mymethod.m", nil, "iterations = 30, rate = 0.5, decay = 0.001"},
		{"python", "sklearn_gp.py", []string{"scikit-learn"}, ""},
		{"python", "sklearn_boosting.py", []string{"scikit-learn"}, "max_iter = 10"},
		{"python", "sklearn_forest.py", []string{"scikit-learn"}, "n_estimators = 20"},
		{"python", "sklearn_logistic.py", []string{"scikit-learn"}, ""},
		{"python", "gpytorch_svgp.py", []string{"gpytorch"}, "inducing = 10, iterations = 30, rate = 0.1"},
		{"r", "kernlab_gausspr.R", []string{"kernlab"}, ""},
		{"python", "sklearn_forest_labels.py", []string{"scikit-learn"}, "n_estimators = 20, standardise = false"},
		{"octave", "gpml_classifier.m", []string{"GPML"}, "inducing = 10, iterations = 3, lengthscale = 2.0, amplitude = 1.0"},
	} {
		t.Run(c.file, func(t *testing.T) {
			if testing.Short() {
				t.Skip("starts programs")
			}
			if slices.Contains([]string{"sklearn_gp.py", "sklearn_logistic.py"}, c.file) && os.Getenv(longAdapters) == "" {
				t.Skip(longAdapters + " is not set, and two adapters of scikit-learn are enough")
			}
			run, missing := interpreter(t, c.language, c.libraries...)
			if missing != "" {
				t.Skip(missing)
			}
			b := newBench(t)
			if err := os.CopyFS(b.dir, os.DirFS(filepath.Join(root, "examples", "command", c.language))); err != nil {
				t.Fatal(err)
			}
			helpers, err := filepath.Glob(b.path("gpcbench*"))
			if err != nil {
				t.Fatal(err)
			}
			inputs := []string{c.file}
			for _, h := range helpers {
				inputs = append(inputs, filepath.Base(h))
			}
			split, data, floor := "stratify = true", `name = "wine"`, "majority"
			loss, most := "nll", 0.6
			if strings.Contains(c.file, "labels") {
				articles, err := os.ReadFile(filepath.Join(root, "examples", "articles.txt"))
				if err != nil {
					t.Fatal(err)
				}
				b.write("articles.txt", string(articles))
				split, data, floor = "stratify = false", "file = \"articles.txt\"\ntask = \"multilabel\"", "label-prior"
				loss, most = "log_loss", 0.5
			}
			b.write("s.toml", `[experiment]
split = { kind = "kfold", folds = 3, `+split+` }
[[dataset]]
`+data+`
[[method]]
name = "`+floor+`"
[[method]]
name = "command"
label = "theirs"
run = `+command.List(append(run, c.file))+`
inputs = `+command.List(inputs)+`
environment = ["GPML"]
options = { `+c.options+` }
`)
			b.want(0, []string{", 0 failed"}, "run", "s.toml", "--only", "repeat=0", "--no-wait")
			for _, r := range b.records("results", "s", "quick") {
				if known := r.Metrics[loss] < most; known != (r.Label == "theirs") {
					t.Errorf("%s: %s %v", r.Label, loss, r.Metrics[loss])
				}
			}
		})
	}
}

// Adapters of scikit-learn predict what the scripts for splits and import do: boosting to the bit, the Gaussian process
// to what its predictions vary by with the order of rows.
func TestAdaptersPredictAsImported(t *testing.T) {
	if os.Getenv(longAdapters) == "" {
		t.Skip(longAdapters + " is not set: it trains eight classifiers")
	}
	run, missing := interpreter(t, "python", "scikit-learn")
	if missing != "" {
		t.Skip(missing)
	}
	b := newBench(t)
	if err := os.CopyFS(b.dir, os.DirFS(filepath.Join(root, "examples", "command", "python"))); err != nil {
		t.Fatal(err)
	}
	text := "[experiment]\nsplit = { kind = \"kfold\", folds = 2 }\n[[dataset]]\nname = \"new-thyroid\"\n"
	methods := map[string]float64{"boosting": 0, "gp": 2e-12}
	options := map[string]string{"boosting": ", l2_regularization = 0.0"} // as the script has
	for name := range methods {
		text += "[[method]]\nname = \"command\"\nlabel = \"" + name + "\"\nrun = " + command.List(append(run, "sklearn_"+name+".py")) +
			"\ninputs = " + command.List([]string{"sklearn_" + name + ".py", "gpcbench.py"}) + "\noptions = { standardise = false" + options[name] + " }\n" +
			"[[method]]\nname = \"imported\"\nlabel = \"imported " + name + "\"\n"
	}
	b.write("s.toml", text)
	b.want(0, []string{", 0 failed"}, "run", "s.toml", "--predictions", "--no-wait")
	b.want(0, nil, "splits", "s.toml", "--out", "folds")
	for name, tolerance := range methods {
		script, err := filepath.Abs(filepath.Join(root, "examples", "sklearn_"+name+".py"))
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(run[0], script, b.path("folds"), b.path(name+".csv"))
		cmd.Env = append(os.Environ(), "OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1") // as a cell has
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, said)
		}
		b.want(0, []string{"2 folds"}, "import", "s.toml", "--method", "imported "+name, name+".csv")
		of := map[string]map[string]string{} // predictions by label, of each data set and repeat
		for _, r := range b.records("results", "s", "quick") {
			if of[r.Label] == nil {
				of[r.Label] = map[string]string{}
			}
			of[r.Label][fmt.Sprint(r.Dataset, r.Repeat)] = b.read("results/s/quick/predictions/" + r.ID + ".csv")
		}
		for fold, ours := range of[name] {
			if far := farthest(t, ours, of["imported "+name][fold]); far > tolerance {
				t.Errorf("%s, %s: predictions differ by %g", name, fold, far)
			}
		}
	}
}

// farthest is how far two files of predictions are from each other.
func farthest(t *testing.T, a, b string) (far float64) {
	t.Helper()
	read := func(text string) [][]string {
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil || len(rows) < 2 {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		slices.SortFunc(rows[1:], func(a, b []string) int { return cmp.Compare(a[0], b[0]) })
		return rows
	}
	first, second := read(a), read(b)
	if len(first) != len(second) || !slices.Equal(first[0], second[0]) {
		t.Fatalf("%d rows of %q, %d of %q", len(first), first[0], len(second), second[0])
	}
	for i := range first {
		for j, text := range first[i] {
			u, wrong := strconv.ParseFloat(text, 64)
			v, other := strconv.ParseFloat(second[i][j], 64)
			if wrong == nil && other == nil {
				far = max(far, math.Abs(u-v))
			} else if text != second[i][j] {
				t.Fatalf("%q and %q", text, second[i][j])
			}
		}
	}
	return far
}
