// Package rows says which rows a cell trains on and which it is tested on, and loads them.
package rows

import (
	"cmp"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/harness/spec"
)

// Selection says which rows a cell trains on and which it is tested on: what they
// are loaded from, the bytes that were found there, and how they are split.
type Selection struct {
	Source Source     `json:"source"`
	Digest string     `json:"digest"`
	Split  spec.Split `json:"split"`
	// MaxTrain and MaxTest are the most training and test rows, 0 for all.
	MaxTrain int `json:"max_train,omitempty"`
	MaxTest  int `json:"max_test"`
	// Propensity holds the constants that the catalogue states for a multi-label set, which
	// scores depend on; zero where it states none.
	Propensity data.Propensity `json:"propensity,omitzero"`
}

// defaultSplit is taken where a file states none.
var defaultSplit = spec.Split{Kind: "kfold", Folds: 10, Order: "shuffled"}

// Select says how a data set with so many published splits is split, and how
// often.
func Select(d spec.Dataset, src Source, splits int) (r Selection, repeats int) {
	r = Selection{Source: src, Split: d.Split, MaxTrain: d.MaxTrain, MaxTest: d.MaxTest, Propensity: propensityOf(src)}
	switch {
	case d.TestFile != "":
		r.Split = spec.Split{Kind: "published"} // the two files
		splits = 1
	case d.Split.Kind == "":
		r.Split = defaultSplit
	}
	switch {
	case d.Repeats > 0:
		return r, d.Repeats
	case r.Split.Kind == "kfold" || r.Split.Kind == "group" || r.Split.Kind == "time":
		return r, r.Split.Folds
	case r.Split.Kind == "published":
		return r, max(1, splits)
	}
	return r, 1
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
	r.Split = spec.Split{Kind: "all", Distinct: r.Split.Distinct}
	return r
}

// Cut returns the training and test rows of a repeat.
func (r Selection) Cut(ds *data.Dataset, seed uint64, repeat int) (split data.Split, err error) {
	defer data.Failed(&err)
	if r.Source.TestFile != "" {
		repeat = 0 // the two files are every repeat's split
	}
	return data.MakeSplit(data.SplitSpec{
		Kind: r.Split.Kind, Folds: r.Split.Folds, Order: r.Split.Order,
		Train: r.Split.Train, Test: r.Split.Test, Stratify: r.Split.Stratify, Distinct: r.Split.Distinct,
		MaxTrain: r.MaxTrain, MaxTest: r.MaxTest,
	}, ds, repeat, streams(seed, r.Source.Name))
}
