package report

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpcbench/harness/record"
	"gpcbench/report/document"
	"gpcbench/report/format"
	"gpcbench/report/replication"
	"gpcbench/report/reporttest"
	"gpcbench/wording"
)

func build(t *testing.T, in replication.Input) *Report {
	t.Helper()
	r, err := Build(in)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// onTerminal is what a terminal shows of a report.
func onTerminal(t *testing.T, r *Report) string {
	t.Helper()
	var text strings.Builder
	if err := r.Text(&text, format.Style{}); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// indexOf is the index of reports.
func indexOf(reports ...*Report) []byte {
	var facts []document.Facts
	for _, r := range reports {
		facts = append(facts, r.chapter.Facts)
	}
	return index(facts, "")
}

func TestGolden(t *testing.T) {
	in := reporttest.Synthetic("paper", 10)
	r := build(t, in)
	for _, f := range r.Files {
		switch filepath.Ext(f.Path) {
		case ".md", ".csv", ".svg":
			golden(t, f.Path, f.Content)
		}
	}
	var text bytes.Buffer
	if err := r.Text(&text, format.Style{}); err != nil {
		t.Fatal(err)
	}
	golden(t, "terminal.txt", text.Bytes())
	golden(t, "index.md", indexOf(r))
}

// The same records give the same bytes in every format.
func TestSameBytes(t *testing.T) {
	first, second := build(t, reporttest.Synthetic("quick", 3)), build(t, reporttest.Synthetic("quick", 3))
	if len(first.Files) != len(second.Files) {
		t.Fatalf("%d files, then %d", len(first.Files), len(second.Files))
	}
	for i, f := range first.Files {
		if !bytes.Equal(f.Content, second.Files[i].Content) {
			t.Errorf("%s differs between two reports on the same records", f.Path)
		}
	}
}

func TestWriteAll(t *testing.T) {
	dir := t.TempDir()
	in := reporttest.Synthetic("quick", 3)
	r := build(t, in)
	if err := WriteAll(dir, []*Report{r}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"README.md", "paper2020/table1/quick/report.md", "paper2020/table1/quick/figure1-diabetis.png"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	// what the report no longer has goes, and nothing else
	folder := filepath.Join(dir, "paper2020/table1/quick")
	for _, name := range []string{"figure9-diabetis.svg", "table2.csv", "figures.txt", "notes.csv"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := WriteAll(dir, []*Report{r}); err != nil {
		t.Fatal(err)
	}
	for name, stays := range map[string]bool{"figure9-diabetis.svg": false, "table2.csv": false, "figures.txt": true, "notes.csv": true, "table1.csv": true} {
		if _, err := os.Stat(filepath.Join(folder, name)); (err == nil) != stays {
			t.Errorf("%s: %v", name, err)
		}
	}
	blocked := filepath.Join(dir, "file")
	if err := os.WriteFile(blocked, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := r.writeDir(blocked); err == nil {
		t.Error("a folder that is a file: no error")
	}
}

func TestGrid(t *testing.T) {
	r := build(t, reporttest.Grid())
	for _, f := range r.Files {
		switch f.Path {
		case "report.md", "table2.csv", "figure1-diabetis.svg":
			golden(t, "grid/"+f.Path, f.Content)
		}
	}
}

// A paper's table may name an option that the experiment holds fixed; a table
// that is not there is an error that names the file.
// Columns of published numbers alone have no verdicts, and their numbers do not count as
// left out.
func TestBeside(t *testing.T) {
	in := reporttest.Synthetic("paper", 10)
	in.Published = []byte(strings.Replace(reporttest.PublishedSource, "values = [", "values = [\n  [\"diabetis\", \"Other\", \"error\", \"0.19\", \"0.03\"],", 1))
	without := len(build(t, in).Verdicts)
	in.Spec.Tables[0].Beside = []string{"Other"}
	r := build(t, in)
	if len(r.Verdicts) != without {
		t.Errorf("%d verdicts, %d without the column", len(r.Verdicts), without)
	}
	for path, want := range map[string]string{"report.md": " | 0.19 ± 0.03 |\n", "table1.csv": "error,0.19,0.03,"} {
		at := slices.IndexFunc(r.Files, func(f File) bool { return f.Path == path })
		if at < 0 || !strings.Contains(string(r.Files[at].Content), want) {
			t.Errorf("%s lacks %q", path, want)
		}
	}
}

func TestPublishedOption(t *testing.T) {
	in := reporttest.Synthetic("paper", 10)
	in.Published = []byte(strings.NewReplacer(`"label", `, `"label", "inducing", `, `"X-GPC"`, `"X-GPC", "100"`, `"SVGPC"`, `"SVGPC", "200"`).Replace(reporttest.PublishedSource))
	r := build(t, in)
	labels := map[string]bool{}
	for _, v := range r.Verdicts {
		labels[v.At["label"]] = true
	}
	if !labels["X-GPC"] || labels["SVGPC"] {
		t.Errorf("inducing is 100 in all cells: verdicts on %v", labels)
	}
	in.Spec.Tables[0].Published = "table9"
	if _, err := Build(in); err == nil || !strings.Contains(err.Error(), `"table9", which paper2020/published.toml does not have`) {
		t.Errorf("got %v", err)
	}
}

// A data set may have another name in published.toml.
func TestPublishedDataset(t *testing.T) {
	in := reporttest.Synthetic("paper", 10)
	in.Published = []byte(strings.ReplaceAll(reporttest.PublishedSource, `"diabetis"`, `"pima"`))
	about := func() (n int) {
		for _, v := range build(t, in).Verdicts {
			if v.At["dataset"] == "diabetis" {
				n++
			}
		}
		return n
	}
	if n := about(); n != 0 {
		t.Errorf("%d verdicts on diabetis, which published.toml does not have", n)
	}
	in.Spec.Datasets[0].Published = "pima"
	if n := about(); n != 7 { // five numbers, of which the two NLLs are held against two of ours
		t.Errorf("%d verdicts on diabetis, want 7", n)
	}
}

func TestNoRecords(t *testing.T) {
	in := reporttest.Synthetic("quick", 3)
	in.Records = nil
	r := build(t, in)
	if r.Done != 0 || r.Planned != 18 {
		t.Errorf("%d of %d", r.Done, r.Planned)
	}
	for _, f := range r.Files {
		if strings.HasPrefix(f.Path, "figure") {
			t.Errorf("%s is drawn from nothing", f.Path)
		}
	}
	for _, v := range r.Verdicts {
		if v.Verdict != wording.NotRun && v.Verdict != wording.NoData && v.Verdict != "" {
			t.Errorf("%s: %v", v.At, v.Verdict)
		}
	}
}

// Records outlive the data they were made from: what has records does not wait.
func TestWaiting(t *testing.T) {
	in := reporttest.Synthetic("paper", 10)
	for i := range in.Datasets {
		in.Datasets[i].Available = false
	}
	r := build(t, in)
	if len(r.Waiting) != 1 || r.Waiting[0].Name != "higgs" {
		t.Errorf("waiting: %+v", r.Waiting)
	}
	for _, v := range r.Verdicts {
		if (v.Verdict == wording.NoData) != (v.At["dataset"] == "higgs" && v.Verdict != "") {
			t.Errorf("%s: %v", v.At, v.Verdict)
		}
	}
}

// Cells of a label on a grid that failed are told apart.
func TestFailuresOnAGrid(t *testing.T) {
	in := reporttest.Grid()
	for id, r := range in.Records {
		if r.Label == "X-GPC" && r.Repeat == 1 && r.Options["inducing"] == "10%" {
			r.Status, r.Error = record.Failed, "no room"
			in.Records[id] = r
		}
	}
	r := build(t, in)
	if want, text := "- diabetis, X-GPC, inducing = 10%, repeat 1: no room\n", string(r.Files[0].Content); !strings.Contains(text, want) {
		t.Errorf("the report does not say %q", want)
	}
	if want := "diabetis, X-GPC, inducing = 10%, repeat 1: no room"; r.Failure != want {
		t.Errorf("the terminal is told %q, want %q", r.Failure, want)
	}
}
