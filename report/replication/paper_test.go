package replication

import (
	"fmt"
	"strings"
	"testing"

	"gpcbench/harness/spec"
)

const paperSource = `
[paper]
short = "Author 2020"
cite = "Author: Title, 2020"

[table1]
title = "Table 1"
repeats = 1
spread = ""
columns = ["dataset", "label", "metric", "value", "spread"]
values = []

[[claim]]
name = "first"
says = "A is better than B."
section = "4"
experiment = "paper/x"
statistic = "better"
methods = ["A"]
than = ["B"]
metric = "error"

[[claim]]
name = "second"
says = "A is as good as B with 20."
section = "4"
experiment = "paper/x"
statistic = "noninferior"
methods = ["A"]
than = ["B"]
datasets = ["d"]
variant = "text"
at = { inducing = 20 }
metric = "error"
margin = 0.01
because = "the last digit"
`

// onlyX is where ParsePaper finds experiments.
func onlyX(name string) (*spec.Spec, error) {
	if name != "paper/x" {
		return nil, fmt.Errorf("unknown experiment %q", name)
	}
	return &spec.Spec{
		Name: name, Datasets: []spec.Dataset{{Name: "d"}}, Methods: []spec.Method{{Label: "A"}, {Label: "B"}},
		Variants: []spec.Variant{{Name: "text"}, {Name: "code"}}, Grid: []spec.Axis{{Option: "inducing", Values: []any{10.0, 20.0}}},
	}, nil
}

func TestParsePaper(t *testing.T) {
	p, err := ParsePaper("published.toml", []byte(paperSource), onlyX)
	if err != nil {
		t.Fatal(err)
	}
	if p.Short != "Author 2020" || len(p.Claims) != 2 || len(p.Of("paper/x")) != 2 || len(p.Of("paper/y")) != 0 {
		t.Errorf("%+v", p)
	}
	if c := p.Claims[1]; c.At["inducing"][0] != "20" || *c.Margin != 0.01 || c.Variant != "text" || c.Than[0] != "B" {
		t.Errorf("%+v", c)
	}
	cited, err := ParsePaper("published.toml", []byte(strings.Replace(paperSource, "2020\"\n\n", "2020\"\ndoi = \"10.1/x\"\n\n", 1)), onlyX)
	if err != nil || cited.Cite != "Author: Title, 2020, https://doi.org/10.1/x" {
		t.Errorf("%q, %v", cited.Cite, err)
	}
	tables, err := ParsePublished("published.toml", []byte(paperSource))
	if err != nil || len(tables) != 1 {
		t.Errorf("tables %v, %v", tables, err)
	}
}

const readings = `
[[claim]]
name = "third"
says = "A is better."
section = "5"
experiment = "paper/x"
statistic = "noninferior"
methods = ["A"]
than = ["B"]
metric = "error"
margin = 0.01
because = "the last digit"
settle = "more folds"

[[claim.reading]]
as = "in error"

[[claim.reading]]
as = "in NLL"
metric = "nll"
methods = ["B"]
than = ["A"]
margin = 0.02
beside = true
`

// A claim with readings is one sentence; what a reading does not say is the claim's.
func TestReadings(t *testing.T) {
	p, err := ParsePaper("published.toml", []byte(paperSource+readings), onlyX)
	if err != nil {
		t.Fatal(err)
	}
	first, second := p.Claims[2], p.Claims[3]
	if len(p.Sentences()) != 3 || len(p.Claims) != 4 || first.Name != "third" || second.Name != "third" || first.Number != 2 || second.Number != 2 || second.Reading != 1 {
		t.Fatalf("%+v", p.Claims)
	}
	if first.Metric != "error" || *first.Margin != 0.01 || first.Methods[0] != "A" || first.Beside {
		t.Errorf("%+v", first)
	}
	if second.Metric != "nll" || *second.Margin != 0.02 || second.Methods[0] != "B" || second.Settle != "more folds" || !second.Beside {
		t.Errorf("%+v", second)
	}
	for _, c := range []struct{ old, now, want string }{
		{`as = "in NLL"`, `as = "in error"`, `published.toml:55: there is a reading "in error" before this one`},
		{`as = "in NLL"`, ``, `published.toml:54: as says how a reading takes the sentence`},
		{`as = "in NLL"`, `as = "in NLL"` + "\n" + `says = "A is worse."`, `published.toml:56: the says is of the whole claim, not of a reading`},
		{`as = "in error"`, `as = "in error"` + "\n" + `beside = true`, `published.toml:53: the first reading counts`},
		{`metric = "nll"`, `metric = "nlls"`, `published.toml:56: unknown metric "nlls"`},
		{`methods = ["A"]` + "\n" + `than = ["B"]` + "\n" + `metric`, `methods = ["C"]` + "\n" + `than = ["B"]` + "\n" + `metric`, `published.toml:44: paper/x has no method "C"`},
	} {
		source := paperSource + strings.Replace(readings, c.old, c.now, 1)
		if _, err := ParsePaper("published.toml", []byte(source), onlyX); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.now, err, c.want)
		}
	}
}

func TestPaperErrors(t *testing.T) {
	const alone = `statistic = "better"` + "\n" + `methods = ["A"]` + "\n" + `than = ["B"]`
	for _, c := range []struct{ old, now, want string }{
		{`short = "Author 2020"`, `shrot = "x"`, `published.toml:3: unknown key "paper.shrot"`},
		{`cite = "Author: Title, 2020"`, `doi = "https://doi.org/10.1/x"`, `published.toml:4: the doi is "https://doi.org/10.1/x"`},
		{`methods = ["A"]`, `methods = ["C"]`, `:19: paper/x has no method "C"`},
		{`methods = ["A"]`, `methods = ["A"]` + "\n" + `also = ["C"]`, `:20: paper/x has no method "C"`},
		{`methods = ["A"]`, `methods = ["A", "B"]` + "\n" + `also = ["A"]`, `:20: also are other readings of one method, and there are 2 methods`},
		{`methods = ["A"]`, `methods = ["A"]` + "\n" + `also = ["B"]`, ``},
		{`than = ["B"]`, `than = ["C"]`, `:20: paper/x has no method "C"`},
		{`than = ["B"]`, "", `:18: the statistic better needs than`},
		{`datasets = ["d"]`, `datasets = ["e"]`, `:31: paper/x has no data set "e"; did you mean d?`},
		{`variant = "text"`, `variant = "tetx"`, `:32: paper/x has no variant "tetx"; did you mean text?`},
		{`at = { inducing = 20 }`, `at = { inducing = 30 }`, `:33: paper/x has no value of inducing "30"`},
		{`at = { inducing = 20 }`, `at = { induced = 20 }`, `:33: paper/x has no option of the grid "induced"; known are inducing`},
		{`experiment = "paper/x"`, `experiment = "paper/y"`, `:17: unknown experiment "paper/y"`},
		{`statistic = "better"`, `statistic = "beter"`, `:18: unknown statistic "beter"; did you mean better?`},
		{`than = ["B"]`, `than = ["B"]` + "\n" + `than_variant = "coed"`, `:21: paper/x has no variant "coed"; did you mean code?`},
		{`than = ["B"]`, `than = ["B"]` + "\n" + `than_experiment = "paper/y"`, `:21: unknown experiment "paper/y"`},
		{`than = ["B"]`, `than = ["B"]` + "\n" + `than_published = "table2"`, `:21: there is no table "table2"; did you mean table1?`},
		{`than = ["B"]`, `than = ["B"]` + "\n" + `than_published = "table1"`, `:20: table1 of the metric "error" has no label "B"`},
		{`than = ["B"]`, `than = ["B"]` + "\n" + `than_variant = "code"`, ``},
		{`metric = "error"`, `metric = "eror"`, `:21: unknown metric "eror"; did you mean error?`},
		{`margin = 0.01`, ``, `:28: the statistic noninferior needs margin`},
		{`margin = 0.01`, `margin = -1`, `:35: the margin is -1`},
		{`because = "the last digit"`, ``, `:28: the claim has a threshold, and no because`},
		{`name = "second"`, `name = "first"`, `:24: there is a claim "first" before this one`},
		{`says = "A is better than B."`, ``, `:13: the claim has no says`},
		{`than = ["B"]`, `than = ["B", "A", "B"]`, ``},
		{`than = ["B"]`, `than = ["B"]` + "\n" + `most = true`, ``},
		{`margin = 0.01`, `margin = 0.01` + "\n" + `most = true`, `unknown key "most" of a claim of the statistic noninferior`},
		{`methods = ["A"]` + "\n" + `than = ["B"]`, `methods = ["A", "B"]` + "\n" + `than = ["A", "B", "A"]`, `:20: there are 2 methods and 3 to compare them with`},
		{`statistic = "better"` + "\n" + `methods = ["A"]` + "\n" + `than = ["B"]` + "\n" + `metric = "error"`, `statistic = "speedup"` + "\n" + `methods = ["A"]` + "\n" + `than = ["B"]` + "\n" + `metric = "p_at_1"`, `:21: targets are of metrics that are traced and better where they are less, and the metric is "p_at_1"`},
		{`statistic = "better"`, `statistic = "speedup"` + "\n" + `clock = "sun"`, `:19: clock is "sun"; known are iteration`},
		{`statistic = "better"`, `statistic = "trend"`, `:18: the statistic trend needs along`},
		{`statistic = "better"`, `statistic = "trend"`, `:20: unknown key "than" of a claim of the statistic trend`},
		{`statistic = "better"`, `statistic = "trend"` + "\n" + `direction = "down"`, `:19: direction is "down"; known are falls, flat, rises`},
		{`statistic = "better"`, `statistic = "trend"` + "\n" + `direction = "flat"`, `:19: a trend needs a margin if it is flat`},
		{`statistic = "better"`, `statistic = "trend"` + "\n" + `along = "induced"`, `:19: paper/x has no option of the grid "induced"`},
		{`statistic = "better"`, `statistic = "rise"` + "\n" + `since = "noon"`, `:19: since is "noon"`},
		{`metric = "error"`, ``, `:13: the claim has no metric`},
		{`metric = "error"`, `metric = "border_distance"`, `:21: paper/x does not keep what border_distance is worked out from: state map = true in its [experiment]`},
		{alone, `statistic = "arrival"` + "\n" + `methods = ["A"]`, `:18: the statistic arrival needs at_most`},
		{alone, `statistic = "relevance"` + "\n" + `methods = ["A"]`, `:18: the statistic relevance needs attributes`},
		{alone + "\n" + `metric = "error"`, `statistic = "relevance"` + "\n" + `methods = ["A"]` + "\n" + `attributes = ["x"]`, `:18: paper/x does not keep what relevance is worked out from: state parameters = true in its [experiment]`},
		{`section = "4"`, `sectoin = "4"`, `:16: unknown key "sectoin" of a claim of the statistic better; did you mean section?`},
		{`methods = ["A"]`, `methods = "A"`, `incompatible types`},
	} {
		_, err := ParsePaper("published.toml", []byte(strings.Replace(paperSource, c.old, c.now, 1)), onlyX)
		if c.want == "" && err == nil {
			continue
		}
		if err == nil || c.want == "" || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.now, err, c.want)
		}
	}
}
