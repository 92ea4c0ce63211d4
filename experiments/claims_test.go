package experiments

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/BurntSushi/toml"

	"gpcbench/analysis"
	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
	"gpcbench/report/figures"
	"gpcbench/report/replication"
	"gpcbench/report/replication/statistic"
)

// Every claim and table of a paper is whole, and the papers have as many claims as their texts make.
func TestClaims(t *testing.T) {
	want := map[string]int{"wenzel2019": 16, "hensman2015": 27, "villacampa2017": 36, "galyfajou2018": 7, "panos2018": 18, "rivals": 11, "yardstick": 8}
	var papers []string
	for _, name := range Names() {
		src, ok := Published(name)
		paper := path.Dir(name)
		if !ok || slices.Contains(papers, paper) {
			continue
		}
		papers = append(papers, paper)
		p, err := replication.ParsePaper(paper+"/published.toml", src)
		if err != nil {
			t.Fatal(err)
		}
		checkTables(t, p)
		if n := checkClaims(t, p, src); p.Short == "" || p.Cite == "" || strings.Contains(p.Cite, "doi.org/http") || n != want[paper] {
			t.Errorf("%s: %q, %q, %d claims, want %d", paper, p.Short, p.Cite, n, want[paper])
		}
	}
	if len(papers) != len(want) {
		t.Errorf("papers %v", papers)
	}
}

// checkTables finds what is wrong with the tables of a paper.
func checkTables(t *testing.T, p replication.Paper) {
	for _, table := range p.Tables {
		wrong := func(format string, args ...any) {
			t.Errorf("%s, %s: %s", p.File, table.Name, fmt.Sprintf(format, args...))
		}
		if _, known := replication.Spreads[table.Spread]; table.Spread != "" && !known || table.Title == "" || table.Repeats < 1 {
			wrong("title %q, spread %q, %d repeats", table.Title, table.Spread, table.Repeats)
		}
		seen, labels, has := map[string]bool{}, map[string]bool{}, map[string]bool{}
		for _, v := range table.Values {
			key := fmt.Sprint(v.At, v.Metric)
			if seen[key] {
				wrong("%s is there twice", key)
			}
			seen[key], labels[v.At["label"]], has[v.Metric] = true, true, true
			if v.At["dataset"] == "" || v.At["label"] == "" || v.Metric == "" {
				wrong("%v has no data set, label or metric", v.At)
			}
			x, isNumber := v.Number()
			letters := func(c rune) bool { return !unicode.IsLetter(c) }
			if isNumber && (math.IsNaN(x) || math.IsInf(x, 0)) || !isNumber && (v.Value == "" || strings.ContainsFunc(v.Value, letters)) {
				wrong("%v: %q is neither a number nor a word", v.At, v.Value)
			}
			if spread, err := strconv.ParseFloat(v.Spread, 64); v.Spread != "" && !(err == nil && spread >= 0) {
				wrong("%v has the spread %q", v.At, v.Spread)
			}
			_, decimals, _ := strings.Cut(v.Value, ".")
			if n, stated := table.Decimals[v.Metric]; stated && isNumber && len(decimals) > n {
				wrong("%v: %s has more than the %d decimals that are stated", v.At, v.Value, n)
			}
		}
		for _, label := range slices.Concat(table.Again, table.Cited) {
			if !labels[label] {
				wrong("again or cited has %q, of which there is no value", label)
			}
		}
		for metric := range table.Decimals {
			if !has[metric] {
				wrong("decimals has %q, of which there is no value", metric)
			}
		}
	}
}

// checkClaims finds what is wrong with the claims of a paper, and returns how many there are.
func checkClaims(t *testing.T, p replication.Paper, src []byte) int {
	var raw struct{ Claim []map[string]any }
	if _, err := toml.Decode(string(src), &raw); err != nil {
		t.Fatal(err)
	}
	names, seen := map[string]int{}, map[string]bool{}
	for _, c := range p.Claims {
		wrong := func(format string, args ...any) {
			t.Errorf("%s, claim %s %s: %s", p.File, c.Name, c.As, fmt.Sprintf(format, args...))
		}
		if n, known := names[c.Name]; known && n != c.Number || seen[c.Name+c.As] || c.Name == "" || c.Says == "" || c.Section == "" {
			wrong("no name of its own, words or section")
		}
		names[c.Name], seen[c.Name+c.As] = c.Number, true
		keys, readings := keysOf(raw.Claim[c.Number], c.ReadingNumber)
		if (readings > 0) != (c.As != "") || c.Beside && c.ReadingNumber == 0 {
			wrong("each reading has as, a claim without any has not, and the first one counts")
		}
		checkStatistic(c, keys, wrong)
		checkScope(p, c, wrong)
	}
	return len(names)
}

// keysOf are those of a claim and of one of its readings, and how many of these it has.
func keysOf(claim map[string]any, reading int) (keys []string, readings int) {
	keys = slices.Collect(maps.Keys(claim))
	if under, some := claim["reading"].([]map[string]any); some {
		readings = len(under)
		keys = slices.DeleteFunc(slices.AppendSeq(keys, maps.Keys(under[reading])), func(key string) bool { return key == "reading" })
	}
	return keys, readings
}

// taken are the keys that a claim with a statistic may have.
func taken(s statistic.Statistic) []string {
	out := slices.Concat(statistic.Keys, s.Needs, s.Keys)
	if s.Pairs {
		out = append(out, "than_variant", "than_experiment")
	}
	return out
}

// checkStatistic finds what is wrong with the statistic of a claim and the keys that it takes.
func checkStatistic(c statistic.Claim, keys []string, wrong func(format string, args ...any)) {
	s := statistic.Of(c.Statistic)
	for _, key := range keys {
		if !slices.Contains(taken(s), key) {
			wrong("the statistic %s takes no %s", s.Name, key)
		}
	}
	for _, key := range s.Needs {
		if !slices.Contains(keys, key) {
			wrong("the statistic %s needs %s", s.Name, key)
		}
	}
	if (c.AtLeast != nil || c.AtMost != nil || c.Margin != nil) && c.Because == "" {
		wrong("a threshold without because")
	}
	if len(c.Methods) == 0 {
		wrong("no methods")
	}
}

// checkScope finds what a claim is about and its experiment does not have.
func checkScope(p replication.Paper, c statistic.Claim, wrong func(format string, args ...any)) {
	among := func(known []string, words ...string) {
		for _, w := range words {
			if !slices.Contains(known, w) {
				wrong("%q is none of %v", w, known)
			}
		}
	}
	among(Names(), c.Experiment, cmp.Or(c.ThanExperiment, c.Experiment))
	s, err := paperSpec(c.Experiment)
	than, thanErr := paperSpec(cmp.Or(c.ThanExperiment, c.Experiment))
	if err != nil || thanErr != nil {
		wrong("%v, %v", err, thanErr)
		return
	}
	if kept := statistic.Of(c.Statistic).Kept; !s.Keeps(metrics.Get(c.Metric)) || !s.Keeps(metrics.Metric{Kept: kept}) {
		wrong("%s does not keep what it is worked out from", s.Name)
	}
	var sets, axes []string
	for _, d := range s.Datasets {
		sets = append(sets, d.Name)
	}
	for _, a := range s.Grid {
		axes = append(axes, a.Option)
		var values []string
		for _, v := range a.Values {
			values = append(values, analysis.Option(v))
		}
		among(values, c.At[a.Option]...)
	}
	among(s.Labels(), slices.Concat(c.Methods, c.Also)...)
	among(sets, c.Datasets...)
	among(axes, slices.Collect(maps.Keys(c.At))...)
	among(append(s.VariantNames(), ""), c.Variant)
	among(append(than.VariantNames(), ""), c.ThanVariant)
	among(slices.Concat(axes, spec.Sizes, []string{""}), c.Along)
	if c.ThanPublished == "" {
		among(than.Labels(), c.Than...)
		return
	}
	var labels []string
	if table := p.Tables[c.ThanPublished]; table != nil {
		for _, v := range table.Values {
			if v.Metric == c.Metric {
				labels = append(labels, v.At["label"])
			}
		}
	}
	among(labels, c.Than...)
}

// paperSpec is the specification of an experiment in the profile paper.
func paperSpec(name string) (*spec.Spec, error) {
	src, ok := Source(name)
	if !ok {
		return nil, fmt.Errorf("there is no experiment %q", name)
	}
	return spec.Parse(src, spec.BuiltIn+name, spec.Paper, figures.Kinds())
}
