package data

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Split is the rows one repeat trains on and is tested on, each in file order.
type Split struct {
	Train, Test Index
}

// SplitSpec says how rows are divided into training and test rows.
type SplitSpec struct {
	Kind     string  // "kfold", "holdout", "published", "group", "time", or "all": every row to train on, none to test
	Folds    int     // kfold, group, time: number of folds
	Order    string  // kfold: "shuffled" (also if empty) or "contiguous"
	Train    float64 // holdout: a share below 1, or a count of rows
	Test     float64 // holdout: a share below 1, or a count; 0: the rest
	Stratify bool    // kfold, holdout: keep the classes' shares
	MaxTrain int     // at most so many training rows; 0: no limit
	MaxTest  int     // at most so many test rows; 0: no limit
	Distinct bool    // leave out training rows whose inputs and class are an earlier one's
}

// Stream returns the random numbers of a purpose in a repeat; the same
// arguments always give the same numbers.
type Stream func(repeat int, purpose string) *rand.Rand

// MakeSplit returns the training and test rows of a repeat, counted from 0, of
// the rows of ds. Both keep the file's order.
//
// kfold: repeat r tests on fold r mod folds of shuffle r div folds, whose
// numbers are those of purpose "split" in repeat r div folds. The first
// N mod folds folds have one row more than the others. Contiguous folds are
// blocks of the file, the same in every shuffle.
//
// holdout: floor(share*N + 1/2) rows, or a count, drawn without replacement
// with the numbers of purpose "split" in repeat r. Where both parts are shares, rows to test
// are at most those that are not trained on.
//
// Stratified, each class is divided so by itself, its odd rows spread so that
// the totals stay as above.
//
// published: the r-th split of ds.Splits.
//
// group: as kfold, but rows of one value of ds.Groups are in one fold.
//
// time: repeat r trains on the rows up to a value of ds.Groups and tests on those that come
// next; with later repeats the value grows.
//
// all: every row to train on, none to test on.
//
// Where there are more than MaxTest test rows, MaxTest of them are drawn
// without replacement with the numbers of purpose "test" in repeat r. The
// training rows do not change.
//
// Distinct training rows are those of the split without repetitions, each where it
// stands first. The test rows stay as they are.
//
// Where there then are more than MaxTrain training rows, MaxTrain of them are drawn
// without replacement with the numbers of purpose "train" in repeat r. A class that they
// leave out gets its first row back, for the last that was drawn of the largest class. The
// test rows do not change.
//
// A split takes at most some bits of memory a row of the table, and none that
// grows with N if it is contiguous; distinct rows take as much as they are large.
// Errors are *RequestError.
func MakeSplit(spec SplitSpec, ds *Dataset, repeat int, stream Stream) (Split, error) {
	if repeat < 0 {
		panic("data: MakeSplit: negative repeat")
	}
	if ds.Kind == Multilabel && (spec.Stratify || spec.Distinct) {
		return Split{}, RequestErrorf(ds.Name, "stratify and distinct are for rows of one class each; rows of this table have any number of labels")
	}
	var split Split
	var err error
	switch spec.Kind {
	case "kfold":
		split, err = kfold(spec, ds, repeat, stream)
	case "holdout":
		split, err = holdout(spec, ds, repeat, stream)
	case "published":
		if repeat >= len(ds.Splits) {
			return Split{}, RequestErrorf(ds.Name, "split %d was asked for, but %s", repeat, publishedCount(len(ds.Splits)))
		}
		split = ds.Splits[repeat]
	case "group":
		split, err = grouped(spec, ds, repeat, stream)
	case "time":
		split, err = ordered(spec, ds, repeat)
	case "all":
		split = Split{Train: All(ds.Len()), Test: Range{}}
	default:
		err = RequestErrorf(ds.Name, "unknown kind of split %q: it is kfold, holdout, published, group or time", spec.Kind)
	}
	if err != nil {
		return Split{}, err
	}
	if spec.Distinct {
		split.Train = distinct(ds, split.Train)
	}
	if spec.MaxTrain > 0 && split.Train.Len() > spec.MaxTrain {
		drawn := sample(split.Train, ds.Len(), spec.MaxTrain, stream(repeat, "train"))
		split.Train = withEveryClass(ds, split.Train, drawn)
	}
	if spec.MaxTest > 0 && split.Test.Len() > spec.MaxTest {
		split.Test = sample(split.Test, ds.Len(), spec.MaxTest, stream(repeat, "test"))
	}
	return split, nil
}

func publishedCount(n int) string {
	switch n {
	case 0:
		return "it has no published split: kinds kfold and holdout make splits of any table"
	case 1:
		return "it has one published split, number 0"
	}
	return "its published splits end before that"
}

func kfold(spec SplitSpec, ds *Dataset, repeat int, stream Stream) (Split, error) {
	n, folds := ds.Len(), spec.Folds
	if folds < 2 || folds > n {
		return Split{}, RequestErrorf(ds.Name, "%d folds of %d rows: there must be at least 2, and a row for each", folds, n)
	}
	fold := repeat % folds
	switch spec.Order {
	case "contiguous":
		if !spec.Stratify {
			test := Range{fold*(n/folds) + min(fold, n%folds), (fold+1)*(n/folds) + min(fold+1, n%folds)}
			return Split{Train: Except{n, test}, Test: test}, nil
		}
		stream = nil
	case "", "shuffled":
	default:
		return Split{}, RequestErrorf(ds.Name, "unknown order %q of folds: it is shuffled or contiguous", spec.Order)
	}
	sizes, class := strata(ds, spec.Stratify)
	var rng *rand.Rand
	if stream != nil {
		rng = stream(repeat/folds, "split")
	}
	train, test := newSet(n), newSet(n)
	allot(n, class, foldQuotas(sizes, folds), rng, func(row, part int) {
		if part == fold {
			test.add(row)
		} else {
			train.add(row)
		}
	})
	return Split{Train: train.done(), Test: test.done()}, nil
}

func holdout(spec SplitSpec, ds *Dataset, repeat int, stream Stream) (Split, error) {
	n := ds.Len()
	trainRows, testRows := rowCount(spec.Train, n), rowCount(spec.Test, n)
	switch {
	case spec.Test == 0:
		testRows = n - trainRows
	case spec.Train < 1 && spec.Test < 1: // halves of an odd number of rows are both rounded up
		testRows = min(testRows, n-trainRows)
	}
	if err := checkHoldout(spec, ds, trainRows, testRows); err != nil {
		return Split{}, err
	}
	sizes, class := strata(ds, spec.Stratify)
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
	train, test := newSet(n), newSet(n)
	allot(n, class, quotas, stream(repeat, "split"), func(row, part int) {
		switch part {
		case 0:
			train.add(row)
		case 1:
			test.add(row)
		}
	})
	return Split{Train: train.done(), Test: test.done()}, nil
}

// checkHoldout refuses parts without a row, and those that are more than all rows.
func checkHoldout(spec SplitSpec, ds *Dataset, train, test int) error {
	n := ds.Len()
	asked := fmt.Sprintf("train = %v", spec.Train)
	if spec.Test > 0 {
		asked += fmt.Sprintf(" and test = %v", spec.Test)
	}
	switch {
	case train > n || test > n || train+test > n:
		return KeyErrorf(ds.Name, "split", "%s: there are only %d rows; write smaller counts, or shares below 1", asked, n)
	case train < 1:
		return KeyErrorf(ds.Name, "split", "%s of %d rows is no row to train on: write a larger share, or a count", asked, n)
	case test < 1:
		return KeyErrorf(ds.Name, "split", "%s of %d rows leaves no row to test on: write a smaller share, or a count", asked, n)
	}
	return nil
}

// rowCount is what a share below 1, or a count, means of n rows. The product is one of
// float64: 0.7 of 45 rows is below 31.5 there, and 31 rows.
func rowCount(share float64, n int) int {
	if share < 1 {
		return int(math.Floor(share*float64(n) + 0.5))
	}
	if share > float64(n) {
		return n + 1 // more than there are, and no overflow
	}
	return int(share)
}

// SplitOf returns the split of n rows that trains on the given ones and tests on
// all others.
func SplitOf(n int, train []int) Split {
	in, out := newSet(n), newSet(n)
	for _, row := range train {
		in.add(row)
	}
	for row := range n {
		if !in.has(row) {
			out.add(row)
		}
	}
	return Split{Train: in.done(), Test: out.done()}
}
