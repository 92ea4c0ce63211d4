package replication

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/BurntSushi/toml"

	"gpcbench/report/document"
	"gpcbench/report/replication/statistic"
)

// Paper is what published.toml says of a paper.
type Paper struct {
	File     string            // the published.toml in messages
	Short    string            // "Wenzel et al. 2019"
	Cite     string            // authors, title and place, with the address of its DOI
	Sentence string            // what came out, in a sentence; empty where none is written
	Claims   []statistic.Claim // a reading each
	Tables   map[string]*PublishedTable
	Printed  document.Printed // numbers of the tables
}

// Of returns the claims that the records of an experiment can decide.
func (p Paper) Of(experiment string) []statistic.Claim {
	return slices.DeleteFunc(slices.Clone(p.Claims), func(c statistic.Claim) bool { return c.Experiment != experiment })
}

// Judged returns the experiments whose records decide claims, in the order of the claims.
func (p Paper) Judged() []string {
	var out []string
	for _, c := range p.Claims {
		if !slices.Contains(out, c.Experiment) {
			out = append(out, c.Experiment)
		}
	}
	return out
}

// ParsePublished reads the tables of a published.toml, as [ParsePaper] does.
func ParsePublished(name string, src []byte) (map[string]*PublishedTable, error) {
	p, err := ParsePaper(name, src)
	return p.Tables, err
}

// ParsePaper reads a published.toml; messages call the file name. It reports all problems: invalid
// TOML, wrong types, unknown keys, and claims that no records could decide. The files are part of the program, and the
// tests of package experiments check their contents.
func ParsePaper(name string, src []byte) (Paper, error) {
	r := paperReader{Paper: Paper{File: name, Tables: map[string]*PublishedTable{}}}
	var raw map[string]toml.Primitive
	var err error
	if r.meta, err = toml.Decode(string(src), &raw); err != nil {
		r.wrong("%v", err)
	}
	for _, key := range slices.Sorted(maps.Keys(raw)) {
		switch key {
		case "claim": // they may be about tables
		case "paper":
			r.readHead(raw[key])
		default:
			t := &PublishedTable{Name: key}
			r.decode(raw[key], t)
			if err := t.readValues(); err != nil {
				r.wrong("%v", err)
			}
			r.Tables[key] = t
		}
	}
	if claims, some := raw["claim"]; some {
		r.readClaims(claims)
	}
	for _, key := range r.meta.Undecoded() {
		r.wrong("unknown key %q", key.String())
	}
	r.Printed = printedIn(r.Tables)
	return r.Paper, errors.Join(r.problems...)
}

// paperReader reads a published.toml and collects its problems.
type paperReader struct {
	Paper
	meta     toml.MetaData
	problems []error
}

func (r *paperReader) wrong(format string, args ...any) {
	r.problems = append(r.problems, fmt.Errorf("%s: %w", r.File, fmt.Errorf(format, args...)))
}

func (r *paperReader) decode(raw toml.Primitive, into any) {
	if err := r.meta.PrimitiveDecode(raw, into); err != nil {
		r.wrong("%v", err)
	}
}

// readHead reads [paper].
func (r *paperReader) readHead(raw toml.Primitive) {
	var head struct{ Short, Cite, DOI, Sentence string }
	r.decode(raw, &head)
	r.Short, r.Cite, r.Sentence = head.Short, head.Cite, head.Sentence
	if head.DOI != "" {
		r.Cite += ", https://doi.org/" + head.DOI
	}
}

// readClaims reads the [[claim]] tables, a claim for each reading: one with [[claim.reading]] tables
// is read once for each of them, and their values replace its own.
func (r *paperReader) readClaims(raw toml.Primitive) {
	var claims []toml.Primitive
	r.decode(raw, &claims)
	for i, whole := range claims {
		var under struct{ Reading []toml.Primitive }
		r.decode(whole, &under)
		for j := range max(1, len(under.Reading)) {
			c := statistic.Claim{Number: i, ReadingNumber: j}
			if r.decode(whole, &c); len(under.Reading) > 0 {
				r.decode(under.Reading[j], &c)
			}
			if t := r.Tables[c.ThanPublished]; t != nil {
				c.Numbers = t
			}
			for _, problem := range c.Problems() {
				r.wrong("claim %q: %s", c.Name, problem)
			}
			r.Claims = append(r.Claims, c)
		}
	}
}
