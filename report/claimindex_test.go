package report

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpcbench/report/document"
)

// claimsOn are facts of a report with one claim, the n-th of the paper.
func claimsOn(experiment, profile, outcome string, n int) document.Facts {
	reading := document.Reading{Experiment: experiment, Profile: profile, Outcome: outcome, Ours: "2", Claimed: "above 1"}
	return document.Facts{
		Experiment: experiment,
		Paper:      "Author 2020",
		Profile:    profile,
		Claims:     []document.Claim{{Number: n, Says: "It is better.", Section: "4", Readings: []document.Reading{reading}}},
	}
}

// The index begins with the claims, and has published numbers and advice behind them. Each paper has a page and pictures.
func TestIndexBegins(t *testing.T) {
	first, second := claimsOn("p/a", "paper", "holds", 0), claimsOn("p/b", "paper", "does not hold", 1)
	first.Printed.Numbers = 2
	first.Verdicts, first.Advice, first.Sentence = []document.Count{{Verdict: "worse", Numbers: 2}}, []string{"Take A."}, "It was better."
	reports := []document.Facts{first, second, {Experiment: "q/a", Paper: "Other 2021", Profile: "paper", Verdicts: []document.Count{{Verdict: "better", Numbers: 5}}}}
	dir := t.TempDir()
	for _, name := range []string{"p", "r", "s"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
		if name != "s" {
			if err := os.WriteFile(filepath.Join(dir, name, IndexFile), []byte("# R\n\n| tested | 8 |\n| holds [r/a](a/quick/report.md#does-it-hold) |\n"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	kept := keptPapers(dir, append(reports, document.Facts{Experiment: "r/a"}, document.Facts{Experiment: "r/b"}, document.Facts{Experiment: "s/a"}))
	if len(kept) != 1 || kept[0].Name != "r" {
		t.Errorf("papers kept: %v", kept)
	}
	got := string(index(reports, "", kept...))
	if want := "- [R](r/README.md): 8 claims, from short runs (profile quick)\n"; !strings.Contains(got, want) {
		t.Errorf("want %q in\n%s", want, got)
	}
	if want := "![The claims of all papers beside their thresholds](claims.svg)\n\n- [Author 2020](p/README.md): It was better.\n"; !strings.Contains(got, want) {
		t.Errorf("want %q in\n%s", want, got)
	}
	if want := "| claims | Author 2020 |\n|---|---|\n| tested | 2 |\n| holds | 1 |\n| does not hold | 1 |\n"; !strings.Contains(got, want) {
		t.Errorf("want %q in\n%s", want, got)
	}
	if want := "| numbers | Author 2020 |\n|---|---|\n| printed | 2 |\n| worse | 2 |\n| false by chance | 0 |\n"; !strings.Contains(got, want) {
		t.Errorf("want %q in\n%s", want, got)
	}
	if claims, advice := strings.Index(got, "## What the papers claim"), strings.Index(got, "## Which method to take"); claims < 0 || advice < claims {
		t.Errorf("claims at %d, advice at %d in\n%s", claims, advice, got)
	}
	files := map[string]string{}
	for _, f := range paperFiles(reports) {
		files[f.Path] = string(f.Content)
	}
	if len(files) != 3 || !strings.Contains(files["claims.svg"], "Author 2020") || !strings.Contains(files["p/claims.svg"], "does not hold") {
		t.Errorf("%d files", len(files))
	}
	if want := "| It is better. (4) **holds** [p/a](a/paper/report.md#does-it-hold) |"; !strings.Contains(files["p/README.md"], want) {
		t.Errorf("want %q in\n%s", want, files["p/README.md"])
	}
}
