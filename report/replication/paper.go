package replication

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"gpcbench/harness/spec"
)

// Keys of published.toml that are no tables of numbers.
const (
	paperKey = "paper"
	claimKey = "claim"
)

// Paper is what published.toml says of a paper beside its numbers.
type Paper struct {
	File   string // the published.toml in messages
	Short  string // "Wenzel et al. 2019"
	Cite   string // authors, title and place, with the address of its DOI
	Claims []Claim
}

// Of returns the claims that the records of an experiment tell of.
func (p Paper) Of(experiment string) []Claim {
	return slices.DeleteFunc(slices.Clone(p.Claims), func(c Claim) bool { return c.Experiment != experiment })
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
	Short string `toml:"short"`
	Cite  string `toml:"cite"`
	DOI   string `toml:"doi"`
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
		out.Short, out.Cite = raw.Short, raw.Cite
		if raw.DOI != "" {
			out.Cite += ", https://doi.org/" + raw.DOI
			if !strings.HasPrefix(raw.DOI, "10.") {
				r.problem(r.line(paperKey, "doi "), "the doi is %q; it begins with 10. and has no address before it", raw.DOI)
			}
		}
		for _, key := range r.meta.Undecoded() {
			if key[0] == paperKey {
				r.problem(r.line(paperKey, key[len(key)-1]+" "), "unknown key %q", key.String())
			}
		}
	}
	if !slices.Contains(r.keys, claimKey) {
		return out, errors.Join(r.problems...)
	}
	var raw []rawClaim
	var have []map[string]any // the same, for the keys that are there
	if !r.decode(claimKey, &raw) || !r.decode(claimKey, &have) {
		return out, errors.Join(r.problems...)
	}
	tables, err := ParsePublished(name, src)
	if err != nil {
		r.problems = append(r.problems, err)
	}
	for i := range raw {
		c := claimReader{publishedReader: r, number: i, raw: raw[i], keys: slices.Sorted(maps.Keys(have[i])), tables: tables}
		c.check(experiment, out.Claims)
		out.Claims = append(out.Claims, c.claim())
	}
	return out, errors.Join(r.problems...)
}
