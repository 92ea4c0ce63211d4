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

// Selection says which rows a cell trains on and which it is tested on: their
// source, the digest of the data found there, and how they are split.
type Selection struct {
	Source Source     `json:"source"`
	Digest string     `json:"digest"`
	Split  split.Spec `json:"split"`
	// MaxTrain and MaxTest are the most training and test rows, 0 for all.
	MaxTrain int `json:"max_train,omitempty"`
	MaxTest  int `json:"max_test"`
	// DrawnAnew says that each repeat of a test file's split draws its own rows. Cells of earlier versions,
	// which had the same rows in every repeat, are different cells.
	DrawnAnew bool `json:"drawn_anew,omitempty"`
	// Propensity holds the constants that the catalogue states for a multi-label set; zero if it
	// states none. Scores depend on them.
	Propensity data.Propensity `json:"propensity,omitzero"`
}

// Select returns how a data set is split, and into how many repeats, given its
// number of published splits.
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
	if r.Source.TestFile != "" { // every repeat splits into the two files, but draws its own rows
		drawn, anew := repeat, stream
		repeat, stream = 0, func(_ int, purpose string) *rand.Rand { return anew(drawn, purpose) }
	}
	return r.Split.Make(ds, split.Limits{Train: r.MaxTrain, Test: r.MaxTest}, repeat, stream)
}

// Differ returns the number of different splits of a data set, and states it in words; 0 if there is
// no limit. Repeats of the same split would be counted as though they were independent.
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
