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

// rowOf is what a page says of a paper in its table of printed numbers, by the name of each. The table has
// a row a paper, or a column.
func rowOf(t *testing.T, file, paper string) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../../" + file)
	if err != nil {
		t.Fatal(err)
	}
	plain := regexp.MustCompile(`\[([^]]*)\]\([^)]*\)`).ReplaceAllString(string(text), "$1")
	var table [][]string
	for line := range strings.Lines(plain + "\n") {
		if strings.HasPrefix(line, "|") {
			cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
			for i := range cells {
				cells[i] = strings.TrimSpace(cells[i])
			}
			table = append(table, cells)
			continue
		}
		for _, of := range [][][]string{table, transposed(table)} {
			if out := rowIn(of, paper); out != nil {
				return out
			}
		}
		table = nil
	}
	t.Errorf("%s has no row of the printed numbers of %s", file, paper)
	return nil
}

// transposed has the columns of a table as rows.
func transposed(table [][]string) (out [][]string) {
	for _, row := range table {
		for j, cell := range row {
			if j == len(out) {
				out = append(out, nil)
			}
			out[j] = append(out[j], cell)
		}
	}
	return out
}

// rowIn is the row that begins with a name, by the heads of columns, if these have printed.
func rowIn(table [][]string, name string) map[string]string {
	for _, row := range table {
		if row[0] != name || !slices.Contains(table[0], "printed") || len(row) != len(table[0]) {
			continue
		}
		out := map[string]string{}
		for i, head := range table[0][1:] {
			if !strings.HasPrefix(head, "--") { // the line below the head
				out[head] = row[i+1]
			}
		}
		return out
	}
	return nil
}
