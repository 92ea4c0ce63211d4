package main

import (
	"fmt"
	"os"
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
	kept, err := replication.ReadVerdicts("../../results/verdicts.json")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(string(readme)), " ")
	for _, c := range []struct {
		experiment string
		says       func(n map[string]int) string
	}{
		{"wenzel2019/table2", func(n map[string]int) string { return fmt.Sprintf("all %d reproduced, or", n[wording.Reproduced]) }},
		{"hensman2015/table1", func(n map[string]int) string {
			return fmt.Sprintf("%d of %d reproduced with a lengthscale for each input", n[wording.Reproduced], judgedNumbers(n))
		}},
		{"villacampa2017/table2", func(n map[string]int) string {
			return fmt.Sprintf("%d of %d reproduced, %d better", n[wording.Reproduced], judgedNumbers(n), n[wording.Better])
		}},
		{"galyfajou2018/table1", func(n map[string]int) string {
			return fmt.Sprintf("%d of %d reproduced, %d better, %d worse", n[wording.Reproduced], judgedNumbers(n), n[wording.Better], n[wording.Worse])
		}},
		{"panos2018/table2", func(n map[string]int) string {
			return fmt.Sprintf("%d of the %d of table 2 that can be run reproduced, %d better, %d worse", n[wording.Reproduced], judgedNumbers(n), n[wording.Better], n[wording.Worse])
		}},
		{"panos2018/table4", func(n map[string]int) string {
			return fmt.Sprintf("of table 4's %d %d and %d", judgedNumbers(n), n[wording.Reproduced], n[wording.Better])
		}},
	} {
		n := map[string]int{}
		for _, v := range kept.Verdicts {
			if v.Experiment == c.experiment && v.Profile == "paper" && v.Variant == "" && v.Column == "" && !v.Beside {
				n[v.Verdict]++
			}
		}
		if want := c.says(n); !strings.Contains(text, want) {
			t.Errorf("%s: README.md does not say %q", c.experiment, want)
		}
	}
}

// judgedNumbers is how many numbers are held against the paper's.
func judgedNumbers(n map[string]int) int {
	return n[wording.Reproduced] + n[wording.Better] + n[wording.Worse]
}
