package replication

import (
	"strings"
	"testing"
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

func TestParsePaper(t *testing.T) {
	p, err := ParsePaper("published.toml", []byte(paperSource))
	if err != nil {
		t.Fatal(err)
	}
	if p.Short != "Author 2020" || len(p.Claims) != 2 || len(p.Of("paper/x")) != 2 || len(p.Of("paper/y")) != 0 {
		t.Errorf("%+v", p)
	}
	if c := p.Claims[1]; c.At["inducing"][0] != "20" || *c.Margin != 0.01 || c.Variant != "text" || c.Than[0] != "B" {
		t.Errorf("%+v", c)
	}
	cited, err := ParsePaper("published.toml", []byte(strings.Replace(paperSource, "2020\"\n\n", "2020\"\ndoi = \"10.1/x\"\n\n", 1)))
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
	p, err := ParsePaper("published.toml", []byte(paperSource+readings))
	if err != nil {
		t.Fatal(err)
	}
	first, second := p.Claims[2], p.Claims[3]
	if len(p.Claims) != 4 || first.Name != "third" || second.Name != "third" || first.Number != 2 || second.Number != 2 || second.ReadingNumber != 1 {
		t.Fatalf("%+v", p.Claims)
	}
	if first.Metric != "error" || *first.Margin != 0.01 || first.Methods[0] != "A" || first.Beside {
		t.Errorf("%+v", first)
	}
	if second.Metric != "nll" || *second.Margin != 0.02 || second.Methods[0] != "B" || second.Settle != "more folds" || !second.Beside {
		t.Errorf("%+v", second)
	}
}

func TestPaperErrors(t *testing.T) {
	for _, c := range []struct{ old, now, want string }{
		{`short = "Author 2020"`, `shrot = "x"`, `published.toml: unknown key "paper.shrot"`},
		{`section = "4"`, `sectoin = "4"`, `published.toml: unknown key "claim.sectoin"`},
		{`statistic = "better"`, `statistic = "beter"`, `claim "first": unknown statistic "beter"; did you mean better?`},
		{`metric = "error"`, `metric = "eror"`, `claim "first": unknown metric "eror"; did you mean error?`},
		{`margin = 0.01`, `margin = -0.01`, `claim "second": margin = -0.01 is below 0`},
		{`margin = 0.01`, `margin = 0.01
at_least = 5
at_most = 4`, `claim "second": at_least = 5 is above at_most = 4`},
		{`methods = ["A"]`, `methods = "A"`, `incompatible types`},
		{`[[claim]]`, `[[claim]`, `published.toml: `},
	} {
		if _, err := ParsePaper("published.toml", []byte(strings.Replace(paperSource, c.old, c.now, 1))); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.now, err, c.want)
		}
	}
}
