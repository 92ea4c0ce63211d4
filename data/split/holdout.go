package split

import (
	"fmt"
	"math"

	"gpcbench/data"
)

// holdout: floor(share*N + 1/2) rows, or a count, drawn without replacement with the numbers of
// purpose "split" in repeat r. If both parts are shares, there are at most as many test rows as
// rows not used for training.
var holdout = Kind{
	Name: "holdout",
	Keys: []string{"train", "test", "stratify", "distinct"},
	Complete: func(s *Spec, in Stated) {
		if !in.Has("train") {
			in.Problemf("train", "a holdout split needs train: a share between 0 and 1 or a count of rows")
		}
		if s.Train < 1 && s.Test < 1 && s.Train+s.Test > 1+1e-12 {
			in.Problemf("test", "train and test together exceed all rows")
		}
	},
	Repeats: func(Spec, int) int { return 1 },
	Cut:     cutHoldout,
	Text: func(s Spec) string {
		if s.Train < 1 {
			return fmt.Sprintf("Every repeat draws the rows to train on, %g%% of all", 100*s.Train)
		}
		return fmt.Sprintf("Every repeat draws the rows to train on, %.0f of all", s.Train)
	},
}

func cutHoldout(s Spec, ds *data.Dataset, repeat int, stream Stream) (data.Split, error) {
	n := ds.Len()
	trainRows, testRows := rowCount(s.Train, n), rowCount(s.Test, n)
	switch {
	case s.Test == 0:
		testRows = n - trainRows
	case s.Train < 1 && s.Test < 1: // both halves of an odd number of rows are rounded up
		testRows = min(testRows, n-trainRows)
	}
	if err := checkHoldout(s, ds, trainRows, testRows); err != nil {
		return data.Split{}, err
	}
	sizes, class := strata(ds, s.Stratify)
	trainQuota := apportion(trainRows, sizes)
	rest := make([]int, len(sizes))
	for c := range rest {
		rest[c] = sizes[c] - trainQuota[c]
	}
	testQuota := apportion(testRows, rest)
	quotas := make([][]int, len(sizes))
	for c := range quotas {
		quotas[c] = []int{trainQuota[c], testQuota[c], rest[c] - testQuota[c]}
	}
	train, test := data.NewSet(n), data.NewSet(n)
	allot(n, class, quotas, stream(repeat, "split"), func(row, part int) {
		switch part {
		case 0:
			train.Add(row)
		case 1:
			test.Add(row)
		}
	})
	return data.Split{Train: train.Done(), Test: test.Done()}, nil
}

// checkHoldout refuses empty parts, and parts that together exceed the number of rows.
func checkHoldout(s Spec, ds *data.Dataset, train, test int) error {
	n := ds.Len()
	asked := fmt.Sprintf("train = %v", s.Train)
	if s.Test > 0 {
		asked += fmt.Sprintf(" and test = %v", s.Test)
	}
	switch {
	case train > n || test > n || train+test > n:
		return data.KeyErrorf(ds.Name, "split", "%s: there are only %d rows; write smaller counts, or shares below 1", asked, n)
	case train < 1:
		return data.KeyErrorf(ds.Name, "split", "%s of %d rows leaves no row to train on: write a larger share, or a count", asked, n)
	case test < 1:
		return data.KeyErrorf(ds.Name, "split", "%s of %d rows leaves no row to test on: write a smaller share, or a count", asked, n)
	}
	return nil
}

// rowCount returns the number of rows, of n, for a share below 1 or a count. The product is
// computed in float64: 0.7 of 45 rows is below 31.5 there, so it is 31 rows.
func rowCount(share float64, n int) int {
	if share < 1 {
		return int(math.Floor(share*float64(n) + 0.5))
	}
	if share > float64(n) {
		return n + 1 // more than there are, without overflow
	}
	return int(share)
}
