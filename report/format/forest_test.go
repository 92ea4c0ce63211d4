package format

import (
	"regexp"
	"strings"
	"testing"

	"gpcbench/report/document"
	"gpcbench/wording"
)

// No line of a picture of claims lies on another, however long its sentences are.
func TestForestsTextsApart(t *testing.T) {
	claim := document.Claim{Number: 1, ID: "better", Says: strings.Repeat("A is better than B. ", 12), Outcome: wording.Holds,
		Readings: []document.Reading{{Number: 1, Statistic: "NLL of B less that of A", Claimed: "above 0", Ours: "0.1", Interval: "[0.05, 0.15]", Outcome: wording.Holds}}}
	paper := PaperView{Claims: []document.Claim{claim, claim, claim, claim}}
	paper.Name, paper.Title, paper.Sentence = "paper", "A paper of a year", strings.Repeat("It holds on all data sets. ", 9)
	for name, svg := range map[string][]byte{"all": Forests([]PaperView{paper, paper}), "one": Forest(paper)} {
		seen := map[string]bool{}
		for _, m := range regexp.MustCompile(`<text class="[^"]*" (x="[^"]*" y="[^"]*")`).FindAllSubmatch(svg, -1) {
			if at := string(m[1]); seen[at] {
				t.Errorf("%s: two texts begin at %s", name, at)
			} else {
				seen[at] = true
			}
		}
		if len(seen) < 10 {
			t.Errorf("%s: %d texts", name, len(seen))
		}
	}
}
