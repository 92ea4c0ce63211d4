package plan

import (
	"fmt"
	"testing"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/fetch"
	"gpcbench/data/split"
	"gpcbench/harness/record"
	"gpcbench/harness/rows"
)

// identity is that of one cell, written whole.
func identity(c record.Cell, r rows.Selection) string { return hash(identifying(c, r)) }

func TestIdentity(t *testing.T) {
	c := record.Cell{Experiment: "e", Profile: "quick", Dataset: "d", Repeat: 1, Method: "m", Label: "M", Options: map[string]any{"a": int64(1), "b": 0.1}, Seed: 1}
	k := rows.Selection{Source: rows.Source{Name: "d", UserTable: catalogue.UserTable{File: "/x/d.csv"}}, Digest: "aa", Split: split.Spec{Kind: "kfold", Folds: 10}}
	id := identity(c, k)
	header := true
	full := k
	full.Source.UserTable = catalogue.UserTable{Label: "3", Header: &header, Positive: []string{"p"}, Categorical: []string{"c"}, Missing: "mean"}
	if other := identity(c, full); id != "16bce3a379a0d04015378b4eab7d90d78c9f1abcc98808e7bb9277048142d90e" || other != "588a3059cf7526163d5550944dd94ac8de86bd01f780313d8867f3f570a86f6c" {
		t.Errorf("the IDs have changed to %s and %s: records would become stale", id, other)
	}
	same := map[string]func(*record.Cell, *rows.Selection){
		"label":   func(c *record.Cell, _ *rows.Selection) { c.Label = "other" },
		"profile": func(c *record.Cell, _ *rows.Selection) { c.Profile = "paper" },
		"path":    func(_ *record.Cell, k *rows.Selection) { k.Source.File = "/y/d.csv" },
		"JSON":    func(c *record.Cell, _ *rows.Selection) { c.Options = map[string]any{"b": 0.1, "a": 1.0} },
	}
	for what, change := range same {
		c, k := c, k
		if change(&c, &k); identity(c, k) != id {
			t.Errorf("the ID depends on the %s", what)
		}
	}
	other := map[string]func(*record.Cell, *rows.Selection){
		"experiment": func(c *record.Cell, _ *rows.Selection) { c.Experiment = "f" },
		"dataset":    func(c *record.Cell, _ *rows.Selection) { c.Dataset = "f" },
		"repeat":     func(c *record.Cell, _ *rows.Selection) { c.Repeat = 2 },
		"method":     func(c *record.Cell, _ *rows.Selection) { c.Method = "f" },
		"options":    func(c *record.Cell, _ *rows.Selection) { c.Options = map[string]any{"a": int64(1), "b": 0.2} },
		"seed":       func(c *record.Cell, _ *rows.Selection) { c.Seed = 2 },
		"split":      func(_ *record.Cell, k *rows.Selection) { k.Split.Folds = 5 },
		"distinct":   func(_ *record.Cell, k *rows.Selection) { k.Split.Distinct = true },
		"max_train":  func(_ *record.Cell, k *rows.Selection) { k.MaxTrain = 5 },
		"propensity": func(_ *record.Cell, k *rows.Selection) { k.Propensity.A = 0.6 },
		"max_test":   func(_ *record.Cell, k *rows.Selection) { k.MaxTest = 5 },
		"positive":   func(_ *record.Cell, k *rows.Selection) { k.Source.Positive = []string{"1"} },
		"label":      func(_ *record.Cell, k *rows.Selection) { k.Source.Label = "0" },
		"number":     func(_ *record.Cell, k *rows.Selection) { k.Source.LabelNumber = new(int) },
		"missing":    func(_ *record.Cell, k *rows.Selection) { k.Source.Missing = "mean" },
		"digest":     func(_ *record.Cell, k *rows.Selection) { k.Digest = "bb" },
	}
	for what, change := range other {
		c, k := c, k
		if change(&c, &k); identity(c, k) == id {
			t.Errorf("the ID does not depend on the %s", what)
		}
	}
}

func TestWhyDataIsMissing(t *testing.T) {
	for want, err := range map[string]error{
		"not in the cache":                  &data.UnavailableError{File: "f", Err: rows.ErrNotInCache},
		"its file in the cache is damaged":  &data.UnavailableError{File: "f", Err: fmt.Errorf("%w: its sum", data.ErrDamaged)},
		"not in the cache, nor in a mirror": &fetch.UnavailableError{Name: "d"},
	} {
		if got := whyMissing(err); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The identities of repeats, of which most is written once, are those of the whole cells.
func TestIdentities(t *testing.T) {
	c := record.Cell{Experiment: "e", Dataset: "d", Method: "m", Options: map[string]any{"a": 1, "repeat": 0, "text": `,"repeat":0,`}, Seed: 3}
	r := rows.Selection{Source: rows.Source{Name: "d"}, Digest: "0"}
	of := identities(c, r)
	for _, repeat := range []int{0, 7, 123456} {
		c.Repeat = repeat
		if got, want := of(repeat), identity(c, r); got != want {
			t.Errorf("repeat %d: %s, want %s", repeat, got, want)
		}
	}
}
