package main

import (
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpcbench/harness/spec"
	"gpcbench/report/format"
	"gpcbench/report/replication"
	"gpcbench/wording"
)

// README.md and the index of the reports say of each paper how many of its numbers are in which bin: as
// many as the kept verdicts have.
func TestNumbersOfPapers(t *testing.T) {
	kept, err := replication.ReadVerdicts("../../results/verdicts.json")
	if err != nil {
		t.Fatal(err)
	}
	papers, err := builtInPapers()
	if err != nil {
		t.Fatal(err)
	}
	verdicts := slices.DeleteFunc(kept.Verdicts, func(v replication.Verdict) bool { return v.Profile != spec.Paper })
	all := replication.BinsOf(papers, verdicts)
	for _, b := range all {
		paper := papers[slices.IndexFunc(papers, func(p replication.Paper) bool { return path.Base(path.Dir(p.File)) == b.Paper })]
		if sum := sumOf(slices.Collect(maps.Values(b.Counts))); sum != b.Printed.Numbers || b.Counts[wording.NotRun] < 0 {
			t.Errorf("%s: %d numbers in bins, %d printed, %v", b.Paper, sum, b.Printed.Numbers, b.Counts)
		}
		for _, file := range []string{"README.md", "results/report/README.md"} {
			for head, says := range rowOf(t, file, paper.Short) {
				if want := wanted(b, head); says != want {
					t.Errorf("%s, %s: %s is %q, want %s", file, paper.Short, head, says, want)
				}
			}
		}
	}
}

func sumOf(counts []int) int {
	sum := 0
	for _, n := range counts {
		sum += n
	}
	return sum
}

// wanted is what a column of such a table has.
func wanted(b replication.Bins, head string) string {
	n, isBin := b.Counts[head]
	switch {
	case head == "printed":
		n = b.Printed.Numbers
	case head == "no verdict":
		n = b.Printed.Numbers - b.Resolved() - b.Counts[wording.TooNoisy]
	case head == format.FalseByChance:
		return wording.Short(b.Chance, 2)
	case !isBin && !slices.Contains(wording.Bins, head):
		return "no column of that name"
	}
	return strconv.Itoa(n)
}

// rowOf is the row of a paper, by the heads of columns, in the table of a page that has the column
// printed.
func rowOf(t *testing.T, file, paper string) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../../" + file)
	if err != nil {
		t.Fatal(err)
	}
	plain := regexp.MustCompile(`\[([^]]*)\]\([^)]*\)`).ReplaceAllString(string(text), "$1")
	cells := func(line string) []string {
		out := strings.Split(strings.Trim(line, "|"), "|")
		for i := range out {
			out[i] = strings.TrimSpace(out[i])
		}
		return out
	}
	var head []string
	for line := range strings.Lines(plain) {
		switch of := cells(strings.TrimSpace(line)); {
		case slices.Contains(of, "printed"):
			head = of
		case !strings.HasPrefix(line, "|"):
			head = nil
		case head != nil && of[0] == paper && len(of) == len(head):
			out := map[string]string{}
			for i := 1; i < len(of); i++ {
				out[head[i]] = of[i]
			}
			return out
		}
	}
	t.Errorf("%s has no row of the printed numbers of %s", file, paper)
	return nil
}
