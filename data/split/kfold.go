package split

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"gpcbench/data"
)

// The orders of rows in folds.
const (
	shuffled   = "shuffled"
	contiguous = "contiguous"
)

// Orders are the orders of rows in folds; the first is the default.
var Orders = []string{shuffled, contiguous}

// defaultFolds is the default number of folds.
const defaultFolds = 10

// Default is the split of data sets without a stated split.
var Default = Spec{Kind: kfold.Name, Folds: defaultFolds, Order: shuffled}

// kfold: repeat r tests on fold r mod folds of shuffle r div folds, which is drawn with the numbers
// of purpose "split" in repeat r div folds. The first N mod folds folds have one more row than the
// others. Contiguous folds are blocks of the file, the same in every shuffle.
var kfold = Kind{
	Name: "kfold",
	Keys: []string{"folds", "order", "stratify", "distinct"},
	Complete: func(s *Spec, in Stated) {
		completeFolds(s, in, 2, defaultFolds)
		if s.Order == "" {
			s.Order = shuffled
		}
	},
	Repeats:    func(s Spec, _ int) int { return s.Folds },
	TestedOnce: func(s Spec) int { return s.Folds },
	Cut:        cutFolds,
	Text: func(s Spec) string {
		text := fmt.Sprintf("Rows are split into %d folds, of which a repeat tests one and trains on the others", s.Folds)
		if s.Order == contiguous {
			text += "; a fold is a run of rows as they stand in the file"
		}
		return text
	},
	Differ: func(s Spec, dataset string, _ int, drawn bool) (int, string) {
		if s.Order != contiguous || drawn {
			return 0, ""
		}
		return s.Folds, fmt.Sprintf("contiguous folds are not shuffled, so there are only %d splits of data set %s", s.Folds, dataset)
	},
	Notice: noticeRare,
}

// completeFolds fills in the default number of folds, and notes a number below the least.
func completeFolds(s *Spec, in Stated, least, otherwise int) {
	if s.Folds > 0 && s.Folds < least {
		in.Problemf("folds", "folds must be at least %d, got %d", least, s.Folds)
	}
	if s.Folds < least {
		s.Folds = otherwise
	}
}

func cutFolds(s Spec, ds *data.Dataset, repeat int, stream Stream) (data.Split, error) {
	n, folds := ds.Len(), s.Folds
	if folds < 2 || folds > n {
		return data.Split{}, data.RequestErrorf(ds.Name, "%d folds of %d rows: there must be at least 2 folds, and at least one row for each", folds, n)
	}
	fold := repeat % folds
	switch s.Order {
	case contiguous:
		if !s.Stratify {
			test := data.Range{From: fold*(n/folds) + min(fold, n%folds), To: (fold+1)*(n/folds) + min(fold+1, n%folds)}
			return data.Split{Train: data.Except{N: n, Range: test}, Test: test}, nil
		}
		stream = nil
	case "", shuffled:
	default:
		return data.Split{}, data.RequestErrorf(ds.Name, "unknown order %q of folds: it must be shuffled or contiguous", s.Order)
	}
	sizes, class := strata(ds, s.Stratify)
	var rng *rand.Rand
	if stream != nil {
		rng = stream(repeat/folds, "split")
	}
	train, test := data.NewSet(n), data.NewSet(n)
	allot(n, class, foldQuotas(sizes, folds), rng, func(row, part int) {
		if part == fold {
			test.Add(row)
		} else {
			train.Add(row)
		}
	})
	return data.Split{Train: train.Done(), Test: test.Done()}, nil
}

// noticeRare returns a warning with the classes that have fewer rows than folds.
func noticeRare(s Spec, classes []data.ClassCount) string {
	var rare []string
	for _, c := range classes {
		if c.Rows < s.Folds {
			rare = append(rare, fmt.Sprintf("%q with %d", c.Name, c.Rows))
		}
	}
	if len(rare) == 0 {
		return ""
	}
	first, more := data.Few(rare)
	return fmt.Sprintf("these classes have fewer rows than the %d folds, so some folds cannot train or test on them: %s", s.Folds, strings.Join(first, ", ")+more)
}
