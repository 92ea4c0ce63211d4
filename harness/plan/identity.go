package plan

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"gpcbench/data"
	"gpcbench/harness"
	"gpcbench/harness/record"
	"gpcbench/harness/rows"
	"gpcbench/harness/spec"
	"gpcbench/methods"
)

// identities returns a function from a repeat of a cell to its identity, a hash of everything that
// decides its result. The digest of the rows covers the data's bytes and their preparation. The
// hashed texts differ only in the repeat, so the rest is encoded once.
func identities(c record.Cell, r rows.Selection) func(repeat int) string {
	c.Repeat = 0
	text, key := identifying(c, r), []byte(`,"repeat":`)
	at := bytes.LastIndex(text, key) + len(key) // the last one: options come before it, and may have a repeat of their own
	before, after := text[:at:at], text[at+len("0"):]
	return func(repeat int) string { return hash(append(strconv.AppendInt(before, int64(repeat), 10), after...)) }
}

func hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// identifying returns the text whose hash is the identity of a cell.
func identifying(c record.Cell, r rows.Selection) []byte {
	what := map[string]any{
		"experiment": c.Experiment, "dataset": c.Dataset, "repeat": c.Repeat, "method": c.Method, "options": methods.Deciding(c.Method, c.Options),
		"seed": c.Seed, "split": r.Split, "max_test": r.MaxTest,
		"label": r.Source.Label, "header": r.Source.Header, "positive": r.Source.Positive, "categorical": r.Source.Categorical, "missing": r.Source.Missing,
		"digest": r.Digest, "numerics": harness.NumericsVersion,
	}
	if r.Propensity != (data.Propensity{}) {
		what["propensity"] = []float64{r.Propensity.A, r.Propensity.B}
	}
	if c.SameRows {
		what["same_rows"] = true
	}
	if c.Clock != record.WallClock {
		what["clock"] = string(c.Clock)
	}
	if r.MaxTrain > 0 {
		what["max_train"] = r.MaxTrain
	}
	if r.Source.LabelNumber != nil {
		what["label_number"] = *r.Source.LabelNumber
	}
	if len(c.KernelOf) > 0 {
		var fits []any
		for _, f := range c.KernelOf {
			fits = append(fits, map[string]any{"method": f.Method, "options": methods.Deciding(f.Method, f.Options)})
		}
		what["kernel_of"] = fits
	}
	text, err := spec.Canonical(what)
	if err != nil {
		panic("plan: identity: " + err.Error())
	}
	return text
}
