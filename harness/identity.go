package harness

import (
	"crypto/sha256"
	"encoding/hex"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// identity hashes everything that decides a cell's result: the digest of its
// rows stands for the data's bytes and their preparation.
func identity(c record.Cell, r rows) string {
	what := map[string]any{
		"experiment": c.Experiment, "dataset": c.Dataset, "repeat": c.Repeat, "method": c.Method, "options": c.Options,
		"seed": c.Seed, "split": r.Split, "max_test": r.MaxTest,
		"label": r.Source.Label, "header": r.Source.Header, "positive": r.Source.Positive, "categorical": r.Source.Categorical, "missing": r.Source.Missing,
		"digest": r.Digest, "numerics": NumericsVersion,
	}
	if r.Source.LabelNumber != nil {
		what["label_number"] = *r.Source.LabelNumber
	}
	text, err := spec.Canonical(what)
	if err != nil {
		panic("harness: identity: " + err.Error())
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
