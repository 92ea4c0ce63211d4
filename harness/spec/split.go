package spec

import "slices"

// split reads how rows are divided; the zero Split if it is not stated.
func (t *table) split(key string) Split {
	in := t.table(key, key)
	if in == nil {
		return Split{}
	}
	if !in.has("kind") {
		t.r.problemf(t.at(key), "%s needs a kind: \"kfold\", \"holdout\", \"published\", \"group\" or \"time\"", key)
	}
	kind := in.oneOf("kind", "", "kfold", "holdout", "published", "group", "time")
	out := Split{Kind: kind, Folds: in.count("folds", leastFolds(kind)), Column: in.columnText("column"), Order: in.oneOf("order", "", "shuffled", "contiguous"), Train: in.share("train"), Test: in.share("test")}
	if b := in.boolean("stratify"); b != nil {
		out.Stratify = *b
	}
	if b := in.boolean("distinct"); b != nil {
		out.Distinct = *b
	}
	in.close()
	belongs := map[string][]string{
		"kfold": {"folds", "order", "stratify", "distinct"}, "holdout": {"train", "test", "stratify", "distinct"}, "published": {"distinct"},
		"group": {"folds", "column", "distinct"}, "time": {"folds", "column", "distinct"},
	}
	if allowed, ok := belongs[kind]; ok {
		for _, k := range in.keys() {
			if k != "kind" && slices.Contains(in.asked, k) && !slices.Contains(allowed, k) {
				t.r.problemf(in.at(k), "a %s split has no %s", kind, k)
			}
		}
	}
	switch kind {
	case "kfold":
		if out.Folds == 0 {
			out.Folds = 10
		}
		if out.Order == "" {
			out.Order = "shuffled"
		}
	case "group", "time":
		if out.Folds == 0 {
			out.Folds = map[string]int{"group": 10, "time": 5}[kind]
		}
		if !in.has("column") {
			t.r.problemf(t.at(key), "a %s split needs a column, of a table of one's own", kind)
		}
	case "holdout":
		if !in.has("train") {
			t.r.problemf(t.at(key), "a holdout split needs train: a share between 0 and 1 or a count of rows")
		}
		if out.Train < 1 && out.Test < 1 && out.Train+out.Test > 1+1e-12 {
			t.r.problemf(in.at("test"), "train and test are more than all rows")
		}
	}
	return out
}

// leastFolds is the fewest folds that a kind of split may have. In the order of time there
// may be one, of which what comes last is tested.
func leastFolds(kind string) int64 {
	if kind == "time" {
		return 1
	}
	return 2
}
