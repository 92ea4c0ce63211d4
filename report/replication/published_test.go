package replication

import (
	"testing"

	"gpcbench/analysis"
	"gpcbench/data/split"
	"gpcbench/harness/record/recordtest"
	"gpcbench/wording"
)

func TestSpreadKinds(t *testing.T) {
	for kind, want := range map[string]float64{"sd": 0.02, "se": 0.06, "median-interval": 0.03, "": 0} {
		table := PublishedTable{Spread: kind, Repeats: 9}
		recordtest.Near(t, "se of "+kind, table.SE(PublishedValue{Value: "1", Spread: "0.06"}), want)
	}
}

func TestUnit(t *testing.T) {
	for value, want := range map[string]float64{"0.17": 0.01, "571": 1, "9.66": 0.01, "0.5": 0.1, "1.2e3": 100, "2e-4": 1e-4, "-0.25": 0.01} {
		recordtest.Near(t, value, new(PublishedTable).Unit(PublishedValue{Value: value}), want)
	}
}

// A verdict counts the decimals that a table states.
func TestVerdictOnDecimals(t *testing.T) {
	table := PublishedTable{Spread: "sd", Repeats: 10, Decimals: map[string]int{"error": 2}}
	p, _, _ := one("paper", "error", split.Spec{Kind: "kfold"}, tenAround(0.17, 0), 0, PublishedValue{})
	g := p.Group(analysis.Coordinates{"dataset": "d", "label": "M"})
	value := PublishedValue{At: g.At, Metric: "error", Value: "0.2"}
	if v := p.judge(&table, value, g, "error", analysis.Summarise(g.OK, "error", "mean")); v.Verdict != wording.Better || v.Published != "0.2" {
		t.Errorf("0.17 against 0.20: %s against %s", v.Verdict, v.Published)
	}
	table.Decimals = nil
	if v := p.judge(&table, value, g, "error", analysis.Summarise(g.OK, "error", "mean")); v.Verdict != wording.Reproduced {
		t.Errorf("0.17 against 0.2: %s", v.Verdict)
	}
}
