package spec

import (
	"slices"

	"gpcbench/data/split"
)

// split reads how rows are divided; the zero Spec if it is not stated.
func (t *table) split(key string) split.Spec {
	in := t.table(key, key)
	if in == nil {
		return split.Spec{}
	}
	if !in.has("kind") {
		t.r.problemf(t.at(key), "%s needs a kind%s", key, Suggest("", split.Names()))
	}
	kind, _ := split.Find(in.oneOf("kind", "", split.Names()...))
	out := split.Spec{
		Kind: kind.Name, Folds: in.count("folds", 1), Column: in.columnText("column"),
		Order: in.oneOf("order", "", split.Orders...), Train: in.share("train"), Test: in.share("test"),
		Stratify: in.isTrue("stratify"), Distinct: in.isTrue("distinct"),
	}
	in.close()
	if kind.Name == "" {
		return out
	}
	for _, k := range in.keys() {
		if k != "kind" && slices.Contains(in.asked, k) && !slices.Contains(kind.Keys, k) {
			t.r.problemf(in.at(k), "a %s split has no %s", kind.Name, k)
		}
	}
	kind.Complete(&out, stated{in})
	return out
}

// stated is the table of a split for its kind.
type stated struct{ in *table }

// Has says whether a key is there.
func (s stated) Has(key string) bool { return s.in.has(key) }

// Problemf notes what is wrong with a key, or with the table where it is not there.
func (s stated) Problemf(key, format string, args ...any) {
	at := s.in.path
	if s.in.has(key) {
		at = s.in.at(key)
	}
	s.in.r.problemf(at, format, args...)
}
