package experiments

import (
	"cmp"
	"path"
	"slices"
	"testing"

	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
	"gpcbench/report/document"
	"gpcbench/report/replication"
)

// As many numbers as the papers print, and how many of them get no verdict by design. Twelve average
// times of villacampa2017 stand in both of its tables.
func TestPrintedNumbers(t *testing.T) {
	want := map[string]document.Printed{
		"galyfajou2018": {Numbers: 66}, "hensman2015": {Numbers: 76}, "panos2018": {Numbers: 279, Again: 18, ByDesign: 165},
		"villacampa2017": {Numbers: 219, ByDesign: 24}, "wenzel2019": {Numbers: 90, ByDesign: 46},
	}
	for _, name := range Names() {
		src, ok := Published(name)
		if !ok {
			continue
		}
		p, err := replication.ParsePaper(name, src)
		if paper := path.Dir(name); err != nil || p.Printed != want[paper] {
			t.Errorf("%s: %+v, want %+v; %v", paper, p.Printed, want[paper], err)
		}
	}
}

// No printed number is counted by two experiments: all but one say where it is counted.
func TestNumbersAreCountedInOneExperiment(t *testing.T) {
	counted := map[[5]string]string{} // by paper, table, data set, label and metric: the experiment
	for _, name := range Names() {
		s := parse(t, name, spec.Paper)
		for _, table := range s.Tables {
			if in := table.CountedIn; in != "" && !slices.Contains(Names(), in) {
				t.Errorf("%s: a table is counted in %q, and there is no such experiment", name, in)
			}
			if table.Published == "" || table.CountedIn != "" {
				continue
			}
			for _, d := range s.Datasets {
				for _, m := range s.Methods {
					for _, metric := range table.Metrics {
						if metrics.Get(metric).Cost {
							continue
						}
						key := [5]string{path.Dir(name), table.Published, cmp.Or(d.Published, d.Name), cmp.Or(m.Published, m.Label), replication.PublishedMetric(table, metric)}
						if other := counted[key]; other != "" && other != name {
							t.Errorf("%v is counted in %s and in %s", key, other, name)
						}
						counted[key] = name
					}
				}
			}
		}
	}
}
