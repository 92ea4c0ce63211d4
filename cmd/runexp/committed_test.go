package main

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gpcbench/report/format"
)

// Sizes of what is committed of reports: docs/decisions/0007-what-is-committed.md.
const (
	mostFigure  = 100 << 10
	mostReports = 5_000_000
)

// Of the reports on committed records a repository has an index, texts, and figures as SVG of a
// limited size; everything that these link to is there, and nothing else.
func TestCommittedReports(t *testing.T) {
	list := exec.Command("git", "ls-files", "-z", "results/report")
	list.Dir = "../.."
	names, err := list.Output()
	if err != nil {
		t.Skipf("not a git checkout: %v", err)
	}
	sizes := map[string]int64{}
	total := int64(0)
	for name := range strings.SplitSeq(strings.TrimRight(string(names), "\x00"), "\x00") {
		about, err := os.Stat(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		sizes[name] = about.Size()
		total += about.Size()
		svg := path.Ext(name) == ".svg"
		first := slices.Contains([]string{"README.md", "report.md"}, path.Base(name))
		if further, _ := path.Match("report-*.md", path.Base(name)); !svg && !first && !further {
			t.Errorf("%s is committed, and make report makes it", name)
		}
		if first && about.Size() > format.MostBytes {
			t.Errorf("%s has %d bytes, more than %d", name, about.Size(), format.MostBytes)
		}
		if svg && about.Size() > mostFigure {
			t.Errorf("%s has %d bytes, more than %d", name, about.Size(), mostFigure)
		}
	}
	if total > mostReports {
		t.Errorf("reports have %d bytes, more than %d", total, mostReports)
	}
	link := regexp.MustCompile(`\]\(([^)#: ]+)(#[^)]*)?\)`)
	linked := map[string]bool{"results/report/README.md": true}
	for name := range sizes {
		if path.Ext(name) != ".md" {
			continue
		}
		text, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, to := range link.FindAllStringSubmatch(string(text), -1) {
			file := path.Join(path.Dir(name), to[1])
			linked[file] = true
			if _, there := sizes[file]; !there {
				t.Errorf("%s links to %s, which is not committed", name, file)
			}
		}
	}
	for name := range sizes {
		if !linked[name] {
			t.Errorf("no report links to %s", name)
		}
	}
}
