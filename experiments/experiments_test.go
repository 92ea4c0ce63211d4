package experiments

import (
	"path"
	"slices"
	"testing"

	"gpcbench/data/catalogue"
	"gpcbench/harness/spec"
	"gpcbench/report"
)

// parse reads a built-in experiment under a profile.
func parse(t *testing.T, name, profile string) *spec.Spec {
	t.Helper()
	src, ok := Source(name)
	if !ok {
		t.Fatalf("%s has no source", name)
	}
	s, err := spec.Parse(src, spec.BuiltIn+name, profile)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestBuiltInsParse(t *testing.T) {
	if !slices.Contains(Names(), "quickstart") || !slices.Contains(Names(), "wenzel2019/table2") {
		t.Fatalf("built-in experiments: %v", Names())
	}
	for _, name := range Names() {
		for _, profile := range []string{"smoke", "quick", "paper"} {
			s := parse(t, name, profile)
			if s.Name != name {
				t.Errorf("%s is called %s", name, s.Name)
			}
			for _, d := range s.Datasets {
				if _, err := catalogue.Get(d.Name); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
	}
}

// Every published number that a table refers to belongs to a data set and a
// label of its experiment, and the tables have the numbers that the paper has.
func TestPublishedNumbers(t *testing.T) {
	want := map[string]int{"wenzel2019/table1": 24, "wenzel2019/table2": 66}
	for _, name := range Names() {
		src, ok := Published(name)
		if !ok {
			continue
		}
		tables, err := report.ParsePublished(path.Dir(name)+"/published.toml", src)
		if err != nil {
			t.Fatal(err)
		}
		s := parse(t, name, "paper")
		for _, table := range s.Tables {
			if table.Published == "" {
				continue
			}
			p := tables[table.Published]
			if p == nil {
				t.Fatalf("%s: there is no %s in published.toml", name, table.Published)
			}
			for _, v := range p.Values {
				if !slices.ContainsFunc(s.Datasets, func(d spec.Dataset) bool { return d.Name == v.At["dataset"] }) ||
					!slices.ContainsFunc(s.Methods, func(m spec.Method) bool { return m.Label == v.At["label"] }) {
					t.Errorf("%s: nothing of the experiment is at %v", name, v.At)
				}
			}
		}
		for key, n := range want {
			if path.Dir(key) == path.Dir(name) && len(tables[path.Base(key)].Values) != n {
				t.Errorf("%s has %d numbers, the paper %d", key, len(tables[path.Base(key)].Values), n)
			}
		}
	}
}
