package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gpcbench/examples/command"
	"gpcbench/harness/machine"
)

// interpreter is what starts the files of a language, nil and why not where it, or a library of it, is not here.
func interpreter(t *testing.T, language string, libraries ...string) (run []string, missing string) {
	t.Helper()
	has := func(words ...string) bool { return exec.Command(words[0], words[1:]...).Run() == nil }
	switch language {
	case "python":
		p, ok := machine.FindPython(t.Context(), time.Minute, libraries...)
		if !ok {
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
// knows more of three well separated classes than their shares.
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
		{"octave", "gpml_classifier.m", []string{"GPML"}, "inducing = 10, iterations = 3, lengthscale = 2.0, amplitude = 1.0"},
	} {
		t.Run(c.file, func(t *testing.T) {
			if testing.Short() {
				t.Skip("starts programs")
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
			b.write("s.toml", `[experiment]
split = { kind = "kfold", folds = 3, stratify = true }
[[dataset]]
name = "wine"
[[method]]
name = "majority"
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
				if known := r.Metrics["nll"] < 0.6; known != (r.Label == "theirs") {
					t.Errorf("%s: NLL %v", r.Label, r.Metrics["nll"])
				}
			}
		})
	}
}
