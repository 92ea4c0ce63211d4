package experiments

import (
	"fmt"
	"path"
	"slices"
	"testing"

	"gpcbench/harness/spec"
	"gpcbench/report/figures"
	"gpcbench/report/replication"
)

// Every claim of a paper parses, and the papers have as many as their texts make.
func TestClaims(t *testing.T) {
	want := map[string]int{"wenzel2019": 16, "hensman2015": 27, "villacampa2017": 36, "galyfajou2018": 7, "panos2018": 18, "rivals": 5}
	var papers []string
	for _, name := range Names() {
		src, ok := Published(name)
		paper := path.Dir(name)
		if !ok || slices.Contains(papers, paper) {
			continue
		}
		papers = append(papers, paper)
		p, err := replication.ParsePaper(paper+"/published.toml", src, paperSpec)
		if err != nil {
			t.Error(err)
		}
		if p.Short == "" || p.Cite == "" || len(p.Sentences()) != want[paper] {
			t.Errorf("%s: %q, %q, %d claims, want %d", paper, p.Short, p.Cite, len(p.Sentences()), want[paper])
		}
	}
	if len(papers) != len(want) {
		t.Errorf("papers %v", papers)
	}
}

// paperSpec is the specification of an experiment in the profile paper.
func paperSpec(name string) (*spec.Spec, error) {
	src, ok := Source(name)
	if !ok {
		return nil, fmt.Errorf("there is no experiment %q", name)
	}
	return spec.Parse(src, spec.BuiltIn+name, spec.Paper, figures.Kinds())
}
