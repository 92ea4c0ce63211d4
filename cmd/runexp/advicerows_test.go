package main

import (
	"math"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// adviceRows are the rows on advice in results/README.md, by the rule of the reports that they are of.
var adviceRows = map[string]string{
	"always":          "always the best of the other sets",
	"nearest":         "the best of the five most similar sets",
	"race by nearest": "a race of two, by the five most similar sets",
	"team":            "a race of several, chosen by all other sets",
	"halving":         "a race of all, half of which drop out in each round",
	"all":             "all methods run to their end",
}

// comparisons have a column each there, in this order.
var comparisons = []string{"binary", "multiclass", "multilabel"}

// What results/README.md says a rule of advice is worth, and what to take by the number of rows, is what the
// kept reports say.
func TestAdviceOfResults(t *testing.T) {
	results := textOf(t, path.Join(root, "results", "README.md"))
	for column, name := range comparisons {
		report := textOf(t, path.Join(root, "results", "report", "gpcbench", name, "paper", "report.md"))
		for rule, says := range adviceRows {
			of := regexp.MustCompile(`(?m)^\| ` + rule + ` \|.* \| (\d+ of \d+) \| ([0-9.]+)% \|$`).FindStringSubmatch(report)
			row := cellsOf(results, says)
			if of == nil || len(row) != 1+len(comparisons) {
				t.Errorf("%s: the rule %s is not in the report, or not in results/README.md", name, rule)
				continue
			}
			within, cost, hasCost := strings.Cut(row[1+column], ", ")
			if within != of[1] || hasCost && !rounds(strings.TrimSuffix(cost, "%"), of[2]) {
				t.Errorf("%s, %s: results/README.md has %q, the report %q", name, rule, row[1+column], of[1:])
			}
		}
	}
	report := textOf(t, path.Join(root, "results", "report", "gpcbench", "multiclass", "paper", "report.md"))
	bands := regexp.MustCompile(`(?m)^\| ([0-9,]+) to ([0-9,]+) (\| .* \|)$`).FindAllStringSubmatch(results, -1)
	for _, b := range bands {
		want := strings.NewReplacer(",", "", " GPC", "").Replace("| training rows | " + b[1] + "–" + b[2] + " " + b[3])
		if !strings.Contains(report, want) {
			t.Errorf("the report on several classes has no %q", want)
		}
	}
	if len(bands) == 0 {
		t.Error("results/README.md says nothing by the number of rows")
	}
}

// cellsOf are those of the row of a text that begins with a cell.
func cellsOf(text, first string) []string {
	for line := range strings.Lines(text) {
		if cells := strings.Split(strings.Trim(strings.TrimSpace(line), "| "), " | "); cells[0] == first {
			return cells
		}
	}
	return nil
}

// rounds says whether a number is another one, rounded to its own digits.
func rounds(short, long string) bool {
	s, err1 := strconv.ParseFloat(short, 64)
	l, err2 := strconv.ParseFloat(long, 64)
	_, decimals, _ := strings.Cut(short, ".")
	return err1 == nil && err2 == nil && math.Abs(s-l) <= math.Pow10(-len(decimals))/2+1e-9
}
