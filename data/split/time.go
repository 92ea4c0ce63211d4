package split

import (
	"fmt"

	"gpcbench/data"
	"gpcbench/data/catalogue"
)

// inTime: repeat r trains on the rows up to a value of ds.Groups and tests on the next rows; the
// value grows with r. With one fold, the last rows are tested.
var inTime = Kind{
	Name: "time",
	Keys: []string{"folds", "column", "distinct"},
	Complete: func(s *Spec, in Stated) {
		completeFolds(s, in, 1, 5)
		needColumn("time", in)
	},
	Repeats:    func(s Spec, _ int) int { return s.Folds },
	TestedOnce: func(s Spec) int { return s.Folds },
	Cut:        cutInOrder,
	Text: func(s Spec) string {
		return fmt.Sprintf("Rows are split in the order of column %s into parts, of which %d are tested, each by models of the rows before it", s.Column, s.Folds)
	},
	Differ: func(s Spec, dataset string, _ int, _ bool) (int, string) {
		return s.Folds, fmt.Sprintf("in the order of time there are only %d splits of data set %s", s.Folds, dataset)
	},
	Load:   func(s Spec, table *catalogue.UserTable) { table.TimeColumn = s.Column },
	Nested: true,
}

// cutInOrder divides rows by the order of ds.Groups, such as time, into folds + 1 blocks of about
// the same size. Repeat r trains on all blocks before block r + 1 and tests on that block. Rows
// with the same value are in the same block.
func cutInOrder(s Spec, ds *data.Dataset, repeat int, _ Stream) (data.Split, error) {
	sizes, err := groupSizes(ds, "time")
	if err != nil {
		return data.Split{}, err
	}
	if s.Folds < 1 || s.Folds >= len(sizes) {
		return data.Split{}, data.KeyErrorf(ds.Name, "split", "%d folds in the order of %d different values: there must be at least 1 fold, and fewer folds than values", s.Folds, len(sizes))
	}
	if repeat >= s.Folds {
		return data.Split{}, data.KeyErrorf(ds.Name, "split", "split %d was requested, but there are %d in the order of time, counted from 0", repeat, s.Folds)
	}
	block := blocksInOrder(sizes, s.Folds+1)
	train, test := data.NewSet(ds.Len()), data.NewSet(ds.Len())
	for row, group := range ds.Groups {
		switch at := block[group]; {
		case at <= repeat:
			train.Add(row)
		case at == repeat+1:
			test.Add(row)
		}
	}
	return data.Split{Train: train.Done(), Test: test.Done()}, nil
}

// blocksInOrder divides groups, in their order, into blocks. A group goes to the block that would
// contain the middle of its rows if there were no groups, but no block stays empty.
func blocksInOrder(sizes []int, blocks int) []int {
	n := 0
	for _, size := range sizes {
		n += size
	}
	block, before, last := make([]int, len(sizes)), 0, -1
	for g, size := range sizes {
		at := (2*before + size) * blocks / (2 * n)
		left := len(sizes) - 1 - g // groups for the remaining blocks
		at = min(max(at, last, blocks-1-left), last+1)
		block[g], last = at, at
		before += size
	}
	return block
}
