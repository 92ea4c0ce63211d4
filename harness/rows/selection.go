// Package rows says which rows a cell trains on and which it is tested on, and loads them.
package rows

import (
	"cmp"
	"fmt"
	"math/rand/v2"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/split"
	"gpcbench/harness/spec"
)

// Selection says which rows a cell trains on and which it is tested on: what they
// are loaded from, the bytes that were found there, and how they are split.
type Selection struct {
	Source Source     `json:"source"`
	Digest string     `json:"digest"`
	Split  split.Spec `json:"split"`
	// MaxTrain and MaxTest are the most training and test rows, 0 for all.
	MaxTrain int `json:"max_train,omitempty"`
	MaxTest  int `json:"max_test"`
	// DrawnAnew says of a test file's split that each repeat draws rows of its own. Cells of before, which had
	// the same in every repeat, are others.
	DrawnAnew bool `json:"drawn_anew,omitempty"`
	// Propensity holds the constants that the catalogue states for a multi-label set, which
	// scores depend on; zero where it states none.
	Propensity data.Propensity `json:"propensity,omitzero"`
}

// Select says how a data set with so many published splits is split, and how
// often.
func Select(d spec.Dataset, src Source, splits int) (r Selection, repeats int) {
	r = Selection{Source: src, Split: d.Split, MaxTrain: d.MaxTrain, MaxTest: d.MaxTest, Propensity: propensityOf(src)}
	switch {
	case d.TestFile != "":
		r.Split = split.Published // the two files
		splits, r.DrawnAnew = 1, d.MaxTrain > 0 || d.MaxTest > 0
	case d.Split.Kind == "":
		r.Split = split.Default
	}
	if d.Repeats > 0 {
		return r, d.Repeats
	}
	return r, r.Split.Find().Repeats(r.Split, splits)
}

// propensityOf returns the constants that the catalogue states for a data set.
func propensityOf(src Source) data.Propensity {
	entry, err := catalogue.Get(cmp.Or(src.Set, src.Name))
	if err != nil || src.File != "" {
		return data.Propensity{}
	}
	return data.Propensity{A: entry.Propensity[0], B: entry.Propensity[1]}
}

// All selects every row of the same table to train on and none to test on.
func (r Selection) All() Selection {
	r.MaxTrain = 0
	r.Split = split.Spec{Distinct: r.Split.Distinct}
	return r
}

// Cut returns the training and test rows of a repeat.
func (r Selection) Cut(ds *data.Dataset, seed uint64, repeat int) (out data.Split, err error) {
	defer data.Failed(&err)
	stream := streams(seed, r.Source.Name)
	if r.Source.TestFile != "" { // the two files are every repeat's split, of which rows are drawn anew
		drawn, anew := repeat, stream
		repeat, stream = 0, func(_ int, purpose string) *rand.Rand { return anew(drawn, purpose) }
	}
	return r.Split.Make(ds, split.Limits{Train: r.MaxTrain, Test: r.MaxTest}, repeat, stream)
}

// Differ returns how many splits of a data set differ, and says so in words; 0 if there is no
// end to them. Repeats of the same split would be counted as though they were independent.
func (r Selection) Differ(ds *data.Dataset) (most int, text string) {
	name, drawn := r.Source.Name, r.MaxTrain > 0 // anew in every repeat
	switch differ := r.Split.Find().Differ; {
	case r.Source.TestFile != "" && !drawn:
		return 1, fmt.Sprintf("data set %s has one split, that into file and test_file", name)
	case r.Source.TestFile != "" || differ == nil:
		return 0, ""
	default:
		return differ(r.Split, name, len(ds.Splits), drawn)
	}
}
