package report

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpcbench/report/document"
	"gpcbench/report/format"
	"gpcbench/report/replication"
	"gpcbench/report/reporttest"
)

func TestGoldenPage(t *testing.T) {
	// A comparison that no paper made, with figures alone.
	own := reporttest.Grid()
	own.Spec.Name, own.Spec.Title, own.Spec.Tables, own.Claims = "user/figures", "Figures alone", nil, nil
	own.Cite = "Made up for tests, https://example.org/user"
	var chapters []document.Chapter
	for _, in := range []replication.Input{reporttest.Synthetic("paper", 10), reporttest.Grid(), own} {
		chapters = append(chapters, build(t, in).chapter)
	}
	page, err := format.Page(chapters)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "index.html", page)
}

// The index leads to the other reports that lie there.
func TestIndexOfOtherReports(t *testing.T) {
	dir := t.TempDir()
	one, other := build(t, reporttest.Synthetic("quick", 3)), build(t, reporttest.Synthetic("paper", 10))
	if err := WriteAll(dir, []*Report{one}); err != nil {
		t.Fatal(err)
	}
	if err := WriteAll(dir, []*Report{other}); err != nil {
		t.Fatal(err)
	}
	index, err := os.ReadFile(filepath.Join(dir, IndexFile))
	if err != nil {
		t.Fatal(err)
	}
	if want := "| [paper2020/table1](paper2020/table1/quick/report.md) | quick | – | – | – | – |\n"; !strings.Contains(string(index), want) || !strings.Contains(string(index), "(paper2020/table1/paper/report.md) | paper | 5") {
		t.Errorf("the index does not say %s:\n%s", want, index)
	}
}
