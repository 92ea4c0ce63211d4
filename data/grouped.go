package data

import (
	"math/rand/v2"
	"slices"
)

// grouped is a split into folds none of which shares a value of ds.Groups with another.
// Groups are taken in random order (purpose "split" in repeat r div folds), and each goes to the
// fold that has the fewest rows so far, the first of equals.
func grouped(spec SplitSpec, ds *Dataset, repeat int, stream Stream) (Split, error) {
	sizes, err := groupSizes(ds, "group")
	if err != nil {
		return Split{}, err
	}
	if spec.Folds < 2 || spec.Folds > len(sizes) {
		return Split{}, KeyErrorf(ds.Name, "split", "%d folds of %d groups: there must be at least 2, and a group for each", spec.Folds, len(sizes))
	}
	fold := foldsOfGroups(sizes, spec.Folds, stream(repeat/spec.Folds, "split"))
	train, test := newSet(ds.Len()), newSet(ds.Len())
	for row, group := range ds.Groups {
		if fold[group] == repeat%spec.Folds {
			test.add(row)
		} else {
			train.add(row)
		}
	}
	return Split{Train: train.done(), Test: test.done()}, nil
}

// foldsOfGroups returns the fold of each group. Every fold has one.
func foldsOfGroups(sizes []int, folds int, rng *rand.Rand) []int {
	fold, rows := make([]int, len(sizes)), make([]int, folds)
	for _, group := range rng.Perm(len(sizes)) {
		least := slices.Index(rows, slices.Min(rows))
		fold[group] = least
		rows[least] += sizes[group]
	}
	return fold
}

// ordered is a split by the order of ds.Groups, such as time: the rows are divided into
// folds + 1 blocks of about the same size, and repeat r trains on all before block r + 1 and
// tests on that. Rows of one value are in one block.
func ordered(spec SplitSpec, ds *Dataset, repeat int) (Split, error) {
	sizes, err := groupSizes(ds, "time")
	if err != nil {
		return Split{}, err
	}
	if spec.Folds < 1 || spec.Folds >= len(sizes) {
		return Split{}, KeyErrorf(ds.Name, "split", "%d folds in the order of %d different values: there must be at least 1, and fewer than values", spec.Folds, len(sizes))
	}
	if repeat >= spec.Folds {
		return Split{}, KeyErrorf(ds.Name, "split", "split %d was asked for; there are %d in the order of time, counted from 0", repeat, spec.Folds)
	}
	block := blocksInOrder(sizes, spec.Folds+1)
	train, test := newSet(ds.Len()), newSet(ds.Len())
	for row, group := range ds.Groups {
		switch at := block[group]; {
		case at <= repeat:
			train.add(row)
		case at == repeat+1:
			test.add(row)
		}
	}
	return Split{Train: train.done(), Test: test.done()}, nil
}

// blocksInOrder divides groups, in their order, into blocks: a group goes to the block that
// the middle of its rows would be in if there were no groups, but no block is left without
// one.
func blocksInOrder(sizes []int, blocks int) []int {
	n := 0
	for _, size := range sizes {
		n += size
	}
	block, before, last := make([]int, len(sizes)), 0, -1
	for g, size := range sizes {
		at := (2*before + size) * blocks / (2 * n)
		left := len(sizes) - 1 - g // groups for the blocks behind
		at = min(max(at, last, blocks-1-left), last+1)
		block[g], last = at, at
		before += size
	}
	return block
}

// groupSizes counts the rows of each value of ds.Groups.
func groupSizes(ds *Dataset, kind string) ([]int, error) {
	if len(ds.Groups) != ds.Len() {
		return nil, KeyErrorf(ds.Name, "split", "a %s split needs a column of a table of one's own", kind)
	}
	sizes := make([]int, slices.Max(ds.Groups)+1)
	for _, group := range ds.Groups {
		sizes[group]++
	}
	return sizes, nil
}
