package report

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpcbench/report/reporttest"
)

// The table of numbers has a row for each data set with verdicts, and stays in the index when
// other reports are written; a profile that gives none has no map.
func TestMapOfNumbers(t *testing.T) {
	dir := t.TempDir()
	in := reporttest.Synthetic("paper", 10)
	r, papers := build(t, in), papersOf(in)
	quick := build(t, reporttest.Synthetic("quick", 3))
	for _, reports := range [][]*Report{{r}, {quick}} {
		if err := WriteAll(dir, reports, papers); err != nil {
			t.Fatal(err)
		}
	}
	page, err := os.ReadFile(filepath.Join(dir, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	got := string(page)
	want := "| [paper2020/table1](paper2020/table1/paper/report.md#data) | X-GPC | SVGPC |\n|---|---|---|\n" +
		"| [diabetis](paper2020/table1/paper/report.md#data) | ✓✓ | ✗▲ |\n| [a9a](paper2020/table1/paper/report.md#data) | ≠ | ≠≠ |\n"
	if strings.Count(got, want) != 1 || strings.Count(got, "#data)") != 3 {
		t.Errorf("index:\n%s", got)
	}
}
