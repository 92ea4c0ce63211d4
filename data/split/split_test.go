package split

import (
	"errors"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/data/datatest"
)

// testStream is a stream of each repeat and purpose.
func testStream(repeat int, purpose string) *rand.Rand {
	h := fnv.New64()
	h.Write([]byte(purpose))
	return rand.New(rand.NewPCG(uint64(repeat), h.Sum64()))
}

// classed is a data set of n rows, row i of class class(i).
func classed(n, classes int, class func(i int) int) *data.Dataset {
	y := make([]int, n)
	for i := range y {
		y[i] = class(i)
	}
	return &data.Dataset{Name: "t", Table: data.NewMemory(mat.NewDense(n, 1, nil), y), ClassNames: make([]string, classes)}
}

func TestKFold(t *testing.T) {
	for _, n := range []int{2, 5, 10, 23, 101, 1000} {
		for _, folds := range []int{2, 3, 5, 10} {
			for _, order := range []string{"", "contiguous"} {
				if folds <= n {
					checkFolds(t, n, Spec{Kind: "kfold", Folds: folds, Order: order})
					checkFolds(t, n, Spec{Kind: "kfold", Folds: folds, Order: order, Stratify: true})
				}
			}
		}
	}
}

// checkFolds checks the folds of n rows of three classes: their sizes, their classes if they are stratified, and that
// each row is tested once.
func checkFolds(t *testing.T, n int, spec Spec) {
	ds, folds := classed(n, 3, func(i int) int { return min(i%7, 2) }), spec.Folds
	sizes := data.ClassCounts(ds)
	tested := make([]int, n)
	for fold := range folds {
		split, err := spec.Make(ds, Limits{}, 3*folds+fold, testStream)
		if err != nil {
			t.Fatal(err)
		}
		datatest.CheckSplit(t, split.Train, split.Test, n)
		want := n / folds
		if fold < n%folds {
			want++
		}
		if split.Test.Len() != want || split.Train.Len() != n-want {
			t.Errorf("n %d, fold %d, %+v: %d and %d rows", n, fold, spec, split.Train.Len(), split.Test.Len())
		}
		count := make([]int, 3)
		for _, row := range datatest.Rows(split.Test) {
			tested[row]++
			count[data.ClassOf(ds, row)]++
		}
		for c := range count {
			if spec.Stratify && (count[c] < sizes[c]/folds || count[c] > sizes[c]/folds+1) {
				t.Errorf("n %d, fold %d, %+v: classes %v of %v", n, fold, spec, count, sizes)
			}
		}
	}
	for row, times := range tested {
		if times != 1 {
			t.Errorf("n %d, %+v: row %d is tested %d times", n, spec, row, times)
		}
	}
}

func TestKFoldShuffles(t *testing.T) {
	ds := classed(40, 2, func(i int) int { return i % 2 })
	split := func(order string, repeat int) []int {
		s, err := Spec{Kind: "kfold", Folds: 4, Order: order}.Make(ds, Limits{}, repeat, testStream)
		if err != nil {
			t.Fatal(err)
		}
		return datatest.Rows(s.Test)
	}
	if !slices.Equal(split("shuffled", 5), split("", 5)) {
		t.Error("the same repeat gives another split")
	}
	if slices.Equal(split("", 1), split("", 5)) {
		t.Error("fold 1 of shuffles 0 and 1 is the same")
	}
	if !slices.Equal(split("contiguous", 1), []int{10, 11, 12, 13, 14, 15, 16, 17, 18, 19}) || !slices.Equal(split("contiguous", 1), split("contiguous", 5)) {
		t.Errorf("contiguous fold 1 is %v, then %v", split("contiguous", 1), split("contiguous", 5))
	}
}

// TestContiguousTakesNoMemory: ten folds of a table of 10^9 rows.
func TestContiguousTakesNoMemory(t *testing.T) {
	ds := &data.Dataset{Name: "t", Table: vast{}}
	split, err := Spec{Kind: "kfold", Folds: 10, Order: "contiguous"}.Make(ds, Limits{}, 3, nil)
	if err != nil {
		t.Fatal(err)
	}
	if split.Test.At(0) != 3e8 || split.Train.At(3e8-1) != 3e8-1 || split.Train.At(3e8) != 4e8 || split.Train.Len() != 9e8 {
		t.Errorf("split %v", split)
	}
}

type vast struct{ data.Table }

func (vast) Len() int { return 1e9 }

func TestHoldout(t *testing.T) {
	for _, test := range []struct {
		n                   int
		train, test         float64
		trainRows, testRows int
	}{
		{10, 0.9, 0, 9, 1},
		{214, 0.9, 0, 193, 21}, // floor(192.6 + 1/2)
		{15, 0.9, 0, 14, 1},    // floor(13.5 + 1/2)
		{45, 0.7, 0, 31, 14},   // 31.499... in float64
		{100, 30, 0, 30, 70},
		{100, 0.2, 0.5, 20, 50},
		{5, 0.5, 0.5, 3, 2}, // both are 2.5 rows
		{15, 0.7, 0.3, 11, 4},
		{100, 10, 5, 10, 5},
		{2, 1, 1, 1, 1},
	} {
		for _, stratify := range []bool{false, true} {
			ds := classed(test.n, 2, func(i int) int { return min(i%5, 1) })
			spec := Spec{Kind: "holdout", Train: test.train, Test: test.test, Stratify: stratify}
			split, err := spec.Make(ds, Limits{}, 0, testStream)
			if err != nil {
				t.Fatal(err)
			}
			datatest.CheckSplit(t, split.Train, split.Test, test.n)
			if split.Train.Len() != test.trainRows || split.Test.Len() != test.testRows {
				t.Errorf("%+v: %d and %d rows", test, split.Train.Len(), split.Test.Len())
			}
			if !stratify {
				continue
			}
			sizes, got := data.ClassCounts(ds), make([]int, 2)
			for _, row := range datatest.Rows(split.Train) {
				got[data.ClassOf(ds, row)]++
			}
			for c := range sizes {
				if want := float64(sizes[c]) * float64(test.trainRows) / float64(test.n); math.Abs(float64(got[c])-want) >= 1 {
					t.Errorf("%+v: %d rows of class %d, want about %v", test, got[c], c, want)
				}
			}
		}
	}
}

// TestHoldoutIsUniform: of 5 rows, each of the 10 sets of 2 is as likely.
func TestHoldoutIsUniform(t *testing.T) {
	ds := classed(5, 1, func(int) int { return 0 })
	counts := make(map[[2]int]int)
	const draws = 20000
	for repeat := range draws {
		split, err := Spec{Kind: "holdout", Train: 2}.Make(ds, Limits{}, repeat, testStream)
		if err != nil {
			t.Fatal(err)
		}
		counts[[2]int(datatest.Rows(split.Train))]++
	}
	if len(counts) != 10 {
		t.Fatalf("%d sets", len(counts))
	}
	for set, n := range counts {
		if sd := math.Sqrt(draws * 0.1 * 0.9); math.Abs(float64(n)-draws*0.1) > 4.5*sd {
			t.Errorf("%v: %d times of %d", set, n, draws)
		}
	}
}

// A limit draws from the rows of one part, and leaves the other as it is.
func TestLimits(t *testing.T) {
	ds := classed(1000, 2, func(i int) int { return i % 2 })
	for _, spec := range []Spec{
		{Kind: "kfold", Folds: 4, Order: "contiguous"},
		{Kind: "kfold", Folds: 4},
		{Kind: "holdout", Train: 0.5},
	} {
		rows := func(limits Limits) (train, test []int) {
			split, err := spec.Make(ds, limits, 1, testStream)
			if err != nil {
				t.Fatal(err)
			}
			datatest.CheckSplit(t, split.Train, split.Test, 1000)
			return datatest.Rows(split.Train), datatest.Rows(split.Test)
		}
		train, test := rows(Limits{})
		among := func(whole, drawn []int) bool {
			return !slices.ContainsFunc(drawn, func(row int) bool { return !slices.Contains(whole, row) })
		}
		if same, drawn := rows(Limits{Test: 60}); len(drawn) != 60 || !among(test, drawn) || !slices.Equal(same, train) {
			t.Errorf("%+v: %d test rows", spec, len(drawn))
		}
		if drawn, same := rows(Limits{Train: 60}); len(drawn) != 60 || !among(train, drawn) || !slices.Equal(same, test) {
			t.Errorf("%+v: %d training rows", spec, len(drawn))
		}
		if all, _ := rows(Limits{Train: 750}); !slices.Equal(all, train) {
			t.Errorf("%+v: %d of %d training rows", spec, len(all), len(train))
		}
	}
}

// A draw of training rows leaves out no class as long as there are rows enough.
func TestMaxTrainKeepsClasses(t *testing.T) {
	// One row is of class 1 and one of class 2.
	ds := classed(1000, 3, func(i int) int { return map[int]int{500: 1, 700: 2}[i] })
	for size := range 12 {
		if size == 0 {
			continue
		}
		split, err := Spec{Kind: "holdout", Train: 0.999}.Make(ds, Limits{Train: size}, 0, testStream)
		if err != nil {
			t.Fatal(err)
		}
		classes := map[int]bool{}
		for _, row := range datatest.Rows(split.Train) {
			classes[data.ClassOf(ds, row)] = true
		}
		if split.Train.Len() != size || len(classes) != min(size, 3) {
			t.Errorf("%d of %d training rows, of %d classes", split.Train.Len(), size, len(classes))
		}
		datatest.CheckSplit(t, split.Train, split.Test, 1000)
	}
}

func TestPublished(t *testing.T) {
	ds := classed(10, 2, func(i int) int { return i % 2 })
	ds.Splits = []data.Split{{Train: data.Range{From: 0, To: 6}, Test: data.Range{From: 6, To: 10}}}
	split, err := Spec{Kind: "published"}.Make(ds, Limits{}, 0, testStream)
	if err != nil || split != ds.Splits[0] {
		t.Errorf("%v %v", split, err)
	}
}

func TestSplitErrors(t *testing.T) {
	ds := classed(10, 2, func(i int) int { return i % 2 })
	for _, test := range []struct {
		spec    Spec
		repeat  int
		problem string
	}{
		{Spec{Kind: "kfold", Folds: 1}, 0, "1 folds of 10 rows"},
		{Spec{Kind: "kfold", Folds: 11}, 0, "11 folds of 10 rows"},
		{Spec{Kind: "kfold", Folds: 2, Order: "sorted"}, 0, `unknown order "sorted"`},
		{Spec{Kind: "holdout"}, 0, "train = 0 of 10 rows leaves no row to train on"},
		{Spec{Kind: "holdout", Train: 10}, 0, "train = 10 of 10 rows leaves no row to test on"},
		{Spec{Kind: "holdout", Train: 8, Test: 3}, 0, "train = 8 and test = 3: there are only 10 rows"},
		{Spec{Kind: "holdout", Train: 0.5, Test: 6}, 0, "train = 0.5 and test = 6: there are only 10 rows"},
		{Spec{Kind: "holdout", Train: 100000}, 0, "train = 100000: there are only 10 rows"},
		{Spec{Kind: "holdout", Train: 0.01}, 0, "train = 0.01 of 10 rows leaves no row to train on"},
		{Spec{Kind: "holdout", Train: 0.99}, 0, "train = 0.99 of 10 rows leaves no row to test on"},
		{Spec{Kind: "holdout", Train: 1e30}, 0, "train = 1e+30: there are only 10 rows"},
		{Spec{Kind: "published"}, 0, "it has no published split"},
		{Spec{Kind: "bootstrap"}, 0, `unknown kind of split "bootstrap"`},
	} {
		_, err := test.spec.Make(ds, Limits{}, test.repeat, testStream)
		datatest.CheckProblem(t, test.problem, err, test.problem)
		var request *data.RequestError
		if !errors.As(err, &request) {
			t.Errorf("%+v: %T", test.spec, err)
		}
	}
}

// Label sets have no classes to keep the shares of.
func TestLabelSetsAreNotStratified(t *testing.T) {
	ds := &data.Dataset{Table: data.NewMemory(mat.NewDense(10, 1, nil), nil), Name: "tags", Kind: data.Multilabel}
	for _, spec := range []Spec{{Kind: "kfold", Folds: 2, Stratify: true}, {Kind: "holdout", Train: 0.5, Distinct: true}} {
		if _, err := spec.Make(ds, Limits{}, 0, nil); err == nil {
			t.Errorf("%+v is no error", spec)
		}
	}
}
