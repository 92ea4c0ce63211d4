package harnesstest

import (
	"context"

	"gpcbench/data"
	"gpcbench/harness/rows"
)

// Labelled loads rows with SixSets, 40 times, with names for its five labels.
type Labelled struct{}

// Load returns the data set.
func (Labelled) Load(context.Context, rows.Source) (*data.Dataset, error) {
	var sets [][]int
	for range 40 {
		sets = append(sets, SixSets...)
	}
	return &data.Dataset{
		Name: "tags", Table: Numbered(sets), Kind: data.Multilabel,
		ClassNames: []string{"a", "b", "c", "d", "e"}, Attributes: []string{"x", "y"}, Digest: "abc",
	}, nil
}

// SixSets are the labels of six rows. The fifth row has none.
var SixSets = [][]int{{0, 2}, {1, 2}, {0}, {3, 4}, {}, {0, 1, 2}}

// Numbered returns a sparse table in which the first input of a row is its number.
func Numbered(sets [][]int) *data.SparseMemory {
	x, labels := data.NewCSR(2), data.NewLabelSets()
	for i, set := range sets {
		x.Append([]int{0}, []float64{float64(i)})
		labels.Append(set)
	}
	return data.NewSparseMemory(x, labels)
}
