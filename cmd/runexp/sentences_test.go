package main

import (
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpcbench/experiments"
	"gpcbench/harness/spec"
	"gpcbench/report/replication"
	"gpcbench/report/replication/statistic"
	"gpcbench/wording"
)

var update = flag.Bool("update", false, "write the counts of claims in README.md anew")

// fromRecords are the numbers of the papers' sentences that come from records: the value of a
// reading of a claim, or one over it, and what the sentence says of it. The others are the paper's own, printed.
var fromRecords = map[string][]struct {
	number, says, claim, reading string
	over1                        bool
}{
	"wenzel2019":     {{"3.1", "3.1 times as fast", "faster", "one order of magnitude on every data set", false}},
	"villacampa2017": {{"0.40", "by an NLL of 0.40", "better-than-vi", "", false}},
	"galyfajou2018":  {{"13", "13 times as long", "faster", "", true}},
	"rivals": {
		{"5", "five times the cost of SVGPC on two classes", "dirichlet-cost", "two classes, against SVGPC", true},
		{"33", "a 33rd of that of SVI-MGPC on several", "dirichlet-cost", "several classes, against SVI-MGPC", false},
		{"1.9", "1.9 times as fast as Adam on two classes", "natural-faster", "two classes", false},
	},
	"yardstick": {{"0.000", "as the exact posterior does, to about a thousandth of a nat", "ep-like-chains", "", false}},
}

// printed are those that a paper prints.
var printed = map[string][]string{"wenzel2019": {"10.8", "506"}}

// papersInReadme are in README.md, in its order; those of others are in the index of the reports alone.
var (
	papersInReadme = []string{"wenzel2019", "hensman2015", "villacampa2017", "galyfajou2018", "panos2018"}
	otherPapers    = []string{"rivals", "yardstick"}
)

// The sentence on a paper in its published.toml has no number but the paper's own and what the records
// come to. The page has the same sentence, and how many of the paper's claims have which outcome. Each that
// cannot be told says what would settle it.
func TestSentencesOnPapers(t *testing.T) {
	readme, index := textOf(t, "../../README.md"), textOf(t, "../../results/report/README.md")
	kept, err := replication.ReadVerdicts("../../results/verdicts.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, paper := range slices.Concat(papersInReadme, otherPapers) {
		p, inReadme := publishedPaper(t, paper), slices.Contains(papersInReadme, paper)
		if want := fmt.Sprintf("- %s: %s\n", p.Short, p.Sentence); !strings.Contains(index, want) || inReadme && !strings.Contains(readme, want) {
			t.Errorf("README.md or the index of the reports has no line %q", want)
		}
		known := slices.Clone(printed[paper])
		for _, from := range fromRecords[paper] {
			if known = append(known, from.number); !strings.Contains(p.Sentence, from.says) {
				t.Errorf("%s: the sentence does not say %q", paper, from.says)
			}
		}
		numbers := regexp.MustCompile(`[0-9][0-9.]*[0-9]|[0-9]`).FindAllString(p.Sentence, -1)
		for _, n := range numbers {
			if !strings.Contains(" "+strings.Join(known, " ")+" ", " "+n+" ") {
				t.Errorf("%s: %s is in the sentence, and neither printed nor from the records", paper, n)
			}
		}
		if len(numbers) > 3 {
			t.Errorf("%s: a sentence with %d numbers", paper, len(numbers))
		}
		var claims []replication.KeptClaim
		for _, c := range kept.Claims {
			if c.Profile != spec.Paper || path.Dir(c.Experiment) != paper {
				continue
			}
			claims = append(claims, c)
			if c.Outcome == wording.CannotTell && !slices.ContainsFunc(p.Claims, func(own statistic.Claim) bool {
				return own.Name == c.Claim && own.As == c.As && (own.Settle != "" || own.Beside)
			}) {
				t.Errorf("%s: claim %s (%s) cannot be told, and says not what would settle it", paper, c.Claim, c.As)
			}
		}
		for _, from := range fromRecords[paper] {
			i := slices.IndexFunc(claims, func(c replication.KeptClaim) bool { return c.Claim == from.claim && c.As == from.reading })
			if i < 0 {
				t.Errorf("%s: no outcome of claim %q is kept", paper, from.claim)
				continue
			}
			value := *claims[i].Value
			if from.over1 {
				value = 1 / value
			}
			_, decimals, _ := strings.Cut(from.number, ".")
			if got := strconv.FormatFloat(value, 'f', len(decimals), 64); got != from.number {
				t.Errorf("%s: the sentence has %s, the records %s", paper, from.number, got)
			}
		}
		if !inReadme {
			continue
		}
		n := map[string]int{}
		for _, c := range replication.CountClaims(claims) {
			n[c.Verdict] = c.Numbers
		}
		counts := ""
		for _, outcome := range wording.Outcomes {
			counts += fmt.Sprintf(" %d |", n[outcome])
		}
		rowOfReadme(t, p.Short, counts)
	}
}

// rowOfReadme holds the counts of a paper against the row of README.md that has as many, or writes
// them there.
func rowOfReadme(t *testing.T, paper, counts string) {
	t.Helper()
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile(`(?m)^(\| \[` + regexp.QuoteMeta(paper) + `\]\([^)]*\) \|)((?: [0-9.]+ \|){` + strconv.Itoa(strings.Count(counts, "|")) + `})$`)
	found := row.FindSubmatch(readme)
	switch {
	case found == nil:
		t.Errorf("README.md has no row of %s for%s", paper, counts)
	case *update:
		err = os.WriteFile("../../README.md", row.ReplaceAll(readme, []byte("${1}"+counts)), 0o644)
	case string(found[2]) != counts:
		t.Errorf("README.md has%s of %s, the records%s", found[2], paper, counts)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// firstAnswer is the sentence that a report begins with.
var firstAnswer = regexp.MustCompile(`(?m)^(Take|No method is shown to be best) .*$`)

// What results/README.md says on which method to take is what the reports begin with, those that are kept and those of
// the records as they are now.
func TestAnswersOfResults(t *testing.T) {
	specifications := []string{"gpcbench/binary", "gpcbench/multiclass", "gpcbench/multilabel"}
	kept, b := "../../results/report/", newBench(t)
	records, err := filepath.Abs("../../results")
	if err != nil {
		t.Fatal(err)
	}
	if got := b.runexp(slices.Concat([]string{"report"}, specifications, []string{"--profile", "paper", "--results", records, "--out", "now"})...); got.code != 0 {
		t.Fatalf("report ends with %d: %s", got.code, got.stderr)
	}
	results := textOf(t, "../../results/README.md")
	for _, name := range specifications {
		for _, folder := range []string{kept, b.path("now")} {
			report := textOf(t, filepath.Join(folder, name, "paper", "report.md"))
			answer := firstAnswer.FindString(report)
			if answer == "" || !strings.Contains(results, "| "+answer+" |") {
				t.Errorf("%s of %s begins with %q, which results/README.md does not have", name, folder, answer)
			}
		}
	}
}

// textOf reads a page, links as their texts.
func textOf(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile(`\[([^]]*)\]\([^)]*\)`).ReplaceAllString(string(text), "$1")
}

// publishedPaper reads what published.toml says of a paper.
func publishedPaper(t *testing.T, name string) replication.Paper {
	t.Helper()
	src, ok := experiments.Published(name + "/")
	if !ok {
		t.Fatalf("%s has no published.toml", name)
	}
	p, err := replication.ParsePaper(publishedPath(name+"/"), src)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
