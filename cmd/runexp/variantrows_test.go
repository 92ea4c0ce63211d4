package main

import (
	"path"
	"regexp"
	"strings"
	"testing"
)

// The table of README.md on variants that are closer to a paper has the counts of the kept reports: those of the
// counted variant, and those of one other.
func TestVariantsOfReadme(t *testing.T) {
	readme := textOf(t, path.Join(root, "README.md"))
	_, table, _ := strings.Cut(readme, "| table | variant | reproduced | better | worse | too noisy |\n|---|---|---|---|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	reports := map[string]string{"Hensman et al. 2015, table 1": "hensman2015/table1", "Villacampa-Calvo & Hernandez-Lobato 2017, tables 2 and 3": "villacampa2017/table2"}
	report, rows := "", 0
	for line := range strings.Lines(table) {
		cells := strings.SplitN(strings.Trim(strings.TrimSpace(line), "|"), "|", 3)
		if len(cells) != 3 {
			t.Fatalf("a row %q", line)
		}
		if name := strings.TrimSpace(cells[0]); name != "" {
			report = textOf(t, path.Join(root, "results", "report", reports[name], "paper", "report.md"))
		}
		of := `variant [^|]*`
		if strings.Contains(cells[1], "(counted)") {
			of = `counted `
		}
		rows++
		if !regexp.MustCompile(`(?m)^\| ` + of + `\|` + regexp.QuoteMeta(cells[2]) + ` *\|`).MatchString(report) {
			t.Errorf("no row of the report has the counts of %q", strings.TrimSpace(line))
		}
	}
	if rows != 4 {
		t.Errorf("%d rows in README.md, not 4", rows)
	}
}
