// Package split divides the rows of a data set into training and test rows. Each kind of split has
// a file with everything specific to it; kinds, below, lists them.
package split

import (
	"math/rand/v2"
	"slices"
	"strings"

	"gpcbench/data"
	"gpcbench/data/catalogue"
)

// Spec is a split as stated in a specification: split = { kind = "kfold", folds = 10 }. The file of
// a kind lists the keys that it takes. The zero Spec trains on every row and tests on none.
type Spec struct {
	Kind     string
	Folds    int     // number of folds
	Order    string  // of the rows in folds: one of Orders
	Train    float64 // a share below 1, or a count of rows
	Test     float64 // likewise; 0: the rest
	Stratify bool    // keep the classes' shares
	Distinct bool    `json:",omitempty"` // leave out training rows whose inputs and class equal an earlier row's
	Column   string  `json:",omitempty"` // of a user's table, by name or number
}

// Kind is a kind of split.
type Kind struct {
	Name string
	Keys []string // keys that split = { kind = Name, ... } takes

	// Complete fills in defaults, and notes what is wrong.
	Complete func(s *Spec, in Stated)
	// Repeats returns the default number of repeats for a data set with the given number of
	// published splits.
	Repeats func(s Spec, published int) int
	// Cut returns the rows of a repeat, counted from 0. The errors are *data.RequestError.
	Cut func(s Spec, ds *data.Dataset, repeat int, stream Stream) (data.Split, error)
	// Text describes in a report how rows are divided.
	Text func(s Spec) string

	// Differ returns, as a number and in words, how many different splits there are for a data set
	// with the given number of published splits; 0 means no limit. drawn says that training rows
	// are drawn anew in each repeat. nil means no limit.
	Differ func(s Spec, dataset string, published int, drawn bool) (n int, text string)
	// Load requests the column that rows are divided by. nil if there is none.
	Load func(s Spec, table *catalogue.UserTable)
	// Notice returns what a user should know about a data set that is split in this way, "" for
	// nothing. nil if there is never anything.
	Notice func(s Spec, classes []data.ClassCount) string

	// TestedOnce returns how many repeats, from the first on, have no test rows in common. nil
	// means one.
	TestedOnce func(s Spec) int

	Given  bool // the splits come with the data
	Nested bool // the training rows of a repeat are included in those of the next
}

// kinds are all kinds of splits.
var kinds = []Kind{kfold, holdout, published, group, inTime}

// Stated is what a specification states about a split.
type Stated interface {
	Has(key string) bool
	Problemf(key, format string, args ...any) // notes what is wrong with a key, which may be absent
}

// Stream returns the random numbers of a purpose in a repeat. The same
// arguments always give the same numbers.
type Stream func(repeat int, purpose string) *rand.Rand

// Limits are the largest numbers of training and test rows; 0 means no limit.
type Limits struct{ Train, Test int }

// Names returns the kinds that a specification may name.
func Names() []string {
	var names []string
	for _, k := range kinds {
		names = append(names, k.Name)
	}
	return names
}

// Find returns the kind with a name.
func Find(name string) (k Kind, ok bool) {
	i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == name })
	if i < 0 {
		return Kind{}, false
	}
	return kinds[i], true
}

// Find returns the kind of a split, or a Kind without a name if none is stated.
func (s Spec) Find() Kind {
	k, _ := Find(s.Kind)
	return k
}

// Text describes in a report how rows are divided; it is "" if no kind is stated.
func (s Spec) Text() string {
	k, ok := Find(s.Kind)
	if !ok {
		return ""
	}
	text := k.Text(s)
	if s.Stratify {
		text += "; all parts have the classes' shares"
	}
	return text
}

// Make returns the training and test rows of ds in a repeat, counted from 0.
// Both keep the file's order.
//
// In a stratified split each class is divided by itself. Its odd rows are spread so that the totals
// are the same as without stratification.
//
// If there are more than limits.Test test rows, that number of them is drawn without replacement
// with the numbers of purpose "test" in repeat r. The training rows do not change.
//
// If the split asks for distinct training rows, only the first of equal training rows is kept. The
// test rows do not change.
//
// If there are then more than limits.Train training rows, that number of them is drawn without
// replacement with the numbers of purpose "train" in repeat r. A class without a drawn row gets its
// first row back, in place of the last drawn row of the largest class. The test rows do not change.
//
// A split takes at most a few bits of memory per row of the table, and none that grows with N if it
// is contiguous. Distinct rows take as much memory as they have data. Errors are
// *data.RequestError.
func (s Spec) Make(ds *data.Dataset, limits Limits, repeat int, stream Stream) (data.Split, error) {
	if repeat < 0 {
		panic("split: negative repeat")
	}
	if ds.Kind == data.Multilabel && (s.Stratify || s.Distinct) {
		return data.Split{}, data.RequestErrorf(ds.Name, "stratify and distinct need rows with one class each; rows of this table have any number of labels")
	}
	out := data.Split{Train: data.All(ds.Len()), Test: data.Range{}}
	if s.Kind != "" {
		kind, ok := Find(s.Kind)
		if !ok {
			return data.Split{}, data.RequestErrorf(ds.Name, "unknown kind of split %q: it must be one of %s", s.Kind, strings.Join(Names(), ", "))
		}
		var err error
		if out, err = kind.Cut(s, ds, repeat, stream); err != nil {
			return data.Split{}, err
		}
	}
	if s.Distinct {
		out.Train = distinct(ds, out.Train)
	}
	if limits.Train > 0 && out.Train.Len() > limits.Train {
		drawn := sample(out.Train, ds.Len(), limits.Train, stream(repeat, "train"))
		out.Train = withEveryClass(ds, out.Train, drawn)
	}
	if limits.Test > 0 && out.Test.Len() > limits.Test {
		out.Test = sample(out.Test, ds.Len(), limits.Test, stream(repeat, "test"))
	}
	return out, nil
}
