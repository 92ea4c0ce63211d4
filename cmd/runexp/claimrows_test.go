package main

import (
	"math"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpcbench/report/replication"
	"gpcbench/wording"
)

// claimRows are the rows on claims in results/README.md, by what they say of the paper: the claims they are of, as
// "experiment claim", or "experiment claim: reading" where one reading, or those that begin so, are meant. Rows of a
// table that begin with nothing go on with the row before, by "and N".
var claimRows = map[string][]string{
	"X-GPC predicts as well as SVGPC (table 2)": {"wenzel2019/table2 similar-error", "wenzel2019/table2 competitive-nll"},
	"SVGPC trains 10.8 to 506 times as long":    {"wenzel2019/table2 faster"},
	"to the same NLL it takes one to three orders of magnitude longer (figures 2, 4, 5)": {
		"wenzel2019/figure2 converges-faster: mean", "wenzel2019/figure4 converges-faster: mean", "wenzel2019/figure5 converges-faster: mean"},
	"to the same NLL it takes one to three orders of magnitude longer (figures 2, 4, 5), and 1": {
		"wenzel2019/figure2 converges-faster: median", "wenzel2019/figure4 converges-faster: median", "wenzel2019/figure5 converges-faster: median"},
	"and to the same error": {
		"wenzel2019/figure2 converges-faster: error", "wenzel2019/figure4 converges-faster: error", "wenzel2019/figure5 converges-faster: error"},
	"X-GPC is near its optimum after a few iterations": {
		"wenzel2019/figure2 near-optimum-early: NLL", "wenzel2019/figure4 near-optimum-early: NLL", "wenzel2019/figure5 near-optimum-early: NLL"},
	"it is close to the exact posterior (table 1)":                        {"wenzel2019/table1 near-truth"},
	"32, 64 and 128 inducing points make it better than SVGPC (figure 3)": {"wenzel2019/figure3 better-from-32: lower"},

	"sparse KL outperforms FITC (table 1)":                             {"hensman2015/table1 outperforms"},
	"mean field is often overconfident":                                {"hensman2015/table1 mean-field-overconfident: more test rows"},
	"sparse KL has the lowest NLL at any time (figure 2)":              {"hensman2015/figure2 frontier"},
	"it runs faster than FITC":                                         {"hensman2015/figure2 faster-than-fitc"},
	"scaled conjugate gradients help mean field (scg)":                 {"hensman2015/scg scg-helps-mean-field"},
	"it is near-optimal with 16 inducing points (near-optimal)":        {"hensman2015/near-optimal near-optimal-with-16"},
	"FITC moves some of 64 inducing points toward the origin":          {"hensman2015/figure1 fitc-to-origin"},
	"on two million flights sparse KL beats a linear model (figure 3)": {"hensman2015/figure3 beats-linear"},
	"there the linear kernel is negligible":                            {"hensman2015/figure3 linear-kernel-negligible"},
	"MNIST, odd against even, has an NLL of 0.069 (MNIST)":             nil, // a number: its outcome is a verdict

	"EP and SEP have better NLLs than VI (table 2)":   {"villacampa2017/table2 better-than-vi"},
	"EP is very similar to GFITC":                     {"villacampa2017/table2 ep-like-gfitc"},
	"SEP predicts as EP does":                         {"villacampa2017/table2 sep-like-ep"},
	"SEP is 2 to 3 times as fast as GFITC (times)":    {"villacampa2017/times sep-fastest: 2 to 3"},
	"SEP is faster than VI":                           {"villacampa2017/times sep-faster-than-vi"},
	"inner updates maximise log Z as well (figure 1)": {"villacampa2017/figure1 inner-as-good"},
	"on MNIST all methods are alike (figure 5)":       {"villacampa2017/figure5-mnist mnist-similar"},
	"on Airline VI's NLL rises again (figure 5)":      {"villacampa2017/figure5-airline airline-vi-rises"},

	"SC-MGPC outperforms others in speed (table 1)":        {"galyfajou2018/table1 faster"},
	"SC-MGPC outperforms others in speed (table 1), and 1": nil, // the outcome under a variant
	"its predictions are competitive":                      {"galyfajou2018/table1 competitive"},
	"it converges first on large sets (figure 1)":          {"galyfajou2018/figure1 converges-first-on-large-sets"},
	"it is the most stable":                                {"galyfajou2018/table1 most-stable", "galyfajou2018/figure1 most-stable"},
	"the local step needs an inner loop (local)":           {"galyfajou2018/local inner-loop-needed"},
	"(6) easily overflows with many classes":               {"galyfajou2018/local printed-overflows"},

	"a step does not depend on the columns (scaling)":                    {"panos2018/scaling cost-independent-of-d"},
	"nor on the rows (rows)":                                             {"panos2018/rows cost-independent-of-n"},
	"nor on the labels, where 100 are drawn (labels)":                    {"panos2018/labels cost-independent-of-k"},
	"KL terms of AmazonCat take less than a quarter of the time (big)":   {"panos2018/big kl-four-times", "panos2018/table2 kl-four-times"},
	"a row's own labels in every sample lower the variance (sampling)":   {"panos2018/sampling stratified-labels"},
	"the bound needs no jitter":                                          {"panos2018/sampling no-jitter"},
	"ranking at the mean is as good as over the posterior (predictions)": {"panos2018/predictions point-ranks-as-well"},

	"Dirichlet GPC has the accuracy of GP classification (two classes, several)": {"rivals/two-classes dirichlet-accuracy", "rivals/classes dirichlet-accuracy"},
	"and its uncertainty": {"rivals/two-classes dirichlet-uncertainty", "rivals/classes dirichlet-uncertainty"},
	"both on the sets of gpcbench (25 of two classes, 19 of several)": {
		"rivals/two-classes-30s dirichlet-accuracy", "rivals/two-classes-30s dirichlet-uncertainty",
		"rivals/classes-30s dirichlet-accuracy", "rivals/classes-30s dirichlet-uncertainty"},
	"at a fraction of the cost":                                                  {"rivals/two-classes dirichlet-cost", "rivals/classes dirichlet-cost"},
	"Laplace's approximation takes less time than EP":                            {"rivals/two-classes laplace-fast"},
	"and EP has better probabilities":                                            {"rivals/two-classes laplace-underconfident"},
	"natural gradients are faster than Adam (two classes, several, label sets)":  {"rivals/natural natural-faster", "rivals/natural-classes natural-faster", "rivals/natural-labels natural-faster"},
	"the dual parameters are faster still":                                       {"rivals/natural dual-faster"},
	"power EP outperforms EP and the variational bound (power)":                  {"rivals/power power-better"},
	"EP's energy is a better objective than the bound (energy)":                  {"rivals/energy energy-better"},
	"greedy inducing inputs do as well as a few less that are learnt (inducing)": {"rivals/inducing greedy-as-learnt"},
	"and better than k-means where they stay":                                    {"rivals/inducing greedy-start"},
}

// ofParts are the rows whose numbers are of the cases that a claim is judged by, not what they come to together.
var ofParts = []string{
	"mean field is often overconfident",
	"SEP is 2 to 3 times as fast as GFITC (times)",
	"the local step needs an inner loop (local)",
	"(6) easily overflows with many classes",
	"a step does not depend on the columns (scaling)",
	"nor on the rows (rows)",
	"nor on the labels, where 100 are drawn (labels)",
	"a row's own labels in every sample lower the variance (sampling)",
}

// Every row on a claim in results/README.md has the outcome that the records give that claim, of its readings together,
// without those that stand beside it, and among its numbers, or the differences of two of them, is one that they come to, or one over it.
func TestClaimsOfResults(t *testing.T) {
	kept, err := replication.ReadVerdicts("../../results/verdicts.json")
	if err != nil {
		t.Fatal(err)
	}
	of := map[string][]replication.KeptClaim{}
	for _, c := range kept.Claims {
		of[c.Experiment+" "+c.Claim] = append(of[c.Experiment+" "+c.Claim], c)
	}
	seen := map[string]bool{}
	for row, cells := range rowsOnClaims(t) {
		claims, known := claimRows[row]
		if seen[row] = true; !known {
			t.Errorf("the row %q is of no claim that this test knows", row)
			continue
		}
		var outcomes []string
		var values []float64
		for _, name := range claims {
			name, reading, _ := strings.Cut(name, ": ")
			found := false
			for _, c := range of[name] {
				if strings.HasPrefix(c.As, reading) && (reading != "" || !c.Beside) {
					outcomes, found = append(outcomes, c.Outcome), true
					if c.Value != nil {
						values = append(values, *c.Value)
					}
				}
			}
			if !found {
				t.Errorf("%q: no outcome of %s (%s) is kept", row, name, reading)
			}
		}
		if len(claims) > 0 && wording.Joint(outcomes) != cells[1] {
			t.Errorf("%q: its outcome is %q, the records say %q: %q", row, cells[1], wording.Joint(outcomes), outcomes)
		}
		if !slices.Contains(ofParts, row) && !hasValue(cells[0], values) {
			t.Errorf("%q: none of the numbers in %q is of the records: %v", row, cells[0], values)
		}
	}
	for row := range claimRows {
		if !seen[row] {
			t.Errorf("results/README.md has no row %q", row)
		}
	}
}

// rowsOnClaims returns the rows of the tables on claims: what is here and the outcome, by what the paper says.
func rowsOnClaims(t *testing.T) map[string][2]string {
	t.Helper()
	rows, before, more, in := map[string][2]string{}, "", 0, false
	for line := range strings.Lines(textOf(t, path.Join(root, "results", "README.md"))) {
		line = strings.TrimSpace(line)
		if line == "| the paper says | here | outcome |" {
			in = true
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), " | ")
		if in = in && strings.HasPrefix(line, "|"); !in || len(cells) != 3 {
			continue
		}
		name := strings.TrimSpace(cells[0])
		if name == "" {
			more++
			name = before + ", and " + strconv.Itoa(more)
		} else {
			before, more = name, 0
		}
		rows[name] = [2]string{strings.TrimSpace(cells[1]), strings.TrimSpace(cells[2])}
	}
	return rows
}

// hasValue says whether one of the numbers of a text, or a difference of two, is a value, one over it or its percentage, to
// the digits that the text has. A text without numbers, or of no values, has all.
func hasValue(text string, values []float64) bool {
	numbers := regexp.MustCompile(`[0-9]+(\.[0-9]+)?`).FindAllString(text, -1)
	told := func(number float64, decimals int) bool {
		unit := math.Pow10(-decimals)
		return slices.ContainsFunc(values, func(v float64) bool {
			v = math.Abs(v)
			return min(math.Abs(number-v), math.Abs(number-1/v), math.Abs(number-100*v)) <= unit/2
		})
	}
	for i, text := range numbers {
		_, decimals, _ := strings.Cut(text, ".")
		n, _ := strconv.ParseFloat(text, 64)
		if told(n, len(decimals)) {
			return true
		}
		for _, other := range numbers[:i] {
			if o, _ := strconv.ParseFloat(other, 64); told(math.Abs(n-o), len(decimals)) {
				return true
			}
		}
	}
	return len(numbers) == 0 || len(values) == 0
}
