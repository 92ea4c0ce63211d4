package format

import (
	"testing"

	"gpcbench/report/document"
)

// The advice is from the profile paper, or from another where that is not complete.
func TestAdvising(t *testing.T) {
	facts := func(profile string, done int) document.Facts {
		return document.Facts{Experiment: "gpcbench/binary", Profile: profile, Done: done, Planned: 10, Advice: []string{"Take A."}}
	}
	for want, of := range map[string][]document.Facts{
		"quick": {facts("paper", 2), facts("quick", 10)},
		"paper": {facts("paper", 10), facts("quick", 10)},
	} {
		for range 2 {
			if got := Advising(of); len(got) != 1 || got[0].Profile != want {
				t.Errorf("%+v, not that of %s", got, want)
			}
			of[0], of[1] = of[1], of[0]
		}
	}
	if got := Advising([]document.Facts{facts("paper", 2), {Experiment: "p/a"}}); len(got) != 1 || got[0].Complete() {
		t.Errorf("%+v", got)
	}
}
