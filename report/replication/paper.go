package replication

import (
	"errors"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"gpcbench/harness/spec"
	"gpcbench/report/replication/statistic"
)

// Keys of published.toml that are no tables of numbers.
const (
	paperKey   = "paper"
	claimKey   = "claim"
	readingKey = "reading" // of a claim
)

// Paper is what published.toml says of a paper beside its numbers.
type Paper struct {
	File     string            // the published.toml in messages
	Short    string            // "Wenzel et al. 2019"
	Cite     string            // authors, title and place, with the address of its DOI
	Sentence string            // what came out, in a sentence; empty where none is written
	Claims   []statistic.Claim // a reading each
	Printed  Printed           // numbers
}

// Of returns the claims that the records of an experiment tell of.
func (p Paper) Of(experiment string) []statistic.Claim {
	return slices.DeleteFunc(slices.Clone(p.Claims), func(c statistic.Claim) bool { return c.Experiment != experiment })
}

// Sentences are the names of its claims, each once however many readings it has.
func (p Paper) Sentences() []string {
	var out []string
	for _, c := range p.Claims {
		if c.Reading == 0 {
			out = append(out, c.Name)
		}
	}
	return out
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
	tables, err := ParsePublished(name, src)
	if err != nil {
		r.problems = append(r.problems, err)
	}
	out.Printed = printedIn(tables)
	if slices.Contains(r.keys, claimKey) {
		for _, c := range r.readClaims() {
			if t := tables[c.ThanPublished]; t != nil {
				c.Numbers = t
			}
			c.tables = tables
			c.check(experiment, out.Claims)
			out.Claims = append(out.Claims, c.Claim)
		}
	}
	return out, errors.Join(r.problems...)
}

// readClaims reads the [[claim]] tables, a claim for each reading: one that has [[claim.reading]]
// tables is read once for each, with what stands there in place of its own.
func (r *publishedReader) readClaims() []claimReader {
	var claims []toml.Primitive
	if !r.decode(claimKey, &claims) {
		return nil
	}
	var out []claimReader
	for i, raw := range claims {
		var whole map[string]any
		var under struct {
			Readings []toml.Primitive `toml:"reading"`
		}
		at := []any{claimKey, i}
		if !r.decodeAt(raw, &whole, at...) || !r.decodeAt(raw, &under, at...) {
			continue
		}
		delete(whole, readingKey)
		for j := range max(1, len(under.Readings)) {
			c := claimReader{publishedReader: r, at: at, whole: whole, readings: len(under.Readings)}
			ok := r.decodeAt(raw, &c.Claim, at...)
			if ok && len(under.Readings) > 0 {
				c.at = append(slices.Clone(at), readingKey, j)
				ok = r.decodeAt(under.Readings[j], &c.own, c.at...) && r.decodeAt(under.Readings[j], &c.Claim, c.at...)
			}
			if !ok {
				break
			}
			c.Number, c.Reading = i, j
			out = append(out, c)
		}
	}
	return out
}
