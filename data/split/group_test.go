package split

import (
	"fmt"
	"slices"
	"testing"

	"gpcbench/data"

	"gonum.org/v1/gonum/mat"
)

// inGroups is a data set whose rows have the given groups.
func inGroups(groups ...int) *data.Dataset {
	n := len(groups)
	return &data.Dataset{Name: "g", Table: data.NewMemory(mat.NewDense(n, 1, nil), make([]int, n)), Kind: data.Binary, ClassNames: []string{"a", "b"}, Groups: groups}
}

// members lists the rows of an index.
func members(index data.Index) (rows []int) {
	for j := range index.Len() {
		rows = append(rows, index.At(j))
	}
	return rows
}

// No group is on both sides, every row is tested once in a shuffle, and folds have about the
// same number of rows.
func TestGroupSplit(t *testing.T) {
	groups := make([]int, 300)
	for i := range groups {
		groups[i] = (i * i) % 37 % 30
	}
	ds := inGroups(dense(groups)...)
	spec := Spec{Kind: "group", Folds: 5}
	tested := make([]int, len(groups))
	var first []int
	for repeat := range 10 {
		s, err := spec.Make(ds, Limits{}, repeat, testStream)
		if err != nil {
			t.Fatal(err)
		}
		side := map[int]bool{}
		for _, row := range members(s.Train) {
			side[ds.Groups[row]] = true
		}
		for _, row := range members(s.Test) {
			tested[row]++
			if side[ds.Groups[row]] {
				t.Fatalf("repeat %d: group %d is on both sides", repeat, ds.Groups[row])
			}
		}
		if n := s.Test.Len(); n+s.Train.Len() != len(groups) || n < 30 || n > 110 {
			t.Errorf("repeat %d: %d rows to test, %d to train", repeat, n, s.Train.Len())
		}
		switch repeat {
		case 0:
			first = members(s.Test)
		case 5:
			if slices.Equal(first, members(s.Test)) {
				t.Error("two shuffles are the same")
			}
		}
	}
	for row, n := range tested {
		if n != 2 {
			t.Fatalf("row %d is tested %d times in two shuffles", row, n)
		}
	}
}

// dense numbers the values of a list from 0, in the order in which they come.
func dense(values []int) []int {
	number, out := map[int]int{}, make([]int, len(values))
	for i, v := range values {
		if _, known := number[v]; !known {
			number[v] = len(number)
		}
		out[i] = number[v]
	}
	return out
}

// What is tested comes after all that is trained on, and equal times are on one side.
func TestTimeSplit(t *testing.T) {
	ds := inGroups(5, 0, 0, 1, 2, 2, 2, 3, 4, 1)
	for repeat, want := range []string{
		"[1 2 3 9] [4 5 6]", // values 0 and 1; 2
		"[1 2 3 4 5 6 9] [0 7 8]",
	} {
		s, err := Spec{Kind: "time", Folds: 2}.Make(ds, Limits{}, repeat, testStream)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(members(s.Train), members(s.Test)); got != want {
			t.Errorf("repeat %d: %s, want %s", repeat, got, want)
		}
	}
}

// No block is empty, whatever the sizes of groups, and blocks ascend.
func TestBlocksInOrder(t *testing.T) {
	for _, sizes := range [][]int{{1, 1, 1}, {100, 1, 1, 1}, {1, 1, 1, 100}, {1, 100, 1}, {5, 5, 5, 5, 5, 5, 5}} {
		for blocks := 2; blocks <= len(sizes); blocks++ {
			block := blocksInOrder(sizes, blocks)
			if !slices.IsSorted(block) || block[0] != 0 || block[len(block)-1] != blocks-1 || len(slices.Compact(slices.Clone(block))) != blocks {
				t.Errorf("%v in %d blocks: %v", sizes, blocks, block)
			}
		}
	}
}

func TestGroupAndTimeSplitsThatCannotBe(t *testing.T) {
	for _, c := range []struct {
		spec   Spec
		ds     *data.Dataset
		repeat int
		want   string
	}{
		{Spec{Kind: "group", Folds: 4}, inGroups(0, 1, 2), 0, "g: 4 folds of 3 groups: there must be at least 2 folds, and at least one group for each"},
		{Spec{Kind: "time", Folds: 3}, inGroups(0, 1, 2), 0, "g: 3 folds in the order of 3 different values: there must be at least 1 fold, and fewer folds than values"},
		{Spec{Kind: "time", Folds: 2}, inGroups(0, 1, 2), 2, "g: split 2 was requested, but there are 2 in the order of time, counted from 0"},
		{Spec{Kind: "group", Folds: 2}, &data.Dataset{Name: "g", Table: data.NewMemory(mat.NewDense(3, 1, nil), make([]int, 3))}, 0, "g: a group split needs a column of a table of your own"},
	} {
		if _, err := c.spec.Make(c.ds, Limits{}, c.repeat, testStream); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}
