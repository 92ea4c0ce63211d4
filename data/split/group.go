package split

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"gpcbench/data"
	"gpcbench/data/catalogue"
)

// group: as kfold, but rows with the same value of ds.Groups are in the same fold.
var group = Kind{
	Name: "group",
	Keys: []string{"folds", "column", "distinct"},
	Complete: func(s *Spec, in Stated) {
		completeFolds(s, in, 2, defaultFolds)
		needColumn("group", in)
	},
	Repeats:    func(s Spec, _ int) int { return s.Folds },
	TestedOnce: func(s Spec) int { return s.Folds },
	Cut:        cutGroups,
	Text: func(s Spec) string {
		return fmt.Sprintf("Rows are split into %d folds, of which a repeat tests one and trains on the others; rows of one value of column %s are in one fold", s.Folds, s.Column)
	},
	Load: func(s Spec, table *catalogue.UserTable) { table.GroupColumn = s.Column },
}

// needColumn reports a problem if the column of a kind is not stated.
func needColumn(kind string, in Stated) {
	if !in.Has("column") {
		in.Problemf("column", "a %s split needs a column, and a table of your own", kind)
	}
}

// cutGroups makes folds that have no values of ds.Groups in common. Groups are taken in random
// order (purpose "split" in repeat r div folds), and each goes to the fold with the fewest rows so
// far, the first if several have as few.
func cutGroups(s Spec, ds *data.Dataset, repeat int, stream Stream) (data.Split, error) {
	sizes, err := groupSizes(ds, "group")
	if err != nil {
		return data.Split{}, err
	}
	if s.Folds < 2 || s.Folds > len(sizes) {
		return data.Split{}, data.KeyErrorf(ds.Name, "split", "%d folds of %d groups: there must be at least 2 folds, and at least one group for each", s.Folds, len(sizes))
	}
	fold := foldsOfGroups(sizes, s.Folds, stream(repeat/s.Folds, "split"))
	train, test := data.NewSet(ds.Len()), data.NewSet(ds.Len())
	for row, group := range ds.Groups {
		if fold[group] == repeat%s.Folds {
			test.Add(row)
		} else {
			train.Add(row)
		}
	}
	return data.Split{Train: train.Done(), Test: test.Done()}, nil
}

// foldsOfGroups returns the fold of each group. Every fold gets a group.
func foldsOfGroups(sizes []int, folds int, rng *rand.Rand) []int {
	fold, rows := make([]int, len(sizes)), make([]int, folds)
	for _, group := range rng.Perm(len(sizes)) {
		least := slices.Index(rows, slices.Min(rows))
		fold[group] = least
		rows[least] += sizes[group]
	}
	return fold
}

// groupSizes counts the rows of each value of ds.Groups.
func groupSizes(ds *data.Dataset, kind string) ([]int, error) {
	if len(ds.Groups) != ds.Len() {
		return nil, data.KeyErrorf(ds.Name, "split", "a %s split needs a column of a table of your own", kind)
	}
	sizes := make([]int, slices.Max(ds.Groups)+1)
	for _, group := range ds.Groups {
		sizes[group]++
	}
	return sizes, nil
}
