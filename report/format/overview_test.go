package format

import (
	"fmt"
	"strings"
	"testing"

	"gpcbench/report/document"
)

// The advice is from the profile paper; where that is not complete it says so, and another stands beside it.
func TestAdvising(t *testing.T) {
	facts := func(profile string, done int) document.Facts {
		return document.Facts{Experiment: "gpcbench/binary", Profile: profile, Done: done, Planned: 10, Advice: []string{"Take A."}}
	}
	for want, of := range map[string][]document.Facts{
		"Being run (2 of 10 cells). Take A.": {facts("paper", 2), facts("quick", 10), facts("smoke", 10)},
		"Take A.":                            {facts("paper", 10), facts("quick", 10)},
		"Being run (3 of 10 cells).":         {facts("smoke", 2), facts("paper", 3)},
	} {
		for range 2 {
			var said []string
			for _, f := range Advising(of) {
				said = append(said, Answers(f)...)
			}
			if got := strings.Join(said, " "); got != want {
				t.Errorf("%q, want %q", got, want)
			}
			of[0], of[1] = of[1], of[0]
		}
	}
	if got := Advising([]document.Facts{{Experiment: "p/a"}}); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

// Of an experiment with several reports the first counts, and claims stand from the best outcome down.
func TestPapers(t *testing.T) {
	claims := func(profile string, outcomes ...string) []document.Claim {
		var out []document.Claim
		for i, o := range outcomes {
			out = append(out, document.Claim{Number: i, Readings: []document.Reading{{Outcome: o, Profile: profile}}})
		}
		return out
	}
	reports := []document.Facts{
		{
			Experiment: "p/t", Profile: "paper", Paper: "Author 2020", Verdicts: []document.Count{{Verdict: "worse", Numbers: 1}, {Verdict: "reproduced", Numbers: 2}, {Verdict: "no data", Numbers: 1}},
			Claims: claims("paper", "does not hold", "holds"),
		},
		{Experiment: "p/t", Profile: "quick", Claims: claims("quick", "holds", "holds"), Verdicts: []document.Count{{Verdict: "preliminary", Numbers: 9}}},
	}
	all := Papers(reports)
	if want := "of 2 claims 1 holds, 1 does not hold"; len(all) != 1 || all[0].Standing() != want || all[0].Claims[0].Outcome != "holds" || all[0].Title != "Author 2020" {
		t.Errorf("%+v", all)
	}
	if got := Papers(append([]document.Facts{{Experiment: "p/a", Profile: "paper", Title: "p/a"}}, reports...)); len(got) != 1 || got[0].Title != "Author 2020" || got[0].Printed != all[0].Printed {
		t.Errorf("beside a report of which the folder alone is known: %+v", got)
	}
	if got, want := Papers(reports[1:])[0].Standing(), "of 2 claims 2 hold (by runs shorter than the paper's)"; got != want {
		t.Errorf("of profile quick: %q", got)
	}
	if got := Papers([]document.Facts{{Experiment: "x"}})[0].Standing(); got != "" {
		t.Errorf("without numbers and claims: %q", got)
	}
}

// Each printed number is in one bin: by its verdict, by design without one, or not run.
func TestNumbersOfPapers(t *testing.T) {
	facts := func(experiment string, chance float64, verdicts ...document.Count) document.Facts {
		return document.Facts{Experiment: experiment, Paper: "Author 2020", Profile: "paper", Printed: document.Printed{Numbers: 20, ByDesign: 6}, Chance: chance, Verdicts: verdicts}
	}
	table := Numbers(Papers([]document.Facts{
		facts("p/a", 0.1, document.Count{Verdict: "reproduced", Numbers: 2}, document.Count{Verdict: "worse", Numbers: 1}),
		facts("p/b", 0.2, document.Count{Verdict: "reproduced", Numbers: 3}, document.Count{Verdict: "no data", Numbers: 4}),
		{Experiment: "q/a", Profile: "paper"},
	}))
	want := [][]string{
		{"numbers", "Author 2020"}, {"printed", "20"}, {"reproduced", "5"}, {"worse", "1"}, {"no data", "4"}, {"no verdict by design", "6"}, {"not run", "4"}, {"false by chance", "0.30"},
	}
	if got := append([][]document.Marked{table.Head}, table.Rows...); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%q, want %q", got, want)
	}
}
