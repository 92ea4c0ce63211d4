package report

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpcbench/report/format"
	"gpcbench/report/reporttest"
)

func TestGoldenPage(t *testing.T) {
	// A comparison that no paper made, with figures alone.
	own := reporttest.Grid()
	own.Spec.Name, own.Spec.Title, own.Spec.Tables, own.Claims = "user/figures", "Figures alone", nil, nil
	own.Cite = "Made up for tests, https://example.org/user"
	parts, err := partsOf([]*Report{build(t, reporttest.Synthetic("paper", 10)), build(t, reporttest.Grid()), build(t, own)})
	if err != nil {
		t.Fatal(err)
	}
	page, err := format.Page(parts)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "index.html", page)
}

// The page keeps the parts on other reports while they lie there, and is the same
// whether reports were written together or one after another.
func TestPageKeepsOtherReports(t *testing.T) {
	one, other := build(t, reporttest.Synthetic("quick", 3)), build(t, reporttest.Synthetic("paper", 10))
	together, apart := t.TempDir(), t.TempDir()
	for _, c := range []struct {
		dir     string
		reports []*Report
	}{{together, []*Report{one, other}}, {apart, []*Report{other}}, {apart, []*Report{one}}} {
		if err := WriteAll(c.dir, c.reports); err != nil {
			t.Fatal(err)
		}
	}
	read := func(dir string) string {
		page, err := os.ReadFile(filepath.Join(dir, "index.html"))
		if err != nil {
			t.Fatal(err)
		}
		return string(page)
	}
	if read(together) != read(apart) {
		t.Error("the page depends on the order in which reports are written")
	}
	if err := os.RemoveAll(filepath.Join(apart, "paper2020/table1/paper")); err != nil {
		t.Fatal(err)
	}
	if err := WriteAll(apart, []*Report{one}); err != nil {
		t.Fatal(err)
	}
	if page := read(apart); strings.Contains(page, `id="paper2020/table1/paper"`) || !strings.Contains(page, `id="paper2020/table1/quick"`) {
		t.Error("the page has a report that is gone, or lost one that is there")
	}
}

// Where there is no page, as in a fresh clone, the index still leads to the other reports.
func TestIndexWithoutPage(t *testing.T) {
	dir := t.TempDir()
	one, other := build(t, reporttest.Synthetic("quick", 3)), build(t, reporttest.Synthetic("paper", 10))
	if err := WriteAll(dir, []*Report{one}); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, PageFile)); err != nil {
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
