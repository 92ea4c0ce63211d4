package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"gpcbench/report/replication"
	"gpcbench/report/wording"
)

// The README says how many published numbers have which verdict: as many as are kept.
func TestVerdictsOfReadme(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	text := regexp.MustCompile(`\[([^]]*)\]\([^)]*\)`).ReplaceAllString(string(readme), "$1")
	kept, err := replication.ReadVerdicts("../../results/verdicts.json")
	if err != nil {
		t.Fatal(err)
	}
	for experiment, row := range map[string]string{
		"wenzel2019/table2":     "Wenzel et al. 2019, table 2",
		"hensman2015/table1":    "Hensman et al. 2015, table 1",
		"villacampa2017/table2": "Villacampa-Calvo & Hernandez-Lobato 2017, tables 2 and 3",
		"galyfajou2018/table1":  "Galy-Fajou et al. 2018, table 1",
		"panos2018/table2":      "Panos et al. 2018, table 2",
		"panos2018/table4":      "Panos et al. 2018, table 4",
	} {
		n := map[string]int{}
		for _, v := range kept.Verdicts {
			if v.Experiment == experiment && v.Profile == "paper" && v.Variant == "" && v.Column == "" && !v.Beside {
				n[v.Verdict]++
			}
		}
		want := fmt.Sprintf("| %s | %d | %d | %d | %d |", row, judgedNumbers(n), n[wording.Reproduced], n[wording.Better], n[wording.Worse])
		if !strings.Contains(text, want) {
			t.Errorf("%s: README.md has no row %q", experiment, want)
		}
	}
}

// judgedNumbers is how many numbers are held against the paper's.
func judgedNumbers(n map[string]int) int {
	return n[wording.Reproduced] + n[wording.Better] + n[wording.Worse]
}
