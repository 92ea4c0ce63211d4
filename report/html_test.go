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

// The index leads to the other reports that lie there, with what the index before had of them; where there was none
// it has dashes.
func TestIndexOfOtherReports(t *testing.T) {
	dir := t.TempDir()
	one, other := build(t, reporttest.Synthetic("quick", 3)), build(t, reporttest.Synthetic("paper", 10))
	write := func(r *Report) string {
		t.Helper()
		if err := WriteAll(dir, []*Report{r}); err != nil {
			t.Fatal(err)
		}
		index, err := os.ReadFile(filepath.Join(dir, IndexFile))
		if err != nil {
			t.Fatal(err)
		}
		return string(index)
	}
	write(one)
	const (
		made    = "(paper2020/table1/paper/report.md) | paper | 5"
		kept    = "| [A paper of 2020, table 1](paper2020/table1/quick/report.md) | quick | 17 of 18 | 1 | "
		unknown = "| [paper2020/table1](paper2020/table1/quick/report.md) | quick | – | – | – | – |\n"
	)
	if index := write(other); !strings.Contains(index, made) || !strings.Contains(index, kept) {
		t.Errorf("the index does not say %s:\n%s", kept, index)
	}
	if err := os.Remove(filepath.Join(dir, IndexFile)); err != nil {
		t.Fatal(err)
	}
	if index := write(other); !strings.Contains(index, made) || !strings.Contains(index, unknown) {
		t.Errorf("the index does not say %s:\n%s", unknown, index)
	}
}
