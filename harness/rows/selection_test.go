package rows

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/harness/spec"
)

// The two files are every repeat's split, and each repeat draws rows of its own from them.
func TestTestFileIsDrawnAnew(t *testing.T) {
	const rows, trained = 200, 150
	y := make([]int, rows)
	for i := range y {
		y[i] = i % 2
	}
	ds := &data.Dataset{
		Kind: data.Binary, ClassNames: []string{"no", "yes"}, Table: data.NewMemory(mat.NewDense(rows, 1, nil), y),
		Splits: []data.Split{{Train: data.Range{From: 0, To: trained}, Test: data.Range{From: trained, To: rows}}},
	}
	d := spec.Dataset{Name: "d", MaxTrain: 30, Repeats: 2}
	d.TestFile = "test.csv"
	s, _ := Select(d, Source{}, 1)
	s.Source.TestFile = "test.csv"
	if !s.DrawnAnew {
		t.Error("cells have the identity of those that all had the same rows")
	}
	var of [2][]int
	for repeat := range of {
		cut, err := s.Cut(ds, 1, repeat)
		if err != nil {
			t.Fatal(err)
		}
		for i := range cut.Train.Len() {
			row := cut.Train.At(i)
			if row >= trained {
				t.Errorf("row %d of the test file is trained on", row)
			}
			of[repeat] = append(of[repeat], row)
		}
		if cut.Test.Len() != rows-trained {
			t.Errorf("%d test rows", cut.Test.Len())
		}
	}
	if len(of[0]) != 30 || slices.Equal(of[0], of[1]) {
		t.Errorf("the repeats train on %v and %v", of[0], of[1])
	}
}
