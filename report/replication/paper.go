package replication

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"gpcbench/harness/spec"
	"gpcbench/report/replication/statistic"
)

// Keys of published.toml that are no tables of numbers.
const (
	paperKey = "paper"
	claimKey = "claim"
)

// Paper is what published.toml says of a paper beside its numbers.
type Paper struct {
	File     string // the published.toml in messages
	Short    string // "Wenzel et al. 2019"
	Cite     string // authors, title and place, with the address of its DOI
	Sentence string // what came out, in a sentence; empty where none is written
	Claims   []statistic.Claim
}

// Of returns the claims that the records of an experiment tell of.
func (p Paper) Of(experiment string) []statistic.Claim {
	return slices.DeleteFunc(slices.Clone(p.Claims), func(c statistic.Claim) bool { return c.Experiment != experiment })
}

// Judged returns the experiments whose records tell of claims, in the order of these.
func (p Paper) Judged() []string {
	var out []string
	for _, c := range p.Claims {
		if !slices.Contains(out, c.Experiment) {
			out = append(out, c.Experiment)
		}
	}
	return out
}

// rawPaper is [paper] as it stands.
type rawPaper struct {
	Short    string `toml:"short"`
	Cite     string `toml:"cite"`
	DOI      string `toml:"doi"`
	Sentence string `toml:"sentence"`
}

// ParsePaper reads [paper] and the [[claim]] tables of a published.toml; name is the
// file's in messages. experiment returns the specification of an experiment in the
// profile paper. All problems are reported, each with its line: unknown keys,
// statistics, metrics, experiments, methods, data sets, variants and options among them.
func ParsePaper(name string, src []byte, experiment func(string) (*spec.Spec, error)) (Paper, error) {
	r := newPublishedReader(name, src)
	out := Paper{File: name}
	if slices.Contains(r.keys, paperKey) {
		var raw rawPaper
		r.decode(paperKey, &raw)
		out.Short, out.Cite, out.Sentence = raw.Short, raw.Cite, raw.Sentence
		if raw.DOI != "" {
			out.Cite += ", https://doi.org/" + raw.DOI
			if !strings.HasPrefix(raw.DOI, "10.") {
				r.problem([]any{paperKey, "doi"}, "the doi is %q; it begins with 10. and has no address before it", raw.DOI)
			}
		}
		r.unknown(func(table string) bool { return table == paperKey })
	}
	var claims []statistic.Claim
	var have []map[string]any // the same, for the keys that are there
	if slices.Contains(r.keys, claimKey) && r.decode(claimKey, &claims) && r.decode(claimKey, &have) {
		tables, err := ParsePublished(name, src)
		if err != nil {
			r.problems = append(r.problems, err)
		}
		for i, c := range claims {
			c.Number = i
			if t := tables[c.ThanPublished]; t != nil {
				c.Numbers = t
			}
			reader := claimReader{r, c, tables}
			reader.check(experiment, slices.Sorted(maps.Keys(have[i])), out.Claims)
			out.Claims = append(out.Claims, c)
		}
	}
	return out, errors.Join(r.problems...)
}
