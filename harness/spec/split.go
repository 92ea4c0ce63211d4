package spec

import (
	"slices"

	"gpcbench/data/split"
)

// split reads how rows are split; it returns the zero Spec if the key is missing.
func (t *table) split(key string) split.Spec {
	in := t.table(key, key)
	if in == nil {
		return split.Spec{}
	}
	if !in.Has("kind") {
		t.Problemf(key, "%s needs a kind%s", key, Suggest("", split.Names()))
	}
	kind, _ := split.Find(in.OneOf("kind", "", split.Names()...))
	out := split.Spec{
		Kind: kind.Name, Folds: in.count("folds"), Column: in.columnText("column"),
		Order: in.OneOf("order", "", split.Orders...), Train: in.share("train"), Test: in.share("test"),
		Stratify: in.Flag("stratify"), Distinct: in.Flag("distinct"),
	}
	in.close()
	if kind.Name == "" {
		return out
	}
	for _, k := range in.keys() {
		if k != "kind" && slices.Contains(in.asked, k) && !slices.Contains(kind.Keys, k) {
			in.Problemf(k, "a %s split has no %s", kind.Name, k)
		}
	}
	kind.Complete(&out, in)
	return out
}
